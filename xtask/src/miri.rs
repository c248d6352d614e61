//! `cargo xtask miri`: the tests of the search tree under Miri, which finds data races and undefined behaviour that no run shows.
//!
//! The tree is shared by threads without locks (`mcts::tree`: settle, widen, recycle). Miri interprets its tests with weak memory and another
//! schedule for every seed. It needs a nightly toolchain, which the check does not: `rustup toolchain install nightly --component miri`.

use std::process::Command;

use anyhow::{Result, bail, ensure};

use crate::workspace;

/// How many schedules are tried.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Schedules, each with a seed of its own
    #[arg(long, default_value_t = 16)]
    seeds: u32,
}

/// Runs the tests; an error when Miri is not there.
pub(crate) fn run(arguments: &Arguments) -> Result<bool> {
    let found = nightly_cargo().args(["miri", "--version"]).output();
    if !found.is_ok_and(|output| output.status.success()) {
        bail!("there is no Miri: rustup toolchain install nightly --component miri --component rust-src");
    }
    ensure!(arguments.seeds > 0, "--seeds must be at least 1");
    let mut command = nightly_cargo();
    command.args(["miri", "test", "--package", "mcts", "--lib", "--target-dir"]);
    // One thread that counts to four million has no schedules and would take longer than all other tests together.
    let skipped = ["--skip", "rave_means_survive_halving"];
    command.arg(workspace::target().join("miri")).args(["--", "tree::"]).args(skipped);
    // Miri varies the last bit of logarithms; thresholds of widening are compared exactly.
    command.env("MIRIFLAGS", format!("-Zmiri-deterministic-floats -Zmiri-many-seeds=0..{}", arguments.seeds));
    Ok(command.status()?.success())
}

/// `cargo +nightly`. The `CARGO` of this process is the stable one itself, which knows no other toolchain: the one of the path is rustup's.
fn nightly_cargo() -> Command {
    let mut command = Command::new("cargo");
    command.arg("+nightly").current_dir(workspace::root());
    // Set by the cargo and the rustup that run this program.
    command.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO").env_remove("RUSTC");
    command
}
