//! Where the workspace and its build products lie, and how its own cargo is called.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, ensure};

/// The folder with the root manifest.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the workspace")
}

/// The build folder: `target`, or where `CARGO_TARGET_DIR` points.
pub(crate) fn target() -> PathBuf {
    root().join(env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

/// Builds the release version of one of our programs and says where it is.
pub(crate) fn build_release(program: &str) -> Result<PathBuf> {
    let built = cargo().args(["build", "--quiet", "--release", "--package", program]).status()?;
    ensure!(built.success(), "{program} does not build");
    Ok(target().join("release").join(program))
}

/// The cargo that runs us, called in the root.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}
