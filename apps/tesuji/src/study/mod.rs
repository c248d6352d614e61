//! `tesuji study`: published tables, reproduced; and the games of their small scale.

mod classifiers;
mod games;
mod playout_length;
mod prediction;
mod predictors;
mod raw_play;
mod strength;
mod trees;

use std::fs;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand, ValueEnum};
use go_board::BoardSize;
use go_games::{Filter, Game};
use go_models::instance::Reproduction;
use lab::local::classifier_studies;
use lab::playout_length::length_studies;
use lab::predictors::predictor_studies;
use lab::raw_play::raw_play_studies;
use lab::strength::strength_studies;
use lab::study::{Data, Scale, studies};
use lab::trees::tree_studies;
use output_files::OutputLock;
use report::{Column, Table};
use serde_json::Value;

use crate::games::inputs::{Source, load, refuse_unreadable};

/// Run a published table again: ours beside theirs, with plots
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List the studies
    List,
    /// Run one
    Run(RunArguments),
    /// Make a collection of games: a model against itself, every move drawn from its probabilities
    Games(games::Arguments),
}

#[derive(Clone, Copy, ValueEnum)]
enum ScaleName {
    /// Minutes, on games that come with the program
    Small,
    /// The published sizes, on the games of --data
    Paper,
}

#[derive(Args)]
struct RunArguments {
    /// The study, as `study list` names it
    name: String,
    /// How much of it
    #[arg(long, value_enum, default_value = "small")]
    scale: ScaleName,
    /// A folder with train/kgs-6d.sgf.zst and test/kgs-6d.sgf.zst, for --scale paper; for classifiers, one whose folders train and test hold
    /// problems, or that has files train.* and test.*
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Only problems of this kind, as their files call it (lifeAndDeath), in a study of classifiers
    #[arg(long, value_name = "KIND")]
    kind: Option<String>,
    /// Solve so many of the training problems instead of the test problems in a study of classifiers; they are not learned from
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(usize))]
    held_out: Option<usize>,
    /// Where the results go; finished cells are kept there too, and an interrupted run is resumed
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Only cells of the row or column with this label; may be given several times: rows and columns together name the cells where they cross
    #[arg(long, value_name = "LABEL")]
    only: Vec<String>,
    /// Decides games, positions and trees
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Repeat a study of feature instances with so many seeds, from --seed on: means and ranges instead of single figures
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    seeds: u16,
    /// Whose reading of van Niekerk 2014 the instances of a study follow, where documents and program differ [default: the learners' own]
    #[arg(long, value_enum)]
    reproduction: Option<ReproductionName>,
    /// Models that are there already, for a study of playing strength; without it they are learned
    #[arg(long, value_name = "FOLDER")]
    models: Option<PathBuf>,
    /// Games of every cell of a study of playing strength, or of each board of one of playouts, instead of those of the scale
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Playouts a move in a study of playing strength, or from each position in one of playouts, instead of those of the scale
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    playouts: Option<u64>,
    /// The opponent in a study of playing strength, instead of the study's own; `tesuji` means this program
    #[arg(long, value_name = "CMD")]
    opponent: Option<String>,
    /// Games at once in a study of playing strength [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = report::argument::threads)]
    jobs: Option<NonZeroUsize>,
    /// No progress
    #[arg(long, short)]
    quiet: bool,
    /// Print the results as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum ReproductionName {
    /// What the original program did, mistakes included
    Program,
    /// What the text says
    Thesis,
    /// What both mean, mistakes mended
    Notes,
}

impl RunArguments {
    fn reproduction(&self) -> Option<Reproduction> {
        self.reproduction.map(|name| match name {
            ReproductionName::Program => Reproduction::Program,
            ReproductionName::Thesis => Reproduction::Thesis,
            ReproductionName::Notes => Reproduction::Notes,
        })
    }

    fn scale(&self) -> Scale {
        match self.scale {
            ScaleName::Small => Scale::Small,
            ScaleName::Paper => Scale::Paper,
        }
    }

    fn is_quiet(&self) -> bool {
        self.quiet || self.json
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.command {
        Command::List => list(),
        Command::Run(arguments) => run_study(arguments),
        Command::Games(arguments) => games::run(arguments),
    }
}

fn list() -> Result<()> {
    let mut table = Table::new([Column::left("study"), Column::left("what"), Column::right("cells")]);
    let prediction =
        studies().into_iter().map(|study| (study.name, study.title, study.rows.len() * study.columns.len()));
    let strength = strength_studies().into_iter();
    let strength = strength.map(|study| (study.name, study.title, study.rows.len() * study.columns.len()));
    let local = classifier_studies().into_iter();
    let local = local.map(|study| (study.name, study.title, study.rows.len() * study.columns.len()));
    let trees = tree_studies().into_iter().map(|study| (study.name, study.title, study.rows.len()));
    let predictors = predictor_studies().into_iter().map(|study| {
        let (sizes, n) = (study.sizes(Scale::Paper), study.predictors.len());
        let n_cells = n * (sizes.seeds.len() + sizes.curve.len());
        (study.name, study.title, n_cells)
    });
    let lengths = length_studies().into_iter().map(|study| (study.name, study.title, 2));
    let play = raw_play_studies().into_iter().map(|study| (study.name, study.title, 2 * study.rows.len()));
    for (name, title, n_cells) in
        prediction.chain(strength).chain(local).chain(trees).chain(predictors).chain(play).chain(lengths)
    {
        table.push([name, title, n_cells.to_string()]);
    }
    writeln!(io::stdout(), "{}", table.to_terminal().trim_end())?;
    Ok(())
}

fn run_study(arguments: &RunArguments) -> Result<()> {
    if let Some(study) = studies().into_iter().find(|study| study.name == arguments.name) {
        let _lock = lock(arguments)?;
        return prediction::run(&study, arguments);
    }
    if let Some(study) = predictor_studies().into_iter().find(|study| study.name == arguments.name) {
        let _lock = lock(arguments)?;
        return predictors::run(&study, arguments);
    }
    if let Some(study) = classifier_studies().into_iter().find(|study| study.name == arguments.name) {
        let _lock = lock(arguments)?;
        return classifiers::run(&study, arguments);
    }
    if let Some(study) = tree_studies().into_iter().find(|study| study.name == arguments.name) {
        let _lock = lock(arguments)?;
        return trees::run(&study, arguments);
    }
    if let Some(study) = raw_play_studies().into_iter().find(|study| study.name == arguments.name) {
        let _lock = lock(arguments)?;
        return raw_play::run(&study, arguments);
    }
    if let Some(study) = length_studies().into_iter().find(|study| study.name == arguments.name) {
        let _lock = lock(arguments)?;
        return playout_length::run(&study, arguments);
    }
    match strength_studies().into_iter().find(|study| study.name == arguments.name) {
        Some(study) => {
            let _lock = lock(arguments)?;
            strength::run(&study, arguments)
        }
        None => bail!("there is no study {:?}: `tesuji study list` names them", arguments.name),
    }
}

/// Finished cells are kept in the folder of the study: one process at a time works there.
fn lock(arguments: &RunArguments) -> Result<OutputLock> {
    let folder = out_folder(arguments).join(&arguments.name);
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    OutputLock::take(&folder)
}

/// Refuses labels that a study does not have.
fn check_labels<'a>(study: &str, only: &[String], labels: impl Iterator<Item = &'a str>) -> Result<()> {
    let known: Vec<&str> = labels.filter(|label| !label.is_empty()).collect();
    match only.iter().find(|only| !known.contains(&only.as_str())) {
        Some(unknown) => bail!("{study} has no row or column {unknown:?}: it has {}", known.join(", ")),
        None => Ok(()),
    }
}

/// Refuses options that only a study of playing strength has.
fn refuse_options_of_play(study: &str, arguments: &RunArguments) -> Result<()> {
    let is_about_play = [
        ("--models", arguments.models.is_some()),
        ("--games", arguments.games.is_some()),
        ("--playouts", arguments.playouts.is_some()),
        ("--opponent", arguments.opponent.is_some()),
        ("--jobs", arguments.jobs.is_some()),
    ];
    match is_about_play.iter().find(|(_, given)| *given) {
        Some((option, _)) => bail!("{option} is for studies of playing strength, and {study} is about prediction"),
        None => Ok(()),
    }
}

/// Refuses the options of feature instances.
fn refuse_options_of_instances(study: &str, arguments: &RunArguments) -> Result<()> {
    if arguments.reproduction.is_some() {
        bail!("--reproduction is for studies of van Niekerk 2014, and {study} is none");
    }
    refuse_seeds(study, arguments)
}

/// Refuses to repeat a study that is not made for it.
fn refuse_seeds(study: &str, arguments: &RunArguments) -> Result<()> {
    if arguments.seeds > 1 {
        bail!("--seeds is for tables and figures of feature instances, and {study} is none");
    }
    Ok(())
}

/// Refuses options that only a study of classifiers has.
fn refuse_options_of_problems(study: &str, arguments: &RunArguments) -> Result<()> {
    match (&arguments.kind, arguments.held_out) {
        (None, None) => Ok(()),
        (Some(_), _) => bail!("--kind is for studies of classifiers on problems, and {study} is about games"),
        (None, Some(_)) => bail!("--held-out is for studies of classifiers on problems, and {study} is about games"),
    }
}

/// The folder of the results.
fn out_folder(arguments: &RunArguments) -> PathBuf {
    let unless_given = || PathBuf::from("study-results").join(arguments.scale().name());
    arguments.out.clone().unwrap_or_else(unless_given)
}

/// Prints the results of a study that was written to its folder.
fn say(arguments: &RunArguments, json: &Value, markdown: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    if arguments.json {
        writeln!(out, "{json}")?;
    } else {
        writeln!(out, "{markdown}\nwritten to {}", out_folder(arguments).join(&arguments.name).display())?;
    }
    Ok(())
}

/// The games of a collection that studies run on at the published scale.
fn collection(arguments: &RunArguments, part: &str) -> Result<Vec<Game>> {
    let Some(folder) = &arguments.data else {
        bail!("--scale paper needs --data, a folder with train/kgs-6d.sgf.zst and test/kgs-6d.sgf.zst");
    };
    let paths = [folder.join(part).join("kgs-6d.sgf.zst")];
    let filter = Filter { sizes: vec![BoardSize::NINETEEN], ..Filter::default() };
    let (games, summary) = load(Source { paths: &paths, filter, keep_duplicates: false, quiet: arguments.is_quiet() })?;
    refuse_unreadable(&summary)?;
    if games.is_empty() {
        bail!("no games of size 19 in {} for {}", paths[0].display(), arguments.name);
    }
    Ok(games)
}

/// The games that models learn from at the published scale, and those that test them.
fn paper_games(arguments: &RunArguments) -> Result<Data> {
    let (train, test) = (collection(arguments, "train")?, collection(arguments, "test")?);
    let source = format!("kgs-6d, {} to train and {} to test", train.len(), test.len());
    Ok(Data { train, test, source })
}
