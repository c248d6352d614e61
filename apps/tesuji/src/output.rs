//! Files that commands write: whole or not at all, and never over what they read.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// A name beside the file: `x.model.unfinished` for `x.model`.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".unfinished");
    PathBuf::from(name)
}

/// Writes beside the file and renames, so that an interruption leaves the old one or the new one.
pub(crate) fn write_whole(path: &Path, bytes: impl AsRef<[u8]>) -> Result<()> {
    let unfinished = beside(path);
    let written = fs::write(&unfinished, bytes).and_then(|()| fs::rename(&unfinished, path));
    if written.is_err() {
        let _ = fs::remove_file(&unfinished);
    }
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// Refuses to write over a file that is read.
pub(crate) fn refuse_inputs<'a>(out: &Path, inputs: impl IntoIterator<Item = &'a Path>) -> Result<()> {
    if inputs.into_iter().any(|input| is_same(out, input)) {
        bail!("{} is one of the files that are read: name another place to write to", out.display());
    }
    Ok(())
}

/// Whether both names mean one file that exists.
pub(crate) fn is_same(a: &Path, b: &Path) -> bool {
    matches!((fs::canonicalize(a), fs::canonicalize(b)), (Ok(a), Ok(b)) if a == b)
}
