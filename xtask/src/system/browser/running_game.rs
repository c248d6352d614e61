//! What must not happen to a running game: ended by a click, given time for leaving the page, an old error beside it, out of sight on a telephone.

use anyhow::{Context, Result, ensure};
use serde_json::json;

use super::Fixture;

impl Fixture {
    /// Seconds on Black's clock.
    fn black_clock(&self) -> Result<f64> {
        let seconds =
            "const [m, s] = document.querySelector('#player-b .clock').textContent.split(':').map(parseFloat);
             return 60 * m + s;";
        self.browser.script(seconds)?.as_f64().context("a clock")
    }

    /// Turns the wheel over the board by one notch: towards the user is onwards.
    fn wheel(&self, towards_user: bool) -> Result<()> {
        let delta = if towards_user { 100 } else { -100 };
        let script = format!(
            "document.getElementById('board').dispatchEvent(new WheelEvent('wheel', {{ deltaY: {delta}, bubbles: true, cancelable: true }}))"
        );
        self.browser.script(&script).map(|_| ())
    }
}

/// A new game asks before it ends one, the clock goes on where it was, errors go when something succeeds, keys and wheel step through the moves.
pub(super) fn a_running_game(fixture: &Fixture) -> Result<()> {
    let browser = &fixture.browser;
    let warned = "document.getElementById('new-game-ends').checkVisibility()";
    browser.click("#new-game-open")?;
    ensure!(browser.script(&format!("return {warned}"))? == json!(false), "warned although no game runs");
    browser.click("#new-game-cancel")?;
    fixture.new_game("{ side: 'both', system: 'absolute', main: '10' }")?;
    fixture.wait_status("Black to play")?;
    for (point, next) in [("E5", "White"), ("C3", "Black")] {
        fixture.click_point(point)?;
        fixture.wait_status(&format!("{next} to play"))?;
    }
    browser.click("#new-game-open")?;
    ensure!(browser.script(&format!("return {warned}"))? == json!(true), "not warned that the running game ends");
    browser.click("#new-game-cancel")?;
    ensure!(fixture.stones()? == (1, 1, 2), "cancelling changed the game: {:?}", fixture.stones()?);

    browser.wait("parseFloat(document.querySelector('#player-b .clock').textContent.split(':')[1]) < 57")?;
    let before = fixture.black_clock()?;
    browser.click("#mode-study")?;
    browser.wait("!document.getElementById('study').hidden")?;
    browser.click("#mode-play")?;
    fixture.wait_status("Black to play")?;
    let after = fixture.black_clock()?;
    ensure!(after <= before, "leaving the game gave back {} seconds", after - before);

    fixture.click_point("E5")?;
    fixture.wait_message("occupied")?;
    fixture.click_point("G7")?;
    fixture.wait_status("White to play")?;
    browser.wait("document.getElementById('message').hidden")?;

    fixture.wheel(false)?;
    fixture.wait_where("Move 2: C3")?;
    browser.keys(super::scenarios::LEFT)?;
    fixture.wait_where("Move 1: E5")?;
    fixture.wheel(true)?;
    fixture.wait_where("Move 2: C3")
}

/// While a panel below the board is used on a telephone, the board stays in sight.
pub(super) fn the_board_stays_in_sight(fixture: &Fixture) -> Result<()> {
    let browser = &fixture.browser;
    browser.resize(375, 760)?;
    fixture.enter()?;
    browser.click("#mode-study")?;
    browser.wait("!document.getElementById('study').hidden")?;
    let shown = browser.script(
        "const panel = document.getElementById('study');
         scrollTo(0, document.documentElement.scrollHeight);
         const board = document.querySelector('#board svg').getBoundingClientRect();
         const below = panel.getBoundingClientRect();
         return [board.top >= -1 && board.bottom <= innerHeight + 1, below.top < innerHeight, scrollY > 0];",
    )?;
    ensure!(shown == json!([true, true, true]), "board in sight, panel in sight, scrolled: {shown}");
    fixture.picture("phone-panel")
}
