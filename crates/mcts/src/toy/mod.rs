//! Small domains with known answers, for tests, documentation and benchmarks.
//!
//! [`Nim`] is a game with a known winner. [`Bush`] is an implicit tree of any width and depth, for one agent or two
//! players, whose best value can be computed exhaustively. They show how little code a domain needs; they are not
//! optimised.

mod bush;
mod nim;

pub use bush::{Bush, BushExpander, BushRollout, BushShape};
pub use nim::{Nim, NimRandom};
