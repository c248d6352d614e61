//! `strippack bench`: every method on every instance of a folder, at equal time; resumable with a journal.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use command_line::print;
use output_files::{OutputLock, prepare, read_if_there, write_whole};
use strip_packing::study::journal::{BenchSettings, Journal};
use strip_packing::study::{BenchRow, gap_table, height_table};
use strip_packing::{Budget, Method, Settings, solve};

use crate::input::{FolderArguments, WorkArguments, seconds};
use crate::watch::{Watch, with_bar};

/// Compare methods on a folder of instances at equal time
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    instances: FolderArguments,
    /// Seconds per instance and method
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "60")]
    time: Duration,
    /// Methods, separated by commas; all unless given
    #[arg(long, value_name = "M,M", value_delimiter = ',')]
    methods: Vec<Method>,
    /// Keep finished runs in this file and, if it exists, do only the missing ones
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Print one JSON array instead of tables
    #[arg(long, conflicts_with = "markdown")]
    json: bool,
    /// Print the tables as Markdown
    #[arg(long)]
    markdown: bool,
    #[command(flatten)]
    work: WorkArguments,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let journal_path = arguments.journal.as_deref();
    let instances = arguments.instances.read(journal_path)?;
    prepare(journal_path.map(|path| ("--journal", path)).as_slice(), &[])?;
    let _lock = journal_path.map(OutputLock::take).transpose()?;
    let methods = if arguments.methods.is_empty() { Method::ALL.to_vec() } else { arguments.methods.clone() };
    let work = &arguments.work;
    let bench_settings =
        BenchSettings { seconds: arguments.time.as_secs_f64(), seed: work.seed, threads: work.n_threads() };
    let mut journal = load_journal(arguments, bench_settings)?;
    let progress = report::progress::for_stderr(work.quiet);
    let mut rows = Vec::new();
    let mut kept = Ok(());
    for instance in &instances {
        for &method in &methods {
            if let Some(done) = journal.find(instance, method) {
                rows.push(done.clone());
                continue;
            }
            let settings = Settings { method, seed: work.seed, threads: work.n_threads() };
            let phase = format!("{} {method}", instance.name());
            let summary = with_bar(&*progress, &phase, Some(arguments.time), |begin| {
                let clock = || begin.elapsed();
                solve(instance, &settings, Budget::time(arguments.time, &clock), &Watch::new(&*progress), None)
            });
            rows.push(BenchRow::new(instance, &summary));
            journal.push(BenchRow::new(instance, &summary));
            if let Some(path) = journal_path {
                // A journal that cannot be written must not lose the measurements: the error is reported at the end.
                kept = write_whole(path, journal.write(crate::version()));
            }
        }
    }
    let printed = print_rows(arguments, &rows);
    kept.and(printed)
}

fn print_rows(arguments: &Arguments, rows: &[BenchRow]) -> Result<()> {
    if arguments.json {
        return print(&(serde_json::to_string_pretty(rows)? + "\n"));
    }
    let tables = [height_table(rows), gap_table(rows)];
    let [heights, gaps] = tables.map(|t| if arguments.markdown { t.to_markdown() } else { t.to_terminal() });
    print(&format!("Height reached (* proven optimal) and time taken\n\n{heights}\nMean gap to the optimum\n\n{gaps}"))
}

fn load_journal(arguments: &Arguments, settings: BenchSettings) -> Result<Journal> {
    let Some(path) = arguments.journal.as_deref() else { return Ok(Journal::new(settings)) };
    let Some(bytes) = read_if_there(path)? else { return Ok(Journal::new(settings)) };
    Journal::read(&bytes, crate::version(), settings).with_context(|| path.display().to_string())
}
