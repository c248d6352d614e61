//! Game-agnostic Monte-Carlo tree search.
//!
//! A world is told in three traits: [`State`] (what happens), [`Expander`] (what is worth trying) and [`Rollout`] (what
//! it was worth). The search knows nothing else of it; no board, no rectangle and no genotype is named in this crate.
//!
//! ```
//! use mcts::{Limits, Search, SearchConfig, toy::{Nim, NimRandom}};
//!
//! let mut search = Search::new(Nim::new(10), NimRandom, NimRandom, SearchConfig::default());
//! search.run(&Limits::playouts(2000));
//! assert_eq!(search.best_action(), Some(2)); // leaves eight, a multiple of four
//! ```

mod expander;
mod rollout;
mod search;
mod state;
pub mod toy;

pub use expander::{Candidate, Coverage, Expander, sort_by_probability};
pub use rollout::{Outcome, Rollout, Step, Trace};
pub use search::{Limits, RootMove, Search, SearchConfig};
pub use state::{RaveKey, State, Turn};
