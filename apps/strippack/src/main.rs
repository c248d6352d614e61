//! The command line of strippack: parses arguments, calls a command and returns its exit status.
//!
//! One file per command. Exit status 0: done; 1: it failed, and stderr says why; 2: called wrongly (clap's own).

mod ablation;
mod bench;
mod demo;
mod generate;
mod input;
mod solve;
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

/// Packs rectangles onto a strip of fixed width, as short as possible: Monte-Carlo tree search and the classical
/// heuristics in one tool. Without a command it packs a small example and shows it.
#[derive(Parser)]
#[command(name = "strippack", version = version(), max_term_width = 100)]
struct CommandLine {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Solve(solve::Arguments),
    Bench(bench::Arguments),
    Ablation(ablation::Arguments),
    Generate(generate::Arguments),
}

fn main() -> ExitCode {
    command_line::exit_code(match CommandLine::parse().command {
        None => demo::run(),
        Some(Command::Solve(arguments)) => solve::run(&arguments),
        Some(Command::Bench(arguments)) => bench::run(&arguments),
        Some(Command::Ablation(arguments)) => ablation::run(&arguments),
        Some(Command::Generate(arguments)) => generate::run(&arguments),
    })
}
