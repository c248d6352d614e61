//! Tests of the whole program together with others, run by `cargo xtask test` against the release binary.

mod browser;
mod gnu_go;
mod plink;
mod self_play;
mod soak;

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::tally::Tally;
use crate::workspace::{ReleaseBuild, build_release};
pub(crate) use browser::Scenes;
pub(crate) use self_play::Extent as SelfPlay;
pub(crate) use soak::Extent;

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
    SystemTest { name: "gnu-go", run: gnu_go::meet },
    SystemTest { name: "plink", run: plink::compare },
    SystemTest { name: "soak", run: soak::in_check },
    SystemTest { name: "self-play", run: self_play::in_check },
    SystemTest { name: "browser", run: browser::play_scenes },
];

/// `cargo xtask system [NAME]`
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Only this system test
    name: Option<String>,
}

/// Runs what the command line asks for; false when a test failed.
pub(crate) fn run(arguments: &Arguments) -> Result<bool> {
    let mut tally = Tally::default();
    run_tests(arguments.name.as_deref(), start_build()?, &mut tally)?;
    println!("{tally}");
    Ok(tally.failures().is_empty())
}

/// Starts to build the program that the tests need.
pub(crate) fn start_build() -> Result<ReleaseBuild> {
    ReleaseBuild::start("tesuji")
}

/// Runs every system test as `cargo xtask test` does.
pub(crate) fn run_in_check(build: ReleaseBuild, tally: &mut Tally) -> Result<()> {
    run_tests(None, build, tally)
}

/// `cargo xtask scenes`: some scenes of the page, with any build of the program.
pub(crate) fn run_scenes(scenes: &Scenes) -> Result<bool> {
    let path = match &scenes.program {
        Some(path) => path.clone(),
        None => build_release("tesuji")?,
    };
    browser::run(&path, scenes)?;
    Ok(true)
}

/// `cargo xtask soak`: the soak test as long as one likes.
pub(crate) fn run_soak(extent: Extent) -> Result<bool> {
    soak::run(&Program { path: build_release("tesuji")? }, extent)?;
    Ok(true)
}

/// `cargo xtask self-play`: as many games against itself as one likes.
pub(crate) fn run_self_play(extent: SelfPlay) -> Result<bool> {
    self_play::run(&Program { path: build_release("tesuji")? }, extent)?;
    Ok(true)
}

fn run_tests(name: Option<&str>, build: ReleaseBuild, tally: &mut Tally) -> Result<()> {
    let tests: Vec<_> = SYSTEM_TESTS.iter().filter(|test| name.is_none_or(|name| name == test.name)).collect();
    let names: Vec<_> = SYSTEM_TESTS.iter().map(|test| test.name).collect();
    ensure!(!tests.is_empty(), "there is no such system test; there are: {}", names.join(", "));
    let program = Program { path: build.finish()? };
    for test in tests {
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
