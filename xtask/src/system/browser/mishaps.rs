//! Regression scenarios of play: looking back, double clicks, keys in a dialog, leaving while stones are judged.

use anyhow::{Result, ensure};
use serde_json::{Value, json};

use super::Fixture;
use super::scenarios::ENTER;

impl Fixture {
    /// The properties of a node of the record that the page keeps, with the number of its parent, for every node.
    pub(super) fn record(&self) -> Result<Vec<Value>> {
        let nodes = self.browser.script("return JSON.parse(sessionStorage.getItem('tesuji-game')).record.nodes")?;
        Ok(nodes.as_array().cloned().unwrap_or_default())
    }

    /// The record is one line without variations; its moves as SGF writes them.
    fn only_line(&self) -> Result<Vec<String>> {
        let nodes = self.record()?;
        for (nth, node) in nodes.iter().enumerate().skip(1) {
            ensure!(node["parent"] == json!(nth - 1), "node {nth} is a variation: {nodes:?}");
        }
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        Ok(nodes[1..]
            .iter()
            .map(|node| text(&node["properties"][0][0]) + &text(&node["properties"][0][1][0]))
            .collect())
    }

    /// Clicks on intersections, and does something else then, within one round trip to the server.
    fn click_at_once(&self, names: &[&str], then: &str) -> Result<()> {
        let places = names.iter().map(|name| self.place(name)).collect::<Result<Vec<_>>>()?;
        self.browser
            .script(&format!(
                "for (const [clientX, clientY] of {}) document.getElementById('board').dispatchEvent(new MouseEvent('click', {{ clientX, clientY }}));
                 {then}",
                json!(places)
            ))
            .map(|_| ())
    }

    pub(super) fn wait_where(&self, text: &str) -> Result<()> {
        self.browser.wait(&format!("document.getElementById('step-where').textContent === {}", json!(text)))
    }

    pub(super) fn wait_message(&self, part: &str) -> Result<()> {
        self.browser.wait(&format!(
            "!document.getElementById('message').hidden && document.getElementById('message-text').textContent.includes({})",
            json!(part)
        ))
    }
}

/// The engine's answer is played at the end of the game, whichever position is shown when it arrives; so is a pass.
pub(super) fn looking_back(fixture: &Fixture) -> Result<()> {
    let browser = &fixture.browser;
    fixture.new_game("{ level: 'full' }")?;
    fixture.wait_status("Black to play")?;
    fixture.click_point("E5")?;
    fixture.wait_status("thinking")?;
    browser.keys("[")?;
    fixture.wait_where("Move 0")?;
    fixture.wait_status("Black to play")?;
    ensure!(fixture.stones()? == (1, 1, 2), "the answer is on the board: {:?}", fixture.stones()?);
    let moves = fixture.only_line()?;
    ensure!(moves.len() == 2 && moves[0] == "Bee" && moves[1].starts_with('W'), "{moves:?}");
    // An estimate is about one position.
    fixture.new_game("{ side: 'both' }")?;
    fixture.wait_where("Move 0")?;
    for (point, next) in [("E5", "White"), ("C3", "Black")] {
        fixture.click_point(point)?;
        fixture.wait_status(&format!("{next} to play"))?;
    }
    browser.click("#estimate")?;
    browser.wait("document.querySelector('#board .goban-ownership')")?;
    browser.keys("[")?;
    fixture.wait_where("Move 1: E5")?;
    browser.wait("!document.querySelector('#board .goban-ownership')")?;
    fixture.wait_status("Black to play")?;
    browser.click("#pass")?;
    fixture.wait_status("White to play")?;
    ensure!(fixture.only_line()? == ["Bee", "Wcg", "B"], "{:?}", fixture.only_line()?);
    Ok(())
}

/// Of two clicks within one round trip the first is played, be the second on the same point or on another.
pub(super) fn two_clicks_at_once(fixture: &Fixture) -> Result<()> {
    fixture.new_game("{ side: 'both' }")?;
    fixture.wait_status("Black to play")?;
    fixture.click_at_once(&["E5", "E5"], "")?;
    fixture.wait_status("White to play")?;
    fixture.click_at_once(&["C3", "G7"], "")?;
    fixture.wait_status("Black to play")?;
    fixture.click_point("G3")?;
    fixture.wait_status("White to play")?;
    ensure!(fixture.only_line()? == ["Bee", "Wcg", "Bgg"], "{:?}", fixture.only_line()?);
    // The game that a click was meant for may be gone when its answer comes.
    fixture.browser.click("#new-game-open")?;
    fixture.click_at_once(&["C7"], "document.getElementById('new-game-start').click()")?;
    fixture.wait_status("Black to play")?;
    fixture.wait_where("Move 0")?;
    fixture.click_point("D4")?;
    fixture.wait_status("White to play")?;
    ensure!(fixture.only_line()? == ["Bdf"], "{:?}", fixture.only_line()?);
    Ok(())
}

/// Enter begins the game; invalid settings are rejected in the dialog, which can still be closed.
pub(super) fn keys_in_the_dialog(fixture: &Fixture) -> Result<()> {
    let browser = &fixture.browser;
    let fill = |name: &str, value: &str| -> Result<()> {
        let script = "const form = document.querySelector('#new-game form'); form.elements";
        browser
            .script(&format!("{script}.{name}.value = '{value}'; form.dispatchEvent(new Event('change'))"))
            .map(|_| ())
    };
    browser.click("#new-game-open")?;
    fill("size", "13")?;
    fill("side", "both")?;
    browser.script("document.querySelector('#new-game [name=komi]').focus()")?;
    browser.keys(ENTER)?;
    browser.wait("document.getElementById('rules-line').textContent.startsWith('13×13')")?;
    for (name, empty) in [("count", ""), ("period", ""), ("period", "0")] {
        browser.click("#new-game-open")?;
        fill("system", "byo-yomi")?;
        fill("main", "0")?;
        fill("period", "30")?;
        fill("count", "3")?;
        fill(name, empty)?;
        browser.click("#new-game-start")?;
        ensure!(browser.script("return document.getElementById('new-game').open")? == json!(true), "{name} {empty:?}");
        browser.click("#new-game-cancel")?;
        browser.wait("!document.getElementById('new-game').open")?;
    }
    fixture.click_point("C3")?;
    fixture.wait_status("White to play")
}

/// Where every stone counts, none is proposed as dead and none can be made so; who leaves before the count sees none.
pub(super) fn every_stone_counts(fixture: &Fixture) -> Result<()> {
    let browser = &fixture.browser;
    fixture.new_game("{ side: 'both', rules: 'tromp-taylor' }")?;
    fixture.wait_status("Black to play")?;
    for point in ["E5", "A1"] {
        fixture.click_point(point)?;
        browser.wait(&format!("document.getElementById('step-where').textContent.endsWith({})", json!(point)))?;
    }
    browser.click("#pass")?;
    fixture.wait_status("White to play")?;
    browser.click("#pass")?;
    fixture.wait_status("Is this count right?")?;
    let dead = browser.script("return document.querySelectorAll('#board svg > [opacity] circle').length")?;
    ensure!(dead == json!(0), "{dead} stones are proposed as dead");
    fixture.click_point("A1")?;
    fixture.wait_message("every stone on the board counts")?;
    browser.click("#count-resume")?;
    fixture.wait_status("Black to play")?;
    browser.click("#pass")?;
    fixture.wait_status("White to play")?;
    let judged = "performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/api/search')).length";
    let n_judged = browser.script(&format!("return {judged}"))?;
    browser.script(
        "const status = document.getElementById('status');
         new MutationObserver((_, watch) => {
           if (!status.textContent.startsWith('Both passed')) return;
           watch.disconnect();
           document.getElementById('mode-study').click();
         }).observe(status, { childList: true });",
    )?;
    browser.click("#pass")?;
    fixture.wait_status("Step through the game")?;
    browser.wait(&format!("{judged} > {n_judged}"))?;
    fixture.click_point("G7")?;
    fixture.wait_where("Move 5: G7")?;
    ensure!(
        browser.script("return document.getElementById('counting').hidden")? == json!(true),
        "a count in the study"
    );
    Ok(())
}
