//! Spatial probability trees: where on a grid will the one event happen? (Tidwell 2012, chapter 4)
//!
//! A [`Scene`] is a finite grid whose cells carry classes of one or more fields; exactly one cell of it is where the event
//! happens. A tree is evaluated at every cell in turn, the *focus*: its inner nodes ask counting questions, "are there at least
//! `e` cells of kind `t` in the `w x w` window around the focus?" ([`Question`]), and its leaf holds the distribution of the event
//! over a small window around the focus, plus the *null* probability that it happens elsewhere. The local tables of all foci are
//! added up, divided by how many of them cover a cell, and normalised ([`GridForest::probabilities`]).
//!
//! Counts come from summed-area tables in constant time; a tree is evaluated for all foci at once ([`GridTree::leaves`]). Trees grow by the likelihood ratio over randomly sampled questions
//! ([`grow_tree`]); several trees make a forest, whose tables are added. [`OffsetWeights`] goes beyond the thesis: it keeps the
//! structure of the trees and learns what their leaves say by maximum likelihood over whole scenes. [`stacked_field`] turns the leaf
//! numbers of one tree into a field for the next (chapter 6).
//!
//! Nothing here knows what a cell or a kind means. `examples/nest_sites.rs` is a complete application with a known truth.
//! Not done: several events in one scene, fields of real numbers (bin them first with [`Bins`]).

mod descent;
mod forest;
mod growth;
mod question;
mod scene;
mod settings;
mod stack;
mod tree;
mod vocabulary;
mod weights;

pub use descent::{Foci, View, Windows};
pub use forest::{GridForest, Scratch};
pub use growth::{Sighting, grow_forest, grow_tree};
pub use question::Question;
pub use scene::{Cell, GridShape, Scene};
pub use settings::{BadGridSettings, GrowthSettings};
pub use stack::stacked_field;
pub use tree::{BadGridTree, GridTree, LeafTable, Step};
pub use vocabulary::{Bins, FieldKind, Kind, Vocabulary};
pub use weights::{OffsetWeights, WeightLearner, WeightSettings};

#[cfg(test)]
mod tests;
