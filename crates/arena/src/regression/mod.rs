//! Regression suites: GTP commands with their expected replies, in the format of GoGui and the classic engines.

mod pattern;
mod run;
mod suite;

pub use pattern::{Pattern, PatternError};
pub use run::{Outcome, Run, TestResult, run_suite};
pub use suite::{Expectation, Step, Suite, SuiteError};
