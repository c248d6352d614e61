//! Decision trees grown again and again on their own mistakes, as a predictor of moves (Abe and Kotani).
//!
//! A candidate is described by the kosumi-strings around it ([`go_features::kosumi`]); its value is the sum of what all trees say
//! ([`learn::id3`]). The paper looks at the first fifty moves only, and so does the model: its header says which plies it speaks
//! about. Values become probabilities as `calibration.rs` describes.

mod config;
mod fit;
mod model;

pub use config::IteratedConfig;
pub use model::IteratedModel;
