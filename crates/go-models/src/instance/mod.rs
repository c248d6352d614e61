//! The feature instances of van Niekerk 2014: tactical features, circular patterns and decision trees with Bradley-Terry weights.

mod config;
mod exchange;
mod harvest;
mod leaves;
mod model;
mod patterns;
mod reasons;
mod reproduction;
mod team;
mod train;

pub use config::{HarvestOrder, InstanceConfig, Optimiser, PatternSettings, PatternSizes, WeightSettings};
pub use leaves::{LeafExample, WeighedLeaf, leaf_examples};
pub use model::InstanceModel;
pub use patterns::{PatternEntry, PatternSet};
pub use reproduction::Reproduction;
pub use team::{FeatureSpace, Level, TeamFinder};
pub use train::grow_trees;

/// The version of the feature set.
pub const FEATURE_SET: &str = "niekerk-2";
