//! The feature instances of van Niekerk 2014: tactical features, circular patterns and decision trees with Bradley-Terry weights.

mod config;
mod model;
mod pattern_harvest;
mod patterns;
mod reasons;
mod team;
mod train;

pub use config::{InstanceConfig, Optimiser, PatternSettings, PatternSizes, WeightSettings};
pub use model::InstanceModel;
pub use patterns::{PatternEntry, PatternSet};
pub use team::{FeatureSpace, Level, TeamFinder};

/// The version of the feature set.
pub const FEATURE_SET: &str = "niekerk-2";
