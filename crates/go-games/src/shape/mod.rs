//! Search for shapes and whole positions: frequency, continuations and results, up to the eight symmetries and exchange
//! of colours.
//!
//! A [`Shape`] is a rectangle of a board; a whole position is the rectangle that is the board. A rectangle that touches
//! an edge of its board is only found at an edge; otherwise it may be anywhere. Games are replayed on bit rows, and a
//! move can only complete a shape that contains the stone just played, so no index is needed. Variations are *not*
//! searched: a database contains main lines.

mod pattern;
mod search;
mod tally;

pub use pattern::{Cell, Shape, ShapeError};
pub use search::{Continuation, Occurrence, ShapeSearch};
pub use tally::{Results, ShapeTally};
