//! Instance files from disk, with errors that name file and line; and options that several commands share.

use std::collections::HashMap;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::Args;
use output_files::resolved;
pub(crate) use report::argument::seconds;
use strip_packing::formats::{self, Format, ReadOptions};
use strip_packing::{Instance, Rotation};

/// How instances are read.
#[derive(Args)]
pub(crate) struct ReadArguments {
    /// Rectangles keep their orientation
    #[arg(long)]
    pub(crate) no_rotation: bool,
    /// Width of the strip, if the file has none or to override it
    #[arg(long, value_name = "N")]
    pub(crate) width: Option<u32>,
}

impl ReadArguments {
    /// Reads one file; its format is found by its ending or its first character.
    pub(crate) fn read(&self, path: &Path) -> Result<Instance> {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let options = ReadOptions {
            rotation: if self.no_rotation { Rotation::Fixed } else { Rotation::Allowed },
            strip_width: self.width,
        };
        let file_name = path.file_name().unwrap_or_default().to_string_lossy();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let format = Format::guess(&file_name, &bytes);
        formats::read(format, &stem, &bytes, &options)
            .map_err(|error| anyhow!("{}:{}: {}", path.display(), error.line, error.fault))
    }
}

/// A folder of instances, or some of it.
#[derive(Args)]
pub(crate) struct FolderArguments {
    /// Folder with .json, .txt, .csv or .tsv instances
    folder: PathBuf,
    /// Only instances whose name begins with one of these, separated by commas
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    only: Vec<String>,
    #[command(flatten)]
    read: ReadArguments,
}

impl FolderArguments {
    /// Reads every given instance file, in natural order of their names. A journal kept in the same folder is skipped.
    /// Results are identified by the instances' names, so duplicate names are rejected.
    pub(crate) fn read(&self, journal: Option<&Path>) -> Result<Vec<Instance>> {
        let folder = self.folder.display();
        let entries = fs::read_dir(&self.folder).with_context(|| format!("cannot list {folder}"))?;
        let mut paths: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
        paths.retain(|path| {
            let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
            ending.is_some_and(|ending| ["json", "txt", "csv", "tsv"].iter().any(|known| ending == *known))
        });
        if let Some(journal) = journal.map(resolved) {
            paths.retain(|path| resolved(path) != journal);
        }
        if paths.is_empty() {
            bail!("{folder} holds no .json, .txt, .csv or .tsv file");
        }
        paths.sort_by_key(|path| natural_key(&path.to_string_lossy()));
        let mut instances = Vec::new();
        let mut path_of: HashMap<String, &Path> = HashMap::new();
        for path in &paths {
            let instance = self.read.read(path)?;
            if !self.only.is_empty() && !self.only.iter().any(|name| instance.name().starts_with(name)) {
                continue;
            }
            if let Some(other) = path_of.insert(instance.name().to_owned(), path) {
                bail!(
                    "{} and {} both hold an instance called {:?}; rename one (the file, or the name written in it)",
                    other.display(),
                    path.display(),
                    instance.name()
                );
            }
            instances.push(instance);
        }
        ensure!(!instances.is_empty(), "no instance's name begins with {}", self.only.join(" or "));
        Ok(instances)
    }
}

/// Seeds and threads.
#[derive(Args)]
pub(crate) struct WorkArguments {
    /// Seed of everything random
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Threads; all processors unless given
    #[arg(long, value_name = "N", value_parser = report::argument::threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// No progress on stderr
    #[arg(long)]
    pub(crate) quiet: bool,
}

impl WorkArguments {
    /// Threads to use.
    pub(crate) fn n_threads(&self) -> usize {
        self.threads.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get)
    }
}

/// Digits count as one number, so that `10` comes after `9`.
fn natural_key(name: &str) -> Vec<(String, u64)> {
    let mut parts = vec![(String::new(), 0u64)];
    let mut in_digits = false;
    for c in name.chars() {
        match c.to_digit(10) {
            Some(digit) => {
                let (_, number) = parts.last_mut().expect("never empty");
                *number = number.saturating_mul(10).saturating_add(u64::from(digit));
                in_digits = true;
            }
            None => {
                if in_digits {
                    parts.push((String::new(), 0));
                    in_digits = false;
                }
                parts.last_mut().expect("never empty").0.push(c);
            }
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_natural_order() {
        let mut names = ["C1_10", "C1_9", "C1", "B20"];
        names.sort_by_key(|name| natural_key(name));
        assert_eq!(names, ["B20", "C1", "C1_9", "C1_10"]);
    }
}
