//! Output files of the programs: checked before the work, written atomically, never over an input.
//!
//! ```
//! let folder = tempfile::tempdir().unwrap();
//! let (list, plan) = (folder.path().join("list.txt"), folder.path().join("plans/plan.json"));
//! std::fs::write(&list, "3 4\n").unwrap();
//! output_files::prepare(&[("--out", &plan)], &[&list]).unwrap(); // before the work: the folder is made
//! output_files::write_whole(&plan, "{}\n").unwrap(); // after it
//! assert!(output_files::prepare(&[("--out", &list)], &[&list]).is_err());
//! ```

mod checkpoint_folder;
mod destination;

pub use checkpoint_folder::CheckpointFolder;
pub use destination::{Destination, prepare, refuse_inputs};

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Writes to a temporary file beside the target and renames it, so that an interruption leaves the old file or the new
/// one.
pub fn write_whole(path: &Path, bytes: impl AsRef<[u8]>) -> Result<()> {
    let beside = beside(path);
    let written = fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // Best-effort clean-up; the write error is what gets reported.
        let _ = fs::remove_file(&beside);
    }
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// The temporary file of a path: its whole name with `.new` appended.
pub fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    name.into()
}

/// A canonical form of the path, whether the file exists or not.
pub fn resolved(path: &Path) -> PathBuf {
    let in_folder = || {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Some(folder.canonicalize().ok()?.join(path.file_name()?))
    };
    path.canonicalize().ok().or_else(in_folder).unwrap_or_else(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_files_are_kept_and_no_partial_file_remains() {
        let folder = tempfile::tempdir().expect("a folder");
        let (file, neighbour) = (folder.path().join("x.model"), folder.path().join("x.new"));
        fs::write(&neighbour, "mine").expect("written");
        write_whole(&file, "first").expect("written");
        write_whole(&file, "second").expect("written");
        assert_eq!(fs::read_to_string(&file).expect("the file"), "second");
        assert_eq!(fs::read_to_string(&neighbour).expect("the neighbour"), "mine");
        let error = write_whole(folder.path(), "a folder is in the way").expect_err("refused");
        assert!(error.to_string().starts_with("cannot write"), "{error}");
        assert!(!beside(folder.path()).exists());
    }

    #[test]
    fn spellings_of_one_path_are_equal() {
        let folder = tempfile::tempdir().expect("a folder");
        let (plain, winding) = (folder.path().join("a"), folder.path().join("./b/../a"));
        assert_eq!(resolved(&plain), resolved(&folder.path().join("./a")));
        fs::create_dir(folder.path().join("b")).expect("made");
        fs::write(&plain, "").expect("written");
        assert_eq!(resolved(&plain), resolved(&winding));
    }
}
