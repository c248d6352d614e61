//! The process that calls a target repeatedly. Whatever stops it, the input that did so is in the trace file.

use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use std::{process, thread};

use anyhow::{Context, Result};

use super::corpus;
use super::coverage::Coverage;
use super::mutator::Mutator;
use super::target::Target;

/// An input that takes longer than this has found an endless loop or a quadratic one.
const HANG_SECONDS: u64 = 20;

/// How long, with which seed, and whether inputs that earlier runs kept take part.
pub(super) struct Rounds {
    pub(super) seconds: u64,
    pub(super) seed: u64,
    pub(super) with_found: bool,
}

/// Runs the target until the time is over and prints how many inputs it bore.
pub(super) fn run(target: &Target, job: Rounds, trace: &Path) -> Result<()> {
    let Rounds { seconds, seed, with_found } = job;
    let trace = File::create(trace).with_context(|| format!("cannot write {}", trace.display()))?;
    let mut coverage = Coverage::new();
    let mut inputs = corpus::load(target);
    if with_found {
        inputs.extend(corpus::found(target));
    }
    let mut mutator = Mutator::new(seed, inputs.clone(), target.dictionary);
    // What is known already is not new: it is run once before the time begins to count.
    if coverage.is_on() {
        for input in &inputs {
            trace.write_all_at(&encode(input), 0)?;
            (target.run)(input);
            coverage.is_new();
        }
    }
    let end = Instant::now() + Duration::from_secs(seconds);
    let n_runs = Arc::new(AtomicU64::new(0));
    watch(Arc::clone(&n_runs));
    let mut input = Vec::new();
    while Instant::now() < end {
        mutator.next_into(&mut input);
        trace.write_all_at(&encode(&input), 0)?;
        coverage.reset();
        (target.run)(&input);
        if coverage.is_new() {
            mutator.learn(&input);
            corpus::keep(target, &input)?;
        }
        n_runs.fetch_add(1, Ordering::Relaxed);
    }
    if coverage.is_on() {
        eprintln!("{} edges reached", coverage.n_edges());
    }
    println!("{}", n_runs.load(Ordering::Relaxed));
    Ok(())
}

/// Runs the target once on the bytes of a file.
pub(super) fn replay(target: &Target, file: &Path) -> Result<()> {
    let input = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    watch(Arc::default());
    (target.run)(&input);
    Ok(())
}

/// Ends the process when one input takes too long.
fn watch(n_runs: Arc<AtomicU64>) {
    thread::spawn(move || {
        let mut last = u64::MAX;
        loop {
            thread::sleep(Duration::from_secs(HANG_SECONDS));
            let now = n_runs.load(Ordering::Relaxed);
            if last == now {
                let _ = writeln!(std::io::stderr(), "one input takes more than {HANG_SECONDS} seconds");
                process::abort();
            }
            last = now;
        }
    });
}

/// An input with its length before it, because the trace file keeps the tail of longer inputs.
fn encode(input: &[u8]) -> Vec<u8> {
    let mut bytes = (input.len() as u64).to_le_bytes().to_vec();
    bytes.extend_from_slice(input);
    bytes
}

/// The input in a trace file.
pub(super) fn decode(trace: &[u8]) -> Option<&[u8]> {
    let (length, rest) = trace.split_first_chunk()?;
    rest.get(..usize::try_from(u64::from_le_bytes(*length)).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trace_gives_its_input_back() {
        let mut trace = encode(b"short");
        trace.extend_from_slice(b"tail of a longer one");
        assert_eq!(decode(&trace), Some(&b"short"[..]));
        assert_eq!(decode(&trace[..9]), None);
        assert_eq!(decode(b""), None);
    }
}
