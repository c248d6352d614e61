//! The common fate graph and the features counted in it around a move (Foulds 2006, chapters 3, 4 and 7).
//!
//! [`FateGraph`] merges chains to nodes; a [`FateReader`] turns every candidate move of an area into a vector of numbers, in one of four
//! versions of the feature set:
//!
//! - `fate-1`, as in the thesis: 406 counts of coloured paths of up to six nodes, black and white as they are;
//! - `fate-2`: the same with the colours of the mover and the opponent;
//! - `fate-3`: `fate-2` and what chapter 7 misses: size and liberties of chains, the border, the group that the problem is about, and chains merged
//!   to dragons; with the immediate effect of the move;
//! - `fate-4`: `fate-3` and what reading and shape say about the point, for both sides.
//!
//! The vectors are plain numbers for any learner; nothing is learned here.

mod alphabet;
mod area;
mod extended;
mod graph;
mod local;
mod paths;
mod reader;
#[cfg(test)]
mod slow;
mod target;

pub use alphabet::{Alphabet, MAX_LENGTH, n_strings, place, string_at};
pub use area::Area;
pub use graph::{FateGraph, Node};
pub use reader::{FateReader, FateVersion, UnknownFateVersion};
pub use target::Target;
