//! M-eval in the search: known answers in corners and along sides, searched a few moves deep, become a-priori values of moves (Basaldúa 2013, section 3.4.5).
//!
//! A line begins with an answer that strong players gave to a shape on the board. Every later move is a known answer in a region around the move before it (with `wide = 2` the reply may be anywhere). Minimax over
//! these lines, and over leaving the line at any point, values each first move by the encoding at its end. From the values of all first moves their mean is subtracted; what is above it
//! becomes virtual wins:
//!
//! ```text
//! V = c + intensity (v - mean),   for v above the mean
//! ```
//!
//! with `persistence` virtual visits. At the root, answers in all regions are tried; below it those around the last move, one move less deep on every level.
//!
//! Ours: c is the mover's chance as the search knows it at the root (the dissertation seems to mean 1/2, which would favour or punish all known moves alike in a game that is not even);
//! leaving a line is allowed; a line that has more moves of one side than of the other is corrected by the mean worth of a move; and every node below the root is asked, not only children of nodes that had
//! an answer.

mod config;
mod direction;
mod lines;
#[cfg(test)]
mod tests;

pub use config::MEvalSearchConfig;
pub use direction::{Direction, Tried};
pub use lines::{MEval, RootValue};
