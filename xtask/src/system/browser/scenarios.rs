//! Scenarios of play: a game by clicks, choices and clocks, keys alone, a telephone, labels and contrast.

use anyhow::{Context, Result, ensure};
use serde_json::json;

use super::Fixture;

/// Keys without a letter, as WebDriver names them.
const TAB: &str = "\u{E004}";
pub(super) const ENTER: &str = "\u{E007}";
const ESCAPE: &str = "\u{E00C}";
pub(super) const LEFT: &str = "\u{E012}";
const UP: &str = "\u{E013}";
pub(super) const RIGHT: &str = "\u{E014}";
pub(super) const DOWN: &str = "\u{E015}";

/// More moves than a 9x9 game against a beginner takes.
const MAX_MOVES: usize = 120;

impl Fixture {
    /// The place of an intersection in the window.
    pub(super) fn place(&self, name: &str) -> Result<(f64, f64)> {
        let found = self.browser.script(&format!(
            "const svg = document.querySelector('#board svg'); const d = svg.dataset; const name = {};
             const x = 'ABCDEFGHJKLMNOPQRSTUVWXYZ'.indexOf(name[0]), y = d.size - Number(name.slice(1));
             const p = new DOMPoint(+d.left + x * d.cell, +d.top + y * d.cell).matrixTransform(svg.getScreenCTM());
             return [p.x, p.y];",
            json!(name)
        ))?;
        Ok((found[0].as_f64().context("x")?, found[1].as_f64().context("y")?))
    }

    pub(super) fn click_point(&self, name: &str) -> Result<()> {
        let (x, y) = self.place(name)?;
        self.browser.click_at(x, y)
    }

    pub(super) fn hover_point(&self, name: &str) -> Result<()> {
        let (x, y) = self.place(name)?;
        self.browser.hover_at(x, y)
    }

    /// Black stones, white stones and the number of the move.
    pub(super) fn stones(&self) -> Result<(u64, u64, u64)> {
        let counted = self.browser.script(
            "const count = (c) => document.querySelectorAll(`#board svg > .goban-${c} circle`).length;
             const number = /Move (\\d+)/.exec(document.getElementById('step-where').textContent)[1];
             return [count('black'), count('white'), Number(number)];",
        )?;
        let number = |n: usize| counted[n].as_u64().context("a count");
        Ok((number(0)?, number(1)?, number(2)?))
    }

    fn status(&self) -> Result<String> {
        self.browser.text("#status")
    }

    pub(super) fn wait_status(&self, part: &str) -> Result<()> {
        self.browser.wait(&format!("document.getElementById('status').textContent.includes({})", json!(part)))
    }

    /// All text has contrast enough by day and by night; a picture of either. The night stays.
    pub(super) fn readable(&self, name: &str) -> Result<()> {
        for theme in ["light", "dark"] {
            self.browser.script(&format!("document.documentElement.setAttribute('data-theme', '{theme}')"))?;
            let faint = self.browser.script(include_str!("contrast.js"))?;
            ensure!(faint == json!([]), "{name}: hard to read in the {theme} theme: {faint}");
            self.picture(&format!("{name}-{theme}"))?;
        }
        Ok(())
    }

    /// Starts a game with these choices of the dialog.
    pub(super) fn new_game(&self, choices: &str) -> Result<()> {
        self.browser.click("#new-game-open")?;
        self.browser.script(&format!(
            "const form = document.querySelector('#new-game form');
             for (const [name, value] of Object.entries({choices})) {{
               form.elements[name].value = value;
               form.dispatchEvent(new Event('change', {{ bubbles: true }}));
             }}"
        ))?;
        self.browser.click("#new-game-start")
    }
}

/// A whole 9x9 game by clicks, to the count: dead stones corrected and the result accepted.
pub(super) fn a_game_by_clicks(fixture: &Fixture) -> Result<()> {
    fixture.picture("play-start")?;
    fixture.browser.click("#new-game-open")?;
    fixture.picture("new-game")?;
    fixture.browser.keys(ESCAPE)?;
    fixture.new_game("{ level: '20k' }")?;
    fixture.wait_status("Black to play")?;
    let mine = ["E5", "C4", "G4", "C6", "G6", "E3", "E7", "D2", "F8"];
    let mut n_played = 0;
    for point in mine {
        let before = fixture.stones()?.2;
        fixture.click_point(point)?;
        fixture.browser.wait(&format!(
            "document.getElementById('message').hidden === false && /occupied|suicide|ko/.test(document.getElementById('message').textContent)
             || Number(/Move (\\d+)/.exec(document.getElementById('step-where').textContent)[1]) >= {}",
            before + 1
        ))?;
        fixture.browser.wait("/to play|wins|Both passed|count/.test(document.getElementById('status').textContent)")?;
        n_played += u32::from(fixture.stones()?.2 > before);
    }
    ensure!(n_played >= 5, "only {n_played} clicks became stones");
    fixture.picture("play-middle")?;
    fixture.browser.click("#estimate")?;
    fixture.browser.wait("document.querySelector('#board .goban-ownership')")?;
    fixture.picture("estimate")?;
    fixture.browser.click("#estimate")?;
    fixture.wait_status("to play")?;
    // From here on White may have it all, and plays on as long as the board is open: passing until White passes too.
    for _ in 0..MAX_MOVES {
        if !fixture.status()?.contains("to play") {
            break;
        }
        let before = fixture.stones()?.2;
        fixture.browser.click("#pass")?;
        fixture.browser.wait(&format!(
            "Number(/Move (\\d+)/.exec(document.getElementById('step-where').textContent)[1]) >= {} && /to play|wins|count/.test(document.getElementById('status').textContent)",
            before + 2
        ))?;
    }
    fixture.wait_status("Is this count right?")?;
    fixture.picture("counting")?;
    let result = || fixture.browser.text("#count-table .total td");
    let first = result()?;
    let stone = fixture.browser.script(
        "const dead = document.querySelector('#board svg > .goban-black[opacity] circle');
         const stone = (dead ?? document.querySelector('#board svg > .goban-white circle')).getBoundingClientRect();
         return [stone.x + stone.width / 2, stone.y + stone.height / 2];",
    )?;
    let (x, y) = (stone[0].as_f64().context("x")?, stone[1].as_f64().context("y")?);
    fixture.browser.click_at(x, y)?;
    fixture
        .browser
        .wait(&format!("document.querySelector('#count-table .total td').textContent !== {}", json!(first)))?;
    fixture.browser.click_at(x, y)?;
    fixture
        .browser
        .wait(&format!("document.querySelector('#count-table .total td').textContent === {}", json!(first)))?;
    fixture.browser.click("#count-accept")?;
    fixture.wait_status("wins by")?;
    fixture.picture("play-end")
}

/// What the dialog offers arrives on the board: size, rules, handicap, komi, clocks; a clock runs out, a player resigns.
pub(super) fn choices_and_clocks(fixture: &Fixture) -> Result<()> {
    let browser = &fixture.browser;
    ensure!(browser.script("return document.getElementById('sound').ariaPressed")? == json!("false"), "sound is on");
    let choices = "{ size: '13', side: 'both', rules: 'japanese', handicap: '3', komi: '-4.5', system: 'byo-yomi', main: '0', period: '6', count: '1' }";
    fixture.new_game(choices)?;
    fixture.wait_status("White to play")?;
    ensure!(fixture.stones()? == (3, 0, 0), "three handicap stones: {:?}", fixture.stones()?);
    let rules = browser.text("#rules-line")?;
    ensure!(rules == "13×13, japanese rules, komi -4.5, 3 handicap stones", "{rules}");
    fixture.click_point("G7")?;
    fixture.wait_status("Black to play")?;
    browser.wait("/^0:0\\d \\(1\\)$/.test(document.querySelector('#player-b .clock').textContent)")?;
    fixture.picture("clocks")?;
    fixture.wait_status("White wins on time")?;
    for (size, system) in [("19", "fischer"), ("9", "canadian"), ("9", "absolute")] {
        fixture
            .new_game(&format!("{{ size: '{size}', side: 'both', handicap: '0', system: '{system}', main: '10' }}"))?;
        fixture.wait_status("Black to play")?;
        fixture.click_point("C3")?;
        fixture.wait_status("White to play")?;
        browser.wait("/^(9:5|10:)/.test(document.querySelector('#player-w .clock').textContent)")?;
    }
    browser.click("#resign")?;
    browser.wait("document.getElementById('resign-ask').open")?;
    browser.click("#resign-sure")?;
    fixture.wait_status("Black wins by resignation")?;
    // Undo takes back the resignation and nothing else.
    browser.click("#undo")?;
    fixture.wait_status("White to play")?;
    ensure!(fixture.stones()? == (1, 0, 1), "the stone stays: {:?}", fixture.stones()?);
    Ok(())
}

/// The same without a pointer: the board is reached by Tab, arrows move the cursor, letters do the rest.
pub(super) fn keyboard_only(fixture: &Fixture) -> Result<()> {
    for _ in 0..20 {
        fixture.browser.keys(TAB)?;
        if fixture.browser.script("return document.activeElement.id")? == "board" {
            break;
        }
    }
    ensure!(fixture.browser.script("return document.activeElement.id")? == "board", "Tab does not reach the board");
    fixture.browser.keys(&format!("{UP}{UP}{LEFT}"))?;
    ensure!(
        fixture.browser.text("#cursor-note")?.starts_with("D6"),
        "the cursor is told: {}",
        fixture.browser.text("#cursor-note")?
    );
    fixture.picture("keyboard")?;
    fixture.browser.keys(ENTER)?;
    fixture.browser.wait("/Move [1-9]/.test(document.getElementById('step-where').textContent)")?;
    fixture.wait_status("Black to play")?;
    ensure!(fixture.stones()? == (1, 1, 2), "a stone each: {:?}", fixture.stones()?);
    fixture.browser.keys("u")?;
    fixture.browser.wait("document.getElementById('step-where').textContent === 'Move 0'")?;
    fixture.wait_status("Black to play")?;
    // A stone on a stone is refused in words.
    fixture.browser.keys(ENTER)?;
    fixture.browser.wait("/Move 2/.test(document.getElementById('step-where').textContent)")?;
    fixture.wait_status("Black to play")?;
    fixture.browser.keys(ENTER)?;
    fixture.browser.wait("document.getElementById('message-text').textContent.includes('occupied')")
}

/// A telephone: nothing is wider than the screen, and a tap plays.
pub(super) fn phone_width(fixture: &Fixture) -> Result<()> {
    fixture.browser.resize(375, 760)?;
    fixture.enter()?;
    let fits = |fixture: &Fixture| -> Result<()> {
        let wide = fixture.browser.script("return [document.documentElement.scrollWidth, innerWidth]")?;
        ensure!(wide[0].as_f64() <= wide[1].as_f64(), "the page is wider than the screen: {wide}");
        Ok(())
    };
    fits(fixture)?;
    let board = fixture.browser.script("return document.querySelector('#board svg').getBoundingClientRect().width")?;
    ensure!(board.as_f64().is_some_and(|width| width >= 340.0), "the board is {board} wide");
    let small = fixture.browser.script(
        "return [...document.querySelectorAll('button')].filter((b) => b.checkVisibility())
           .filter((b) => b.getBoundingClientRect().height < 26).map((b) => b.id || b.textContent)",
    )?;
    ensure!(small == json!([]), "too small for a thumb: {small}");
    let (x, y) = fixture.place("E5")?;
    fixture.browser.tap_at(x, y)?;
    fixture.browser.wait("/Move [1-9]/.test(document.getElementById('step-where').textContent)")?;
    fixture.wait_status("Black to play")?;
    ensure!(fixture.stones()? == (1, 1, 2), "a tap played: {:?}", fixture.stones()?);
    fixture.picture("phone-play")?;
    fixture.browser.click("#mode-study")?;
    fixture.browser.wait("!document.getElementById('study').hidden")?;
    fits(fixture)?;
    fixture.picture("phone-study")
}

/// Every control has a name, and text can be read on its ground (WCAG AA: 4.5 to 1), by day and by night.
pub(super) fn labels_and_contrast(fixture: &Fixture) -> Result<()> {
    fixture.browser.click("#mode-study")?;
    let nameless = fixture.browser.script(
        "return [...document.querySelectorAll('button, input, select, textarea, [role=application]')].filter((control) => {
           const labels = [...(control.labels ?? [])].map((label) => label.textContent).join('');
           return !(control.getAttribute('aria-label') || labels.trim() || control.textContent.trim());
         }).map((control) => control.outerHTML)",
    )?;
    ensure!(nameless == json!([]), "controls without a name: {nameless}");
    fixture.readable("study")?;
    fixture.browser.click("#mode-play")?;
    fixture.browser.wait("document.getElementById('study').hidden")?;
    fixture.picture("play-dark")
}
