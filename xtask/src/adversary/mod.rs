//! `cargo xtask adversary`: the attacks of `SECURITY.md` on the built programs, bounded in number, time and memory, and against the loopback
//! address only.
//!
//! Every attack says what it did, in figures, or why it counts as a success of the attacker. The ones that take seconds are part of
//! `cargo xtask test`; those that need minutes run when they are asked for.

mod board;
mod checkpoints;
mod files;
mod numbers;
mod protocol;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::tally::Tally;
use crate::workspace;

/// `cargo xtask adversary [NAME] [--dev]`
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Only this attack
    name: Option<String>,
    /// Attack the development build, which is slower and checks more
    #[arg(long)]
    dev: bool,
}

/// The programs that are attacked.
pub(crate) struct Programs {
    folder: PathBuf,
}

struct Attack {
    name: &'static str,
    /// Seconds rather than minutes.
    is_quick: bool,
    run: fn(&Programs) -> Result<String>,
}

const ATTACKS: &[Attack] = &[
    Attack { name: "outputs", is_quick: true, run: files::outputs },
    Attack { name: "full-disk", is_quick: true, run: files::full_disk },
    Attack { name: "locks", is_quick: true, run: files::locks },
    Attack { name: "bombs", is_quick: true, run: files::bombs },
    Attack { name: "genotypes", is_quick: true, run: files::genotypes },
    Attack { name: "checkpoints", is_quick: true, run: checkpoints::flips },
    Attack { name: "numbers", is_quick: true, run: numbers::ranges },
    Attack { name: "protocol", is_quick: true, run: protocol::noise },
    Attack { name: "descriptors", is_quick: true, run: board::few_descriptors },
    Attack { name: "board", is_quick: false, run: board::load },
];

/// Runs what the command line asks for; false when an attack succeeded.
pub(crate) fn run(arguments: &Arguments) -> Result<bool> {
    let mut tally = Tally::default();
    let programs = Programs::build(arguments.dev)?;
    let wanted = |attack: &&Attack| arguments.name.as_deref().is_none_or(|name| name == attack.name);
    let attacks: Vec<&Attack> = ATTACKS.iter().filter(wanted).collect();
    let names: Vec<_> = ATTACKS.iter().map(|attack| attack.name).collect();
    ensure!(!attacks.is_empty(), "there is no such attack; there are: {}", names.join(", "));
    attack_all(&attacks, &programs, &mut tally);
    println!("{tally}");
    Ok(tally.failures().is_empty())
}

/// The quick attacks, as `cargo xtask test` runs them.
pub(crate) fn run_in_check(tally: &mut Tally) -> Result<()> {
    let quick: Vec<&Attack> = ATTACKS.iter().filter(|attack| attack.is_quick).collect();
    attack_all(&quick, &Programs::build(true)?, tally);
    Ok(())
}

fn attack_all(attacks: &[&Attack], programs: &Programs, tally: &mut Tally) {
    for attack in attacks {
        let begin = Instant::now();
        match (attack.run)(programs) {
            Ok(figures) => {
                println!("attack {}: held: {figures} ({:.0} s)", attack.name, begin.elapsed().as_secs_f64());
                tally.pass();
            }
            Err(error) => {
                println!("attack {}: SUCCEEDED: {error:#}", attack.name);
                tally.fail(format!("attack {}", attack.name));
            }
        }
    }
}

impl Programs {
    fn build(dev: bool) -> Result<Self> {
        let mut cargo = workspace::cargo();
        cargo.args(["build", "--quiet", "--package", "tesuji", "--package", "strippack", "--package", "snpanel"]);
        if !dev {
            cargo.arg("--release");
        }
        ensure!(cargo.status().context("cannot run cargo build")?.success(), "the programs do not build");
        Ok(Self { folder: workspace::target().join(if dev { "debug" } else { "release" }) })
    }

    /// A call of one of the programs, with nothing on its input.
    pub(crate) fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.folder.join(program));
        command.stdin(Stdio::null());
        command
    }

    /// A call under a limit of the shell's `ulimit`, such as `-v 1000000`; the signal of a file that grew too large is ignored.
    fn command_within(&self, limit: &str, program: &str) -> Command {
        let script = format!("trap '' XFSZ; ulimit {limit}; exec \"$0\" \"$@\"");
        let mut command = Command::new("bash");
        command.args(["-c", &script]).arg(self.folder.join(program)).stdin(Stdio::null());
        command
    }

    /// Runs a program under such a limit.
    pub(crate) fn limited(&self, limit: &str, program: &str, arguments: &[&str], folder: &Path) -> Result<Output> {
        let mut command = self.command_within(limit, program);
        command.args(arguments).current_dir(folder);
        finish(command)
    }

    /// Runs a program in a folder.
    pub(crate) fn run(&self, program: &str, arguments: &[&str], folder: &Path) -> Result<Output> {
        let mut command = self.command(program);
        command.args(arguments).current_dir(folder);
        finish(command)
    }
}

/// The longest that any single call may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// Waits for a program; one that hangs is killed and counts as a success of the attacker.
fn finish(mut command: Command) -> Result<Output> {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).stdin(Stdio::null()).spawn()?;
    let id = child.id();
    let (done, is_done) = std::sync::mpsc::channel::<()>();
    let guard = std::thread::spawn(move || {
        if is_done.recv_timeout(PATIENCE) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
            // By its number: it is our own child, and nobody has waited for it yet.
            let _ = Command::new("kill").args(["-9", &id.to_string()]).status();
        }
    });
    let _ = child.stdin.take();
    let output = child.wait_with_output()?;
    drop(done);
    guard.join().expect("the guard does not panic");
    Ok(output)
}

/// The exit status, which must be one of ours and not a signal's.
fn status(output: &Output) -> Result<i32> {
    match output.status.code() {
        Some(code @ (0..=2)) if !stderr(output).contains("panicked at") => Ok(code),
        _ => bail!("{}: {}", output.status, stderr(output).trim()),
    }
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The program must have failed and said why.
fn refused(output: &Output, says: &str) -> Result<()> {
    let code = status(output)?;
    ensure!(code == 1, "exit status {code} where a refusal was expected: {}", stderr(output));
    ensure!(stderr(output).contains(says), "{says:?} is not in: {}", stderr(output).trim());
    Ok(())
}

/// The program must have done its work.
fn done(output: &Output) -> Result<()> {
    let code = status(output)?;
    ensure!(code == 0, "exit status {code}: {}", stderr(output));
    Ok(())
}

/// A folder for an attack, removed with the value.
fn folder() -> Result<tempfile::TempDir> {
    tempfile::tempdir().context("cannot make a temporary folder")
}
