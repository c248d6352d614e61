//! `tesuji learn`: train a model from games as a TOML file says.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;
use go_games::Game;
use go_models::config::LearnConfig;
use go_models::factor::{FactorConfig, TrainProgress, train_factor};
use go_models::instance::{InstanceConfig, InstanceProgress, train_instance};
use go_models::model_file::TrainingRecord;
use report::number;

use crate::games::filter::FilterArguments;
use crate::games::inputs::{Source, load};

/// Train a model from game records
///
/// The configuration is a TOML file; `configs/` has one for every published feature instance and for the embedded models.
/// A part of the games is set aside to tell how training goes; the figures go into the model's header.
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
    let (games, summary) = load(Source {
        paths: &arguments.games,
        filter: arguments.filter.to_filter(),
        keep_duplicates: false,
        quiet: arguments.quiet,
    })?;
    if games.is_empty() {
        bail!("no games to learn from: {} were read, none passed the filter", summary.n_records);
    }
    let record = TrainingRecord {
        collections: arguments.games.iter().filter_map(|p| Some(p.file_name()?.to_string_lossy().into())).collect(),
        filter: format!("{:?}", arguments.filter.to_filter()),
        sampling: "every position, games mixed".into(),
        ..Default::default()
    };
    let bytes = match config {
        LearnConfig::Factor(mut config) => {
            config.seed = arguments.seed.unwrap_or(config.seed);
            factor(&games, record, &config, arguments.quiet)?
        }
        LearnConfig::Instance(mut config) => {
            config.seed = arguments.seed.unwrap_or(config.seed);
            instance(&games, record, &config, arguments.quiet)?
        }
    };
    // Written beside and renamed, so that a crash never leaves half a model behind.
    let unfinished = arguments.out.with_extension("unfinished");
    fs::write(&unfinished, &bytes).with_context(|| format!("cannot write {}", unfinished.display()))?;
    fs::rename(&unfinished, &arguments.out).with_context(|| format!("cannot write {}", arguments.out.display()))?;
    say(arguments.quiet, &format!("{} written, {} bytes", arguments.out.display(), number::count(bytes.len() as u64)));
    Ok(())
}

fn factor(games: &[Game], record: TrainingRecord, config: &FactorConfig, quiet: bool) -> Result<Vec<u8>> {
    let progress = report::progress::for_stderr(quiet);
    progress.start("harvesting shapes", Some(config.n_harvest as u64));
    let model = train_factor(games, record, config, |step| match step {
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

fn instance(games: &[Game], record: TrainingRecord, config: &InstanceConfig, quiet: bool) -> Result<Vec<u8>> {
    let progress = report::progress::for_stderr(quiet);
    let model = train_instance(games, record, config, |step| match step {
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
