//! The feature instances of van Niekerk 2014: tactical features, circular patterns and decision trees with Bradley-Terry weights.

mod config;
mod harvest;
mod model;
mod patterns;
mod reasons;
mod team;
mod train;

pub use config::{HarvestOrder, InstanceConfig, Optimiser, PatternSettings, PatternSizes, WeightSettings};
pub use model::InstanceModel;
pub use patterns::{PatternEntry, PatternSet};
pub use team::{FeatureSpace, Level, TeamFinder};

/// The version of the feature set.
pub const FEATURE_SET: &str = "niekerk-2";
