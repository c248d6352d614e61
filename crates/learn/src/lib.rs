//! Learners and statistics on plain data.
//!
//! Nothing in this crate names a board: a learner sees feature numbers, counts and opaque items. The Go binding
//! lives in `go-features` and `go-models`.
//!
//! - [`stats`]: intervals, paired tests, Elo, SPRT, rank correlation.
//!
//! The formulas are collected in `docs/learners.md`.

pub mod stats;
