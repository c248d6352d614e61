//! The parameters of the adapted policy. None of the numbers is from the article: they are ours.

use serde::{Deserialize, Serialize};

/// `[playout.adapted]`: only the policy `adapted` uses it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AdaptedConfig {
    /// Step of the weights of one point, and of one point in its 3x3 context.
    pub local_rate: f64,
    /// Step of the weights of 3x3 shapes anywhere on the board.
    pub shape_rate: f64,
    /// Step of the weights of contiguity, capture and extension.
    pub feature_rate: f64,
    /// The share of its way back that a weight goes at every step.
    pub decay: f64,
    /// No weight leaves its beginning by more than this factor.
    pub largest_factor: f64,
    /// The first so many moves of a playout are learned from.
    pub learned_moves: u32,
    /// How much the latest playout counts in the mean reward that a reward is compared with.
    pub baseline_rate: f64,
}

impl Default for AdaptedConfig {
    fn default() -> Self {
        Self {
            local_rate: 0.1,
            shape_rate: 0.01,
            feature_rate: 0.002,
            decay: 0.001,
            largest_factor: 10.0,
            learned_moves: 200,
            baseline_rate: 0.01,
        }
    }
}
