//! Learners bound to Go features: train, predict, explain, save, load.
//!
//! Everything that ranks moves is a [`Predictor`]: a position in, a probability for every legal move and pass out, and any one
//! of them explained as a list of reasons. [`factor`] is the model of our own.

pub mod evaluate;
pub mod factor;
pub mod forest;
mod mixer;
mod predictor;

pub use mixer::PositionMixer;
pub use predictor::{Explanation, Prediction, Predictor, Reason};
