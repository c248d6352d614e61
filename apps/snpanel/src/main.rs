//! The command line of snpanel: parses arguments, calls a command and returns its exit status.
//!
//! One file per command. Exit status 0: done; 1: it failed, and stderr says why; 2: called wrongly (clap's own).

mod classify;
mod compare;
mod data;
mod demo;
mod measures;
mod options;
mod output;
mod panel;
mod run_journal;
mod search;
mod simulate;
mod watch;

use std::process::ExitCode;
use std::sync::LazyLock;

use clap::{Parser, Subcommand};

/// What `--version` prints after the name, and what checkpoints are bound to.
fn version() -> &'static str {
    static TEXT: LazyLock<String> =
        LazyLock::new(|| format!("{} (commit {})", env!("CARGO_PKG_VERSION"), build_stamp::commit!()));
    &TEXT
}

/// Chooses the n genetic markers that best distinguish populations (or cases from controls), and classifies people with
/// them. Without a command it runs a short demonstration on embedded simulated data.
#[derive(Parser)]
#[command(name = "snpanel", version = version(), max_term_width = 100)]
struct CommandLine {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Measures(Box<measures::Arguments>),
    Search(Box<search::Arguments>),
    Classify(Box<classify::Arguments>),
    Compare(Box<compare::Arguments>),
    Simulate(simulate::Arguments),
}

fn main() -> ExitCode {
    command_line::exit_code(match CommandLine::parse().command {
        None => demo::run(),
        Some(Command::Measures(arguments)) => measures::run(&arguments),
        Some(Command::Search(arguments)) => search::run(&arguments),
        Some(Command::Classify(arguments)) => classify::run(&arguments),
        Some(Command::Compare(arguments)) => compare::run(&arguments),
        Some(Command::Simulate(arguments)) => simulate::run(&arguments),
    })
}
