//! One process at a time writes an output: an advisory lock (`flock`) on a file beside it.
//!
//! The system releases the lock when its process ends, however it ends, so a lock file that was left behind locks nothing: it is
//! taken over. The file holds the number and the command line of the process that has the lock, for the message that the next
//! one gets. It is removed when the lock is dropped. File systems without locks (some network ones) get a warning instead.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::{companion, target};

/// Held while an output is written.
#[derive(Debug)]
#[must_use = "the lock is released when this value is dropped"]
pub struct OutputLock {
    /// The open file has the lock; `None` where there are no locks.
    held: Option<(File, PathBuf)>,
}

impl OutputLock {
    /// Locks a file or a folder that is about to be written. Devices and pipes are not locked.
    pub fn take(path: &Path) -> Result<Self> {
        let is_folder = path.is_dir();
        if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
            return Ok(Self { held: None });
        }
        let place = lock_file(&target(path), is_folder);
        loop {
            let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&place);
            let mut file = opened.with_context(|| format!("cannot write {}", place.display()))?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    let mut holder = String::new();
                    // The holder may be about to write who it is; then the message says less.
                    let _ = file.read_to_string(&mut holder);
                    let holder = holder.trim();
                    let who =
                        if holder.is_empty() { "another process".to_owned() } else { format!("process {holder}") };
                    bail!(
                        "{} is being written by {who}: wait until it has ended, or name another place",
                        path.display()
                    );
                }
                Err(TryLockError::Error(error)) => {
                    eprintln!(
                        "warning: {} cannot be locked ({error}): take care that only one process writes it",
                        path.display()
                    );
                    let _ = fs::remove_file(&place);
                    return Ok(Self { held: None });
                }
            }
            // Whoever had it before may have removed the file between our opening and our locking it.
            if is_same_file(&file, &place) {
                // It serves the message to others only: a full disk does not keep us from the lock.
                let _ = sign(&mut file);
                return Ok(Self { held: Some((file, place)) });
            }
        }
    }
}

impl Drop for OutputLock {
    fn drop(&mut self) {
        if let Some((file, place)) = self.held.take() {
            // First the name, then the lock: the next process makes a new file.
            let _ = fs::remove_file(place);
            drop(file);
        }
    }
}

/// `.NAME.lock` beside a file, `.lock` in a folder.
fn lock_file(path: &Path, is_folder: bool) -> PathBuf {
    if is_folder {
        return path.join(".lock");
    }
    path.with_file_name(companion(path, ".lock"))
}

/// Writes number and command line of this process.
fn sign(file: &mut File) -> io::Result<()> {
    let words: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let command: String = words.join(" ").chars().filter(|c| !c.is_control()).take(200).collect();
    file.set_len(0)?;
    file.rewind()?;
    writeln!(file, "{} ({command})", std::process::id())
}

#[cfg(unix)]
fn is_same_file(file: &File, place: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |found: io::Result<fs::Metadata>| found.ok().map(|found| (found.dev(), found.ino()));
    let here = id(file.metadata());
    here.is_some() && here == id(fs::metadata(place))
}

#[cfg(not(unix))]
fn is_same_file(_: &File, _: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::writer::names;

    #[test]
    fn the_second_is_told_who_the_first_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("out.model");
        let first = OutputLock::take(&file).expect("free");
        let refused = OutputLock::take(&file).expect_err("taken").to_string();
        assert!(refused.contains("out.model is being written by process"), "{refused}");
        assert!(refused.contains(&std::process::id().to_string()), "{refused}");
        let other = OutputLock::take(&folder.path().join("other")).expect("another file is free");
        drop((first, other));
        drop(OutputLock::take(&file).expect("free again"));
        assert!(names(folder.path()).is_empty(), "nothing is left over");
    }

    #[test]
    fn folders_and_links_are_locked_where_they_are() {
        let folder = tempfile::tempdir().expect("a folder");
        let runs = folder.path().join("runs");
        fs::create_dir(&runs).expect("made");
        let held = OutputLock::take(&runs).expect("free");
        assert!(OutputLock::take(&folder.path().join("./runs/../runs")).is_err());
        drop(held);
        #[cfg(unix)]
        {
            let (real, link) = (folder.path().join("real"), folder.path().join("link"));
            std::os::unix::fs::symlink(&real, &link).expect("linked");
            let _held = OutputLock::take(&link).expect("free");
            assert!(OutputLock::take(&real).is_err(), "it is the same file");
        }
    }

    #[test]
    fn what_a_dead_process_left_locks_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join(".out.lock"), "999999999 (tesuji learn)\n").expect("written");
        let _held = OutputLock::take(&folder.path().join("out")).expect("nobody holds it");
    }

    #[test]
    fn of_many_at_once_one_has_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("out");
        let inside = std::sync::atomic::AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..200 {
                        if let Ok(held) = OutputLock::take(&file) {
                            use std::sync::atomic::Ordering::SeqCst;
                            assert_eq!(inside.fetch_add(1, SeqCst), 0, "two have the lock");
                            inside.fetch_sub(1, SeqCst);
                            drop(held);
                        }
                    }
                });
            }
        });
    }
}
