//! A file that grows by lines, one for each finished piece of work, so that work that was stopped goes on where it was.
//!
//! A line is written in one call and flushed to the disk. A last line without its end was being written when the process was
//! stopped: it is cut off when the file is opened again. The caller holds the [`OutputLock`] of the file or
//! its folder, since cutting would otherwise destroy the line that another process is writing. What the lines mean, and their
//! checksums, are the caller's affair.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result};

use crate::{OutputLock, read_if_there};

/// A journal, open at its end.
#[derive(Debug)]
pub struct JournalFile {
    file: File,
}

impl JournalFile {
    /// Opens or makes the file; returns what its whole lines hold, too. The lock shows that no other process writes it.
    pub fn open(path: &Path, _lock: &OutputLock) -> Result<(Self, Vec<u8>)> {
        let cannot = || format!("cannot write {}", path.display());
        let mut bytes = read_if_there(path)?.unwrap_or_default();
        let file = OpenOptions::new().create(true).append(true).open(path).with_context(cannot)?;
        let n_whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        if n_whole < bytes.len() {
            file.set_len(n_whole as u64).with_context(cannot)?;
            bytes.truncate(n_whole);
        }
        Ok((Self { file }, bytes))
    }

    /// Appends a line, which ends with a line end.
    pub fn append(&mut self, line: &str) -> io::Result<()> {
        debug_assert!(line.ends_with('\n'));
        self.file.write_all(line.as_bytes())?;
        self.file.sync_data()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn lines_are_kept_and_a_cut_off_one_is_dropped() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("runs.jsonl");
        let lock = OutputLock::take(folder.path()).expect("free");
        let (mut journal, known) = JournalFile::open(&path, &lock).expect("made");
        assert!(known.is_empty());
        journal.append("one\n").expect("written");
        fs::write(&path, "one\ntw").expect("written");
        let (mut journal, known) = JournalFile::open(&path, &lock).expect("opened");
        assert_eq!(known, b"one\n");
        journal.append("two\n").expect("written");
        assert_eq!(fs::read_to_string(&path).expect("there"), "one\ntwo\n");
        assert!(JournalFile::open(folder.path(), &lock).is_err());
    }
}
