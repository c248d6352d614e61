//! Scenarios of life and death: a group marked and solved, problems of the training solved and failed.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::Fixture;
use super::figures::ask;

/// A shipped problem without one of its stones: Black captures at A9.
const CORNER: &str = "(;GM[1]FF[4]SZ[9]KM[7]RU[Chinese]AB[ea][db][dc][ad][bd][cd]AW[ca][da][bb][cb][ac]PL[B])";

/// A position set up, a group marked and solved: signs on the board, a line on hover, the tree in the record; what asks nothing is
/// refused in words.
pub(super) fn a_group_is_solved(fixture: &Fixture) -> Result<()> {
    let browser = &fixture.browser;
    browser.click("#mode-study")?;
    fixture.drop_file(CORNER)?;
    fixture.wait_stones(6, 5)?;
    browser.click("[data-tool=white]")?;
    fixture.click_point("B7")?;
    fixture.wait_stones(6, 6)?;
    browser.click("[data-tool=play]")?;
    browser.click("#solve")?;
    browser.wait("document.getElementById('message-text').textContent.includes('no chain is marked')")?;
    browser.click("#solve-mark")?;
    fixture.click_point("J1")?;
    browser.wait("document.getElementById('message-text').textContent.includes('J1 is empty')")?;
    fixture.click_point("C9")?;
    browser.wait("document.querySelectorAll('#solve-layer .target').length === 6")?;
    browser.click("#solve")?;
    browser.wait("document.getElementById('solve-note').textContent.includes('Black to play captures')")?;
    let rights = browser.script("return document.querySelectorAll('#verdict-layer .verdict.right').length")?;
    ensure!(rights == json!(1), "{rights} right moves");
    let row = browser.text("#solve-moves tbody tr")?;
    ensure!(row.contains("A9 ★") && row.contains("White is dead"), "the first row is {row:?}");
    browser.wait("document.querySelectorAll('#verdict-layer .verdict.wrong').length >= 1")?;
    ensure!(
        browser.script("return document.querySelectorAll('#line-layer circle').length")? == json!(0),
        "a line hides the signs"
    );
    fixture.readable("solve")?;
    // The refutation of a wrong move, when the pointer rests on it.
    let wrong = browser.script(
        "return [...document.querySelectorAll('#solve-moves tbody tr')].find((row) => row.querySelector('.sign.wrong')).cells[0].textContent.trim().split(/\\s+/)[1]",
    )?;
    let wrong = wrong.as_str().context("a wrong move")?.to_owned();
    fixture.hover_point(&wrong)?;
    browser.wait("document.querySelectorAll('#line-layer circle').length >= 2")?;
    fixture.picture("solve-refutation")?;
    fixture.hover_point("J1")?;
    browser.wait("document.querySelectorAll('#line-layer circle').length === 0")?;
    // White first: another question, and the same group.
    browser.script(
        "const turn = document.getElementById('solve-turn'); turn.value = 'w'; turn.dispatchEvent(new Event('change'))",
    )?;
    browser.click("#solve")?;
    browser.wait("document.getElementById('solve-note').textContent.includes('White to play lives')")?;
    browser.script(
        "const turn = document.getElementById('solve-turn'); turn.value = ''; turn.dispatchEvent(new Event('change'))",
    )?;
    // A region of the user's, and one that is too small.
    browser.click("#solve-part")?;
    fixture.click_point("A9")?;
    fixture.click_point("A9")?;
    browser.click("#solve")?;
    browser.wait("document.getElementById('message-text').textContent.includes('larger region')")?;
    browser.click("#solve-part")?;
    fixture.click_point("A9")?;
    fixture.click_point("C7")?;
    browser.click("#solve")?;
    browser.wait("document.getElementById('solve-note').textContent.includes('Black to play captures')")?;
    fixture.keep_saved_files()?;
    browser.click("#solve-record")?;
    browser.wait("document.getElementById('comment').value.includes('Tesuji: Black to play captures')")?;
    browser.wait("document.querySelectorAll('#tree circle.b').length >= 2")?;
    let saved = fixture.saved_by("#save")?;
    ensure!(
        saved.contains("B[aa]") && saved.contains("Tesuji: Right: White is dead.") && saved.contains("TR["),
        "{saved}"
    );
    fixture.picture("solve-tree")
}

impl Fixture {
    fn wait_stones(&self, black: usize, white: usize) -> Result<()> {
        self.browser.wait(&format!(
            "document.querySelectorAll('#board svg > .goban-black circle').length === {black}
             && document.querySelectorAll('#board svg > .goban-white circle').length === {white}"
        ))
    }

    /// The number of the problem on the board, whose random choices were fixed.
    fn problem_number(&self) -> Result<u64> {
        let title = self.browser.text("#train-title")?;
        let number = title.strip_prefix("Problem ").and_then(|rest| rest.split(',').next()?.parse::<u64>().ok());
        Ok(number.with_context(|| format!("a number in {title:?}"))? - 1)
    }

    /// What the server says of the problem on the board.
    fn practice(&self, number: u64, more: Value) -> Result<Value> {
        let mut question = json!({ "problem": { "number": number, "symmetry": 0, "swapped": false } });
        for (key, value) in more.as_object().context("an object")? {
            question[key] = value.clone();
        }
        let events = ask(self.port, "practice", "tsumego/practice", &question)?;
        let last = events.lines().rev().find_map(|line| line.strip_prefix("data: ")).context("an event")?;
        serde_json::from_str(last).with_context(|| events.clone())
    }

    fn right_move(&self, number: u64, moves: &Value) -> Result<String> {
        let hint = self.practice(number, json!({ "moves": moves, "hint": true }))?;
        Ok(hint["right"][0].as_str().context("a right move")?.to_owned())
    }

    /// Plays right moves to the end of the problem, with clicks or taps.
    fn solve_problem(&self, number: u64, click: impl Fn(&str) -> Result<()>) -> Result<()> {
        let mut moves = json!([]);
        for _ in 0..20 {
            let right = self.right_move(number, &moves)?;
            let answer = self.practice(number, json!({ "moves": moves, "play": right }))?;
            click(&right)?;
            moves = answer["moves"].clone();
            let n = moves.as_array().map_or(0, Vec::len);
            self.browser.wait(&format!("document.getElementById('step-where').textContent.startsWith('Move {n}')"))?;
            let words = format!("✓ {}", answer["words"].as_str().unwrap_or_default());
            self.browser.wait(&format!("document.getElementById('train-answer').textContent === {}", json!(words)))?;
            if answer["verdict"] == "solved" {
                return Ok(());
            }
        }
        anyhow::bail!("the problem has no end")
    }

    /// Solved, failed, in a row, longest row.
    fn progress(&self) -> Result<Value> {
        self.browser
            .script("return [...document.querySelectorAll('#train-progress strong')].map((n) => Number(n.textContent))")
    }

    /// Into the training, with the same choices every time.
    fn enter_training(&self) -> Result<()> {
        self.browser.script("Math.random = () => 0")?;
        self.browser.click("#mode-train")?;
        self.browser.wait("/^Problem \\d+/.test(document.getElementById('train-title').textContent)")?;
        self.wait_status("to play and")
    }
}

/// One problem solved, one failed, refuted, hinted and looked up; progress survives a reload, and the game of the page the training.
pub(super) fn train(fixture: &Fixture) -> Result<()> {
    let browser = &fixture.browser;
    fixture.new_game("{ side: 'both' }")?;
    fixture.wait_status("Black to play")?;
    fixture.click_point("E5")?;
    fixture.wait_status("White to play")?;
    fixture.enter_training()?;
    let first = fixture.problem_number()?;
    fixture.readable("train")?;
    // A point far from the problem is no failure.
    let posed = fixture.practice(first, json!({}))?;
    let corner = if posed["size"] == 9 { "J1" } else { "N1" };
    fixture.click_point(corner)?;
    browser.wait("document.getElementById('train-answer').textContent.includes('outside the problem')")?;
    fixture.solve_problem(first, |name| fixture.click_point(name))?;
    ensure!(fixture.progress()? == json!([1, 0, 1, 1]), "after one solved: {}", fixture.progress()?);
    fixture.picture("train-solved")?;
    // The next by its key; a wrong move is refuted with numbered stones.
    browser.keys("n")?;
    browser
        .wait(&format!("!document.getElementById('train-title').textContent.startsWith('Problem {},')", first + 1))?;
    let second = fixture.problem_number()?;
    let hint = fixture.practice(second, json!({ "hint": true }))?;
    let right = hint["right"].as_array().context("right moves")?;
    let wrong = hint["offered"].as_array().and_then(|offered| offered.iter().find(|name| !right.contains(name)));
    fixture.click_point(wrong.and_then(Value::as_str).context("a wrong move")?)?;
    browser.wait("document.getElementById('train-answer').textContent.startsWith('✗ ')")?;
    browser.wait("document.querySelectorAll('#line-layer circle').length >= 1")?;
    ensure!(fixture.progress()? == json!([1, 1, 0, 1]), "after one failed: {}", fixture.progress()?);
    fixture.picture("train-refuted")?;
    // Taken back, hinted three times, solved after all: it counts once.
    browser.keys("u")?;
    browser.wait("document.getElementById('step-where').textContent === 'Move 0'")?;
    for part in ["line.", "One of these", "The move is"] {
        browser.keys("h")?;
        browser.wait(&format!("document.getElementById('train-answer').textContent.includes('{part}')"))?;
    }
    browser.wait("document.querySelectorAll('#point-layer circle').length === 1")?;
    fixture.solve_problem(second, |name| fixture.click_point(name))?;
    ensure!(fixture.progress()? == json!([1, 1, 0, 1]), "a problem counts once: {}", fixture.progress()?);
    browser.click("#train-show")?;
    browser.wait("document.getElementById('train-answer').textContent.startsWith('The answer')")?;
    fixture.picture("train-answer")?;
    // The game that was put aside is there again, and progress after a reload.
    browser.click("#mode-play")?;
    fixture.wait_status("White to play")?;
    ensure!(fixture.stones()? == (1, 0, 1), "the game came back: {:?}", fixture.stones()?);
    fixture.enter()?;
    ensure!(fixture.stones()? == (1, 0, 1), "the game was kept: {:?}", fixture.stones()?);
    fixture.enter_training()?;
    ensure!(fixture.progress()? == json!([1, 1, 0, 1]), "progress after a reload: {}", fixture.progress()?);
    // All tools of the study for a problem.
    browser.click("#train-study")?;
    browser.wait("!document.getElementById('study').hidden && document.getElementById('train').hidden")?;
    browser.click("#solve")?;
    browser.wait("document.querySelectorAll('#verdict-layer .verdict').length >= 2")?;
    fixture.picture("train-study")
}

/// The same with taps at the width of a telephone.
pub(super) fn train_on_a_phone(fixture: &Fixture) -> Result<()> {
    let browser = &fixture.browser;
    browser.resize(375, 760)?;
    fixture.enter()?;
    fixture.enter_training()?;
    let wide = browser.script("return [document.documentElement.scrollWidth, innerWidth]")?;
    ensure!(wide[0].as_f64() <= wide[1].as_f64(), "the page is wider than the screen: {wide}");
    fixture.picture("phone-train")?;
    let number = fixture.problem_number()?;
    fixture.solve_problem(number, |name| {
        let (x, y) = fixture.place(name)?;
        browser.tap_at(x, y)
    })?;
    ensure!(fixture.progress()? == json!([1, 0, 1, 1]), "after one solved: {}", fixture.progress()?);
    browser.click("#train-study")?;
    browser.wait("!document.getElementById('study').hidden")?;
    browser.click("#solve")?;
    browser.wait(
        "!document.getElementById('solve-result').hidden || document.getElementById('solve-note').textContent !== ''",
    )?;
    let wide = browser.script("return [document.documentElement.scrollWidth, innerWidth]")?;
    ensure!(wide[0].as_f64() <= wide[1].as_f64(), "the solved position is wider than the screen: {wide}");
    fixture.picture("phone-solve")
}
