//! Where GTP programs meet: matches with Elo and a sequential test, and regression suites.
//!
//! A [`Host`] starts the programs and owns the clock; this crate referees, keeps the books and judges. It opens no file: the
//! records it returns are lines of text for whoever keeps them.

pub mod contest;
mod contestant;
mod fault;
pub mod fuzz;
mod host;
pub mod regression;

pub use contestant::Contestant;
pub use fault::{Fault, FaultKind};
pub use host::{Host, Process, RunningEngine, Side};
