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

/// How long, with which seed, and with which program.
pub(super) struct Job {
    pub(super) seconds: u64,
    pub(super) seed: u64,
    /// Whether inputs that runs with coverage kept take part.
    pub(super) with_found: bool,
    /// A copy of this program, see [`keep_program`].
    pub(super) program: PathBuf,
}

/// Copies this program to a place where it stays: the tests that run before the fuzz targets build the workspace, and then
/// the file that this process was started from may have been replaced.
pub(super) fn keep_program() -> Result<PathBuf> {
    let kept = workspace::target().join("fuzz").join(format!("worker-{}", std::process::id()));
    let folder = kept.parent().expect("the path was joined");
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let running = if cfg!(target_os = "linux") { PathBuf::from("/proc/self/exe") } else { std::env::current_exe()? };
    fs::copy(&running, &kept).with_context(|| format!("cannot copy {} to {}", running.display(), kept.display()))?;
    Ok(kept)
}

impl Drop for Job {
    fn drop(&mut self) {
        // A copy that cannot be deleted remains in the target folder, where it is harmless.
        let _ = fs::remove_file(&self.program);
    }
}

/// The result of running one target.
pub(super) struct Outcome {
    name: &'static str,
    summary: String,
    /// Inputs that the target bore.
    pub(super) n_inputs: u64,
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
    let mut command = bounded(target, &job.program);
    command.arg("--worker").arg(&trace);
    command.args(["--seconds", &job.seconds.to_string(), "--seed", &job.seed.to_string()]);
    if job.with_found {
        command.arg("--found");
    }
    let output = finish(&mut command)?;
    if output.status.success() {
        let n_runs = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        ensure!(n_runs.parse::<u64>().is_ok_and(|n| n > 0), "the worker ran no input (printed {n_runs:?})");
        let edges = String::from_utf8_lossy(&output.stderr);
        let edges = edges.lines().last().map_or(String::new(), |edges| format!("; {edges}"));
        let summary = format!("{n_runs} inputs in {} s, seed {}{edges}", job.seconds, job.seed);
        return Ok(Outcome { name: target.name, summary, n_inputs: n_runs.parse().unwrap_or(0), failure: None });
    }
    let bytes = fs::read(&trace).with_context(|| {
        let message = String::from_utf8_lossy(&output.stderr);
        format!("the worker died ({}) and left no {}: {}", output.status, trace.display(), message.trim())
    })?;
    let input = worker::decode(&bytes).context("the worker died before its first input")?;
    let failure = shrink(target, job, input, &folder, &output)?;
    Ok(Outcome { name: target.name, summary: String::new(), n_inputs: 0, failure: Some(failure) })
}

fn shrink(target: &Target, job: &Job, input: &[u8], folder: &Path, first: &Output) -> Result<Failure> {
    let path = folder.join(format!("{}.input", target.name));
    let mut message = String::from_utf8_lossy(&first.stderr).into_owned();
    let start = Instant::now();
    let smallest = minimise(input, MINIMISE_RUNS, |shorter| {
        if start.elapsed() > MINIMISE_TIME || fs::write(&path, shorter).is_err() {
            return false;
        }
        match replay(target, job, &path) {
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

fn replay(target: &Target, job: &Job, input: &Path) -> Result<Output> {
    finish(bounded(target, &job.program).arg("--replay").arg(input))
}

/// This program's own `fuzz NAME`, with bounded memory and time.
fn bounded(target: &Target, program: &Path) -> Command {
    let mut command = Command::new("bash");
    command.args(["-c", &format!("ulimit -v {MEMORY_KIB}; exec \"$0\" \"$@\"")]).arg(program);
    command.args(["fuzz", target.name]).env("RUST_BACKTRACE", "0");
    command
}

fn finish(command: &mut Command) -> Result<Output> {
    command.stdin(Stdio::null()).output().context("cannot start a worker")
}
