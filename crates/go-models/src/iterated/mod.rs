//! Decision trees grown repeatedly on their own mistakes, as a predictor of moves (Abe and Kotani).
//!
//! A candidate is described by the kosumi-strings around it ([`go_features::kosumi`]); its value is the sum of the
//! values of all trees ([`learn::id3`]). The paper covers the first fifty moves only, and so does the model: its header
//! gives the plies it covers. Values become probabilities as described in `calibration.rs`.

mod config;
mod fit;
mod model;

pub use config::IteratedConfig;
pub use model::IteratedModel;
