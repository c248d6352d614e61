//! A long campaign: every target until it has borne so many inputs, in rounds that can be stopped at any time and gone on with.
//!
//! `target/fuzz/inputs.tsv` has a line for each finished round: target, seed, inputs, failures (`inputs-coverage.tsv` for runs with coverage). A round has the seed that follows the last one of its
//! target, so that no round is made twice. Targets with the fewest rounds come first, so that all get the same time.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use output_files::{JournalFile, OutputLock};

use super::coverage::Coverage;
use super::supervisor::{self, Job};
use super::target::Target;
use crate::workspace;

/// What a target has borne.
#[derive(Clone, Copy, Default)]
struct Count {
    n_rounds: u64,
    n_inputs: u64,
    n_failures: u64,
}

/// Runs until every target has `wanted` inputs; false when one failed, now or in an earlier round.
pub(super) fn run(targets: &[&'static Target], wanted: u64, seconds: u64) -> Result<bool> {
    let folder: PathBuf = workspace::target().join("fuzz");
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let lock = OutputLock::take(&folder)?;
    let (mut journal, bytes) = JournalFile::open(&folder.join(journal_name()), &lock)?;
    let mut counts = read(&String::from_utf8_lossy(&bytes));
    loop {
        let count = |target: &Target| counts.get(target.name).copied().unwrap_or_default();
        let open = |target: &&&'static Target| count(target).n_inputs < wanted && count(target).n_failures == 0;
        let Some(target) = targets.iter().filter(open).min_by_key(|target| count(target).n_rounds) else { break };
        let seed = count(target).n_rounds + 1;
        let outcome =
            supervisor::run(target, &Job { seconds, seed, with_found: true, program: supervisor::keep_program()? })?;
        println!("{outcome}");
        let n_failures = u64::from(outcome.failure.is_some());
        journal.append(&format!("{}\t{seed}\t{}\t{n_failures}\n", target.name, outcome.n_inputs))?;
        add(&mut counts, target.name, outcome.n_inputs, n_failures);
    }
    for target in targets {
        let Count { n_rounds, n_inputs, n_failures } = counts.get(target.name).copied().unwrap_or_default();
        println!("{}: {n_inputs} inputs in {n_rounds} rounds, {n_failures} failures", target.name);
    }
    Ok(targets.iter().all(|target| counts.get(target.name).is_some_and(|count| count.n_failures == 0)))
}

/// Inputs of a program with counters are counted apart.
fn journal_name() -> &'static str {
    if Coverage::new().is_on() { "inputs-coverage.tsv" } else { "inputs.tsv" }
}

fn read(text: &str) -> BTreeMap<String, Count> {
    let mut counts = BTreeMap::new();
    for line in text.lines() {
        let cells: Vec<&str> = line.split('\t').collect();
        let &[name, _, n_inputs, n_failures] = &cells[..] else { continue };
        add(&mut counts, name, n_inputs.parse().unwrap_or(0), n_failures.parse().unwrap_or(0));
    }
    counts
}

fn add(counts: &mut BTreeMap<String, Count>, name: &str, n_inputs: u64, n_failures: u64) {
    let count = counts.entry(name.to_owned()).or_default();
    count.n_rounds += 1;
    count.n_inputs += n_inputs;
    count.n_failures += n_failures;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_add_up() {
        let counts = read("a\t1\t100\t0\nb\t1\t5\t0\na\t2\t50\t1\ngarbage\n");
        let Count { n_rounds, n_inputs, n_failures } = counts["a"];
        assert_eq!((n_rounds, n_inputs, n_failures), (2, 150, 1));
        assert_eq!(counts["b"].n_inputs, 5);
    }
}
