//! Where results go: stdout, and files that were asked for.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Prints to stdout, so that a closed pipe is an error to handle and not a panic.
pub(crate) fn print(text: &str) -> Result<()> {
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}

/// Prints one JSON object.
pub(crate) fn print_json(value: &impl serde::Serialize) -> Result<()> {
    print(&format!("{}\n", serde_json::to_string_pretty(value)?))
}

/// Writes a file, making its folder if need be.
pub(crate) fn write(path: &Path, contents: impl AsRef<[u8]>) -> Result<()> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    fs::write(path, contents).with_context(|| format!("cannot write {}", path.display()))
}

/// Writes a file in one step, so that an interruption leaves the old one whole.
pub(crate) fn replace(path: &Path, contents: impl AsRef<[u8]>) -> Result<()> {
    let beside = beside(path);
    write(&beside, contents)?;
    fs::rename(&beside, path).with_context(|| format!("cannot write {}", path.display()))
}

/// Where a file is written before it takes its name: the whole name with `.new` after it, which is nobody else's file.
pub(crate) fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    name.into()
}
