//! Runs the fuzz targets on the stable toolchain: plain functions fed by a seeded mutator.
//!
//! Every target runs in a process of its own with bounded memory, so that a stack overflow, an endless loop or a runaway
//! allocation is caught like a panic is. A failing input is made smaller and kept under `target/fuzz`, with the
//! command that plays it again. The corpus (the fixtures of the crates) and the dictionaries do the guiding; `--coverage` adds
//! feedback from the code that an input reaches (`coverage.rs`), for long runs.

mod campaign;
mod corpus;
mod coverage;
mod guided;
mod minimise;
mod mutator;
mod supervisor;
mod target;
mod words;
mod worker;

use std::env;
use std::path::PathBuf;
use std::str::FromStr;
use std::thread;

use anyhow::{Context, Result, bail};

use crate::tally::Tally;
use supervisor::Job;
use target::{TARGETS, Target};
use worker::Rounds;

/// How long each target runs by default.
const DEFAULT_SECONDS: u64 = 60;

/// `cargo xtask fuzz [NAME] [--seconds S]`
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The target; all of them without it
    name: Option<String>,
    /// Seconds for each target [default: FUZZ_SECONDS or 60]
    #[arg(long)]
    seconds: Option<u64>,
    /// Go on, in rounds with seeds of their own, until so many inputs have been tried; counts are kept in target/fuzz/inputs.tsv
    #[arg(long, value_name = "N", conflicts_with = "seed")]
    inputs: Option<u64>,
    /// Seed of the mutator [default: FUZZ_SEED or 1]
    #[arg(long)]
    seed: Option<u64>,
    /// Build this program with counters in its code and keep every input that reaches something new, in target/fuzz/corpus
    #[arg(long, conflicts_with_all = ["replay", "worker"])]
    coverage: bool,
    /// Begin with the inputs in target/fuzz/corpus, too (campaigns and runs with coverage always do)
    #[arg(long)]
    found: bool,
    /// Run the target once, on the bytes of this file
    #[arg(long, requires = "name")]
    replay: Option<PathBuf>,
    /// Be the process that runs the target (used by this program itself)
    #[arg(long, hide = true, requires = "name")]
    worker: Option<PathBuf>,
}

/// Runs what the command line asks for; false when a target failed.
pub(crate) fn run(arguments: &Arguments) -> Result<bool> {
    if let (Some(name), Some(file)) = (&arguments.name, &arguments.replay) {
        worker::replay(find(name)?, file)?;
        return Ok(true);
    }
    if arguments.coverage {
        return guided::run(arguments);
    }
    let (seconds, seed) = length_and_seed(arguments)?;
    if let (Some(name), Some(trace)) = (&arguments.name, &arguments.worker) {
        worker::run(find(name)?, Rounds { seconds, seed, with_found: arguments.found }, trace)?;
        return Ok(true);
    }
    if let Some(wanted) = arguments.inputs {
        let targets: Vec<&'static Target> = match &arguments.name {
            Some(name) => vec![find(name)?],
            None => TARGETS.iter().collect(),
        };
        return campaign::run(&targets, wanted, seconds);
    }
    let job = Job { seconds, seed, with_found: arguments.found, program: supervisor::keep_program()? };
    let Some(name) = &arguments.name else {
        let mut tally = Tally::default();
        run_all(&job, &mut tally);
        println!("{tally}");
        return Ok(tally.failures().is_empty());
    };
    let outcome = supervisor::run(find(name)?, &job)?;
    println!("{outcome}");
    Ok(outcome.failure.is_none())
}

/// Runs every target as `cargo xtask test` does and adds the results to the tally.
pub(crate) fn run_in_check(tally: &mut Tally) -> Result<()> {
    let (seconds, seed) = length_and_seed(&Arguments {
        name: None,
        seconds: None,
        inputs: None,
        seed: None,
        coverage: false,
        found: false,
        replay: None,
        worker: None,
    })?;
    run_all(&Job { seconds, seed, with_found: false, program: supervisor::keep_program()? }, tally);
    Ok(())
}

/// All targets: as many at once as there are cores, or more, so that all of them together take no longer than this. Seconds are the
/// clock's: 27 targets that share two cores for a minute have some 4 s of a processor each. `cargo xtask fuzz NAME` gives one a whole core.
const ALL_SECONDS: u64 = 60;

fn run_all(job: &Job, tally: &mut Tally) {
    let n_cores = thread::available_parallelism().map_or(1, usize::from);
    let n_needed = (TARGETS.len() as u64 * job.seconds).div_ceil(ALL_SECONDS.max(job.seconds));
    let n_workers = n_cores.max(usize::try_from(n_needed).unwrap_or(TARGETS.len()));
    let queue = std::sync::Mutex::new(TARGETS.iter());
    let results = std::sync::Mutex::new(tally);
    thread::scope(|scope| {
        for _ in 0..n_workers {
            scope.spawn(|| {
                loop {
                    let Some(target) = queue.lock().expect("no worker panics").next() else { return };
                    let outcome = supervisor::run(target, job);
                    let mut tally = results.lock().expect("no worker panics");
                    match outcome {
                        Ok(outcome) if outcome.failure.is_none() => {
                            println!("{outcome}");
                            tally.pass();
                        }
                        Ok(outcome) => {
                            println!("{outcome}");
                            tally.fail(format!("fuzz {}", target.name));
                        }
                        Err(error) => {
                            println!("fuzz {}: {error:#}", target.name);
                            tally.fail(format!("fuzz {}", target.name));
                        }
                    }
                }
            });
        }
    });
}

fn find(name: &str) -> Result<&'static Target> {
    TARGETS.iter().find(|target| target.name == name).with_context(|| {
        let names: Vec<_> = TARGETS.iter().map(|target| target.name).collect();
        format!("there is no fuzz target {name:?}; there are: {}", names.join(", "))
    })
}

fn length_and_seed(arguments: &Arguments) -> Result<(u64, u64)> {
    let seconds = arguments.seconds.map_or_else(|| from_environment("FUZZ_SECONDS", DEFAULT_SECONDS), Ok)?;
    let seed = arguments.seed.map_or_else(|| from_environment("FUZZ_SEED", 1), Ok)?;
    Ok((seconds, seed))
}

fn from_environment<T: FromStr>(name: &str, default: T) -> Result<T> {
    match env::var(name) {
        Ok(text) => match text.parse() {
            Ok(value) => Ok(value),
            Err(_) => bail!("{name}={text:?} is not a whole number"),
        },
        Err(_) => Ok(default),
    }
}
