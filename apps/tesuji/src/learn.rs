//! `tesuji learn`: train a model from games as a TOML file says.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;
use go_games::Game;
use go_models::TrainedOn;
use go_models::config::LearnConfig;
use go_models::factor::{FactorConfig, TrainProgress, resume_factor};
use go_models::instance::{InstanceConfig, InstanceProgress, resume_instance};
use go_models::model_file::TrainingRecord;
use lab::CheckpointFolder;
use output_files::{refuse_inputs, write_whole};
use report::number;

use crate::embedded;
use crate::games::filter::FilterArguments;
use crate::games::inputs::{Source, load, refuse_unreadable};

/// Train a model from game records
///
/// The configuration is a TOML file; `configs/` has one for every published feature instance and for the embedded models.
/// A part of the games is set aside to tell how training goes; the figures go into the model's header.
///
/// The fingerprints of the games learned from go into a file beside the model, so that `evaluate` notices games that it has seen.
///
/// What is finished is kept in a folder beside the model until training is done: call the same command again after an interruption and it
/// goes on from there, to the same bytes.
#[derive(Args)]
pub(crate) struct Arguments {
    /// What to learn and how: a TOML file
    #[arg(long, value_name = "FILE")]
    config: PathBuf,
    /// SGF files, folders, .zst streams, databases; may be given several times
    #[arg(long, value_name = "GAMES", required = true, num_args = 1..)]
    games: Vec<PathBuf>,
    /// Where the model goes
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Another seed than the configuration's
    #[arg(long)]
    seed: Option<u64>,
    /// Start over, even if an interrupted training could go on
    #[arg(long)]
    fresh: bool,
    /// No progress
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    filter: FilterArguments,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let text =
        fs::read_to_string(&arguments.config).with_context(|| format!("cannot read {}", arguments.config.display()))?;
    let config: LearnConfig =
        toml::from_str(&text).with_context(|| format!("{} is no configuration", arguments.config.display()))?;
    // Find out that the model cannot be written before the work, not after it.
    let folder = arguments.out.parent().filter(|folder| !folder.as_os_str().is_empty());
    if folder.is_some_and(|folder| !folder.is_dir()) {
        bail!("the folder of {} does not exist", arguments.out.display());
    }
    refuse_inputs(&arguments.out, arguments.games.iter().chain([&arguments.config]).map(PathBuf::as_path))?;
    let (games, summary) = load(Source {
        paths: &arguments.games,
        filter: arguments.filter.to_filter(),
        keep_duplicates: false,
        quiet: arguments.quiet,
    })?;
    refuse_unreadable(&summary)?;
    if games.is_empty() {
        bail!("no games to learn from: {} were read, none passed the filter", summary.n_records);
    }
    let record = TrainingRecord {
        collections: arguments.games.iter().filter_map(|p| Some(p.file_name()?.to_string_lossy().into())).collect(),
        filter: format!("{:?}", arguments.filter.to_filter()),
        sampling: "every position, games mixed".into(),
        ..Default::default()
    };
    let checkpoints = checkpoints(arguments)?;
    let learned: TrainedOn;
    let bytes = match config {
        LearnConfig::Factor(mut config) => {
            config.seed = arguments.seed.unwrap_or(config.seed);
            learned = TrainedOn::new(games.iter().filter(|game| config.learns_from(game)));
            factor(&games, record, &config, &checkpoints, arguments.quiet)
        }
        LearnConfig::Instance(mut config) => {
            config.seed = arguments.seed.unwrap_or(config.seed);
            learned = TrainedOn::new(&games);
            instance(&games, record, &config, &checkpoints, arguments.quiet)
        }
    };
    let bytes = match bytes {
        Ok(bytes) => bytes,
        Err(error) => {
            // Refused before any work: there is nothing to go on from.
            if checkpoints.n_parts() == 0 {
                checkpoints.remove()?;
            }
            return Err(error);
        }
    };
    write_whole(&arguments.out, &bytes)?;
    let list = embedded::trained_on_file(&arguments.out);
    fs::write(&list, learned.to_bytes()).with_context(|| format!("cannot write {}", list.display()))?;
    checkpoints.remove().context("cannot remove the checkpoints")?;
    say(arguments.quiet, &format!("{} written, {} bytes", arguments.out.display(), number::count(bytes.len() as u64)));
    Ok(())
}

/// The folder of what is finished, beside the model.
fn checkpoints(arguments: &Arguments) -> Result<CheckpointFolder> {
    let mut name = arguments.out.clone().into_os_string();
    name.push(".checkpoint");
    let path = PathBuf::from(name);
    if arguments.fresh && path.is_dir() {
        fs::remove_dir_all(&path).with_context(|| format!("cannot remove {}", path.display()))?;
    }
    let folder = CheckpointFolder::open(&path).with_context(|| format!("cannot write {}", path.display()))?;
    if folder.n_parts() > 0 {
        say(arguments.quiet, &format!("going on from {} (--fresh starts over)", path.display()));
    }
    Ok(folder)
}

fn factor(
    games: &[Game],
    record: TrainingRecord,
    config: &FactorConfig,
    checkpoints: &CheckpointFolder,
    quiet: bool,
) -> Result<Vec<u8>> {
    let progress = report::progress::for_stderr(quiet);
    progress.start("harvesting shapes", Some(config.n_harvest as u64));
    let model = resume_factor(games, record, config, checkpoints, |step| match step {
        TrainProgress::Harvested(n) => progress.set_position(n as u64),
        TrainProgress::Shapes(n) => {
            progress.finish();
            say(quiet, &format!("{} shapes harvested", number::count(n as u64)));
            progress.start("learning", Some(config.n_positions as u64));
        }
        TrainProgress::Learned(n, evidence) => {
            progress.set_position(n as u64);
            progress.note(&format!("log-evidence {evidence:.3}"));
        }
        TrainProgress::Validated(m1, evidence) => {
            say(quiet, &format!("validation: M(1) {:.2}%, log-evidence {evidence:.4}", 100.0 * m1));
        }
    })?;
    progress.finish();
    Ok(model.to_bytes())
}

fn instance(
    games: &[Game],
    record: TrainingRecord,
    config: &InstanceConfig,
    checkpoints: &CheckpointFolder,
    quiet: bool,
) -> Result<Vec<u8>> {
    let progress = report::progress::for_stderr(quiet);
    let model = resume_instance(games, record, config, checkpoints, |step| match step {
        InstanceProgress::Phase(name, total) => progress.start(name, Some(total as u64)),
        InstanceProgress::Step(n) => progress.set_position(n as u64),
        InstanceProgress::Note(text) => {
            progress.finish();
            say(quiet, &text);
        }
    })?;
    progress.finish();
    Ok(model.to_bytes())
}

fn say(quiet: bool, text: &str) {
    if !quiet {
        eprintln!("{text}");
    }
}
