//! `strippack ablation`: the contribution of each idea at an equal number of evaluations.

use std::time::Instant;

use anyhow::Result;
use clap::Args;
use command_line::print;
use strip_packing::study::{AblationRow, Variant, ablation_table};

use crate::input::FolderArguments;

/// Leave ideas out one by one: random, greedy, climbing and tree search at equal evaluations
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    instances: FolderArguments,
    /// Attempts to pack everything, per run
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    evaluations: u64,
    /// Runs per instance, each with its own seed
    #[arg(long, value_name = "N", default_value_t = 3)]
    seeds: u64,
    /// Print the table as Markdown
    #[arg(long)]
    markdown: bool,
    /// No progress on stderr
    #[arg(long)]
    quiet: bool,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let instances = arguments.instances.read(None)?;
    let progress = report::progress::for_stderr(arguments.quiet);
    let mut rows = Vec::new();
    for variant in Variant::ALL {
        progress.start(variant.name(), Some(instances.len() as u64 * arguments.seeds));
        let begin = Instant::now();
        let clock = || begin.elapsed();
        let mut row = AblationRow { variant, gaps: Vec::new(), n_optimal: 0, elapsed: begin.elapsed() };
        for instance in &instances {
            for seed in 1..=arguments.seeds {
                let summary = variant.pack(instance, arguments.evaluations, seed, &clock);
                let claim = instance.known_optimum().unwrap_or(summary.lower_bound);
                let reference = claim.clamp(summary.lower_bound.min(summary.height()), summary.height()).max(1);
                row.gaps.push((f64::from(summary.height()) - f64::from(reference)) / f64::from(reference));
                row.n_optimal += usize::from(summary.height() <= reference);
                progress.advance(1);
            }
        }
        row.elapsed = begin.elapsed();
        progress.finish();
        rows.push(row);
    }
    let table = ablation_table(&rows);
    print(&if arguments.markdown { table.to_markdown() } else { table.to_terminal() })
}
