//! `tesuji regress`: regression suites of GTP commands with the expected replies.

use std::fs;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail, ensure};
use arena::regression::{Outcome, Run, Suite, TestResult, run_suite};
use clap::Args;
use report::{Column, Progress, Table, progress};

use crate::csv;
use crate::programs::ShellHost;

/// Run GTP regression suites (.tst): commands, each test followed by the expected reply
///
/// A suite is run in its own folder, so that the files it loads are found. Commands that the program does not have are
/// skipped. `*` after an expected reply marks a test that is known to fail; if it passes, that is an unexpected pass. A
/// failing command that is not a test is reported as refused, because later tests may then be about another position.
/// The exit status is 1 when a test fails that should pass.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The suites
    #[arg(required = true, value_name = "SUITE.tst")]
    suites: Vec<PathBuf>,
    /// Command line of the program; `tesuji` means this one
    #[arg(long, value_name = "CMD", default_value = "tesuji gtp")]
    engine: String,
    /// Seconds after which a program counts as hung
    #[arg(long, value_name = "S", default_value_t = 600)]
    patience: u64,
    /// Suites at once [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = report::argument::threads)]
    jobs: Option<NonZeroUsize>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Also write a line for every test: suite, line, number, command, expected and actual reply, outcome (CSV)
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// No progress on stderr and no list of failures
    #[arg(long)]
    quiet: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let suites: Vec<(&Path, Suite)> =
        arguments.suites.iter().map(|path| Ok((path.as_path(), read(path)?))).collect::<Result<_>>()?;
    csv::prepare(arguments.csv.as_deref(), &suites.iter().map(|(path, _)| *path).collect::<Vec<_>>())?;
    let shown = progress::for_stderr(arguments.quiet);
    shown.start("tests", Some(suites.iter().map(|(_, suite)| suite.n_tests() as u64).sum()));
    let queue = Mutex::new(suites.iter().enumerate());
    let runs: Mutex<Vec<Option<Result<Run>>>> = Mutex::new(suites.iter().map(|_| None).collect());
    let n_at_once = arguments.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    thread::scope(|scope| {
        for _ in 0..n_at_once.min(suites.len()) {
            scope.spawn(|| {
                loop {
                    let Some((index, (path, suite))) = queue.lock().expect("no worker panics").next() else { return };
                    let run = run_one(path, suite, arguments, &*shown);
                    runs.lock().expect("no worker panics")[index] = Some(run);
                }
            });
        }
    });
    shown.finish();
    let runs = runs.into_inner().expect("no worker panics");
    let runs: Vec<(&Path, Run)> = suites
        .iter()
        .zip(runs)
        .map(|((path, _), run)| Ok((*path, run.context("a suite was not run")??)))
        .collect::<Result<_>>()?;
    csv::write(arguments.csv.as_deref(), || tests_table(&runs))?;
    print(arguments, &runs)?;
    match total(&runs, Outcome::Fail) {
        0 => Ok(()),
        n => bail!("{n} tests failed"),
    }
}

fn read(path: &Path) -> Result<Suite> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let suite = Suite::parse(&bytes).with_context(|| format!("{} is not a regression suite", path.display()))?;
    ensure!(suite.n_tests() > 0, "{} holds no test: no line `#? [PATTERN]` after a command", path.display());
    Ok(suite)
}

fn run_one(path: &Path, suite: &Suite, arguments: &Arguments, shown: &(dyn Progress + Send)) -> Result<Run> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let host = ShellHost::in_folder(&arguments.engine, folder.to_owned());
    let patience = Duration::from_secs(arguments.patience);
    run_suite(suite, &host, patience, |_| shown.advance(1)).map_err(|fault| anyhow!("{}: {fault}", path.display()))
}

const OUTCOMES: [(Outcome, &str); 5] = [
    (Outcome::Pass, "passes"),
    (Outcome::Fail, "failures"),
    (Outcome::UnexpectedPass, "unexpected_passes"),
    (Outcome::ExpectedFail, "expected_failures"),
    (Outcome::Skipped, "skipped"),
];

fn total(runs: &[(&Path, Run)], outcome: Outcome) -> usize {
    runs.iter().map(|(_, run)| run.count(outcome)).sum()
}

fn print(arguments: &Arguments, runs: &[(&Path, Run)]) -> Result<()> {
    let n_tests: usize = runs.iter().map(|(_, run)| run.tests.len()).sum();
    let mut out = io::stdout().lock();
    if arguments.json {
        let mut object = serde_json::Map::new();
        object.insert("tests".to_owned(), n_tests.into());
        for (outcome, name) in OUTCOMES {
            object.insert(name.to_owned(), total(runs, outcome).into());
        }
        let n_refused: usize = runs.iter().map(|(_, run)| run.trouble.len()).sum();
        object.insert("refused_commands".to_owned(), n_refused.into());
        writeln!(out, "{}", serde_json::Value::Object(object))?;
        return Ok(());
    }
    let columns = OUTCOMES.iter().map(|(_, name)| Column::right(name.replace('_', " ")));
    let mut table = Table::new(std::iter::once(Column::left("suite")).chain(columns));
    for (path, run) in runs {
        if !arguments.quiet {
            for (line, reason) in &run.trouble {
                writeln!(out, "{}:{line}: REFUSED: {reason}", path.display())?;
            }
            for test in run.tests.iter().filter(|test| matches!(test.outcome, Outcome::Fail | Outcome::UnexpectedPass))
            {
                writeln!(out, "{}:{}: {}", path.display(), test.line, sentence(test))?;
            }
        }
        table.push(row(&path.display().to_string(), |outcome| run.count(outcome)));
    }
    if runs.len() > 1 {
        table.push(row("all", |outcome| total(runs, outcome)));
    }
    write!(out, "{}", table.to_terminal())?;
    Ok(())
}

/// A row for every test.
fn tests_table(runs: &[(&Path, Run)]) -> Table {
    let mut table = Table::new(["suite", "line", "id", "command", "wanted", "reply", "outcome"].map(Column::left));
    for (path, run) in runs {
        for TestResult { line, id, command, wanted, reply, outcome } in &run.tests {
            table.push([
                path.display().to_string(),
                line.to_string(),
                id.map_or(String::new(), |id| id.to_string()),
                command.clone(),
                wanted.clone(),
                reply.clone(),
                word(*outcome).to_owned(),
            ]);
        }
    }
    table
}

fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Pass => "pass",
        Outcome::Fail => "fail",
        Outcome::UnexpectedPass => "unexpected pass",
        Outcome::ExpectedFail => "expected failure",
        Outcome::Skipped => "skipped",
    }
}

fn row(name: &str, count: impl Fn(Outcome) -> usize) -> Vec<String> {
    std::iter::once(name.to_owned()).chain(OUTCOMES.map(|(outcome, _)| count(outcome).to_string())).collect()
}

fn sentence(test: &TestResult) -> String {
    let kind = if test.outcome == Outcome::Fail { "FAIL" } else { "UNEXPECTED PASS" };
    let id = test.id.map(|id| format!("{id} ")).unwrap_or_default();
    format!("{kind}: {id}{}: wanted [{}], got {}", test.command, test.wanted, test.reply.replace('\n', " "))
}
