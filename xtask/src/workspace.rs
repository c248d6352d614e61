//! Paths of the workspace and its build products, and calls of its cargo.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};

use anyhow::{Context, Result, ensure};

/// The folder with the root manifest.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the workspace")
}

/// The build folder: `target`, or where `CARGO_TARGET_DIR` points.
pub(crate) fn target() -> PathBuf {
    root().join(env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

/// Builds the release version of one of our programs and says where it is.
pub(crate) fn build_release(program: &'static str) -> Result<PathBuf> {
    ReleaseBuild::start(program)?.finish()
}

/// A release build of one of our programs, running in the background.
pub(crate) struct ReleaseBuild {
    program: &'static str,
    cargo: Child,
}

impl ReleaseBuild {
    /// Starts to build the program.
    pub(crate) fn start(program: &'static str) -> Result<Self> {
        let mut command = cargo();
        command.args(["build", "--quiet", "--release", "--package", program]);
        Ok(ReleaseBuild { program, cargo: command.spawn().context("cannot run cargo build")? })
    }

    /// Waits for it and says where the program is.
    pub(crate) fn finish(mut self) -> Result<PathBuf> {
        ensure!(self.cargo.wait()?.success(), "{} does not build", self.program);
        Ok(target().join("release").join(self.program))
    }
}

/// The cargo that runs us, called in the root.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}
