//! Scenarios of study: a record opened, varied and asked about; a game reviewed; a shape found in games; a record edited and saved.

use std::fs;

use anyhow::{Result, ensure};
use serde_json::json;

use super::Fixture;
use super::webdriver::start_board;
use crate::workspace;

/// A record with a variation, a script in its comment and a label that wants to be markup.
const RECORD: &str = "(;GM[1]FF[4]SZ[9]KM[7]RU[Chinese]PB[Ada]PW[<b>Bo</b>]C[first <script>window.hacked = 1</script>];B[ee];W[ce];B[gc]\
                      (;W[cc]C[main line];B[eg];W[cg])(;W[fg]LB[fg:<i>]C[variation];B[dg]))";

/// An SGF file opened, stepped through and varied; the heat map, the models side by side, reasons, a live search;
/// garbage is rejected.
pub(super) fn study_a_record(fixture: &Fixture) -> Result<()> {
    let browser = &fixture.browser;
    let file = fixture.pictures.join("record.sgf");
    fs::write(&file, RECORD)?;
    browser.click("#mode-study")?;
    browser.type_into("#file", &file.display().to_string())?;
    browser.wait("document.getElementById('comment').value.startsWith('first <script>')")?;
    ensure!(browser.script("return window.hacked ?? null")?.is_null(), "a comment became a script");
    ensure!(browser.text("#player-w .name")?.starts_with("<b>Bo</b>"), "a name became markup");
    for _ in 0..3 {
        browser.click("#step-on")?;
    }
    browser.wait("document.getElementById('step-where').textContent === 'Move 3: G7'")?;
    ensure!(fixture.stones()?.0 == 2, "two black stones");
    // The heat map follows the position.
    browser.click("#heat")?;
    browser.wait("document.querySelector('#board .goban-heat circle')")?;
    fixture.picture("heat-map")?;
    let before = browser.script("return document.querySelector('#board .goban-heat').outerHTML")?;
    browser.click("#step-back")?;
    browser.wait(&format!("document.querySelector('#board .goban-heat')?.outerHTML !== {before}"))?;
    browser.wait("document.querySelectorAll('#models thead th').length >= 2")?;
    browser.click("#heat")?;
    // Into the variation by playing its move.
    browser.click("#step-on")?;
    browser.wait("document.getElementById('step-where').textContent === 'Move 3: G7'")?;
    fixture.click_point("F3")?;
    browser.wait("document.getElementById('comment').value === 'variation'")?;
    ensure!(
        browser.script("return document.querySelectorAll('#board i').length")? == json!(0),
        "a label became markup"
    );
    // Why: reasons, each with its feature and factor.
    browser.click("#why-last")?;
    browser.wait("document.querySelectorAll('#why .reason code').length >= 3")?;
    let reason = browser.text("#why .reason code")?;
    ensure!(reason.contains(':') && reason.contains("without it"), "a reason without its feature: {reason}");
    browser.wait("document.querySelector('#why .pattern svg')")?;
    // The stones of a reason are ringed, and the search reports a result.
    browser.wait("document.querySelectorAll('#point-layer circle').length >= 1")?;
    browser.wait("/The search.*wins/.test(document.getElementById('why').textContent)")?;
    ensure!(browser.text("#why")?.contains("Better for the model"), "nothing better is told");
    fixture.picture("why")?;
    // A live search, a variation on hover, and a point on the graph.
    browser.click("#analyse")?;
    browser.wait("document.querySelectorAll('#candidates tbody tr').length >= 2")?;
    browser.wait("document.getElementById('rate-now').textContent.includes('%')")?;
    browser.script("document.querySelector('#candidates tbody tr').dispatchEvent(new MouseEvent('mouseenter'))")?;
    browser.wait("document.querySelectorAll('#line-layer circle').length >= 1")?;
    // The same when the pointer rests on the move itself.
    let first = browser.text("#candidates tbody td")?;
    browser.script("document.querySelector('#line-layer').replaceChildren()")?;
    if first != "pass" {
        fixture.hover_point(&first)?;
        browser.wait("document.querySelectorAll('#line-layer circle').length >= 1")?;
    }
    fixture.picture("analysis")?;
    browser.click("#analyse")?;
    // Garbage is refused in words, and the record stays.
    let garbage = fixture.pictures.join("garbage.sgf");
    fs::write(&garbage, [0xff_u8, 0x00, 0x13, 0x37])?;
    browser.type_into("#file", &garbage.display().to_string())?;
    browser.wait("document.getElementById('message-text').textContent.includes('not an SGF')")?;
    fixture.picture("garbage")?;
    ensure!(browser.text("#player-b .name")?.starts_with("Ada"), "garbage replaced the record");
    Ok(())
}

impl Fixture {
    pub(super) fn why_point(&self, name: &str) -> Result<()> {
        self.browser.click("#why-pick")?;
        self.browser.script("scrollTo(0, 0)")?;
        self.click_point(name)
    }

    /// A file dropped onto the page.
    pub(super) fn drop_file(&self, text: &str) -> Result<()> {
        self.browser
            .script(&format!(
                "const files = new DataTransfer(); files.items.add(new File([{}], 'dropped.sgf'));
                 document.dispatchEvent(new DragEvent('drop', {{ dataTransfer: files, bubbles: true, cancelable: true }}));",
                json!(text)
            ))
            .map(|_| ())
    }

    /// From here on what the page saves is kept in `window.saved`.
    pub(super) fn keep_saved_files(&self) -> Result<()> {
        let script = "window.saved = []; const make = URL.createObjectURL.bind(URL);
             URL.createObjectURL = (blob) => { blob.text().then((text) => window.saved.push(text)); return make(blob); };";
        self.browser.script(script).map(|_| ())
    }

    /// The file that a click on the button saves.
    pub(super) fn saved_by(&self, button: &str) -> Result<String> {
        let n = self.browser.script("return window.saved.length")?;
        self.browser.click(button)?;
        self.browser.wait(&format!("window.saved.length > {n}"))?;
        let text = self.browser.script("return window.saved.at(-1)")?;
        Ok(text.as_str().unwrap_or_default().to_owned())
    }
}

/// A model of trees, put in front of the embedded ones, shows the path through a tree in words and rings the stones it
/// refers to.
pub(super) fn why_by_trees(fixture: &Fixture) -> Result<()> {
    let browser = &fixture.browser;
    let model = workspace::root().join("crates/go-models/tests/golden/fixture.model");
    let (_board, port) = start_board(&fixture.program, &["--model", &model.display().to_string()])?;
    browser.open(&format!("http://127.0.0.1:{port}/"))?;
    browser.wait("document.documentElement.dataset.ready === 'yes'")?;
    browser.click("#mode-study")?;
    fixture.drop_file(RECORD)?;
    browser.wait("document.querySelectorAll('#tree circle:not(.now)').length >= 8")?;
    browser.click("#step-last")?;
    browser.wait("/^Move 6/.test(document.getElementById('step-where').textContent)")?;
    browser.wait("document.querySelectorAll('#models thead th').length >= 3")?;
    fixture.why_point("G3")?;
    let path = "[...document.querySelectorAll('#why .reason')].find((reason) => /leaf:/.test(reason.textContent) && reason.tabIndex === 0)";
    browser.wait(path)?;
    browser.script(&format!("{path}.focus(); {path}.scrollIntoView({{ block: 'center' }})"))?;
    browser.wait("document.querySelectorAll('#point-layer circle').length >= 1")?;
    let words = browser.script(&format!("return {path}.textContent"))?;
    ensure!(words.as_str().is_some_and(|words| words.contains("stone") || words.contains("empty")), "no path: {words}");
    fixture.picture("why-tree")
}

/// White plays on the first line again and again: a review must see it.
pub(super) const LOST_GAME: &str = "(;GM[1]FF[4]SZ[9]KM[7]RU[Chinese]PB[Ada]PW[<b>Bo</b>]C[mine];B[ee];W[aa];B[gc];W[ii];B[cg];W[ia];B[gg];W[ai];B[cc];W[ea])";

/// A review with progress, stopped and continued; mistakes by size and by kind; both files, and the report opened by itself.
pub(super) fn review_a_game(fixture: &Fixture) -> Result<()> {
    let browser = &fixture.browser;
    browser.click("#mode-study")?;
    fixture.drop_file(LOST_GAME)?;
    browser.wait("document.getElementById('comment').value === 'mine'")?;
    fixture.keep_saved_files()?;
    browser.click("#review")?;
    browser.wait("/^[1-9]\\d* of 11 positions/.test(document.getElementById('review-progress').textContent)")?;
    browser.click("#review")?;
    browser.wait("/Continue|Review game/.test(document.getElementById('review').textContent)")?;
    let done = browser.script("return document.getElementById('review-bar').value")?;
    fixture.picture("review-stopped")?;
    browser.click("#review")?;
    browser.wait(&format!("document.getElementById('review-bar').value >= {done}"))?;
    browser.wait(
        "document.getElementById('review').textContent === 'Review game' && document.querySelector('#mistakes button')",
    )?;
    browser.wait("document.querySelectorAll('#graph .bad').length >= 1 && document.querySelector('#graph .rate')")?;
    // The largest first: by points, or by win rate where a whole game is worth fifty; both are rounded on the page.
    let losses = "[...document.querySelectorAll('#mistakes button span:nth-child(3)')].map((loss) => /−(-?[\\d.]+), −(-?\\d+)%/.exec(loss.textContent).slice(1).map(Number)).map(([points, percent]) => Math.max(points, percent / 2))";
    browser.wait(&format!("{losses}.every((loss, nth, all) => nth === 0 || loss <= all[nth - 1] + 0.6)"))?;
    browser.click("#mistakes button")?;
    browser.wait("/likely to the model/.test(document.querySelector('#mistakes .facts')?.textContent)")?;
    fixture.picture("review")?;
    browser.click("#by-kind")?;
    browser.wait("document.querySelectorAll('#mistakes strong').length >= 1")?;
    fixture.readable("review-by-kind")?;
    let record = fixture.saved_by("#review-sgf")?;
    ensure!(record.contains("mine") && record.contains("Tesuji: move 2") && record.contains("BM["), "{record}");
    let report = fixture.saved_by("#review-html")?;
    ensure!(report.starts_with("<!DOCTYPE html>") && report.contains("&lt;b&gt;Bo"), "{report}");
    let file = fixture.pictures.join("report.html");
    fs::write(&file, report)?;
    browser.open(&format!("file://{}", file.display()))?;
    let asked = browser.script("return performance.getEntriesByType('resource').length + document.scripts.length")?;
    ensure!(asked == json!(0), "the report asks for {asked} other files");
    fixture.picture("report")
}

/// The position and a part of it in the collection: how often, next moves, results; an answer played, a game opened.
pub(super) fn find_in_games(fixture: &Fixture) -> Result<()> {
    let browser = &fixture.browser;
    browser.click("#mode-study")?;
    fixture.click_point("E5")?;
    browser.wait("document.getElementById('step-where').textContent === 'Move 1: E5'")?;
    browser.keys("f")?;
    browser.wait("/is in \\d+ of \\d+ games, \\d+ times. (Black won|No result)/.test(document.getElementById('find-note').textContent)")?;
    browser.wait(
        "document.querySelectorAll('#answer-layer circle').length >= 1 && document.querySelector('#find-games button')",
    )?;
    browser.script("document.getElementById('find-note').scrollIntoView({ block: 'center' })")?;
    fixture.picture("find")?;
    browser.click("#find-answers tbody tr")?;
    browser.wait("/^Move 2/.test(document.getElementById('step-where').textContent)")?;
    browser.click("#find-part")?;
    browser.script("scrollTo(0, 0)")?;
    fixture.click_point("D4")?;
    fixture.click_point("F6")?;
    browser.wait("/^The part D4 to F6 is in/.test(document.getElementById('find-note').textContent)")?;
    fixture.readable("find-part")?;
    browser.click("#find-games button")?;
    browser
        .wait("document.getElementById('find-games').hidden && document.querySelectorAll('#tree circle').length > 20")
}

/// What was answered in the corner and on the whole board: shown on the board, played from the list, and asked for another corner.
pub(super) fn answers_of_the_opening(fixture: &Fixture) -> Result<()> {
    let browser = &fixture.browser;
    browser.click("#mode-study")?;
    fixture.click_point("G7")?;
    browser.wait("document.getElementById('step-where').textContent === 'Move 1: G7'")?;
    browser.keys("o")?;
    browser.wait("/White to play. This corner: \\d+ times in \\d+ of \\d+ games/.test(document.getElementById('opening-note').textContent)")?;
    browser.wait("document.querySelectorAll('#opening-layer rect').length === 21")?;
    let rows = "[...document.querySelectorAll('#opening-corner tbody tr, #opening-board tbody tr')].filter((row) => row.tabIndex === 0)";
    browser.wait(&format!("{rows}.length >= 1"))?;
    browser.script(&format!("{rows}[0].dispatchEvent(new MouseEvent('mouseenter'))"))?;
    browser.wait("document.querySelectorAll('#line-layer circle').length === 1")?;
    browser.script("document.getElementById('opening-note').scrollIntoView({ block: 'center' })")?;
    fixture.readable("opening")?;
    browser.script(&format!("{rows}[0].click()"))?;
    browser.wait("/^Move 2/.test(document.getElementById('step-where').textContent)")?;
    browser.wait("/^Black to play/.test(document.getElementById('opening-note').textContent)")?;
    browser.click("#opening-pick")?;
    browser.script("scrollTo(0, 0)")?;
    fixture.click_point("B2")?;
    browser.wait("/^Black to play. This corner/.test(document.getElementById('opening-note').textContent)")?;
    ensure!(fixture.stones()? == (1, 1, 2), "choosing a corner played a stone");
    browser.click("#step-back")?;
    browser.wait("document.querySelectorAll('#opening-layer rect').length === 0")
}

/// Stones set, marks, a comment, a variation cut; saving is confirmed, and nothing of the record is lost.
pub(super) fn edit_and_save(fixture: &Fixture) -> Result<()> {
    let browser = &fixture.browser;
    browser.click("#mode-study")?;
    fixture.drop_file("(;GM[1]FF[4]SZ[9]XX[kept];B[ee](;W[cc])(;W[gg]))")?;
    browser.wait("document.querySelectorAll('#tree circle:not(.now)').length === 3")?;
    fixture.keep_saved_files()?;
    for (tool, point) in [("black", "A1"), ("white", "B2"), ("triangle", "A1"), ("label", "C3")] {
        browser.click(&format!("[data-tool={tool}]"))?;
        fixture.click_point(point)?;
        browser.wait(&format!("document.querySelector('[data-tool={tool}]').ariaPressed === 'true'"))?;
    }
    browser.wait("document.querySelectorAll('#board svg > .goban-black circle').length === 1")?;
    browser.type_into("#comment", "a ] bracket <i>")?;
    browser.click("[data-tool=play]")?;
    browser.click("#step-on")?;
    browser.wait("document.getElementById('step-where').textContent === 'Move 1: E5'")?;
    fixture.click_point("G3")?;
    browser.wait("document.getElementById('step-where').textContent === 'Move 2: G3'")?;
    browser.click("#prune")?;
    browser.wait("document.querySelectorAll('#tree circle:not(.now):not(.has-comment)').length === 2")?;
    let saved = fixture.saved_by("#save")?;
    for part in ["XX[kept]", "AB[ai]", "AW[bh]", "TR[ai]", "LB[cg:A]", "C[a \\] bracket <i>]", ";B[ee]", "W[cc]"] {
        ensure!(saved.contains(part), "{part} is missing in {saved}");
    }
    ensure!(!saved.contains("W[gg]"), "what was cut is still there: {saved}");
    Ok(())
}
