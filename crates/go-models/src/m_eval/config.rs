//! The settings of an M-eval model.

use crate::training::TrainError;
use serde::{Deserialize, Serialize};

/// How an M-eval model is made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MEvalConfig {
    /// Always `m-eval`.
    pub kind: String,
    /// The model's name.
    pub name: String,
    /// Of everything random.
    pub seed: u64,
    /// Shapes are learned from the first moves of a game, up to this one.
    pub plies: usize,
    /// A shape is known when it was seen so often ("more than 5 times").
    pub min_seen: u32,
    /// The territory of a shape is known when it was seen so often in games with final owners.
    pub min_counted: u32,
    /// Answers that a shape keeps at most.
    pub answers: usize,
    /// Answers below this share of all of the shape's are dropped.
    pub min_answer_share: f64,
    /// Games that urgent points are learned from.
    pub urgency_games: usize,
    /// A pattern of 40 cells is known when it was played so often in these.
    pub min_played: u32,
    /// Urgencies below this do not count.
    pub urgent_from: f64,
    /// The qualities are compared in two positions of each game, from this move on ...
    pub first_ply: usize,
    /// ... to this one.
    pub last_ply: usize,
}

/// The `kind` in configurations and model headers.
pub(super) const KIND: &str = "m-eval";

impl Default for MEvalConfig {
    fn default() -> Self {
        MEvalConfig {
            kind: KIND.into(),
            name: "m-eval".into(),
            seed: 1,
            plies: 80,
            min_seen: 6,
            min_counted: 6,
            answers: 8,
            min_answer_share: 0.03,
            urgency_games: 6_000,
            min_played: 20,
            urgent_from: 0.05,
            first_ply: 16,
            last_ply: 62,
        }
    }
}

impl MEvalConfig {
    /// Reads a configuration.
    pub fn from_toml(text: &str) -> Result<MEvalConfig, toml::de::Error> {
        toml::from_str(text)
    }

    /// Whether a configuration is one of an M-eval model.
    pub fn is_meant(text: &str) -> bool {
        #[derive(Deserialize)]
        struct Kind {
            kind: Option<String>,
        }
        toml::from_str::<Kind>(text).is_ok_and(|found| found.kind.as_deref() == Some(KIND))
    }

    /// Refuses settings that cannot be used, before any long work.
    pub fn check(&self) -> Result<(), TrainError> {
        let refuse =
            |key, found: &dyn ToString, wanted| Err(TrainError::Setting { key, found: found.to_string(), wanted });
        match self {
            c if c.kind != KIND => refuse("kind", &c.kind, "\"m-eval\""),
            c if !(1..=400).contains(&c.plies) => refuse("plies", &c.plies, "1 to 400"),
            c if c.min_seen == 0 => refuse("min_seen", &c.min_seen, "1 or more"),
            c if c.min_counted < 2 => refuse("min_counted", &c.min_counted, "2 or more"),
            c if !(1..=80).contains(&c.answers) => refuse("answers", &c.answers, "1 to 80"),
            c if !(0.0..=1.0).contains(&c.min_answer_share) => {
                refuse("min_answer_share", &c.min_answer_share, "0 to 1")
            }
            c if c.min_played == 0 => refuse("min_played", &c.min_played, "1 or more"),
            c if !(0.0..=1.0).contains(&c.urgent_from) => refuse("urgent_from", &c.urgent_from, "0 to 1"),
            c if c.last_ply < c.first_ply => refuse("last_ply", &c.last_ply, "not before first_ply"),
            _ => Ok(()),
        }
    }
}
