//! `tesuji classify test`.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use ::learn::classify::{Classifier, Contribution, Table as Rows};
use ::learn::stats::wilson;
use anyhow::{Context, Result, bail};
use clap::Args;
use report::{Column, Table, number};
use serde_json::json;

use super::inputs::{ColumnArguments, read_table};

/// Test a classifier on a table that it has not seen
#[derive(Args)]
pub(super) struct Arguments {
    /// The classifier, as `classify train` wrote it
    #[arg(value_name = "CLASSIFIER")]
    classifier: PathBuf,
    /// The table, ARFF or CSV
    #[arg(value_name = "FILE")]
    table: PathBuf,
    /// Say why a row, counted from 1, is of the class that it is given
    #[arg(long, value_name = "ROW", value_parser = clap::value_parser!(u64).range(1..))]
    explain: Option<u64>,
    /// Print one JSON object, with the probabilities of every row
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    columns: ColumnArguments,
}

pub(super) fn run(arguments: &Arguments) -> Result<()> {
    let file = &arguments.classifier;
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let classifier = Classifier::from_bytes(&bytes).with_context(|| file.display().to_string())?;
    let read = read_table(&arguments.table, &arguments.columns)?;
    let table = read
        .arranged_for(classifier.columns(), classifier.classes())
        .with_context(|| format!("{} does not fit {}", arguments.table.display(), file.display()))?;
    if let Some(row) = arguments.explain {
        return explain(&classifier, &table, row as usize - 1, arguments.json);
    }
    let tested = classifier.test(&table);
    let n_correct = tested.correct.iter().filter(|&&correct| correct).count() as u64;
    let interval = wilson(n_correct, table.n_rows() as u64, 0.95);
    let mut out = io::stdout().lock();
    if arguments.json {
        let object = json!({
            "learner": classifier.learner(),
            "rows": table.n_rows(),
            "accuracy": tested.accuracy(),
            "accuracy_low": interval.low,
            "accuracy_high": interval.high,
            "log_loss": tested.log_loss(),
            "classes": classifier.classes(),
            "confusion": tested.confusion,
            "probabilities": classifier.probabilities_of_table(&table),
        });
        writeln!(out, "{object}")?;
        return Ok(());
    }
    writeln!(out, "{} on {} rows\n", classifier.learner(), number::count(table.n_rows() as u64))?;
    let share = number::interval(100.0 * tested.accuracy(), 100.0 * interval.low, 100.0 * interval.high, 1);
    writeln!(out, "right: {share} % (95% interval); log loss {:.4}\n", tested.log_loss())?;
    let mut columns = vec![Column::left(format!("{} (rows: true, columns: predicted)", classifier.class_name()))];
    columns.extend(classifier.classes().iter().map(Column::right));
    let mut confusion = Table::new(columns);
    for (class, counts) in classifier.classes().iter().zip(&tested.confusion) {
        let counts = counts.iter().map(|&count| number::count(count));
        confusion.push([class.clone()].into_iter().chain(counts).collect::<Vec<_>>());
    }
    writeln!(out, "{}", confusion.to_terminal().trim_end())?;
    Ok(())
}

/// The columns that change the odds of the predicted class most.
fn explain(classifier: &Classifier, rows: &Rows, row: usize, as_json: bool) -> Result<()> {
    if row >= rows.n_rows() {
        bail!("there is no row {}: the table has {}", row + 1, rows.n_rows());
    }
    let mut probabilities = vec![0.0; classifier.classes().len()];
    classifier.probabilities(rows.row(row), &mut probabilities);
    let best = (1..probabilities.len())
        .fold(0, |best, class| if probabilities[class] > probabilities[best] { class } else { best });
    let found = classifier.contributions(rows.row(row), best);
    let mut out = io::stdout().lock();
    if as_json {
        let reason = |c: &Contribution| json!({ "column": classifier.columns()[c.column], "value": c.value, "typical": c.typical, "factor": c.factor });
        let reasons: Vec<_> = found.iter().map(reason).collect();
        let object =
            json!({ "class": classifier.classes()[best], "probability": probabilities[best], "reasons": reasons });
        writeln!(out, "{object}")?;
        return Ok(());
    }
    writeln!(
        out,
        "row {}: {} with probability {:.3}; labelled {}\n",
        row + 1,
        classifier.classes()[best],
        probabilities[best],
        rows.classes()[rows.labels()[row] as usize]
    )?;
    let columns =
        [Column::left("column"), Column::right("value"), Column::right("typical"), Column::right("factor of the odds")];
    let mut table = Table::new(columns);
    for c in found.iter().take(15) {
        let numbers = [c.value, c.typical, c.factor].map(|value| number::significant(value, 3));
        table.push([classifier.columns()[c.column].clone()].into_iter().chain(numbers).collect::<Vec<_>>());
    }
    writeln!(out, "{}", table.to_terminal().trim_end())?;
    Ok(())
}
