//! The files that a command will write, looked at before it begins: an hour of search must not end at a wrong name.
//!
//! The folder of each is made if need be. A folder where a file should be, an input that would be overwritten and two
//! outputs in one file are refused. Whether the disk has room is only known at the end.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use crate::output::beside;

/// A file to be written, and the option that asks for it.
pub(crate) type Destination<'a> = (&'static str, &'a Path);

/// Makes the folders of all destinations; fails if one of them cannot be written or must not.
pub(crate) fn prepare(destinations: &[Destination<'_>], inputs: &[&Path]) -> Result<()> {
    let inputs: Vec<PathBuf> = inputs.iter().map(|path| resolved(path)).collect();
    let mut taken: Vec<PathBuf> = Vec::new();
    for &(option, path) in destinations {
        let shown = path.display();
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder)
                .with_context(|| format!("{option} {shown}: cannot make {}", folder.display()))?;
        }
        ensure!(!path.is_dir(), "{option} {shown}: this is a folder; name a file");
        // Devices and pipes are not replaced, so nothing can be lost there.
        if path.exists() && !path.is_file() {
            continue;
        }
        for place in [resolved(path), resolved(&beside(path))] {
            if inputs.contains(&place) {
                bail!("{option} {shown}: this would overwrite the input {}; choose another file", place.display());
            }
            ensure!(!taken.contains(&place), "{option} {shown}: another option writes there; choose another file");
            taken.push(place);
        }
    }
    Ok(())
}

/// One name for a file, however it is spelt and whether it exists or not.
fn resolved(path: &Path) -> PathBuf {
    let in_folder = || {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Some(folder.canonicalize().ok()?.join(path.file_name()?))
    };
    path.canonicalize().ok().or_else(in_folder).unwrap_or_else(|| path.to_owned())
}
