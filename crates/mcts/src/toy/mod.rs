//! Small worlds with known answers: what the search is tested, documented and measured with.
//!
//! [`Nim`] is a game whose winner everybody knows. [`Bush`] is an implicit tree of any width and depth, for one agent or
//! two players, whose best value can be computed by looking everywhere. They are no model of how fast a state should be,
//! only of how little it takes to write one.

mod bush;
mod nim;

pub use bush::{Bush, BushExpander, BushRollout, BushShape};
pub use nim::{Nim, NimRandom};
