//! `tesuji match`: games between two GTP programs.

mod folder;
mod openings;
mod text;

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Context, Result, bail};
use arena::contest::{ClockSettings, GameRecord, MatchSettings, SprtSettings, Summary, run_match};
use clap::Args;
use report::{Progress, Silent, progress};

use crate::csv;
use crate::programs::ShellHost;
use folder::MatchFolder;
use text::{games_table, one_line, report_trouble, table};

/// Let two GTP programs play, and estimate how much stronger the first one is
///
/// Colours alternate, and with --opening-moves both games of a pair begin in the same way. A program that crashes, hangs or
/// plays an illegal move loses the game and is reported. `tesuji` in a command line means this program; `{game}` becomes
/// the number of the game.
///
/// Example: tesuji match --a "tesuji gtp --playouts 1000" --b "gnugo --mode gtp --chinese-rules --level 10" --games 100 --resume vs-gnugo
#[derive(Args)]
pub(crate) struct Arguments {
    /// Command line of program A, whose results are counted
    #[arg(long, value_name = "CMD", required_unless_present = "resume")]
    a: Option<String>,
    /// Command line of program B
    #[arg(long, value_name = "CMD", required_unless_present = "resume")]
    b: Option<String>,
    /// Number of games [default: 100]
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Lines of the board [default: 9]
    #[arg(long, value_name = "S")]
    size: Option<usize>,
    /// What White receives [default: 7.5]
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    komi: Option<f32>,
    /// tromp-taylor, chinese, japanese, aga or new-zealand [default: chinese]
    #[arg(long)]
    rules: Option<String>,
    /// Handicap stones: B has Black and takes them in every game
    #[arg(long, value_name = "N")]
    handicap: Option<usize>,
    /// Begin every pair of games with so many moves: random ones, or those of --openings
    #[arg(long, value_name = "N")]
    opening_moves: Option<usize>,
    /// SGF files to take the first moves from
    #[arg(long, value_name = "FILE", requires = "opening_moves")]
    openings: Option<PathBuf>,
    /// Time of each player in seconds: MAIN, or MAIN,PERIOD,STONES for Canadian time
    #[arg(long, value_name = "TIME", value_parser = clock)]
    clock: Option<ClockSettings>,
    /// Seconds after which a program that thinks about a move counts as hung [default: 600]
    #[arg(long, value_name = "S")]
    patience: Option<f64>,
    /// Seed of the openings and of programs that know set_random_seed [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Stop as soon as it is clear whether A is rather ELO0 or ELO1 stronger (5 % error either way)
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt, allow_hyphen_values = true)]
    sprt: Option<SprtSettings>,
    /// Games at once [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = report::argument::threads)]
    jobs: Option<NonZeroUsize>,
    /// Keep settings, results and SGF files here, or resume the match that is here
    #[arg(long, value_name = "DIR")]
    resume: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Also write a line for every game: colours, result, moves and times of both (CSV)
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// No progress on stderr
    #[arg(long)]
    quiet: bool,
}

fn clock(text: &str) -> Result<ClockSettings, String> {
    let numbers: Vec<f64> = text
        .split(',')
        .map(|part| part.trim().parse().map_err(|_| format!("{part:?} is not a number")))
        .collect::<Result<_, _>>()?;
    match numbers[..] {
        [main] => Ok(ClockSettings { main, period: 0.0, stones: 0 }),
        [main, period, stones] if stones.fract() == 0.0 && (1.0..=1e6).contains(&stones) => {
            Ok(ClockSettings { main, period, stones: stones as u32 })
        }
        _ => Err("wanted MAIN or MAIN,PERIOD,STONES".to_owned()),
    }
}

fn sprt(text: &str) -> Result<SprtSettings, String> {
    let parts: Option<Vec<f64>> = text.split(',').map(|part| part.trim().parse().ok()).collect();
    match parts.as_deref() {
        Some([elo0, elo1]) if elo0 < elo1 && elo0.is_finite() && elo1.is_finite() => {
            Ok(SprtSettings { elo0: *elo0, elo1: *elo1 })
        }
        _ => Err("wanted two numbers, the smaller one first, as in 0,30".to_owned()),
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    csv::prepare(arguments.csv.as_deref(), &arguments.openings.as_deref().into_iter().collect::<Vec<_>>())?;
    let mut folder = arguments.resume.as_deref().map(MatchFolder::open).transpose()?;
    let settings = agreed_settings(arguments, folder.as_ref())?;
    settings.check()?;
    if let Some(folder) = &mut folder {
        folder.keep_settings(&settings)?;
    }
    let n_at_once = arguments.jobs.map_or_else(n_cores, NonZeroUsize::get);
    let shown = progress::for_stderr(arguments.quiet);
    let records = play(&settings, folder, arguments.sprt, n_at_once, &*shown)?;
    csv::write(arguments.csv.as_deref(), || games_table(&records))?;
    let summary = Summary::new(&records, arguments.sprt);
    let text = if arguments.json { summary.to_json() } else { table(&settings, &summary) };
    writeln!(io::stdout(), "{}", text.trim_end())?;
    Ok(())
}

/// Default number of parallel games.
pub(crate) fn n_cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Plays the missing games of a match that is kept in a folder.
pub(crate) fn play_in_folder(settings: &MatchSettings, folder: &Path, n_at_once: usize) -> Result<Summary> {
    let mut folder = MatchFolder::open(folder)?;
    // A part of a match that has been played further stays the longer match.
    let n_agreed = folder.settings.as_ref().map_or(0, |kept| kept.games);
    folder.keep_settings(&MatchSettings { games: settings.games.max(n_agreed), ..settings.clone() })?;
    let records = play(settings, Some(folder), None, n_at_once, &Silent)?;
    Ok(Summary::new(&records, None))
}

/// All games, those of the folder included.
fn play(
    settings: &MatchSettings,
    mut folder: Option<MatchFolder>,
    sprt: Option<SprtSettings>,
    n_at_once: usize,
    shown: &dyn Progress,
) -> Result<Vec<GameRecord>> {
    let mut records = folder.as_ref().map(|folder| folder.records.clone()).unwrap_or_default();
    let done = records.clone();
    let host = ShellHost::new(&settings.a, &settings.b);
    shown.start("games", Some(settings.games));
    shown.set_position(records.len() as u64);
    let mut failure = None;
    if !Summary::new(&records, sprt).is_decided() {
        run_match(settings, &done, n_at_once, &host, &mut |played| {
            if let Some(folder) = &mut folder
                && let Err(error) = folder.keep(&played)
            {
                failure = Some(error);
                return ControlFlow::Break(());
            }
            report_trouble(&played.record.outcome, played.record.game);
            records.push(played.record.clone());
            let summary = Summary::new(&records, sprt);
            shown.advance(1);
            shown.note(&one_line(&summary));
            if summary.is_decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
    }
    shown.finish();
    failure.map_or(Ok(records), Err)
}

/// The settings of the command line, then those of the folder, then the defaults. A match that has begun may become
/// longer, or shorter as long as no game is lost.
fn agreed_settings(arguments: &Arguments, folder: Option<&MatchFolder>) -> Result<MatchSettings> {
    let kept = folder.and_then(|folder| folder.settings.clone());
    let (Some(a), Some(b)) = (
        arguments.a.clone().or_else(|| kept.as_ref().map(|kept| kept.a.clone())),
        arguments.b.clone().or_else(|| kept.as_ref().map(|kept| kept.b.clone())),
    ) else {
        bail!("there is no match to resume yet: give --a and --b")
    };
    let base = kept.clone().unwrap_or_else(|| MatchSettings::new("", ""));
    let size = arguments.size.unwrap_or(base.size);
    let settings = MatchSettings {
        a,
        b,
        games: arguments.games.unwrap_or(base.games),
        size,
        komi: arguments.komi.unwrap_or(base.komi),
        rules: arguments.rules.clone().unwrap_or(base.rules),
        handicap: arguments.handicap.unwrap_or(base.handicap),
        opening: openings::from_arguments(arguments.openings.as_deref(), arguments.opening_moves, size)?
            .unwrap_or(base.opening),
        clock: arguments.clock.or(base.clock),
        patience: arguments.patience.unwrap_or(base.patience),
        seed: arguments.seed.unwrap_or(base.seed),
    };
    let n_played = folder.map_or(0, |folder| folder.records.iter().map(|record| record.game + 1).max().unwrap_or(0));
    if settings.games < n_played {
        bail!("--games {}: game {n_played} of the match in the folder is played already", settings.games);
    }
    match kept {
        Some(kept) if (MatchSettings { games: settings.games, ..kept.clone() }) != settings => {
            let was = serde_json::to_string(&kept).context("settings are plain data")?;
            bail!("the match in the folder was agreed differently: {was}")
        }
        _ => Ok(settings),
    }
}
