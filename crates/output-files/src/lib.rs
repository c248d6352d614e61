//! Files that programs write: looked at before the work, whole or not at all, never over what is read.
//!
//! ```
//! let folder = tempfile::tempdir().unwrap();
//! let (list, plan) = (folder.path().join("list.txt"), folder.path().join("plans/plan.json"));
//! std::fs::write(&list, "3 4\n").unwrap();
//! output_files::prepare(&[("--out", &plan)], &[&list]).unwrap(); // before the work: the folder is made
//! output_files::write_whole(&plan, "{}\n").unwrap(); // after it
//! assert!(output_files::prepare(&[("--out", &list)], &[&list]).is_err());
//! ```

mod destination;

pub use destination::{Destination, prepare, refuse_inputs};

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Writes beside the file and renames, so that an interruption leaves the old one or the new one.
pub fn write_whole(path: &Path, bytes: impl AsRef<[u8]>) -> Result<()> {
    let beside = beside(path);
    let written = fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // What is left of it is nobody's; that it cannot be removed either is no news.
        let _ = fs::remove_file(&beside);
    }
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// Where a file is written before it takes its name: the whole name with `.new` after it, which is nobody else's file.
pub fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    name.into()
}

/// One name for a file, however it is spelt and whether it exists or not.
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
    fn neighbours_live_and_nothing_half_written_stays() {
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
    fn one_file_has_one_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let (plain, winding) = (folder.path().join("a"), folder.path().join("./b/../a"));
        assert_eq!(resolved(&plain), resolved(&folder.path().join("./a")));
        fs::create_dir(folder.path().join("b")).expect("made");
        fs::write(&plain, "").expect("written");
        assert_eq!(resolved(&plain), resolved(&winding));
    }
}
