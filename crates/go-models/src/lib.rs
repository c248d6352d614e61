//! Learners bound to Go features: train, predict, explain, save, load.
//!
//! Everything that ranks moves is a [`Predictor`]: a position in, a probability for every legal move and pass out, and any one
//! of them explained as a list of reasons. [`factor`] is the model of our own, [`instance`] those of van Niekerk 2014.

pub mod checkpoint;
pub mod config;
pub mod evaluate;
pub mod factor;
pub mod forest;
pub mod instance;
mod mixer;
mod model;
pub mod model_file;
mod predictor;
mod prefetch;
mod trained_on;

pub use mixer::PositionMixer;
pub use model::Model;
pub use predictor::{Explanation, Prediction, Predictor, Reason};
pub use trained_on::{TrainedOn, TrainedOnError};
