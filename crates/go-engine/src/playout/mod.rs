//! Heavy playouts: random games with some Go knowledge. One file per part of the policy.

mod atari;
mod board;
mod config;
mod light_weights;
mod mogo_patterns;
mod policy;
mod replies;
mod sampled;

pub use board::{HeavyBoard, Patterns3x3};
pub use config::{PlayoutConfig, PolicyKind, SelfAtariRule};
pub use light_weights::{LightFeature, LightWeights, LightWeightsError, own_code, shape_name};
pub(crate) use mogo_patterns::PatternTable;
pub use policy::{HeavyEnd, PlayoutPolicy, PlayoutStart};
pub use replies::ReplyTable;

#[cfg(test)]
mod tests;
