//! Learners bound to Go features: train, predict, explain, save, load.
//!
//! Everything that ranks moves is a [`Predictor`]: a position in, a probability for every legal move and pass out, and any one
//! of them explained as a list of reasons with what they look at ([`Explanation`]). [`factor`] is the model of our own, [`instance`] those
//! of van Niekerk 2014.

pub mod checkpoint;
pub mod config;
pub mod evaluate;
mod explanation;
pub mod factor;
pub mod forest;
pub mod instance;
pub mod laws;
mod mixer;
mod model;
pub mod model_file;
mod predictor;
mod prefetch;
mod trained_on;

pub use explanation::{Combination, Explanation, Reason, Voice};
pub use go_features::{EarlierMove, Evidence};
pub use mixer::PositionMixer;
pub use model::Model;
pub use predictor::{Prediction, Predictor};
pub use trained_on::{TrainedOn, TrainedOnError};
