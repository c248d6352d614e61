//! Starts a worker process for a target and, when it dies, finds, shrinks and keeps the input that killed it.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use super::minimise::minimise;
use super::target::Target;
use super::worker;
use crate::workspace;

/// Address space of a worker; an input that makes it ask for more is a finding.
const MEMORY_KIB: u32 = 4 * 1024 * 1024;
/// How often a failing input may be tried again while it is made smaller.
const MINIMISE_RUNS: usize = 400;
/// And for how long: an input that hangs takes its time every time.
const MINIMISE_TIME: Duration = Duration::from_secs(60);

/// How long and with which seed.
#[derive(Clone, Copy)]
pub(super) struct Job {
    pub(super) seconds: u64,
    pub(super) seed: u64,
}

/// What came of running one target.
pub(super) struct Outcome {
    name: &'static str,
    summary: String,
    pub(super) failure: Option<Failure>,
}

/// An input that breaks a law.
pub(super) struct Failure {
    message: String,
    input: PathBuf,
    n_bytes: usize,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.failure {
            None => write!(f, "fuzz {}: {}", self.name, self.summary),
            Some(failure) => {
                writeln!(f, "fuzz {}: FAILED\n{}", self.name, failure.message.trim_end())?;
                writeln!(f, "  input of {} bytes: {}", failure.n_bytes, failure.input.display())?;
                write!(f, "  again: cargo xtask fuzz {} --replay {}", self.name, failure.input.display())
            }
        }
    }
}

/// Runs the target in a process of its own.
pub(super) fn run(target: &Target, job: &Job) -> Result<Outcome> {
    let folder = workspace::target().join("fuzz");
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let trace = folder.join(format!("{}.trace", target.name));
    let mut command = bounded(target);
    command.arg("--worker").arg(&trace);
    command.args(["--seconds", &job.seconds.to_string(), "--seed", &job.seed.to_string()]);
    let output = finish(&mut command)?;
    if output.status.success() {
        let n_runs = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        ensure!(n_runs.parse::<u64>().is_ok_and(|n| n > 0), "the worker ran no input (printed {n_runs:?})");
        let summary = format!("{n_runs} inputs in {} s, seed {}", job.seconds, job.seed);
        return Ok(Outcome { name: target.name, summary, failure: None });
    }
    let bytes = fs::read(&trace).with_context(|| format!("the worker died and left no {}", trace.display()))?;
    let input = worker::decode(&bytes).context("the worker died before its first input")?;
    let failure = shrink(target, input, &folder, &output)?;
    Ok(Outcome { name: target.name, summary: String::new(), failure: Some(failure) })
}

fn shrink(target: &Target, input: &[u8], folder: &Path, first: &Output) -> Result<Failure> {
    let path = folder.join(format!("{}.input", target.name));
    let mut message = String::from_utf8_lossy(&first.stderr).into_owned();
    let start = Instant::now();
    let smallest = minimise(input, MINIMISE_RUNS, |shorter| {
        if start.elapsed() > MINIMISE_TIME || fs::write(&path, shorter).is_err() {
            return false;
        }
        match replay(target, &path) {
            Ok(output) if !output.status.success() => {
                message = String::from_utf8_lossy(&output.stderr).into_owned();
                true
            }
            _ => false,
        }
    });
    fs::write(&path, &smallest).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(Failure { message, input: path, n_bytes: smallest.len() })
}

fn replay(target: &Target, input: &Path) -> Result<Output> {
    finish(bounded(target).arg("--replay").arg(input))
}

/// This program's own `fuzz NAME`, with bounded memory and time.
fn bounded(target: &Target) -> Command {
    let mut command = Command::new("bash");
    let program = std::env::current_exe().expect("a running program has a path");
    command.args(["-c", &format!("ulimit -v {MEMORY_KIB}; exec \"$0\" \"$@\"")]).arg(program);
    command.args(["fuzz", target.name]).env("RUST_BACKTRACE", "0");
    command
}

fn finish(command: &mut Command) -> Result<Output> {
    command.stdin(Stdio::null()).output().context("cannot start a worker")
}
