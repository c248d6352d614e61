//! Regenerates golden files. A test that compares with a golden file has `golden` in its name and, when `UPDATE_GOLDEN`
//! is set, writes the file instead of comparing.

use anyhow::Result;

use crate::workspace;

/// `cargo xtask golden [PACKAGE]`
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Only the golden files of this package
    package: Option<String>,
}

/// Runs the golden tests in the mode that writes.
pub(crate) fn run(arguments: &Arguments) -> Result<bool> {
    let mut cargo = workspace::cargo();
    cargo.env("UPDATE_GOLDEN", "1").args(["test", "--quiet"]);
    match &arguments.package {
        Some(package) => cargo.args(["--package", package]),
        None => cargo.arg("--workspace"),
    };
    Ok(cargo.args(["--", "golden"]).status()?.success())
}
