//! Review of games. [`diagram`] draws a position of a record; a [`Subject`] is a record to review, [`judge`] evaluates
//! one of its positions, a [`Review`] collects the judgements, [`annotate`] and [`html`] write it down.
//!
//! Between the players of `go-engine` and the front ends (`tesuji diagram`, `tesuji analyze`, the web board), which
//! share the same results. Takes and returns values; the caller opens the files.
//!
//! Positions are judged one by one and independently of each other: in any order, on any number of threads, today or tomorrow, the
//! review is the same. See `docs/review.md`.

#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]

pub mod annotate;
mod areas;
pub mod checkpoint;
mod course;
pub mod diagram;
mod expected_loss;
pub mod fuzz;
mod graph;
mod grounds;
pub mod html;
mod judgement;
mod kind;
mod life;
mod mistake;
pub mod picture;
mod rating;
mod signs;
mod subject;
mod verdict;

pub use areas::{Area, Prospects, WeakChain};
pub use expected_loss::ExpectedLoss;
pub use graph::win_rate_graph;
pub use grounds::Grounds;
pub use judgement::{
    Candidate, Comparison, Judgement, Look, QUICK_PLAYOUTS, judge, judge_config, judge_config_of, judge_until,
};
pub use kind::Kind;
pub use life::{LIFE_NODES, MissedLife, missed_life};
pub use mistake::Mistake;
pub use rating::{Rating, Review};
pub use signs::{N_EVIDENCE, N_SIGNS, SIGN_NAMES, Signs};
pub use subject::{MAX_MOVES, Subject, SubjectError};
pub use verdict::Verdict;
