//! Go as a domain of the search core: state, candidates, rollout.

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
