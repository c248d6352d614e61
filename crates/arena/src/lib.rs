//! Matches between GTP programs with Elo and a sequential test, and regression suites.
//!
//! A [`Host`] starts the programs and owns the clock; this crate referees, records and evaluates. It opens no file: the
//! records it returns are lines of text that the caller stores.

#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]

pub mod contest;
mod contestant;
mod fault;
pub mod fuzz;
mod host;
pub mod regression;

pub use contestant::Contestant;
pub use fault::{Fault, FaultKind};
pub use host::{Host, Process, RunningEngine, Side};
