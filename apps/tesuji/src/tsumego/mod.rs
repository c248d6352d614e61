//! `tesuji tsumego`: life-and-death problems: solve them, measure the solver, make new ones, hand them out.

mod evaluate;
mod export;
mod generate;
mod solve;
mod train;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use tsumego::{Task, TaskError};

/// Life-and-death problems: solve, evaluate, generate, export, train
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Solve the problems of a file: the status of every first move, proved
    Solve(solve::Arguments),
    /// Compare the solver's first moves with those that a file calls right
    Evaluate(evaluate::Arguments),
    /// Make new problems
    Generate(generate::Arguments),
    /// Write problems as an SGF collection with solutions
    Export(export::Arguments),
    /// Practise in the terminal
    Train(train::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.command {
        Command::Solve(arguments) => solve::run(arguments),
        Command::Evaluate(arguments) => evaluate::run(arguments),
        Command::Generate(arguments) => generate::run(arguments),
        Command::Export(arguments) => export::run(arguments),
        Command::Train(arguments) => train::run(arguments),
    }
}

/// Reads a file of problems in any of the formats.
fn read(path: &Path) -> Result<Vec<Result<Task, TaskError>>> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    tsumego::read_tasks(&bytes).with_context(|| format!("cannot use {}", path.display()))
}
