//! `tesuji classify`: classifiers for any table of numbers, trained, tested and compared.

mod compare;
mod inputs;
mod problems;
mod test;
mod train;

use std::io::{self, Write};

use ::learn::classify::LEARNERS;
use anyhow::Result;
use clap::{Args, Subcommand};
use report::{Column, Table};

/// Train, test and compare classifiers on ARFF and CSV tables
///
/// A learner is written NAME or NAME:FIELD=VALUE,FIELD=VALUE, as forest:trees=200; `tesuji classify list` shows all of them with their fields.
/// The class is the last column, unless --class names another.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List the learners and their fields
    List,
    Train(train::Arguments),
    Test(test::Arguments),
    Compare(compare::Arguments),
    Problems(problems::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.command {
        Command::List => list(),
        Command::Train(arguments) => train::run(arguments),
        Command::Test(arguments) => test::run(arguments),
        Command::Compare(arguments) => compare::run(arguments),
        Command::Problems(arguments) => problems::run(arguments),
    }
}

fn list() -> Result<()> {
    let mut table = Table::new([Column::left("learner"), Column::left("what"), Column::left("fields")]);
    LEARNERS.iter().for_each(|learner| table.push([learner.name, learner.about, learner.fields]));
    writeln!(io::stdout(), "{}", table.to_terminal().trim_end())?;
    Ok(())
}
