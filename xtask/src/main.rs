//! Project automation: a change must pass `cargo xtask test` before it is merged.
//!
//! One file per task. The checks themselves live with the code they check; this program fetches the tools that some of
//! them need, runs them in order and adds up the counts. It ships with nothing and no crate may depend on it.

mod adversary;
mod check;
mod fuzz;
mod genotypes;
mod golden;
mod miri;
mod oracle;
mod system;
mod tally;
mod tools;
mod workspace;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Set-up, checks, oracles and golden files of the project.")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Everything a change must pass: tools, formatting, lints, tests, system tests, fuzz targets
    Test,
    /// Get the programs that the system tests use, and say where they are
    Setup,
    /// Run one system test, or all of them, against the release build
    System(system::Arguments),
    /// The page in headless Chromium, scene by scene, with pictures in target/screenshots
    Scenes(system::Scenes),
    /// Many fast games against itself and GNU Go: no illegal move, no loss on time, no growth of memory
    Soak(system::Extent),
    /// Thousands of games against itself with few playouts a move: no illegal move, no crash, no loss on time
    SelfPlay(system::SelfPlay),
    /// Run one fuzz target, or all of them
    Fuzz(fuzz::Arguments),
    /// The attacks of SECURITY.md on the built programs: files, locks, checkpoints, numbers, the protocol, the web board
    Adversary(adversary::Arguments),
    /// The tests of the search tree under Miri (needs a nightly toolchain)
    Miri(miri::Arguments),
    /// Write the golden files again; look at the difference before committing it
    Golden(golden::Arguments),
    /// Simulate 650,000 SNPs of 1,043 people and measure the cost of their statistics
    Genotypes,
    /// Compare a part of the project with an independent program
    Oracle(oracle::Arguments),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().task {
        Task::Test => check::run(),
        Task::Setup => setup().map(|()| true),
        Task::System(arguments) => system::run(&arguments),
        Task::Scenes(scenes) => system::run_scenes(&scenes),
        Task::Soak(extent) => system::run_soak(extent),
        Task::SelfPlay(extent) => system::run_self_play(extent),
        Task::Fuzz(arguments) => fuzz::run(&arguments),
        Task::Adversary(arguments) => adversary::run(&arguments),
        Task::Miri(arguments) => miri::run(&arguments),
        Task::Golden(arguments) => golden::run(&arguments),
        Task::Genotypes => genotypes::run(),
        Task::Oracle(arguments) => oracle::run(&arguments),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn setup() -> Result<()> {
    for tool in tools::TOOLS {
        println!("{}: {}", tool.name, tools::get(tool)?.path.display());
    }
    Ok(())
}
