//! Checks the output files of a command before it starts, so that hours of work are not lost to a bad path.
//!
//! Creates missing folders. Rejects a folder where a file should be, an input that would be overwritten, and two
//! outputs with the same path. Free disk space is not checked.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use crate::resolved;

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
        let place = resolved(path);
        if inputs.contains(&place) {
            bail!("{option} {shown}: this would overwrite the input {}; choose another file", place.display());
        }
        ensure!(!taken.contains(&place), "{option} {shown}: another option writes there; choose another file");
        taken.push(place);
    }
    Ok(())
}

/// Refuses a name whose ending promises another kind of file than the one that is written. A name without an ending promises nothing.
pub fn check_ending(option: &str, path: &Path, endings: &[&str]) -> Result<()> {
    let Some(found) = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase()) else {
        return Ok(());
    };
    let wanted: Vec<String> = endings.iter().map(|ending| format!(".{ending}")).collect();
    ensure!(
        endings.contains(&found.as_str()),
        "{option} {}: this writes {}, not .{found}; name the file so",
        path.display(),
        wanted.join(" or ")
    );
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
        fs::write(at("in.txt"), "read").expect("written");
        let said =
            |path: &Path, inputs: &[&Path]| prepare(&[("--out", path)], inputs).map_err(|error| error.to_string());
        assert_eq!(said(&at("deep/er/out"), &[&at("in.txt")]), Ok(()));
        assert!(at("deep/er").is_dir());
        assert!(said(&at("in.txt"), &[&at("in.txt")]).is_err_and(|error| error.contains("overwrite the input")));
        assert!(said(&at("deep"), &[]).is_err_and(|error| error.contains("this is a folder")));
        let twice = prepare(&[("--a", &at("x")), ("--b", &at("./x"))], &[]);
        assert!(twice.is_err_and(|error| error.to_string().contains("--b")));
        assert!(refuse_inputs(&at("./in.txt"), [at("in.txt").as_path()]).is_err());
        assert!(refuse_inputs(&at("other"), [at("in.txt").as_path()]).is_ok());
    }

    #[test]
    fn endings_keep_their_promise() {
        let said =
            |name: &str| check_ending("--svg", Path::new(name), &["svg", "png"]).map_err(|error| error.to_string());
        assert!(said("a.SVG").is_ok() && said("a.png").is_ok() && said("/dev/stdout").is_ok());
        assert_eq!(said("a.pdf"), Err("--svg a.pdf: this writes .svg or .png, not .pdf; name the file so".to_owned()));
    }

    #[cfg(unix)]
    #[test]
    fn links_devices_and_pipes() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        fs::write(at("in.txt"), "read").expect("written");
        symlink("in.txt", at("link")).expect("linked");
        let linked = prepare(&[("--out", &at("link"))], &[&at("in.txt")]);
        assert!(linked.is_err_and(|error| error.to_string().contains("overwrite the input")), "through the link");
        assert!(refuse_inputs(&at("link"), [at("in.txt").as_path()]).is_err());
        symlink("later", at("a")).expect("linked");
        symlink("later", at("b")).expect("linked");
        let both = prepare(&[("--a", &at("a")), ("--b", &at("b"))], &[]);
        assert!(both.is_err_and(|error| error.to_string().contains("another option writes there")));
        // Nothing is lost in a device, so two outputs may go there.
        let null = Path::new("/dev/null");
        prepare(&[("--a", null), ("--b", null)], &[]).expect("a device takes everything");
        assert!(!null.is_file() && null.exists());
        let pipe = at("pipe");
        if std::process::Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()) {
            // Opening it for a look would block until somebody reads.
            prepare(&[("--a", &pipe)], &[&at("in.txt")]).expect("a pipe takes everything");
        }
    }
}
