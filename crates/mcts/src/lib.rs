//! Game-agnostic Monte-Carlo tree search.
//!
//! A domain implements three traits: [`State`] (what an action does), [`Expander`] (which actions to try) and
//! [`Rollout`] (what the outcome is worth). The search knows nothing else about it; no board, no rectangle and no
//! genotype is named in this crate.
//!
//! ```
//! use mcts::toy::{Nim, NimRandom};
//! use mcts::{Limits, Search, SearchConfig};
//!
//! let mut search = Search::new(Nim::new(10), NimRandom, NimRandom, SearchConfig::default());
//! search.run(&Limits::playouts(2000));
//! assert_eq!(search.best_action(), Some(2)); // leaves eight, a multiple of four
//! ```
//!
//! | where | what |
//! |---|---|
//! | [`State`], [`Expander`], [`Rollout`] | what a domain implements |
//! | [`laws`] | contract tests for domains |
//! | [`Search`], [`SearchConfig`], [`Limits`] | running a search |
//! | [`rules`] | how the tree chooses: UCB1, PUCT, PUCB, RAVE, priors, widening |
//! | [`Inspection`], [`Report`], [`correlation`] | looking into a search, also while it runs |
//! | [`Calibration`] | exploration and width from a sample |
//! | [`wls`] | win/loss states: success rates in 8, 16 or 32 bits, for rollouts that learn |
//! | [`toy`] | small domains with known answers |
//!
//! `docs/search.md` explains how it works and how to add a domain.

#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]

mod amaf;
mod best;
mod budget;
mod calibrate;
pub mod correlation;
mod expander;
mod inspect;
pub mod laws;
mod report;
mod rollout;
pub mod rules;
mod search;
mod state;
pub mod toy;
mod tree;
pub mod wls;

pub use best::Solution;
pub use budget::{Budget, Clock};
pub use calibrate::Calibration;
pub use expander::{Appraisal, Candidate, Coverage, Expander, sort_by_probability};
pub use inspect::{Inspection, Measured, RootMove, Visited};
pub use report::{Report, ReportRow, SearchStats};
pub use rollout::{Outcome, Rollout, Step, Trace};
pub use rules::Rules;
pub use search::{Beam, Endings, Goal, KeepBest, Limits, Search, SearchConfig, StopReason, WhenFull};
pub use state::{RaveKey, State, Turn};
