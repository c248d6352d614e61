//! The command line of Tesuji: parses arguments, calls a command and returns its exit status.
//!
//! One file per command. Exit status 0: done; 1: it failed, and stderr says why; 2: called wrongly (clap's own).

mod analyze;
mod bench;
mod check_priors;
mod classify;
mod csv;
mod diagram;
mod embedded;
mod evaluate;
mod explain;
mod games;
mod gtp;
mod judge;
mod judging;
mod learn;
mod m_eval;
mod matches;
mod model;
mod model_exchange;
mod model_leaves;
mod play;
mod playouts;
mod problems;
mod programs;
mod regress;
mod study;
mod tsumego;
mod welcome;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// A computer-Go workbench: it learns from game records how strong players choose their moves, uses that in a
/// Monte-Carlo tree search, plays, and explains why.
#[derive(Parser)]
#[command(name = "tesuji", version = embedded::version(), max_term_width = 100, args_conflicts_with_subcommands = true)]
struct CommandLine {
    #[command(subcommand)]
    command: Option<Command>,
    /// What a packed file may unpack to, in MiB [default: 64 times its size]; raise it only for files that you trust
    #[arg(long, global = true, value_name = "MIB", hide_short_help = true, value_parser = clap::value_parser!(u64).range(1..=2047))]
    max_unpacked: Option<u64>,
    /// Fail where a file that cannot be read would only be remarked upon
    #[arg(long, global = true, hide_short_help = true)]
    strict: bool,
    #[command(flatten)]
    play: play::Arguments,
}

#[derive(Subcommand)]
enum Command {
    Play(play::Arguments),
    Gtp(gtp::Arguments),
    Games(games::Arguments),
    Learn(learn::Arguments),
    Evaluate(evaluate::Arguments),
    Explain(explain::Arguments),
    Analyze(analyze::Arguments),
    Judge(judge::Arguments),
    Diagram(diagram::Arguments),
    Model(model::Arguments),
    MEval(m_eval::Arguments),
    Match(matches::Arguments),
    Regress(regress::Arguments),
    Study(study::Arguments),
    Playouts(playouts::Arguments),
    CheckPriors(check_priors::Arguments),
    Classify(classify::Arguments),
    Tsumego(tsumego::Arguments),
    Bench(bench::Arguments),
}

fn main() -> ExitCode {
    let arguments = CommandLine::parse();
    games::inputs::set_policy(arguments.max_unpacked, arguments.strict);
    command_line::exit_code(match arguments.command {
        None => play::run(&arguments.play),
        Some(command) => run(command),
    })
}

fn run(command: Command) -> Result<()> {
    match command {
        Command::Play(arguments) => play::run(&arguments),
        Command::Gtp(arguments) => gtp::run(&arguments),
        Command::Games(arguments) => games::run(&arguments),
        Command::Learn(arguments) => learn::run(&arguments),
        Command::Evaluate(arguments) => evaluate::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Analyze(arguments) => analyze::run(&arguments),
        Command::Judge(arguments) => judge::run(&arguments),
        Command::Diagram(arguments) => diagram::run(&arguments),
        Command::Model(arguments) => model::run(&arguments),
        Command::MEval(arguments) => m_eval::run(&arguments),
        Command::Match(arguments) => matches::run(&arguments),
        Command::Regress(arguments) => regress::run(&arguments),
        Command::Study(arguments) => study::run(&arguments),
        Command::Playouts(arguments) => playouts::run(&arguments),
        Command::CheckPriors(arguments) => check_priors::run(&arguments),
        Command::Classify(arguments) => classify::run(&arguments),
        Command::Tsumego(arguments) => tsumego::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
    }
}
