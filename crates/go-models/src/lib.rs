//! Learners bound to Go features: train, predict, explain, save, load.
//!
//! Everything that ranks moves is a [`Predictor`]: a position in, a probability for every legal move and pass out, and
//! any one of them explained as a list of reasons with their evidence ([`Explanation`]). [`train`] makes a [`Model`]
//! from a [`LearnConfig`], [`Model::from_bytes`] reads one; [`registry::KINDS`] lists the kinds of models. [`factor`]
//! is the kind of the embedded models, [`instance`] those of van Niekerk 2014.
//!
//! ```
//! use go_board::{BoardSize, Color, Move};
//! use go_games::{Game, Turn};
//! use go_models::{LearnConfig, Model, Training, train};
//!
//! let mut game = Game::new(BoardSize::NINE);
//! for (name, color) in ["E5", "E6", "D6", "D5"].into_iter().zip([Color::Black, Color::White].into_iter().cycle()) {
//!     game.turns.push(Turn::new(color, Move::Play(game.size.parse_point(name)?)));
//! }
//! let config = LearnConfig::from_toml("kind = \"instance\"\nweights.sampling = 1.0")?;
//! let model = train(&config, &Training::new(&[game]))?;
//! assert_eq!(Model::from_bytes(&model.to_bytes())?.header().training.n_positions, 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]

mod appraiser;
mod calibration;
pub mod checkpoint;
mod choice;
mod config;
pub mod evaluate;
mod explanation;
pub mod factor;
pub mod fate;
pub mod forest;
pub mod frequency;
pub mod fuzz;
pub mod instance;
pub mod iterated;
pub mod kind;
pub mod laws;
pub mod m_eval;
mod mixer;
pub mod mixture;
mod model;
pub mod model_file;
mod paired;
pub mod points;
mod predictor;
pub mod registry;
mod scope;
pub mod spatial;
pub mod territory;
mod ties;
mod trained_on;
mod training;
pub mod urgency;

pub use appraiser::{Appraisal, Appraiser, Appraisers};
pub use choice::{NamedPredictor, Predictors, nearest_in_size};
pub use config::{ConfigError, LearnConfig};
pub use explanation::{Combination, Explanation, Reason, TreeLeaf, Voice};
pub use go_features::{EarlierMove, Evidence};
pub use mixer::PositionMixer;
pub use model::Model;
pub use paired::{PairedDifference, paired_difference};
pub use predictor::{Prediction, Predictor};
pub use scope::Scope;
pub use ties::Ties;
pub use trained_on::{TrainedOn, TrainedOnError};
pub use training::{
    KnownModel, KnownModels, KnownOwners, NoModels, TrainError, TrainProgress, Training, train, train_as,
};
