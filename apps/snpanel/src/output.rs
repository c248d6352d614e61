//! Where results go: stdout, and files that were asked for.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result};
use output_files::write_whole;

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
    make_folder_of(path)?;
    fs::write(path, contents).with_context(|| format!("cannot write {}", path.display()))
}

/// Writes a file in one step, so that an interruption leaves the old one whole.
pub(crate) fn replace(path: &Path, contents: impl AsRef<[u8]>) -> Result<()> {
    make_folder_of(path)?;
    write_whole(path, contents)
}

fn make_folder_of(path: &Path) -> Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.map_or(Ok(()), fs::create_dir_all).with_context(|| format!("cannot make the folder of {}", path.display()))
}
