//! `cargo xtask fuzz --coverage`: builds this program once more with counters in its code and lets it do the rest.

use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::coverage::FLAGS;
use super::{Arguments, find};
use crate::workspace;

/// Builds into `target/coverage` and runs the same command there; false when a target failed.
pub(super) fn run(arguments: &Arguments) -> Result<bool> {
    let mut rest = vec!["fuzz".to_owned()];
    if let Some(name) = &arguments.name {
        rest.push(find(name)?.name.to_owned());
    }
    for (option, value) in
        [("--seconds", arguments.seconds), ("--inputs", arguments.inputs), ("--seed", arguments.seed)]
    {
        if let Some(value) = value {
            rest.extend([option.to_owned(), value.to_string()]);
        }
    }
    rest.push("--found".to_owned());
    let host = host()?;
    let folder = workspace::target().join("coverage");
    let mut build = workspace::cargo();
    build.args(["build", "--quiet", "--package", "xtask", "--profile", "fuzz", "--target", &host, "--target-dir"]);
    build.arg(&folder).env("RUSTFLAGS", FLAGS).env("CARGO_PROFILE_FUZZ_LTO", "off");
    ensure!(build.status().context("cannot run cargo")?.success(), "xtask does not build with counters");
    let program = folder.join(host).join("fuzz/xtask");
    let status = Command::new(&program).args(rest).status();
    Ok(status.with_context(|| format!("cannot run {}", program.display()))?.success())
}

/// The triple of this machine, without which cargo would put the counters into build scripts and macros as well.
fn host() -> Result<String> {
    let output = Command::new("rustc").arg("-vV").output().context("cannot run rustc")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc -vV names no host")?.to_owned())
}
