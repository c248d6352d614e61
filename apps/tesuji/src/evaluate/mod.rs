//! `tesuji evaluate`: how well a model predicts the moves of recorded games, or solves problems.

mod problems;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use go_games::Game;
use go_models::evaluate::{EvaluationLog, Plies, evaluate_log};
use go_models::{Model, PairedDifference, Ties, TrainedOn, paired_difference};
use report::{Column, Table, number};
use serde_json::{Value, json};

use crate::embedded;
use crate::games::filter::FilterArguments;
use crate::games::inputs::{Source, load, refuse_unreadable};

/// Measure move prediction on every position of a collection
///
/// Every recorded move counts, passes included, ranked among all legal moves and pass. Ties share their ranks,
/// rank = 1 + (strictly better) + (ties)/2, rounded up, or go to the lower board index (--ties).
///
/// With --problems: in how many is the first choice among all legal moves a right first move?
#[derive(Args)]
pub(crate) struct Arguments {
    /// SGF files, folders, .zst streams, databases; may be given several times
    #[arg(long, value_name = "GAMES", required_unless_present = "problems", num_args = 1..)]
    games: Vec<PathBuf>,
    /// Files of problems instead of games; may be given several times
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["games", "plies", "log"])]
    problems: Vec<PathBuf>,
    /// Only problems of this kind, as their files call it (lifeAndDeath)
    #[arg(long, value_name = "KIND", requires = "problems")]
    kind: Option<String>,
    /// A model file; without it the embedded model of the games' board size is used
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// Measure on games that the model was trained on: how well it remembers, not how well it foresees
    #[arg(long)]
    allow_training_games: bool,
    /// Only these moves of each game, counted from 1, as 1-50
    #[arg(long, value_name = "FIRST-LAST", value_parser = parse_plies)]
    plies: Option<Plies>,
    /// Which of equally likely moves comes first [default: shared; lower-index for a model that reproduces the thesis or its program]
    #[arg(long, value_enum)]
    ties: Option<TiesName>,
    /// Also write a line for every position to a file: game, ply, rank and probability of the move played (CSV)
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Another model, or `embedded`: also show how much more often the first is right on the positions that both cover
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// No progress
    #[arg(long, short)]
    quiet: bool,
    /// Threads; 0 for as many as there are cores
    #[arg(long, default_value_t = 0, value_parser = report::argument::threads_or_all)]
    threads: usize,
    #[command(flatten)]
    filter: FilterArguments,
}

#[derive(Clone, Copy, ValueEnum)]
enum TiesName {
    /// They share their ranks: of two first moves neither is first
    Shared,
    /// The lower board index, from A1 along the rows, pass last (van Niekerk 2014's program)
    LowerIndex,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    if !arguments.problems.is_empty() {
        return problems::run(arguments, &arguments.problems);
    }
    let quiet = arguments.quiet || arguments.json;
    if let Some(file) = &arguments.log {
        let read: Vec<&Path> = arguments.games.iter().chain(&arguments.model).map(PathBuf::as_path).collect();
        output_files::prepare(&[("--log", file)], &read)?;
    }
    // An unusable model is reported before the games are read.
    let named = arguments.model.as_deref().map(embedded::read).transpose()?;
    let filter = arguments.filter.to_filter();
    let source = Source { paths: &arguments.games, filter, keep_duplicates: true, quiet };
    let (games, summary) = load(source)?;
    refuse_unreadable(&summary)?;
    if games.is_empty() {
        bail!("no games to evaluate on: {} were read, none passed the filter", summary.n_records);
    }
    let size = games[0].size;
    if let Some(other) = games.iter().find(|game| game.size != size) {
        bail!("the games are of different board sizes ({size}, {}): choose one with --size", other.size);
    }
    let model = named.map_or_else(|| embedded::model_or(None, size), Ok)?;
    let sizes = &model.header().scope.board_sizes;
    if !sizes.is_empty() && !sizes.contains(&size.get()) {
        let sizes: Vec<String> = sizes.iter().map(|size| format!("{size}x{size}")).collect();
        bail!("the model was trained for boards of {}, and the games are on {size}", sizes.join(", "));
    }
    refuse_training_games(arguments, &model, arguments.model.as_deref(), &games)?;
    let progress = report::progress::for_stderr(quiet);
    progress.start("evaluating", Some(games.len() as u64));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(arguments.threads).build()?;
    let start = Instant::now();
    let log = pool.install(|| evaluate_log(&model, &games, arguments.plies, |n| progress.advance(n as u64)));
    let ties = match arguments.ties {
        None => model.ties(),
        Some(TiesName::Shared) => Ties::Shared,
        Some(TiesName::LowerIndex) => Ties::LowerIndex,
    };
    let result = log.summary_by(ties);
    let per_second = result.positions as f64 / start.elapsed().as_secs_f64();
    progress.finish();
    if result.positions == 0 {
        bail!("the model covers no such position of these games (tesuji model show says what it was made for)");
    }
    let paired = match &arguments.against {
        Some(other) => Some(compare(arguments, other, &log, &games, &pool)?),
        None => None,
    };
    if let Some(file) = &arguments.log {
        output_files::write_whole(file, log_lines(&log, ties).as_bytes())?;
    }
    let mut out = io::stdout().lock();
    if arguments.json {
        let mut object = serde_json::to_value(&result)?;
        if let Value::Object(fields) = &mut object {
            fields.insert("games".into(), json!(games.len()));
            fields.insert("model".into(), json!(model.header().name));
            fields.insert("positions_per_second".into(), json!(per_second));
            if let Some((name, paired)) = &paired {
                fields.insert("against".into(), json!({ "model": name, "paired": paired }));
            }
        }
        writeln!(out, "{object}")?;
        return Ok(());
    }
    writeln!(out, "{} on {} games, {} positions\n", model.header().name, games.len(), number::count(result.positions))?;
    let mut table = Table::new([Column::left("measure"), Column::right("value")]);
    let margin = format!("{:.2}% ± {:.2}", 100.0 * result.top[0], 100.0 * result.top1_margin);
    table.push(["M(1), 95% interval", &margin]);
    let (other, top1) = match ties {
        Ties::Shared => ("M(1), ties to the lower board index", result.top1_ties_by_index),
        Ties::LowerIndex => ("M(1), ties sharing their ranks", result.top1_ties_shared),
    };
    table.push([other, &format!("{:.2}%", 100.0 * top1)]);
    table.push(["M(1), ties broken at random", &format!("{:.2}%", 100.0 * result.top1_ties_at_random)]);
    for k in [2, 3, 5, 10, 20, 50] {
        table.push([&format!("M({k})"), &format!("{:.2}%", 100.0 * result.top[k - 1])]);
    }
    if result.positions_outside > 0 {
        table.push(["positions that the model does not cover", &number::count(result.positions_outside)]);
    }
    table.push(["mean log-evidence", &format!("{:.4}", result.mean_log_evidence)]);
    table.push(["mean rank", &format!("{:.2}", result.mean_rank)]);
    table.push(["positions a second", &number::count(per_second as u64)]);
    writeln!(out, "{}", table.to_terminal())?;
    let mut stages = Table::new([Column::left("moves"), Column::right("positions"), Column::right("M(1)")]);
    for stage in &result.stages {
        let moves = format!("{}-{}", stage.from + 1, stage.from + 30);
        stages.push([moves, number::count(stage.positions), format!("{:.2}%", 100.0 * stage.top1)]);
    }
    writeln!(out, "{}", stages.to_terminal())?;
    if let Some((name, paired)) = &paired {
        let [low, high] = paired.interval.map(|bound| 100.0 * bound);
        writeln!(
            out,
            "M(1) is {:+.2} points above that of {name} ({low:+.2} to {high:+.2}, bootstrap over games) on {} positions; McNemar's p = {:.2e}",
            100.0 * paired.difference,
            number::count(paired.positions),
            paired.mcnemar_p
        )?;
    }
    Ok(())
}

/// The same games by another model.
fn compare(
    arguments: &Arguments,
    other: &Path,
    log: &EvaluationLog,
    games: &[Game],
    pool: &rayon::ThreadPool,
) -> Result<(String, PairedDifference)> {
    let file = (other != Path::new("embedded")).then_some(other);
    let model = embedded::model_or(file, games[0].size)?;
    refuse_training_games(arguments, &model, file, games)?;
    let theirs = pool.install(|| evaluate_log(&model, games, arguments.plies, |_| {}));
    let paired = paired_difference(log, &theirs).context("there is no position that both models cover")?;
    Ok((model.header().name.clone(), paired))
}

/// Refuses games that the model has learned from, unless that is wanted.
fn refuse_training_games(arguments: &Arguments, model: &Model, file: Option<&Path>, games: &[Game]) -> Result<()> {
    if arguments.allow_training_games {
        return Ok(());
    }
    let n_learned = n_learned(model, file, games)
        .context("cannot tell which games the model was trained on (--allow-training-games measures anyway)")?;
    if n_learned > 0 {
        bail!(
            "{n_learned} of the {} games are games that the model was trained on: an evaluation on them says nothing (--allow-training-games does it anyway)",
            games.len()
        );
    }
    Ok(())
}

/// The log as CSV; games are counted from 1, in the order in which they were read.
fn log_lines(log: &EvaluationLog, ties: Ties) -> String {
    let mut text = String::from("game,ply,rank,probability\n");
    for (idx, game) in log.games.iter().enumerate() {
        for judged in game {
            text.push_str(&format!("{},{},{},{:.6}\n", idx + 1, judged.ply, judged.rank_by(ties), judged.probability));
        }
    }
    text
}

fn parse_plies(text: &str) -> Result<Plies, String> {
    let plies = text.split_once('-').and_then(|(first, last)| Some((first.parse().ok()?, last.parse().ok()?)));
    plies.filter(|&(first, last)| 1 <= first && first <= last).ok_or_else(|| "two numbers from 1, as 1-50".to_owned())
}

/// How many of the games the model has learned from, as far as is known: by the list beside the model; without a list only a whole
/// training collection is recognised, by the hash in the model's header, which leaves out the games that were set aside for validation.
fn n_learned(model: &Model, file: Option<&Path>, games: &[Game]) -> Result<usize> {
    let games_hash = model.header().training.games_hash;
    let list = file.map(|file| embedded::trained_on(file, model.header())).transpose()?.flatten();
    let Some(learned) = list else {
        let config = model.config()?;
        let learned: Vec<&Game> = games.iter().filter(|game| config.learns_from(game)).collect();
        return Ok(if TrainedOn::new(learned.iter().copied()).games_hash() == games_hash { learned.len() } else { 0 });
    };
    Ok(learned.n_shared_with(games))
}
