//! Go as a domain of the search core: state, candidates, rollout.

mod appraisal;
mod expander;
mod rollout;
mod sample;
mod search;
mod situations;
mod state;
mod tables;

pub use expander::{ExpanderScratch, Fallback, GoExpander, PriorConfig};
pub use rollout::{HeavyRollout, RolloutThread};
pub use sample::{PlayoutEnd, sample_playouts};
pub use search::{GoSearch, PlayoutStatistics, new_search, search_with};
pub use state::GoState;
pub(crate) use state::turn_of;
pub use tables::PlayoutTables;

#[cfg(test)]
mod tests;
