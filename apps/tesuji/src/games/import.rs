//! `tesuji games import`: many files in, one database out, and a report about every record.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Result, bail};
use clap::Args;
use go_games::{Game, ImportSummary, Refusal, write_database};
use output_files::{OutputLock, refuse_inputs, write_with};
use report::{Column, Table, number};
use serde_json::{Map, Value, json};

use super::filter::FilterArguments;
use super::inputs::{Source, load};

#[derive(Args)]
pub(crate) struct Arguments {
    /// SGF files, folders, .zst streams, databases
    #[arg(required = true, value_name = "GAMES")]
    paths: Vec<PathBuf>,
    /// The database to write
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// Keep games with the same moves (turned or mirrored ones included)
    #[arg(long)]
    keep_duplicates: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Print nothing but errors
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    filter: FilterArguments,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let start = Instant::now();
    refuse_inputs(&arguments.out, arguments.paths.iter().map(PathBuf::as_path))?;
    let _lock = OutputLock::take(&arguments.out)?;
    let (games, summary) = load(Source {
        paths: &arguments.paths,
        filter: arguments.filter.to_filter(),
        keep_duplicates: arguments.keep_duplicates,
        quiet: arguments.quiet || arguments.json,
    })?;
    if games.is_empty() {
        explain(&summary, io::stderr())?;
        bail!("no games are left, so {} was not written", arguments.out.display());
    }
    let n_bytes = write_games(&games, &arguments.out)?;
    let seconds = start.elapsed().as_secs_f64();
    let mut out = io::stdout().lock();
    if arguments.json {
        let mut object = summary_json(&summary);
        object.insert("file".into(), json!(arguments.out));
        object.insert("bytes".into(), json!(n_bytes));
        object.insert("seconds".into(), json!(seconds));
        writeln!(out, "{}", Value::Object(object))?;
    } else if !arguments.quiet {
        explain(&summary, &mut out)?;
        let (size, per_move) = (number::bytes(n_bytes), n_bytes as f64 / summary.n_moves.max(1) as f64);
        let file = arguments.out.display();
        writeln!(out, "wrote {file}: {size}, {per_move:.2} bytes a move, in {seconds:.2} s")?;
    }
    Ok(())
}

/// Writes a database; returns its length.
pub(crate) fn write_games(games: &[Game], target: &Path) -> Result<u64> {
    write_with(target, |out| Ok(write_database(games, out)?))
}

/// The report as text.
pub(crate) fn explain(summary: &ImportSummary, mut out: impl Write) -> Result<()> {
    let mut table = Table::new([Column::left("records"), Column::right("n")]);
    let mut row = |name: &str, n: usize| table.push([name.to_string(), number::count(n as u64)]);
    row("in all", summary.n_records);
    row("kept", summary.n_games);
    for reason in Refusal::REASONS {
        if let Some(&n) = summary.refused.get(reason) {
            row(&format!("refused: {reason}"), n);
        }
    }
    write!(out, "{}", table.to_terminal())?;
    for (file, place, refusal) in &summary.examples {
        writeln!(out, "refused: {file}: {place}: {refusal}")?;
    }
    if summary.n_suicides + summary.n_ko_retakes > 0 {
        let (suicides, kos) = (summary.n_suicides, summary.n_ko_retakes);
        writeln!(out, "kept games hold {suicides} suicides and {kos} kos retaken at once, which some rules forbid")?;
    }
    Ok(())
}

pub(super) fn summary_json(summary: &ImportSummary) -> Map<String, Value> {
    let place = |file: &str, line: u32, column: u32| json!({"file": file, "line": line, "column": column});
    let examples: Vec<Value> = summary
        .examples
        .iter()
        .map(|(file, at, refusal)| {
            let mut example = place(file, at.line, at.column);
            example["reason"] = json!(refusal.to_string());
            example
        })
        .collect();
    let problems: Map<String, Value> =
        summary.problems.iter().map(|(kind, &n)| (kind.class().to_string(), json!(n))).collect();
    let Value::Object(object) = json!({
        "files": summary.n_files,
        "records": summary.n_records,
        "games": summary.n_games,
        "moves": summary.n_moves,
        "refused": summary.refused,
        "examples": examples,
        "unreadable": summary.unreadable.iter().map(|(file, why)| json!({"file": file, "reason": why})).collect::<Vec<_>>(),
        "problems": problems,
        "suicides": summary.n_suicides,
        "ko_retakes": summary.n_ko_retakes,
    }) else {
        unreachable!("the macro was given braces")
    };
    object
}
