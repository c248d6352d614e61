//! Spatial probability trees as a predictor of moves (Tidwell 2012).
//!
//! The grid is the board, the event is the next move, and the fields are those of [`go_features::fields`] from the
//! point of view of the side to move. [`SpatialConfig`] sets how many trees are grown on how many positions each, and
//! whether their leaves keep the thesis's local frequencies or get learned weights. Probabilities are calibrated as
//! described in `calibration.rs`.
//!
//! Not done: fields of real numbers; trees for one player or one stage of the game.

mod config;
mod fit;
mod model;
mod words;

pub use config::{SpatialConfig, StackSettings, WeightPasses};
pub use model::SpatialModel;
