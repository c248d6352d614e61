//! Text to stdout and files to disk, so that neither a closed pipe nor an interruption does harm.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Prints to stdout, so that a closed pipe is an error to handle and not a panic.
pub(crate) fn print(text: &str) -> Result<()> {
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}

/// Writes beside the file and renames, so that an interruption leaves the old one or the new one.
pub(crate) fn write_whole(path: &Path, text: &str) -> Result<()> {
    let beside = beside(path);
    fs::write(&beside, text).with_context(|| format!("cannot write {}", beside.display()))?;
    fs::rename(&beside, path).with_context(|| format!("cannot write {}", path.display()))
}

/// Where a file is written before it takes its name: the whole name with `.new` after it, which is nobody else's file.
pub(crate) fn beside(path: &Path) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(".new");
    name.into()
}
