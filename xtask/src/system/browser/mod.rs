//! The page in a real browser: headless Chromium against the release build, driven by clicks and keys as a person would.
//!
//! Pictures of every scenario are kept in `target/screenshots`: look at them when the page changes.

mod figures;
mod life;
mod mishaps;
mod running_game;
mod scenarios;
mod study;
mod study_mishaps;
mod webdriver;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use self::webdriver::{Browser, Driver, start_board};
use super::Program;
use crate::workspace;

/// What a scenario works with: a fresh browser on the page, and a folder for pictures.
struct Fixture {
    program: PathBuf,
    browser: Browser,
    port: u16,
    pictures: PathBuf,
}

/// A scenario by name. Every scenario has a browser of its own, and so a game of its own.
type Scenario = (&'static str, fn(&Fixture) -> Result<()>);

const SCENARIOS: &[Scenario] = &[
    ("a game by clicks", scenarios::a_game_by_clicks),
    ("choices and clocks", scenarios::choices_and_clocks),
    ("study a record", study::study_a_record),
    ("why by trees", study::why_by_trees),
    ("review a game", study::review_a_game),
    ("find in games", study::find_in_games),
    ("answers of the opening", study::answers_of_the_opening),
    ("edit and save", study::edit_and_save),
    ("keyboard only", scenarios::keyboard_only),
    ("phone width", scenarios::phone_width),
    ("labels and contrast", scenarios::labels_and_contrast),
    ("looking back", mishaps::looking_back),
    ("two clicks at once", mishaps::two_clicks_at_once),
    ("keys in the dialog", mishaps::keys_in_the_dialog),
    ("every stone counts", mishaps::every_stone_counts),
    ("a running game", running_game::a_running_game),
    ("the board stays in sight", running_game::the_board_stays_in_sight),
    ("edits and their results", study_mishaps::edits_and_their_results),
    ("reviews to their end", study_mishaps::reviews_to_their_end),
    ("records as they are", study_mishaps::records_as_they_are),
    ("study by keys", study_mishaps::study_by_keys),
    ("a group is solved", life::a_group_is_solved),
    ("train", life::train),
    ("train on a phone", life::train_on_a_phone),
];

/// Measures the figures and plays all scenarios; the first that fails names itself.
pub(super) fn play_scenes(program: &Program) -> Result<()> {
    figures::measure(&program.path)?;
    play_some(&program.path, "")
}

/// `cargo xtask scenes [PART] [--program FILE]`
#[derive(clap::Args)]
pub(crate) struct Scenes {
    /// Only the scenes whose name holds this
    pub(super) part: Option<String>,
    /// Another build of `tesuji` than the release build
    #[arg(long, value_name = "FILE")]
    pub(super) program: Option<PathBuf>,
    /// Measure the figures first
    #[arg(long)]
    pub(super) figures: bool,
}

/// Plays what `cargo xtask scenes` asks for.
pub(super) fn run(program: &Path, scenes: &Scenes) -> Result<()> {
    if scenes.figures {
        figures::measure(program)?;
    }
    play_some(program, scenes.part.as_deref().unwrap_or_default())
}

/// Plays the scenarios whose name holds `part`.
fn play_some(program: &Path, part: &str) -> Result<()> {
    let names: Vec<_> = SCENARIOS.iter().map(|(name, _)| *name).collect();
    ensure!(names.iter().any(|name| name.contains(part)), "there is no such scene; there are: {}", names.join(", "));
    let (_board, port) = start_board(program, &[])?;
    let driver = Driver::start()?;
    let pictures = workspace::target().join("screenshots");
    fs::create_dir_all(&pictures).context("cannot make a folder for pictures")?;
    for (name, scenario) in SCENARIOS.iter().filter(|(name, _)| name.contains(part)) {
        let fixture = Fixture {
            program: program.to_owned(),
            browser: driver.browser(1280, 900)?,
            port,
            pictures: pictures.clone(),
        };
        let played = fixture.enter().and_then(|()| scenario(&fixture)).and_then(|()| fixture.leave());
        if played.is_err() {
            let _ = fixture.picture("failed");
        }
        played.with_context(|| format!("scenario: {name}"))?;
        println!("  scenario {name:?}: ok");
    }
    Ok(())
}

impl Fixture {
    fn enter(&self) -> Result<()> {
        self.browser.open(&format!("http://127.0.0.1:{}/", self.port))?;
        self.browser.wait("document.documentElement.dataset.ready === 'yes'")
    }

    /// Fails if an error occurred behind the page. Rejected requests are expected by the page, and scenarios check
    /// their messages.
    fn leave(&self) -> Result<()> {
        let complaints = self.browser.complaints()?;
        let wrong: Vec<_> = complaints.iter().filter(|text| !text.contains("Failed to load resource")).collect();
        ensure!(wrong.is_empty(), "the browser complains: {wrong:?}");
        Ok(())
    }

    fn picture(&self, name: &str) -> Result<()> {
        self.browser.screenshot(&self.pictures.join(format!("{name}.png")))
    }
}
