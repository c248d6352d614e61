//! How often a shape or a whole position was played, how it went on and who won: up to the eight symmetries and exchanged colours.
//!
//! A [`Shape`] is a rectangle of a board: a whole position is the rectangle that is the board. Where the rectangle touches an edge of
//! its board, it is only found at an edge; otherwise it may lie anywhere. Games are replayed on bit rows, and a move can only complete
//! a shape that holds the stone just played, so no index is needed.
//! Does *not* look into variations: a database holds main lines.

mod pattern;
mod search;
mod tally;

pub use pattern::{Cell, Shape, ShapeError};
pub use search::{Continuation, Occurrence, ShapeSearch};
pub use tally::{Results, ShapeTally};
