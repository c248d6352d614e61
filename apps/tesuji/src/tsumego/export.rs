//! `tesuji tsumego export`: problems as an SGF collection with a solution tree each.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;
use tsumego::{Table, solution_tree};

/// Every first move that matters is a variation: the best ones marked CORRECT after the opponent's strongest answers, others WRONG with
/// their refutation.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The file with the problems
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The SGF file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Seconds for a problem
    #[arg(long, value_name = "S", default_value_t = 10.0, value_parser = super::solve::seconds)]
    time: f64,
    /// At most this many problems
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    count: usize,
    /// No progress
    #[arg(long, short)]
    quiet: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    output_files::prepare(&[("--out", &arguments.out)], &[&arguments.file])?;
    let tasks = super::read(&arguments.file)?;
    let mut table = Table::with_bytes(64 << 20);
    let progress = report::progress::for_stderr(arguments.quiet);
    progress.start("solving", Some(tasks.len().min(arguments.count) as u64));
    let limit = Duration::from_secs_f64(arguments.time);
    let mut trees = Vec::new();
    let mut n_left_out = 0;
    for task in tasks.into_iter().take(arguments.count) {
        progress.advance(1);
        let start = Instant::now();
        let tree = task.ok().and_then(|task| solution_tree(&task, &mut table, &mut || start.elapsed() >= limit));
        match tree {
            Some(tree) => trees.push(tree),
            None => n_left_out += 1,
        }
    }
    progress.finish();
    output_files::write_whole(&arguments.out, sgf::write(&trees, sgf::Layout::Compact))?;
    println!("{} problems written, {n_left_out} without a proved answer left out", trees.len());
    Ok(())
}
