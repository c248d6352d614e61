//! Learners and statistics on plain data.
//!
//! Nothing in this crate names a board: a learner sees feature numbers, counts and opaque items. The binding to Go is
//! in `go-features` and `go-models`.
//!
//! - [`ascent`]: greedy ascent over settings, whatever they are.
//! - [`bradley_terry`]: weights of feature levels from competitions between teams of them.
//! - [`classify`]: classifiers for tables of numbers, and the tables as text.
//! - [`convolution`]: a small convolutional network: a probability for every cell of a grid, and a few scalars.
//! - [`factor`]: a conditional factorisation machine, the learner of the embedded models.
//! - [`factorisation`]: non-negative matrix factorisation: rows of counts as sums of a few parts.
//! - [`grid`]: spatial probability trees: where on a grid the one event happens.
//! - [`id3`]: ID3 trees, and sequences of them grown on their own mistakes.
//! - [`lbfgs`]: a minimiser for smooth functions.
//! - [`pool`]: opinion pools: one distribution from those of several experts.
//! - [`stats`]: intervals, paired tests, Elo, SPRT, rank correlation.
//! - [`tree`]: query trees grown from competitions.
//!
//! `docs/learners.md` collects the formulas.

#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]

pub mod ascent;
pub mod bradley_terry;
pub mod classify;
pub mod convolution;
pub mod factor;
pub mod factorisation;
pub mod fuzz;
pub mod grid;
pub mod id3;
pub mod lbfgs;
pub mod pool;
mod rows;
mod softmax;
pub mod stats;
pub mod tree;

pub use rows::Rows;
pub use softmax::to_probabilities;
