//! `strippack bench`: every method on every instance of a folder, at equal time.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use strip_packing::methods::{Settings, solve};
use strip_packing::run::{Budget, Method};
use strip_packing::study::{BenchRow, gap_table, height_table};

use crate::input::{ReadArguments, WorkArguments, seconds};
use crate::print;
use crate::watch::{Watch, with_bar};

/// Compare methods on a folder of instances at equal time
#[derive(Args)]
pub(crate) struct Arguments {
    /// Folder with .json, .txt or .csv instances
    folder: PathBuf,
    /// Seconds per instance and method
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "60")]
    time: Duration,
    /// Methods, separated by commas; all unless given
    #[arg(long, value_name = "M,M", value_delimiter = ',')]
    methods: Vec<Method>,
    /// Only instances whose name begins with one of these, separated by commas
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    only: Vec<String>,
    /// Print one JSON array instead of tables
    #[arg(long, conflicts_with = "markdown")]
    json: bool,
    /// Print the tables as Markdown
    #[arg(long)]
    markdown: bool,
    #[command(flatten)]
    read: ReadArguments,
    #[command(flatten)]
    work: WorkArguments,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let mut instances = arguments.read.read_folder(&arguments.folder)?;
    if !arguments.only.is_empty() {
        instances.retain(|instance| arguments.only.iter().any(|name| instance.name().starts_with(name)));
        anyhow::ensure!(!instances.is_empty(), "no instance's name begins with {}", arguments.only.join(" or "));
    }
    let methods = if arguments.methods.is_empty() { Method::ALL.to_vec() } else { arguments.methods.clone() };
    let progress = report::progress::for_stderr(arguments.work.quiet);
    let mut rows = Vec::new();
    for instance in &instances {
        for &method in &methods {
            let settings = Settings { method, seed: arguments.work.seed, threads: arguments.work.n_threads() };
            let phase = format!("{} {method}", instance.name());
            let summary = with_bar(&*progress, &phase, arguments.time, |begin| {
                let clock = || begin.elapsed();
                solve(instance, &settings, Budget::time(arguments.time, &clock), &Watch::new(&*progress), None)
            });
            rows.push(BenchRow::new(instance, &summary));
        }
    }
    if arguments.json {
        return print(&(serde_json::to_string_pretty(&rows)? + "\n"));
    }
    let tables = [height_table(&rows), gap_table(&rows)];
    let [heights, gaps] = tables.map(|t| if arguments.markdown { t.to_markdown() } else { t.to_terminal() });
    print(&format!("Height reached (* proven optimal) and seconds\n\n{heights}\nMean gap to the optimum\n\n{gaps}"))
}
