//! `tesuji classify train`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

use ::learn::classify::Learner;
use anyhow::{Context, Result};
use clap::Args;
use output_files::write_whole;
use report::number;
use serde_json::json;

use super::inputs::{ColumnArguments, read_table, refuse_same};

/// Learn a classifier from a table
#[derive(Args)]
pub(super) struct Arguments {
    /// The table, ARFF or CSV
    #[arg(value_name = "FILE")]
    table: PathBuf,
    /// The learner, as forest:trees=100
    #[arg(long, short, default_value = "forest")]
    learner: Learner,
    /// Where the classifier goes
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// Decides random choices
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

pub(super) fn run(arguments: &Arguments) -> Result<()> {
    refuse_same(&arguments.out, &[&arguments.table])?;
    let table = read_table(&arguments.table, &arguments.columns)?;
    let progress = report::progress::for_stderr(arguments.quiet || arguments.json);
    progress.start(&format!("learning {}", arguments.learner), None);
    let start = Instant::now();
    let fitted = arguments.learner.fit(&table, None, arguments.seed);
    let seconds = start.elapsed();
    progress.finish();
    let classifier = fitted.with_context(|| arguments.table.display().to_string())?;
    let bytes = classifier.to_bytes();
    write_whole(&arguments.out, &bytes)?;
    let on_training_rows = classifier.test(&table).accuracy();
    let mut out = io::stdout().lock();
    if arguments.json {
        let object = json!({
            "learner": classifier.learner(),
            "rows": table.n_rows(),
            "columns": table.n_columns(),
            "classes": table.classes(),
            "seconds": seconds.as_secs_f64(),
            "accuracy_on_training_rows": on_training_rows,
            "bytes": bytes.len(),
        });
        writeln!(out, "{object}")?;
    } else {
        writeln!(
            out,
            "{} learned from {} rows of {} columns in {}; {} of the training rows are classified as they are labelled.\nwritten to {} ({})",
            classifier.learner(),
            number::count(table.n_rows() as u64),
            table.n_columns(),
            number::duration(seconds),
            number::percent(on_training_rows, 1),
            arguments.out.display(),
            number::bytes(bytes.len() as u64),
        )?;
    }
    Ok(())
}
