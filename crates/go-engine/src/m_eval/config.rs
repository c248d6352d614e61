//! How M-eval steers the tree.

use serde::{Deserialize, Serialize};

/// The parameters of M-eval in the search (Basaldúa 2013, sections 3.4.5 and 3.4.7).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MEvalSearchConfig {
    /// How a value becomes a share of wins: so much above even for one standard deviation above the mean of the moves. 0 is off.
    pub intensity: f32,
    /// Virtual visits of a move that has a value.
    pub persistence: f32,
    /// Moves of a line from the root, and tree levels that M-eval is asked in: one move less on every level.
    pub depth: usize,
    /// The first moves of a line from the root that may be answers anywhere; later ones, and all below the root, are around the move before. With 2
    /// a reply may be elsewhere.
    pub wide: usize,
    /// The step of the direction that is learned from turn to turn; 0 leaves it as it is.
    pub step: f32,
}

impl Default for MEvalSearchConfig {
    fn default() -> Self {
        Self { intensity: 0.0, persistence: 10.0, depth: 4, wide: 1, step: 0.0 }
    }
}
