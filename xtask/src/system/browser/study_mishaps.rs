//! Regression scenarios of study: rejected edits, results of positions that are gone, records that cannot be played, a
//! game of another tab, rows and variations by keys.

use anyhow::{Context, Result, ensure};
use serde_json::json;

use super::Fixture;
use super::scenarios::{DOWN, ENTER, RIGHT};
use super::study::LOST_GAME;

/// An edit that the server rejects is not in the record afterwards; a search follows the set-up position.
pub(super) fn edits_and_their_results(fixture: &Fixture) -> Result<()> {
    let browser = &fixture.browser;
    browser.click("#mode-study")?;
    for (tool, point) in [("white", "A2"), ("white", "B1"), ("black", "A1")] {
        browser.click(&format!("[data-tool={tool}]"))?;
        fixture.click_point(point)?;
    }
    fixture.wait_message("liberty")?;
    fixture.click_point("C3")?;
    browser.wait("document.querySelectorAll('#board svg > .goban-black circle').length === 1")?;
    ensure!(fixture.stones()? == (1, 2, 0), "{:?}", fixture.stones()?);
    // The best move is taken by a stone: the search must look at the board as it is then.
    browser.click("#analyse")?;
    let best = "document.querySelector('#candidates tbody td')?.textContent";
    browser.wait(&format!("/^[A-J]\\d$/.test({best})"))?;
    let point = browser.script(&format!("return {best}"))?;
    let point = point.as_str().context("a point")?;
    fixture.click_point(point)?;
    browser.wait("document.querySelectorAll('#board svg > .goban-black circle').length === 2")?;
    let moves = "[...document.querySelectorAll('#candidates tbody tr')].map((row) => row.cells[0].textContent)";
    browser.wait(&format!("{moves}.length >= 2 && !{moves}.includes({})", json!(point)))?;
    browser.click("#analyse")
}

/// A game that ended with two passes is reviewed to its end, also while an explanation is requested; another game
/// discards the review.
pub(super) fn reviews_to_their_end(fixture: &Fixture) -> Result<()> {
    let browser = &fixture.browser;
    let done = "document.getElementById('review').textContent === 'Review game' && document.getElementById('review-state').hidden \
                && !document.getElementById('review-sgf').hidden";
    browser.click("#mode-study")?;
    fixture.drop_file("(;GM[1]FF[4]SZ[9]KM[7]C[short];B[ee];W[cc];B[];W[])")?;
    browser.wait("document.getElementById('comment').value === 'short'")?;
    browser.click("#review")?;
    browser.wait(done)?;
    fixture.drop_file(LOST_GAME)?;
    browser.wait("document.getElementById('comment').value === 'mine'")?;
    browser.click("#review")?;
    browser.wait("/^[1-9]\\d* of 11 positions/.test(document.getElementById('review-progress').textContent)")?;
    fixture.why_point("E5")?;
    browser.wait("document.querySelectorAll('#why .reason').length >= 1")?;
    browser.wait(done)?;
    browser.click("#step-last")?;
    fixture.wait_where("Move 10: E9")?;
    browser.click("#prune")?;
    browser.wait("document.getElementById('review-sgf').hidden && document.getElementById('review-result').hidden")
}

/// Board, rules and komi are what the engine reads; a game that cannot be played to its end is refused, and the old one stays, also after
/// a reload with another game in another tab.
pub(super) fn records_as_they_are(fixture: &Fixture) -> Result<()> {
    let browser = &fixture.browser;
    browser.click("#mode-study")?;
    fixture.drop_file("(;SZ[9]RU[kr]KM[375]C[quarter];B[ee];W[cc](;B[gg])(;B[gc]))")?;
    browser.wait("document.getElementById('comment').value === 'quarter'")?;
    let rules = browser.text("#rules-line")?;
    ensure!(rules == "9×9, japanese rules, komi 7.5", "{rules}");
    fixture.drop_file("(;SZ[9:13];B[ee])")?;
    fixture.wait_message("9:13")?;
    fixture.drop_file("(;SZ[9]KM[7.5];B[aa];W[bb];B[aa];W[cc];B[dd])")?;
    fixture.wait_message("A9")?;
    browser.script("localStorage.setItem('tesuji-game', JSON.stringify({ record: { nodes: [{ parent: null, properties: [['SZ', ['13']]] }] }, game: {}, result: '?' }))")?;
    fixture.enter()?;
    ensure!(browser.text("#rules-line")? == rules, "another game after a reload: {}", browser.text("#rules-line")?);
    fixture.wait_where("Move 3: G3")?;
    // What can only be shown in part is shown in part.
    browser.script(
        "const kept = JSON.parse(sessionStorage.getItem('tesuji-game'));
         kept.record.nodes = [['SZ', '9'], ['B', 'aa'], ['W', 'bb'], ['B', 'aa'], ['W', 'cc']]
           .map(([name, value], nth) => ({ parent: nth ? nth - 1 : null, properties: [[name, [value]]] }));
         sessionStorage.setItem('tesuji-game', JSON.stringify(kept));",
    )?;
    fixture.enter()?;
    fixture.wait_where("Move 2: B8")?;
    browser.click("#step-on")?;
    fixture.wait_message("A9")?;
    browser.click("#step-back")?;
    fixture.wait_where("Move 1: A9")
}

/// Rows of tables and variations without a pointer.
pub(super) fn study_by_keys(fixture: &Fixture) -> Result<()> {
    let browser = &fixture.browser;
    browser.click("#mode-study")?;
    fixture.drop_file("(;SZ[9]C[two ways];B[ee](;W[cc])(;W[gg];B[cg]))")?;
    browser.wait("document.getElementById('comment').value === 'two ways'")?;
    browser.script("document.getElementById('tree').focus()")?;
    for (key, place) in [(RIGHT, "Move 1: E5"), (RIGHT, "Move 2: C7"), (DOWN, "Move 2: G3"), (RIGHT, "Move 3: C3")] {
        browser.keys(key)?;
        fixture.wait_where(place)?;
    }
    for table in ["find-answers", "candidates"] {
        browser.click("#step-first")?;
        fixture.wait_where("Move 0")?;
        browser.keys(if table == "candidates" { "a" } else { "f" })?;
        browser.wait(&format!("document.querySelector('#{table} tbody tr')?.checkVisibility()"))?;
        browser.script(&format!("document.querySelector('#{table} tbody tr').focus()"))?;
        browser.keys(ENTER)?;
        browser.wait("/^Move 1/.test(document.getElementById('step-where').textContent)")?;
    }
    Ok(())
}
