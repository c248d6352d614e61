//! Finished parts of long work as files in a folder. A file is written beside its place and renamed, so that a crash never leaves
//! half a part; a `.gitignore` keeps the folder out of version control.
//!
//! What a part holds, and how damage to it is noticed, is up to the work that saves it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::write_whole;

/// A folder of parts.
pub struct CheckpointFolder {
    path: PathBuf,
}

impl CheckpointFolder {
    /// Uses the folder, made if need be.
    pub fn open(path: impl Into<PathBuf>) -> io::Result<CheckpointFolder> {
        let path = path.into();
        fs::create_dir_all(&path)?;
        fs::write(path.join(".gitignore"), "*\n")?;
        Ok(CheckpointFolder { path })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The number of parts in it.
    pub fn n_parts(&self) -> usize {
        let is_part = |entry: &fs::DirEntry| entry.path().extension().is_some_and(|ending| ending == "part");
        fs::read_dir(&self.path).map_or(0, |entries| entries.flatten().filter(is_part).count())
    }

    /// The bytes of a part, if it was saved.
    pub fn load(&self, part: &str) -> Option<Vec<u8>> {
        fs::read(self.file(part)).ok()
    }

    /// Saves a part. Failing to is a warning on stderr: the work itself goes on.
    pub fn save(&self, part: &str, bytes: &[u8]) {
        if let Err(error) = write_whole(&self.file(part), bytes) {
            eprintln!("warning: cannot keep a checkpoint in {}: {error:#}", self.path.display());
        }
    }

    /// Removes the folder when its work is done.
    pub fn remove(self) -> io::Result<()> {
        fs::remove_dir_all(self.path)
    }

    fn file(&self, part: &str) -> PathBuf {
        self.path.join(format!("{part}.part"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_kept_until_the_folder_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("model.checkpoint");
        let checkpoints = CheckpointFolder::open(&path).unwrap();
        assert_eq!(checkpoints.load("tree-1"), None);
        checkpoints.save("tree-1", b"leaf");
        checkpoints.save("tree-1", b"leaves");
        let again = CheckpointFolder::open(&path).unwrap();
        assert_eq!(again.load("tree-1").as_deref(), Some(&b"leaves"[..]));
        assert_eq!(again.n_parts(), 1);
        again.remove().unwrap();
        assert!(!path.exists());
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "not a folder").unwrap();
        assert!(CheckpointFolder::open(file.join("checkpoint")).is_err());
    }
}
