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
pub use train::{InstanceError, InstanceProgress, resume_instance, train_instance};

/// The kind of model, as named in model files.
pub const KIND: &str = "instance";
/// The version of the feature set.
pub const FEATURE_SET: &str = "niekerk-2";
