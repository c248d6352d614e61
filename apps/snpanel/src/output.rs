//! Files that the user asked for.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use output_files::write_whole;

/// Writes a file, whole or not at all, making its folder if need be.
pub(crate) fn write(path: &Path, contents: impl AsRef<[u8]>) -> Result<()> {
    make_folder_of(path)?;
    write_whole(path, contents)
}

fn make_folder_of(path: &Path) -> Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.map_or(Ok(()), fs::create_dir_all).with_context(|| format!("cannot make the folder of {}", path.display()))
}
