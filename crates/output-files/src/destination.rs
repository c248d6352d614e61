//! Checks the output files of a command before it starts, so that hours of work are not lost to a bad path.
//!
//! Creates missing folders. Rejects a folder where a file should be, an input that would be overwritten, and two
//! outputs with the same path. Free disk space is not checked.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use crate::{beside, resolved};

/// An output file, with the option that names it.
pub type Destination<'a> = (&'static str, &'a Path);

/// Creates the folders of all destinations; fails if one of them cannot or must not be written.
pub fn prepare(destinations: &[Destination<'_>], inputs: &[&Path]) -> Result<()> {
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

/// Rejects an output that is also an input.
pub fn refuse_inputs<'a>(out: &Path, inputs: impl IntoIterator<Item = &'a Path>) -> Result<()> {
    let place = resolved(out);
    if inputs.into_iter().any(|input| resolved(input) == place) {
        bail!("{} is one of the files that are read: name another place to write to", out.display());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_destinations_are_rejected() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        fs::write(at("in.new"), "read").expect("written");
        let told =
            |path: &Path, inputs: &[&Path]| prepare(&[("--out", path)], inputs).map_err(|error| error.to_string());
        assert_eq!(told(&at("deep/er/out"), &[&at("in.new")]), Ok(()));
        assert!(at("deep/er").is_dir());
        assert!(told(&at("in.new"), &[&at("in.new")]).is_err_and(|error| error.contains("overwrite the input")));
        // The temporary file beside it would overwrite the input.
        assert!(told(&at("in"), &[&at("in.new")]).is_err_and(|error| error.contains("overwrite the input")));
        assert!(told(&at("deep"), &[]).is_err_and(|error| error.contains("this is a folder")));
        let twice = prepare(&[("--a", &at("x")), ("--b", &at("./x"))], &[]);
        assert!(twice.is_err_and(|error| error.to_string().contains("--b")));
        assert!(refuse_inputs(&at("./in.new"), [at("in.new").as_path()]).is_err());
        assert!(refuse_inputs(&at("other"), [at("in.new").as_path()]).is_ok());
    }
}
