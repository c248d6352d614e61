//! `tesuji study`: published tables, run again; and the games that the small scale of them uses.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand, ValueEnum};
use go_board::BoardSize;
use go_games::{Filter, write_database};
use lab::policy_games::PolicyGames;
use lab::study::{Data, Scale, Study, StudyOutput, StudyRun, small_games, studies, write_outputs};
use report::{Column, Table};

use crate::embedded;
use crate::games::inputs::{Source, load};

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
    Games(GamesArguments),
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
    /// A folder with train/kgs-6d.sgf.zst and test/kgs-6d.sgf.zst, for --scale paper
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Where the results go; finished cells are kept there too, and a run that was interrupted goes on
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Only cells of the row or column with this label; may be given several times
    #[arg(long, value_name = "LABEL")]
    only: Vec<String>,
    /// Decides games, positions and trees
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// No progress
    #[arg(long, short)]
    quiet: bool,
    /// Print the results as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct GamesArguments {
    /// The board
    #[arg(long, default_value = "19", value_parser = clap::value_parser!(u8).range(2..=25))]
    size: u8,
    /// How many games
    #[arg(long = "games", default_value_t = 100)]
    n_games: usize,
    /// Below 1 likely moves become more likely
    #[arg(long, default_value_t = 0.7)]
    temperature: f32,
    /// The longest game
    #[arg(long, default_value_t = 250)]
    max_moves: usize,
    /// Decides every move
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A model file; without it the embedded model plays
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// Where the game database goes
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// No progress
    #[arg(long, short)]
    quiet: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.command {
        Command::List => list(),
        Command::Run(arguments) => run_study(arguments),
        Command::Games(arguments) => make_games(arguments),
    }
}

fn list() -> Result<()> {
    let mut table = Table::new([Column::left("study"), Column::left("what"), Column::right("cells")]);
    for study in studies() {
        let n_cells = study.rows.len() * study.columns.len();
        table.push([study.name, study.title, n_cells.to_string()]);
    }
    writeln!(io::stdout(), "{}", table.to_terminal().trim_end())?;
    Ok(())
}

fn run_study(arguments: &RunArguments) -> Result<()> {
    let Some(study) = studies().into_iter().find(|study| study.name == arguments.name) else {
        bail!("there is no study {:?}: `tesuji study list` names them", arguments.name);
    };
    let labels = || study.rows.iter().chain(&study.columns).map(|axis| &axis.label);
    if let Some(unknown) = arguments.only.iter().find(|only| labels().all(|label| label != *only)) {
        let known: Vec<&str> = labels().map(String::as_str).filter(|label| !label.is_empty()).collect();
        bail!("{} has no row or column {unknown:?}: it has {}", study.name, known.join(", "));
    }
    let quiet = arguments.quiet || arguments.json;
    let (scale, data) = match arguments.scale {
        ScaleName::Small => (Scale::Small, small_games()),
        ScaleName::Paper => (Scale::Paper, paper_games(&study, arguments, quiet)?),
    };
    let folder = arguments.out.clone().unwrap_or_else(|| PathBuf::from("study-results").join(scale.name()));
    let progress = report::progress::for_stderr(quiet);
    let run = StudyRun {
        study: &study,
        scale,
        data: &data,
        work: folder.join("work"),
        seed: arguments.seed,
        only: arguments.only.clone(),
    };
    let results = run.run(&*progress)?;
    let output = StudyOutput { study: &study, scale, results: &results, source: &data.source };
    write_outputs(&output, &folder)?;
    let mut out = io::stdout().lock();
    if arguments.json {
        writeln!(out, "{}", output.to_json())?;
    } else {
        writeln!(out, "{}", output.to_markdown())?;
        writeln!(out, "written to {}", folder.join(&study.name).display())?;
    }
    Ok(())
}

fn paper_games(study: &Study, arguments: &RunArguments, quiet: bool) -> Result<Data> {
    let Some(folder) = &arguments.data else {
        bail!("--scale paper needs --data, a folder with train/kgs-6d.sgf.zst and test/kgs-6d.sgf.zst");
    };
    let filter = Filter { sizes: vec![BoardSize::NINETEEN], ..Filter::default() };
    let games = |part: &str| -> Result<_> {
        let paths = [folder.join(part).join("kgs-6d.sgf.zst")];
        let source = Source { paths: &paths, filter: filter.clone(), keep_duplicates: false, quiet };
        let (games, _) = load(source)?;
        if games.is_empty() {
            bail!("no games of size 19 in {} for {}", paths[0].display(), study.name);
        }
        Ok(games)
    };
    let (train, test) = (games("train")?, games("test")?);
    let source = format!("kgs-6d, {} to train and {} to test", train.len(), test.len());
    Ok(Data { train, test, source })
}

fn make_games(arguments: &GamesArguments) -> Result<()> {
    let size = BoardSize::new(arguments.size.into()).expect("the range of the argument");
    if arguments.temperature.is_nan() || arguments.temperature <= 0.0 {
        bail!("the temperature must be above 0");
    }
    let model = embedded::model_or(arguments.model.as_deref(), size)?;
    let file = File::create(&arguments.out).with_context(|| format!("cannot write {}", arguments.out.display()))?;
    let progress = report::progress::for_stderr(arguments.quiet);
    progress.start("playing", Some(arguments.n_games as u64));
    let wanted = PolicyGames {
        size,
        n_games: arguments.n_games,
        temperature: arguments.temperature,
        max_moves: arguments.max_moves,
        seed: arguments.seed,
    };
    let games = wanted.play(&model, || progress.advance(1));
    progress.finish();
    let mut out = BufWriter::new(file);
    write_database(&games, &mut out).and_then(|()| out.flush()).context("cannot write the games")?;
    Ok(())
}
