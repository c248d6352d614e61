//! Regression suites: GTP commands with the replies that are wanted, as GoGui and the classic engines write them.

mod pattern;
mod run;
mod suite;

pub use pattern::{Pattern, PatternError};
pub use run::{Outcome, Run, TestResult, run_suite};
pub use suite::{Expectation, Step, Suite, SuiteError};
