//! Depth-first proof-number search (df-pn) over any two-player game with one question: can the *prover* reach the goal?
//!
//! The game is a reachability game: the prover wins when the goal is reached in finitely many moves; a play that repeats for ever is
//! won by the other side, the *refuter*. The value of a state therefore does not depend on how it was reached, and results may be
//! shared through a transposition table. While a search runs they may not: a refutation that relies on a repetition of a state on
//! the present path is only good for that path (the graph-history interaction problem). See [`Search`] for how that is kept right.
//!
//! Sources: Nagai, *Df-pn algorithm for searching AND/OR trees and its applications*, 2002; Kishimoto and Müller, *A solution to the
//! GHI problem for depth-first proof-number search*, 2005; Pawlewicz and Lew, *Improving depth-first PN-search: 1+epsilon trick*, 2006.
//!
//! This crate names no board, reads no clock, and does *not* order moves: a game does that through the numbers of
//! [`Verdict::Open`].

#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]

mod game;
mod search;
mod table;

pub use game::{Game, Verdict, Zone};
pub use search::{Limits, Outcome, Search};
pub use table::Table;
