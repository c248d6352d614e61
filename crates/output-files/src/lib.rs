//! Output files of the programs: checked before the work, written atomically, never over an input, by one process at a time.
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
mod journal;
mod lock;
mod writer;

pub use checkpoint_folder::CheckpointFolder;
pub use destination::{Destination, check_ending, prepare, refuse_inputs};
pub use journal::JournalFile;
pub use lock::OutputLock;
pub use writer::{write_whole, write_with};

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// A canonical form of the path, whether the file exists or not.
pub fn resolved(path: &Path) -> PathBuf {
    let path = target(path);
    let in_folder = || {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Some(folder.canonicalize().ok()?.join(path.file_name()?))
    };
    path.canonicalize().ok().or_else(in_folder).unwrap_or(path)
}

/// The file that a symbolic link leads to, which need not exist; any other path is its own target.
fn target(path: &Path) -> PathBuf {
    /// As many as Linux follows; links in a circle end there.
    const MAX_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        let Ok(next) = fs::read_link(&path) else { return path };
        path = path.parent().map_or(next.clone(), |folder| folder.join(next));
    }
    path
}

/// A name for a file that accompanies another: the other's name, cut where the whole might become too long for a disk. A cut name
/// gets a hash of the whole one.
fn companion(path: &Path, ending: &str) -> OsString {
    const MAX_BYTES: usize = 100;
    let whole = path.file_name().unwrap_or_default();
    let mut name = OsString::from(".");
    if whole.len() <= MAX_BYTES {
        name.push(whole);
    } else {
        let start: String = whole.to_string_lossy().chars().take(MAX_BYTES / 4).collect();
        name.push(format!("{start}-{:016x}", fnv1a(whole.as_encoded_bytes())));
    }
    name.push(ending);
    name
}

/// The 64-bit FNV-1a hash.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The bytes of a file that may not be there yet, such as a checkpoint. Anything but a file is refused: a device may be endless.
pub fn read_if_there(path: &Path) -> Result<Option<Vec<u8>>> {
    let cannot = || format!("cannot read {}", path.display());
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(cannot),
        Ok(found) if !found.is_file() => bail!("{}: this is no file", path.display()),
        Ok(_) => fs::read(path).map(Some).with_context(cannot),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_path_are_equal() {
        let folder = tempfile::tempdir().expect("a folder");
        let (plain, winding) = (folder.path().join("a"), folder.path().join("./b/../a"));
        assert_eq!(resolved(&plain), resolved(&folder.path().join("./a")));
        fs::create_dir(folder.path().join("b")).expect("made");
        fs::write(&plain, "").expect("written");
        assert_eq!(resolved(&plain), resolved(&winding));
    }

    #[test]
    fn what_is_no_file_is_not_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a");
        assert_eq!(read_if_there(&file).expect("nothing there"), None);
        fs::write(&file, "x").expect("written");
        assert_eq!(read_if_there(&file).expect("there"), Some(b"x".to_vec()));
        assert!(read_if_there(folder.path()).is_err());
        assert!(read_if_there(Path::new("/dev/zero")).is_err(), "it would never end");
    }

    #[test]
    fn companions_of_long_names_are_short_and_differ() {
        let (a, b) = (PathBuf::from("n".repeat(250)), PathBuf::from("n".repeat(251)));
        assert!(companion(&a, ".lock").len() < 100);
        assert_ne!(companion(&a, ".lock"), companion(&b, ".lock"));
        assert_eq!(companion(Path::new("x/y.model"), ".lock"), ".y.model.lock");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_has_the_name_of_its_target() {
        let folder = tempfile::tempdir().expect("a folder");
        let (link, later) = (folder.path().join("link"), folder.path().join("later"));
        std::os::unix::fs::symlink("later", &link).expect("linked");
        assert_eq!(resolved(&link), resolved(&later), "even before it exists");
        fs::write(&later, "").expect("written");
        assert_eq!(resolved(&link), resolved(&later));
    }
}
