//! The files behind the given paths, and the games in them.
//!
//! A named file is read whatever its extension. A folder gives its `.sgf`, `.sgf.zst` and `.games` files, and those of
//! the folders below it, in the order of their names. Files are read on several threads; the result does not depend on
//! their number.

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use anyhow::{Context, Result, bail};
use go_games::{Filter, Game, ImportSummary, Importer, ReadBudget, UnpackError, read_games_within};
use rayon::prelude::*;
use report::Progress;

/// What folders are searched for.
const SUFFIXES: [&str; 3] = [".sgf", ".sgf.zst", ".games"];
/// So many files are in memory at once.
const BATCH: usize = 64;

/// How files are read, for the whole process: set once, from the command line.
static POLICY: OnceLock<Policy> = OnceLock::new();

/// What one file may cost, and what becomes of one that cannot be read.
#[derive(Clone, Copy, Default)]
struct Policy {
    budget: ReadBudget,
    is_strict: bool,
}

/// Takes `--max-unpacked` and `--strict`.
pub(crate) fn set_policy(max_unpacked_mib: Option<u64>, is_strict: bool) {
    let max_unpacked = max_unpacked_mib.map(|mib| usize::try_from(mib << 20).unwrap_or(usize::MAX));
    POLICY.get_or_init(|| Policy { budget: ReadBudget { max_unpacked, ..ReadBudget::default() }, is_strict });
}

/// What one file may cost.
pub(crate) fn budget() -> ReadBudget {
    POLICY.get_or_init(Policy::default).budget
}

fn is_strict() -> bool {
    POLICY.get_or_init(Policy::default).is_strict
}

/// Unpacks a record within the budget.
pub(crate) fn unpack(bytes: &[u8]) -> Result<Cow<'_, [u8]>, UnpackError> {
    go_games::unpack(bytes, budget().unpacked(bytes.len()))
}

/// The bytes of a file, unpacked within the budget.
pub(crate) fn read_unpacked(path: &Path) -> Result<Vec<u8>> {
    let cannot_read = || format!("cannot read {}", path.display());
    let bytes = fs::read(path).with_context(cannot_read)?;
    Ok(unpack(&bytes).with_context(cannot_read)?.into_owned())
}

/// A file to read.
pub(crate) struct InputFile {
    pub(crate) path: PathBuf,
    /// The path below the folder that was typed; the file's name if it was typed itself.
    pub(crate) relative: PathBuf,
    pub(crate) n_bytes: u64,
}

/// The files behind the paths. Fails if a path does not exist or there is no file at all.
pub(crate) fn expand(paths: &[PathBuf]) -> Result<Vec<InputFile>> {
    let mut files = Vec::new();
    for path in paths {
        let metadata = fs::metadata(path).with_context(|| format!("cannot open {}", path.display()))?;
        if metadata.is_dir() {
            walk(path, &mut files)?;
        } else {
            let relative = path.file_name().map_or_else(|| path.clone(), PathBuf::from);
            files.push(InputFile { path: path.clone(), relative, n_bytes: metadata.len() });
        }
    }
    if files.is_empty() {
        bail!("no game files found: folders are searched for {}", SUFFIXES.join(", "));
    }
    Ok(files)
}

/// Goes through a folder and those below it; links to folders are not followed, since they may lead in circles.
fn walk(top: &Path, files: &mut Vec<InputFile>) -> Result<()> {
    let mut folders = vec![top.to_path_buf()];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).with_context(|| format!("cannot read folder {}", folder.display()))? {
            let entry = entry.with_context(|| format!("cannot read folder {}", folder.display()))?;
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().to_lowercase();
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.push(path);
            } else if SUFFIXES.iter().any(|suffix| name.ends_with(suffix)) {
                let metadata = fs::metadata(&path);
                if metadata.as_ref().is_ok_and(|metadata| !metadata.is_file()) {
                    // A pipe would be waited for, a device may never end.
                    if is_strict() {
                        bail!("{} is no regular file, and --strict was given", path.display());
                    }
                    eprintln!("skipped: {} is no regular file", path.display());
                    continue;
                }
                let relative = path.strip_prefix(top).map_or_else(|_| path.clone(), Path::to_path_buf);
                let n_bytes = metadata.map_or(0, |metadata| metadata.len());
                found.push(InputFile { path, relative, n_bytes });
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    files.extend(found);
    Ok(())
}

/// Applies `job` to the bytes of every file, several at a time, and hands the outcomes to `take` in the order of the files.
pub(crate) fn for_each_file<T: Send>(
    files: &[InputFile],
    progress: &dyn Progress,
    job: impl Fn(&[u8]) -> T + Sync,
    mut take: impl FnMut(&InputFile, Result<T>) -> Result<()>,
) -> Result<()> {
    progress.start("reading", Some(files.iter().map(|file| file.n_bytes).sum()));
    for batch in files.chunks(BATCH) {
        let done: Vec<Result<T>> = batch
            .par_iter()
            .map(|file| {
                let bytes = fs::read(&file.path).with_context(|| format!("cannot read {}", file.path.display()))?;
                let outcome = job(&bytes);
                progress.advance(file.n_bytes);
                Ok(outcome)
            })
            .collect();
        for (file, outcome) in batch.iter().zip(done) {
            take(file, outcome)?;
        }
    }
    progress.finish();
    Ok(())
}

/// Which games to load from where.
pub(crate) struct Source<'a> {
    pub(crate) paths: &'a [PathBuf],
    pub(crate) filter: Filter,
    pub(crate) keep_duplicates: bool,
    pub(crate) quiet: bool,
}

/// Loads the games of files, folders, compressed collections and databases that pass the filter.
pub(crate) fn load(source: Source<'_>) -> Result<(Vec<Game>, ImportSummary)> {
    let files = expand(source.paths)?;
    let progress = report::progress::for_stderr(source.quiet);
    let mut importer = Importer::new(source.filter);
    if source.keep_duplicates {
        importer = importer.keep_duplicates();
    }
    let mut lost = Vec::new();
    for_each_file(
        &files,
        &*progress,
        |bytes| read_games_within(bytes, &budget()),
        |file, games| {
            let name = file.path.display().to_string();
            match games {
                Ok(games) => importer.add(&name, games),
                Err(error) => lost.push((name, format!("{:#}", error.root_cause()))),
            }
            Ok(())
        },
    )?;
    let (games, mut summary) = importer.finish();
    summary.unreadable.extend(lost);
    // Printed even with --quiet: missing files must not go unnoticed.
    for (file, reason) in &summary.unreadable {
        eprintln!("warning: not read: {file}: {reason}");
    }
    if is_strict() {
        refuse_unreadable(&summary)?;
    }
    Ok((games, summary))
}

/// For commands whose figures would silently be those of a part of the games.
pub(crate) fn refuse_unreadable(summary: &ImportSummary) -> Result<()> {
    match summary.unreadable.len() {
        0 => Ok(()),
        n => bail!("{n} of the files could not be read: mend them or leave them out"),
    }
}
