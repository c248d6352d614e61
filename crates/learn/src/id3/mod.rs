//! ID3 trees on integer attributes, and trees grown repeatedly on their own mistakes (Abe and Kotani).
//!
//! A [`Id3Tree`] separates chosen from other candidates by information gain (Quinlan 1986); its value is the share of chosen ones at the
//! leaf. [`grow_iterated`] grows a sequence of them: the first sees candidates drawn at random, each later one those that the sum of the
//! trees before it likes best. A candidate's value is the sum over all trees.
//!
//! Not done: pruning, missing values, unordered attributes (give them one number per value and use [`Branching::EveryValue`]).

mod growth;
mod histogram;
mod iterate;
mod settings;
mod tree;

pub use growth::{AttributeTable, grow_id3};
pub use iterate::{Choices, IterationSettings, grow_iterated};
pub use settings::{BadId3Settings, Branching, Id3Settings};
pub use tree::{BadId3Tree, Id3Step, Id3Tree};

#[cfg(test)]
mod tests;
