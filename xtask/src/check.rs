//! `cargo xtask test`: tools, formatting, lints, documentation, tests, system tests, fuzz targets, in this order.
//!
//! A failed step does not stop those after it; the closing line counts all of them. Only a missing tool stops the run,
//! because the counts would then be misleading.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result};

use crate::tally::Tally;
use crate::{adversary, fuzz, system, tools, workspace};

/// Runs every check; false when one failed. The last line printed is `N passed, N failed`.
pub(crate) fn run() -> Result<bool> {
    let start = Instant::now();
    let section = |name: &str| println!("\n== {name} ({:.0} s)", start.elapsed().as_secs_f64());

    section("tools");
    for tool in tools::TOOLS {
        println!("{}: {}", tool.name, tools::get(tool)?.path.display());
    }
    let mut tally = Tally::default();
    section("formatting");
    step(&mut tally, "formatting", workspace::cargo().args(["fmt", "--all", "--check"]));
    section("lints");
    let mut clippy = workspace::cargo();
    step(
        &mut tally,
        "lints",
        clippy.args(["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]),
    );
    section("documentation");
    let mut doc = workspace::cargo();
    // The pages are for maintainers: a public item may refer to a private one.
    doc.env("RUSTDOCFLAGS", "-D warnings -A rustdoc::private_intra_doc_links");
    step(
        &mut tally,
        "documentation",
        doc.args(["doc", "--workspace", "--no-deps", "--document-private-items", "--quiet"]),
    );
    // Half of the cores would wait while crates are linked and tests run one program after the other.
    let build = system::start_build()?;
    section("tests");
    cargo_test(&mut tally)?;
    section("system tests");
    if let Err(error) = system::run_in_check(build, &mut tally) {
        println!("{error:#}");
        tally.fail("system tests");
    }
    section("attacks");
    if let Err(error) = adversary::run_in_check(&mut tally) {
        println!("{error:#}");
        tally.fail("attacks");
    }
    section("fuzz targets");
    fuzz::run_in_check(&mut tally)?;

    section("result");
    tally.failures().iter().for_each(|name| println!("failed: {name}"));
    println!("{tally}");
    Ok(tally.failures().is_empty())
}

/// A command that is one check.
fn step(tally: &mut Tally, name: &str, command: &mut Command) {
    match command.status() {
        Ok(status) if status.success() => tally.pass(),
        Ok(_) => tally.fail(name),
        Err(error) => tally.fail(format!("{name}: {error}")),
    }
}

/// All tests and doc tests of the workspace, counted one by one. Examples and benches without any are left to the lints.
fn cargo_test(tally: &mut Tally) -> Result<()> {
    for kind in ["--tests", "--doc"] {
        count_tests(workspace::cargo().args(["test", "--workspace", "--no-fail-fast", kind]), tally)?;
    }
    Ok(())
}

fn count_tests(command: &mut Command, tally: &mut Tally) -> Result<()> {
    command.env_remove("UPDATE_GOLDEN");
    let mut child = command.stdout(Stdio::piped()).spawn().context("cannot run cargo test")?;
    let n_failures = tally.failures().len();
    for line in BufReader::new(child.stdout.take().expect("stdout is piped")).lines() {
        let line = line.context("cannot read the output of cargo test")?;
        tally.read_cargo_test_line(&line);
        // A thousand lines that end in "ok" would hide the few that matter.
        if !line.ends_with(" ... ok") && !line.is_empty() {
            println!("{line}");
        }
    }
    // Tests that do not compile, or a test process that dies, leave no line of their own.
    if !child.wait()?.success() && tally.failures().len() == n_failures {
        tally.fail("cargo test");
    }
    Ok(())
}
