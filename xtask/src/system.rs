//! Tests of the whole program together with others, run by `cargo xtask test` against the release binary.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::tally::Tally;
use crate::workspace;

/// A test that needs the built program.
struct SystemTest {
    name: &'static str,
    run: fn(&Program) -> Result<()>,
}

/// The release build of `tesuji`.
pub(crate) struct Program {
    pub(crate) path: PathBuf,
}

const SYSTEM_TESTS: &[SystemTest] = &[
    SystemTest { name: "version", run: version_names_the_commit },
    SystemTest { name: "bench", run: benches_agree_with_their_answers },
];

/// Builds the program and runs every system test.
pub(crate) fn run(tally: &mut Tally) -> Result<()> {
    let built = workspace::cargo().args(["build", "--quiet", "--release", "--package", "tesuji"]).status()?;
    ensure!(built.success(), "tesuji does not build");
    let program = Program { path: workspace::target().join("release").join("tesuji") };
    for test in SYSTEM_TESTS {
        match (test.run)(&program) {
            Ok(()) => {
                println!("system test {} ... ok", test.name);
                tally.pass();
            }
            Err(error) => {
                println!("system test {} ... FAILED\n{error:#}", test.name);
                tally.fail(format!("system test {}", test.name));
            }
        }
    }
    Ok(())
}

/// Every bench asserts its own answer; the figures come as one flat object.
fn benches_agree_with_their_answers(program: &Program) -> Result<()> {
    let output = Command::new(&program.path).args(["bench", "--json"]).output().context("cannot run tesuji")?;
    let text = String::from_utf8_lossy(&output.stdout);
    ensure!(output.status.success(), "tesuji bench: {}", String::from_utf8_lossy(&output.stderr));
    ensure!(text.contains("\"light_playouts_9x9_per_s\":"), "tesuji bench --json printed {text:?}");
    println!("{}", text.trim());
    Ok(())
}

/// `tesuji --version` names the version, the commit and the model.
fn version_names_the_commit(program: &Program) -> Result<()> {
    let output = Command::new(&program.path).arg("--version").output().context("cannot run tesuji")?;
    let text = String::from_utf8_lossy(&output.stdout);
    ensure!(output.status.success() && text.starts_with("tesuji "), "tesuji --version printed {text:?}");
    ensure!(text.contains(env!("CARGO_PKG_VERSION")), "no version in {text:?}");
    ensure!(text.contains("model"), "no model in {text:?}");
    Ok(())
}
