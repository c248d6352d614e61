//! The settings of a territory model.

use crate::training::TrainError;
use learn::convolution::Shape;
use serde::{Deserialize, Serialize};

/// How a territory model is made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TerritoryConfig {
    /// Always `territory`.
    pub kind: String,
    /// The model's name.
    pub name: String,
    /// Of everything random.
    pub seed: u64,
    /// Channels of the network.
    pub channels: usize,
    /// Residual blocks of the network.
    pub blocks: usize,
    /// Positions to learn from; games are gone through again and again.
    pub positions: usize,
    /// Positions of one step.
    pub batch: usize,
    /// The rate of the first steps; it falls to nothing along a cosine.
    pub learning_rate: f32,
    /// The share of the positions that come from games without final owners, which teach the result alone.
    pub resigned_share: f64,
    /// The share of the positions that come from a referee's judgements, if there are any and counted games besides.
    pub judged_share: f64,
    /// Moves that the reader of weak chains may try per question.
    pub read_nodes: usize,
    /// One game in so many is kept for validation.
    pub validate_one_in: u64,
}

/// The `kind` in configurations and model headers.
pub(super) const KIND: &str = "territory";

impl Default for TerritoryConfig {
    fn default() -> Self {
        TerritoryConfig {
            kind: KIND.into(),
            name: "territory".into(),
            seed: 1,
            channels: 32,
            blocks: 6,
            positions: 1_000_000,
            batch: 64,
            learning_rate: 2e-3,
            resigned_share: 0.3,
            judged_share: 1.0,
            read_nodes: 60,
            validate_one_in: 50,
        }
    }
}

impl TerritoryConfig {
    /// Reads a configuration.
    pub fn from_toml(text: &str) -> Result<TerritoryConfig, toml::de::Error> {
        toml::from_str(text)
    }

    /// Whether a configuration is one of a territory model.
    pub fn is_meant(text: &str) -> bool {
        #[derive(Deserialize)]
        struct Kind {
            kind: Option<String>,
        }
        toml::from_str::<Kind>(text).is_ok_and(|found| found.kind.as_deref() == Some(KIND))
    }

    /// The network.
    pub(crate) fn shape(&self) -> Shape {
        Shape {
            planes: go_features::planes::N_PLANES,
            globals: go_features::planes::N_GLOBALS,
            channels: self.channels,
            blocks: self.blocks,
        }
    }

    /// Refuses settings that cannot be used, before any long work.
    pub fn check(&self) -> Result<(), TrainError> {
        let refuse =
            |key, found: &dyn ToString, wanted| Err(TrainError::Setting { key, found: found.to_string(), wanted });
        match self {
            c if c.kind != KIND => refuse("kind", &c.kind, "\"territory\""),
            c if !(8..=256).contains(&c.channels) || c.channels % 8 != 0 => {
                refuse("channels", &c.channels, "a multiple of 8, 8 to 256")
            }
            c if c.blocks > 40 => refuse("blocks", &c.blocks, "0 to 40"),
            c if c.positions == 0 => refuse("positions", &c.positions, "1 or more"),
            c if !(1..=4096).contains(&c.batch) => refuse("batch", &c.batch, "1 to 4096"),
            c if !(c.learning_rate > 0.0 && c.learning_rate <= 1.0) => {
                refuse("learning_rate", &c.learning_rate, "above 0, at most 1")
            }
            c if !(0.0..=1.0).contains(&c.resigned_share) => refuse("resigned_share", &c.resigned_share, "0 to 1"),
            c if !(0.0..=1.0).contains(&c.judged_share) => refuse("judged_share", &c.judged_share, "0 to 1"),
            c if c.validate_one_in < 2 => refuse("validate_one_in", &c.validate_one_in, "2 or more"),
            _ => Ok(()),
        }
    }
}
