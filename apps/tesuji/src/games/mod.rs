//! `tesuji games`: from SGF files, folders, collections and compressed streams to a compact database or an opening
//! book; statistics; dictionaries of joseki and fuseki; problems of the files.

mod book;
mod check;
mod dictionary;
pub(crate) mod filter;
pub(crate) mod import;
pub(crate) mod inputs;
mod search;
mod stats;

use anyhow::Result;
use clap::{Args, Subcommand};

/// Game records: gather them into a database, count them, check them
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Gather games into a compact database
    Import(import::Arguments),
    /// Show what games there are: sizes, ranks, years, lengths, results
    Stats(stats::Arguments),
    /// Find a position or a shape: how often it was played, what came next, who won
    Search(search::Arguments),
    /// Report the problems of SGF files, and mend them
    Check(check::Arguments),
    /// Make an opening book, to be played from by `tesuji gtp --book`
    Book(book::Arguments),
    /// What was played in the corners: sequences with answers, results and novelties
    Joseki(dictionary::Joseki),
    /// What was played on the whole board in the opening
    Fuseki(dictionary::Fuseki),
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.command {
        Command::Import(arguments) => import::run(arguments),
        Command::Stats(arguments) => stats::run(arguments),
        Command::Search(arguments) => search::run(arguments),
        Command::Check(arguments) => check::run(arguments),
        Command::Book(arguments) => book::run(arguments),
        Command::Joseki(arguments) => dictionary::run_joseki(arguments),
        Command::Fuseki(arguments) => dictionary::run_fuseki(arguments),
    }
}
