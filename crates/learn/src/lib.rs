//! Learners and statistics on plain data.
//!
//! Nothing in this crate names a board: a learner sees feature numbers, counts and opaque items. The Go binding
//! lives in `go-features` and `go-models`.
//!
//! - [`bradley_terry`]: weights of feature levels from competitions between teams of them.
//! - [`factor`]: a conditional factorisation machine, the learner of our own model.
//! - [`lbfgs`]: a minimiser for smooth functions.
//! - [`stats`]: intervals, paired tests, Elo, SPRT, rank correlation.
//! - [`tree`]: query trees grown from competitions.
//!
//! The formulas are collected in `docs/learners.md`.

pub mod bradley_terry;
pub mod factor;
pub mod fuzz;
pub mod lbfgs;
mod rows;
pub mod stats;
pub mod tree;

pub use rows::Rows;
