//! Heavy playouts: random games with some Go knowledge. Policies are alternatives behind the trait [`Policy`]; the configuration chooses
//! one by name.

mod adapted;
mod atari;
mod base;
mod board;
mod chance;
mod config;
mod last_good_reply;
mod learning;
mod light_weights;
mod mogo_patterns;
mod policy;
mod rule;
mod sampled;
mod vital_point;

pub use adapted::AdaptedConfig;
pub use board::{HeavyBoard, Patterns3x3};
pub use config::{PlayoutConfig, PolicyKind, SelfAtariRule};
pub use learning::{ContextCells, ContextCellsError, LearningConfig};
pub use light_weights::{LightFeature, LightWeights, LightWeightsError, own_code, shape_name};
pub(crate) use mogo_patterns::PatternTable;
pub use policy::{
    HeavyEnd, PlayoutPolicy, PlayoutRandom, PlayoutStart, PlayoutThread, PlayoutTurn, Policy, Teacher, TreeMove,
};
pub use rule::{Rule, RuleCounts, RuledMove};

#[cfg(test)]
mod tests;
