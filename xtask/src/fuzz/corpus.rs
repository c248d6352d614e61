//! The inputs that mutation starts from: the fixtures of the crates and the words of the dictionary.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::target::Target;
use crate::workspace;

/// Larger fixtures are cut here: long inputs make mutation slow and find nothing that short ones do not.
const MAX_SEED_BYTES: usize = 64 * 1024;

/// Everything the target's row names, in a fixed order, and never empty.
pub(super) fn load(target: &Target) -> Vec<Vec<u8>> {
    let mut inputs = vec![Vec::new()];
    inputs.extend(target.dictionary.iter().map(|word| word.to_vec()));
    for place in target.corpus {
        collect(&workspace::root().join(place), &mut inputs);
    }
    inputs
}

/// Inputs that reached something new in a run with coverage: `target/fuzz/corpus/NAME`, shared by all later campaigns.
pub(super) fn found(target: &Target) -> Vec<Vec<u8>> {
    let mut inputs = Vec::new();
    collect(&found_folder(target), &mut inputs);
    inputs
}

/// Keeps such an input, under a name made of its contents.
pub(super) fn keep(target: &Target, input: &[u8]) -> Result<()> {
    let folder = found_folder(target);
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let file = folder.join(format!("{:016x}", stable_hash::Fnv1a::of(input)));
    fs::write(&file, input).with_context(|| format!("cannot write {}", file.display()))
}

fn found_folder(target: &Target) -> PathBuf {
    workspace::target().join("fuzz/corpus").join(target.name)
}

/// Adds the file, or the files of the folder and of those below it, sorted by name so that a seed means the same everywhere.
fn collect(path: &Path, inputs: &mut Vec<Vec<u8>>) {
    if path.is_dir() {
        let mut entries: Vec<_> =
            fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        entries.sort();
        entries.iter().for_each(|entry| collect(entry, inputs));
    } else if let Ok(mut bytes) = fs::read(path) {
        bytes.truncate(MAX_SEED_BYTES);
        inputs.push(bytes);
    }
}
