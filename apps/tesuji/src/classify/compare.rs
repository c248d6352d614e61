//! `tesuji classify compare`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

use ::learn::classify::{Learner, Meeting, Table as Rows, folds};
use ::learn::stats::wilson;
use anyhow::{Context, Result, bail};
use clap::Args;
use report::{Column, Progress, Table, number};
use serde_json::json;

use super::inputs::{ColumnArguments, read_table};

/// The level of Foulds 2006, section 5.3.
const LEVEL: f64 = 0.05;

/// Compare learners on the same rows: accuracy, and McNemar's test for every pair
///
/// Without --test the table is cross-validated: every row is classified by a classifier that has not seen it.
#[derive(Args)]
pub(super) struct Arguments {
    /// The table, ARFF or CSV
    #[arg(value_name = "FILE")]
    table: PathBuf,
    /// A learner, as forest:trees=100; given several times
    #[arg(long, short, required = true, num_args = 1..)]
    learner: Vec<Learner>,
    /// Train on all of FILE and test on this table instead of cross-validating
    #[arg(long, value_name = "FILE")]
    test: Option<PathBuf>,
    /// Folds of the cross-validation
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u16).range(2..=1000))]
    folds: u16,
    /// Decides folds and random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// No progress
    #[arg(long, short)]
    quiet: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    columns: ColumnArguments,
}

/// What a learner did.
struct Outcome {
    correct: Vec<bool>,
    log_loss: f64,
    seconds: f64,
}

pub(super) fn run(arguments: &Arguments) -> Result<()> {
    let table = read_table(&arguments.table, &arguments.columns)?;
    table.check().with_context(|| arguments.table.display().to_string())?;
    // Pairs of a table to learn from and one to test on.
    let parts: Vec<(Rows, Rows)> = match &arguments.test {
        Some(file) => {
            let test = read_table(file, &arguments.columns)?.arranged_for(table.columns(), table.classes());
            vec![(table, test.with_context(|| file.display().to_string())?)]
        }
        None => {
            let n_folds = usize::from(arguments.folds);
            if table.n_rows() < n_folds {
                bail!("{} rows cannot be parted into {n_folds} folds: choose fewer with --folds", table.n_rows());
            }
            let folds = folds(&table, n_folds, arguments.seed);
            let part = |fold: usize| {
                let others = (0..n_folds).filter(|&other| other != fold).flat_map(|other| &folds[other]).copied();
                (table.subset(&others.collect::<Vec<_>>()), table.subset(&folds[fold]))
            };
            (0..n_folds).map(part).collect()
        }
    };
    let progress = report::progress::for_stderr(arguments.quiet || arguments.json);
    progress.start("comparing", Some((arguments.learner.len() * parts.len()) as u64));
    let outcomes = arguments
        .learner
        .iter()
        .map(|learner| outcome(learner, &parts, arguments.seed, &*progress).with_context(|| learner.to_string()))
        .collect::<Result<Vec<_>>>()?;
    progress.finish();
    if arguments.json { print_json(arguments, &outcomes) } else { print_tables(arguments, &outcomes) }
}

fn outcome(learner: &Learner, parts: &[(Rows, Rows)], seed: u64, progress: &dyn Progress) -> Result<Outcome> {
    progress.note(&learner.to_string());
    let start = Instant::now();
    let (mut correct, mut log_losses) = (Vec::new(), Vec::new());
    for (train, test) in parts {
        let tested = learner.fit(train, None, seed)?.test(test);
        log_losses.push((tested.log_loss(), tested.correct.len()));
        correct.extend(tested.correct);
        progress.advance(1);
    }
    let n_rows: usize = log_losses.iter().map(|(_, rows)| rows).sum();
    let log_loss = log_losses.iter().map(|&(loss, rows)| loss * rows as f64).sum::<f64>() / n_rows as f64;
    Ok(Outcome { correct, log_loss, seconds: start.elapsed().as_secs_f64() })
}

fn n_correct(outcome: &Outcome) -> u64 {
    outcome.correct.iter().filter(|&&correct| correct).count() as u64
}

fn print_json(arguments: &Arguments, outcomes: &[Outcome]) -> Result<()> {
    let learners: Vec<_> = arguments
        .learner
        .iter()
        .zip(outcomes)
        .map(|(learner, outcome)| {
            let n_rows = outcome.correct.len() as u64;
            let interval = wilson(n_correct(outcome), n_rows, 0.95);
            json!({
                "learner": learner.to_string(),
                "rows": n_rows,
                "accuracy": n_correct(outcome) as f64 / n_rows as f64,
                "accuracy_low": interval.low,
                "accuracy_high": interval.high,
                "log_loss": outcome.log_loss,
                "seconds": outcome.seconds,
            })
        })
        .collect();
    let mut pairs = Vec::new();
    for first in 0..outcomes.len() {
        for second in first + 1..outcomes.len() {
            let meeting = Meeting::new(&outcomes[first].correct, &outcomes[second].correct);
            pairs.push(json!({
                "first": arguments.learner[first].to_string(),
                "second": arguments.learner[second].to_string(),
                "only_first": meeting.only_first,
                "only_second": meeting.only_second,
                "p": meeting.test.p_exact,
            }));
        }
    }
    writeln!(io::stdout(), "{}", json!({ "learners": learners, "pairs": pairs }))?;
    Ok(())
}

fn print_tables(arguments: &Arguments, outcomes: &[Outcome]) -> Result<()> {
    let mut out = io::stdout().lock();
    let mut columns = vec![
        Column::right("#"),
        Column::left("learner"),
        Column::right("right"),
        Column::right("95% interval"),
        Column::right("log loss"),
        Column::right("seconds"),
    ];
    columns.extend((1..=outcomes.len()).map(|number| Column::right(number.to_string())));
    let mut table = Table::new(columns);
    for (place, (learner, outcome)) in arguments.learner.iter().zip(outcomes).enumerate() {
        let n_rows = outcome.correct.len() as u64;
        let interval = wilson(n_correct(outcome), n_rows, 0.95);
        let mut cells = vec![
            (place + 1).to_string(),
            learner.to_string(),
            number::percent(n_correct(outcome) as f64 / n_rows as f64, 2),
            format!("{:.2}-{:.2}", 100.0 * interval.low, 100.0 * interval.high),
            format!("{:.4}", outcome.log_loss),
            format!("{:.1}", outcome.seconds),
        ];
        cells.extend(outcomes.iter().enumerate().map(|(other, against)| match other == place {
            true => String::new(),
            false => Meeting::new(&outcome.correct, &against.correct).verdict(LEVEL).to_string(),
        }));
        table.push(cells);
    }
    writeln!(out, "{}", table.to_terminal().trim_end())?;
    writeln!(
        out,
        "\nW, L: the row's learner is better or worse than the column's (McNemar's exact test, p < {LEVEL})."
    )?;
    Ok(())
}
