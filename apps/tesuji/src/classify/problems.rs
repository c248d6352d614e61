//! `tesuji classify problems`: the candidate moves of problems as a table.

use std::path::PathBuf;

use ::learn::classify::{arff, csv};
use anyhow::Result;
use clap::Args;
use go_features::fate::FateVersion;
use lab::local::{Among, RowSettings, Training, training_table};
use output_files::write_whole;

use super::inputs::refuse_same;
use crate::problems;

/// Write the candidate moves of problems as a table of common fate graph features
///
/// One right and one other move of every problem, as in Foulds 2006, or with --bad all right moves and up to so many others; the class is 1 for a right
/// move. Any program that reads ARFF or CSV can learn from it.
#[derive(Args)]
pub(super) struct Arguments {
    /// Files of problems
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Only problems of this kind, as their files call it (lifeAndDeath)
    #[arg(long, value_name = "KIND")]
    kind: Option<String>,
    /// The feature set: fate-1, fate-2, fate-3 or fate-4
    #[arg(long, default_value = "fate-1")]
    features: FateVersion,
    /// Lines that the rectangle round the stones is widened by
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(..=25))]
    margin: u8,
    /// All right moves and up to so many others, with a column of groups, instead of a pair
    #[arg(long, value_name = "N")]
    bad: Option<usize>,
    /// At most so many problems
    #[arg(long, value_name = "N")]
    most: Option<usize>,
    /// Decides which other moves are taken
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where the table goes: .arff, or CSV with any other ending
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// No remarks
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<()> {
    refuse_same(&arguments.out, &arguments.files.iter().collect::<Vec<_>>())?;
    let mut found = problems::load(&arguments.files, arguments.kind.as_deref(), arguments.quiet)?;
    found.truncate(arguments.most.unwrap_or(usize::MAX));
    let training = arguments.bad.map_or(Training::Pair, |bad| Training::Candidates { bad });
    let Arguments { features, margin, .. } = *arguments;
    let rows = RowSettings { features, margin, among: Among::Rectangle, training };
    let mut table = training_table(&found, &rows, arguments.seed);
    if training == Training::Pair {
        table.clear_groups();
    }
    let is_arff = arguments.out.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("arff"));
    let text = if is_arff { arff::write(&table) } else { csv::write(&table) };
    write_whole(&arguments.out, text)?;
    if !arguments.quiet {
        eprintln!("{} rows of {} problems, {} columns", table.n_rows(), found.len(), table.n_columns());
    }
    Ok(())
}
