//! One way to write a file: the whole of it or nothing, through symbolic links, with the mode that the file had.
//!
//! A regular file is written under a random name in its own folder (created exclusively), flushed to the disk and renamed. An
//! interruption therefore leaves the old file or the new one, and a full disk leaves the old one. A device or a pipe
//! is written through: replacing `/dev/null` by a regular file would damage the system. What a killed process left behind is
//! removed by the next write to the same file.
//!
//! *Not* done: hard links are not kept (the name gets a new file), nor are access control lists.

use std::ffi::OsString;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use tempfile::{Builder, NamedTempFile};

use crate::{companion, target};

/// What an unfinished file's name ends in; it begins with a dot and the name of the file that it will become.
const ENDING: &str = ".unfinished";
/// A younger file without a lock may belong to a process that is about to lock it.
const ABANDONED_AFTER: Duration = Duration::from_secs(60);

/// Replaces the file's contents, or makes the file.
pub fn write_whole(path: &Path, bytes: impl AsRef<[u8]>) -> Result<()> {
    write_with(path, |out| Ok(out.write_all(bytes.as_ref())?)).map(drop)
}

/// The same for contents that are made while they are written. Returns their length.
pub fn write_with(path: &Path, make: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<u64> {
    let write = || match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(io::Error::from(io::ErrorKind::IsADirectory).into()),
        Ok(found) if !found.is_file() => through(path, make),
        Ok(found) => replace(&target(path), Some(&found), make),
        Err(error) if error.kind() == io::ErrorKind::NotFound => replace(&target(path), None, make),
        Err(error) => Err(error.into()),
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

/// Writes into a device or a pipe.
fn through(path: &Path, make: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<u64> {
    fill(&OpenOptions::new().write(true).open(path)?, make)
}

/// Writes all contents to an open file; returns their length.
fn fill(file: &File, make: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<u64> {
    let mut out = Counted { out: BufWriter::new(file), n_bytes: 0 };
    make(&mut out)?;
    let n_bytes = out.n_bytes;
    out.out.into_inner().map_err(io::IntoInnerError::into_error)?;
    Ok(n_bytes)
}

/// Writes beside the file and renames.
fn replace(path: &Path, old: Option<&Metadata>, make: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<u64> {
    let folder = folder_of(path);
    remove_abandoned(folder, &companion(path, "."));
    let unfinished = create(folder, &companion(path, "."), old)?;
    // Tells the next writer that this one is alive. Where files cannot be locked, its age has to do.
    let _ = unfinished.as_file().try_lock();
    let n_bytes = fill(unfinished.as_file(), make)?;
    unfinished.as_file().sync_all()?;
    unfinished.persist(path).map_err(|failed| failed.error)?;
    // The new name is on the disk when the folder is; that some file systems cannot flush a folder is no failure.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(n_bytes)
}

/// A new file under a name that no other has. It is removed again unless it is renamed.
fn create(folder: &Path, prefix: &OsString, old: Option<&Metadata>) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(prefix).suffix(ENDING);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // What the process's mask leaves of it, as for every new file.
        builder.permissions(fs::Permissions::from_mode(0o666));
        let file = builder.tempfile_in(folder)?;
        if let Some(old) = old {
            use std::os::unix::fs::{MetadataExt, fchown};
            let new = file.as_file().metadata()?;
            if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
                // Only the superuser may give files away; others keep what they make.
                let _ = fchown(file.as_file(), Some(old.uid()), Some(old.gid()));
            }
            file.as_file().set_permissions(old.permissions())?;
        }
        Ok(file)
    }
    #[cfg(not(unix))]
    {
        let _ = old;
        builder.tempfile_in(folder)
    }
}

/// Removes what killed processes left of earlier attempts.
fn remove_abandoned(folder: &Path, prefix: &OsString) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let bytes = name.as_encoded_bytes();
        let is_ours = bytes.starts_with(prefix.as_encoded_bytes()) && bytes.ends_with(ENDING.as_bytes());
        let age = || entry.metadata().ok()?.modified().ok()?.elapsed().ok();
        let is_free = || File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok());
        if is_ours && age().is_some_and(|age| age > ABANDONED_AFTER) && is_free() {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Counts what goes through.
struct Counted<W> {
    out: W,
    n_bytes: u64,
}

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n = self.out.write(bytes)?;
        self.n_bytes += n as u64;
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The names in a folder, for tests that nothing is left over.
#[cfg(test)]
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let name = |entry: io::Result<fs::DirEntry>| entry.expect("an entry").file_name().to_string_lossy().into_owned();
    let mut names: Vec<String> = fs::read_dir(folder).expect("a folder").map(name).collect();
    names.sort();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Files that stand where earlier versions wrote first.
    const NEIGHBOURS: [&str; 3] = ["x.new", "x.model.new", ".x.model.new"];

    #[test]
    fn neighbours_live_and_nothing_unfinished_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("x.model");
        for name in NEIGHBOURS {
            fs::write(folder.path().join(name), "mine").expect("written");
        }
        write_whole(&file, "first").expect("written");
        write_whole(&file, "second").expect("written");
        assert_eq!(fs::read_to_string(&file).expect("the file"), "second");
        for name in NEIGHBOURS {
            assert_eq!(fs::read_to_string(folder.path().join(name)).expect("the neighbour"), "mine");
        }
        let failed = write_with(&file, |out| {
            out.write_all(&[b'x'; 100_000])?;
            anyhow::bail!("the maker gave up")
        });
        assert!(failed.is_err_and(|error| format!("{error:#}").ends_with("x.model: the maker gave up")));
        assert_eq!(fs::read_to_string(&file).expect("the file"), "second");
        let error = write_whole(folder.path(), "a folder is in the way").expect_err("refused");
        assert!(error.to_string().starts_with("cannot write"), "{error}");
        assert_eq!(names(folder.path()), [".x.model.new", "x.model", "x.model.new", "x.new"]);
    }

    #[test]
    fn only_what_was_abandoned_is_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        let old = std::time::SystemTime::now() - 2 * ABANDONED_AFTER;
        for name in [".x.aaaaaa.unfinished", ".x.bbbbbb.unfinished", ".y.cccccc.unfinished", ".x.dddddd.unfinished"] {
            fs::write(at(name), "half").expect("written");
            if !name.contains("dddddd") {
                OpenOptions::new().write(true).open(at(name)).expect("ours").set_modified(old).expect("set");
            }
        }
        let alive = File::open(at(".x.bbbbbb.unfinished")).expect("ours");
        alive.try_lock().expect("free");
        write_whole(&at("x"), "whole").expect("written");
        assert_eq!(
            names(folder.path()),
            [".x.bbbbbb.unfinished", ".x.dddddd.unfinished", ".y.cccccc.unfinished", "x"],
            "a live writer's, a young one and another file's stay"
        );
    }

    #[cfg(unix)]
    mod on_unix {
        use super::*;
        use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
        use std::process::Command;
        use std::thread;

        #[test]
        fn links_are_followed_and_stay_links() {
            let folder = tempfile::tempdir().expect("a folder");
            let at = |name: &str| folder.path().join(name);
            fs::create_dir(at("far")).expect("made");
            fs::write(at("far/real"), "old").expect("written");
            symlink("far/real", at("near")).expect("linked");
            symlink("near", at("nearer")).expect("linked");
            write_whole(&at("nearer"), "new").expect("written");
            assert_eq!(fs::read_to_string(at("far/real")).expect("the target"), "new");
            assert!(at("near").is_symlink() && at("nearer").is_symlink());
            // A link to a file that does not exist yet makes that file.
            symlink("far/later", at("ahead")).expect("linked");
            write_whole(&at("ahead"), "made").expect("written");
            assert_eq!(fs::read_to_string(at("far/later")).expect("the target"), "made");
            assert!(at("ahead").is_symlink());
            symlink("round", at("round")).expect("linked");
            assert!(write_whole(&at("round"), "nowhere").is_err());
        }

        #[test]
        fn the_mode_is_kept() {
            let folder = tempfile::tempdir().expect("a folder");
            let file = folder.path().join("secret");
            fs::write(&file, "old").expect("written");
            for mode in [0o600, 0o640, 0o755] {
                fs::set_permissions(&file, fs::Permissions::from_mode(mode)).expect("set");
                write_whole(&file, "new").expect("written");
                assert_eq!(fs::metadata(&file).expect("there").permissions().mode() & 0o7777, mode);
            }
            let fresh = folder.path().join("fresh");
            write_whole(&fresh, "new").expect("written");
            let usual = folder.path().join("usual");
            fs::write(&usual, "new").expect("written");
            let mode = |file: &Path| fs::metadata(file).expect("there").permissions().mode();
            assert_eq!(mode(&fresh), mode(&usual), "a new file gets the mode of any new file");
        }

        #[test]
        fn devices_are_written_through() {
            let null = Path::new("/dev/null");
            assert_eq!(write_with(null, |out| Ok(out.write_all(b"gone")?)).expect("written"), 4);
            assert!(fs::metadata(null).expect("there").file_type().is_char_device());
            let full = Path::new("/dev/full");
            if full.exists() {
                assert!(write_whole(full, "no room").is_err());
                assert!(fs::metadata(full).expect("there").file_type().is_char_device());
            }
        }

        #[test]
        fn pipes_are_written_through() {
            let folder = tempfile::tempdir().expect("a folder");
            let pipe = folder.path().join("pipe");
            if !Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()) {
                return;
            }
            let reader = {
                let pipe = pipe.clone();
                thread::spawn(move || fs::read_to_string(pipe).expect("read"))
            };
            write_whole(&pipe, "through").expect("written");
            assert_eq!(reader.join().expect("the reader ends"), "through");
            assert!(fs::metadata(&pipe).expect("there").file_type().is_fifo());
        }
    }
}
