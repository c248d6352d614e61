//! Go for the search core: the state, what is worth trying, what a playout says.

mod expander;
mod rollout;
mod situations;
mod state;
mod tables;

pub use expander::{ExpanderScratch, GoExpander, PriorConfig};
pub use rollout::HeavyRollout;
pub use state::GoState;
pub use tables::PlayoutTables;

#[cfg(test)]
mod tests;
