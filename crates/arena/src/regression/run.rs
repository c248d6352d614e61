//! Running a suite against a program and evaluating its replies.

use std::time::Duration;

use super::suite::{Expectation, Step, Suite};
use crate::contestant::Contestant;
use crate::fault::{Fault, FaultKind};
use crate::host::{Host, Side};

/// The outcome of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// As expected.
    Pass,
    /// Not as expected.
    Fail,
    /// As expected, though known to fail.
    UnexpectedPass,
    /// Not as expected, and known to fail.
    ExpectedFail,
    /// The program lacks the command.
    Skipped,
}

/// A test that was run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestResult {
    /// Its line in the file.
    pub line: usize,
    /// Its number in the suite.
    pub id: Option<u32>,
    /// The command.
    pub command: String,
    /// The expected reply.
    pub wanted: String,
    /// The actual reply.
    pub reply: String,
    /// The outcome.
    pub outcome: Outcome,
}

/// A suite that was run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Run {
    /// The tests in order.
    pub tests: Vec<TestResult>,
    /// Commands that are not tests and failed or are unknown, with the reason.
    pub trouble: Vec<(usize, String)>,
}

impl Run {
    /// The number of tests with that outcome.
    pub fn count(&self, outcome: Outcome) -> usize {
        self.tests.iter().filter(|test| test.outcome == outcome).count()
    }
}

/// Runs every command. A program that crashes or hangs fails that test and is restarted for the next command.
pub fn run_suite<H: Host>(
    suite: &Suite,
    host: &H,
    patience: Duration,
    mut tested: impl FnMut(&TestResult),
) -> Result<Run, Fault> {
    let mut run = Run::default();
    let mut program = Contestant::start(host, Side::A, 0)?;
    for step in suite.steps.iter().filter(|step| step.name() != "quit") {
        let reply =
            if program.knows(step.name()) { Some(program.ask_patiently(&step.command, patience)) } else { None };
        let is_lost = matches!(&reply, Some(Err(fault)) if fault.kind != FaultKind::Refused);
        match &step.expectation {
            Some(wanted) => {
                let result = judge(step, wanted, reply);
                tested(&result);
                run.tests.push(result);
            }
            None => run.trouble.extend(complaint(step, reply).map(|text| (step.line, text))),
        }
        if is_lost {
            program = Contestant::start(host, Side::A, 0)?;
        }
    }
    Ok(run)
}

fn judge(step: &Step, wanted: &Expectation, reply: Option<Result<String, Fault>>) -> TestResult {
    let passed = matches!(&reply, Some(Ok(text)) if wanted.pattern.matches(text));
    let outcome = match (&reply, passed, wanted.fails) {
        (None, ..) => Outcome::Skipped,
        (Some(_), true, false) => Outcome::Pass,
        (Some(_), true, true) => Outcome::UnexpectedPass,
        (Some(_), false, false) => Outcome::Fail,
        (Some(_), false, true) => Outcome::ExpectedFail,
    };
    TestResult {
        line: step.line,
        id: step.id,
        command: step.command.clone(),
        wanted: wanted.pattern.text().to_owned(),
        reply: match reply {
            None => String::new(),
            Some(Ok(text)) => text,
            Some(Err(fault)) => format!("? {}", fault.detail),
        },
        outcome,
    }
}

/// The complaint about a failed command that is not a test.
fn complaint(step: &Step, reply: Option<Result<String, Fault>>) -> Option<String> {
    match reply {
        None => Some(format!("{}: the program has no such command", step.command)),
        Some(Ok(_)) => None,
        Some(Err(fault)) => Some(fault.detail),
    }
}
