//! Files of problems as the input of `learn`, `evaluate` and `explain`: a problem is a game with set-up stones and its right first move.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use lab::local::{LocalProblem, read_problems};

/// The problems of the files that have a right first move, of one kind if it is given. What is left out is remarked upon.
pub(crate) fn load(files: &[PathBuf], kind: Option<&str>, quiet: bool) -> Result<Vec<LocalProblem>> {
    let (mut problems, mut n_read) = (Vec::new(), 0);
    for file in files {
        let (mut n_refused, mut first) = (0, None);
        for read in read(file)? {
            n_read += 1;
            match read {
                Ok(problem) => problems.push(problem),
                Err(error) => {
                    n_refused += 1;
                    first.get_or_insert(error);
                }
            }
        }
        if let Some(error) = first.filter(|_| !quiet) {
            eprintln!("{}: {n_refused} left out, the first: {error}", file.display());
        }
    }
    if problems.is_empty() {
        bail!("none of the {n_read} problems has a right first move: add solutions, or leaves that say CORRECT");
    }
    if let Some(kind) = kind {
        problems.retain(|problem| problem.task.kind.as_deref() == Some(kind));
        if problems.is_empty() {
            bail!("no problem is of kind {kind:?}; `tesuji tsumego evaluate` lists the kinds of a file");
        }
    }
    Ok(problems)
}

/// The positions after one to `most_moves` moves of the problems' solution trees that say what is right there, by the problem's key.
pub(crate) fn follow_ups(files: &[PathBuf], most_moves: usize) -> Result<HashMap<u64, Vec<LocalProblem>>> {
    let mut found: HashMap<u64, Vec<LocalProblem>> = HashMap::new();
    for file in files {
        let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
        let later =
            tsumego::read_follow_ups(&bytes, most_moves).with_context(|| format!("cannot use {}", file.display()))?;
        for (problem, later) in read(file)?.into_iter().zip(later) {
            let Ok(problem) = problem else { continue };
            found
                .entry(problem.key())
                .or_default()
                .extend(later.into_iter().filter_map(|task| LocalProblem::new(task).ok()));
        }
    }
    Ok(found)
}

/// All problems of a file, in their places.
pub(crate) fn read(file: &Path) -> Result<Vec<Result<LocalProblem, lab::local::ProblemError>>> {
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    read_problems(&bytes).with_context(|| format!("cannot use {}", file.display()))
}
