//! The parameters of the adapted policy. None of the numbers is from the article, and none has been tuned.
//!
//! Rates and decay were chosen by an estimate: a weight without influence on the result walks at random by about rate / 2 a step, which the decay holds at
//! rate / 2 sqrt(1 / (2 decay)) = 0.24; one whose moves win 5% more often drifts by 0.05 rate a step, to 0.05 rate / decay = 0.75.

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
            local_rate: 0.03,
            shape_rate: 0.003,
            feature_rate: 0.001,
            decay: 0.002,
            largest_factor: 10.0,
            learned_moves: 200,
            baseline_rate: 0.01,
        }
    }
}
