//! The settings of a factor model.

use super::model::FactorModel;
use super::train::fit;
use crate::kind::ModelSettings;
use crate::model_file::{ModelFile, ModelFileError};
use crate::{TrainError, Training};
use go_features::sets::find_sets;
use go_games::{Game, Side, fingerprint, side_of};
use learn::factor::FactorSettings;
use serde::{Deserialize, Serialize};

/// Everything that determines a factor model, besides the games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct FactorConfig {
    /// Its name.
    pub name: String,
    /// Feature sets besides those that every model of this kind has (`go_features::sets`).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub feature_sets: Vec<String>,
    /// A model of final ownership that foresees the owners of points, as the program finds models: it becomes a part of this one, with the features
    /// of `go_features::foreseen`. A small one will do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub foresight: Option<String>,
    /// A factor model to begin with, as the program finds models: what it knows of the features that both have carries over, so that training goes
    /// on, perhaps with other games, shapes or boards. Smaller rates than for a new model are wise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub begin_with: Option<String>,
    /// How much its experience counts: 1 if the games are of the same kind, less if what it knows is only a beginning (another size of board).
    #[serde(skip_serializing_if = "is_one")]
    pub begin_share: f32,
    /// Positions to harvest shapes from.
    pub n_harvest: usize,
    /// A shape seen this often in them becomes a feature ...
    pub threshold: u32,
    /// ... and so does one that was played this often in all games, ...
    pub min_played: u32,
    /// ... but at most this many do, half of them for being seen, the most frequent ones.
    pub max_shapes: usize,
    /// Positions to learn from; passes over the games are repeated as needed.
    pub n_positions: usize,
    /// Share of the games that validates.
    pub validation_share: f64,
    /// Positions of the validation games to judge by.
    pub n_validation: usize,
    /// Positions to a step.
    pub batch: usize,
    /// How the machine learns.
    pub settings: FactorSettings,
    /// The seed of everything random.
    pub seed: u64,
}

impl Default for FactorConfig {
    fn default() -> Self {
        FactorConfig {
            name: "factor".into(),
            feature_sets: Vec::new(),
            foresight: None,
            begin_with: None,
            begin_share: 1.0,
            n_harvest: 200_000,
            threshold: 60,
            min_played: 10,
            max_shapes: 800_000,
            n_positions: 3_000_000,
            validation_share: 0.01,
            n_validation: 5_000,
            batch: 8,
            settings: FactorSettings::default(),
            seed: 1,
        }
    }
}

impl FactorConfig {
    /// Whether the game is set aside for validation. Depends on its moves and the seed alone.
    pub fn is_for_validation(&self, game: &Game) -> bool {
        side_of(fingerprint(game), self.validation_share, self.seed) == Side::Validation
    }

    /// The first setting out of range.
    fn check_ranges(&self) -> Result<(), TrainError> {
        let settings = &self.settings;
        let share = |key, value: f64| ((0.0..=1.0).contains(&value), key, value.to_string(), "0 to 1");
        let rate = |key, value: f32| (value.is_finite() && value >= 0.0, key, value.to_string(), "a number from 0");
        let accumulator = settings.initial_accumulator;
        let ranges = [
            ((1..=1 << 16).contains(&self.batch), "batch", self.batch.to_string(), "1 to 65536"),
            (self.n_positions > 0, "n-positions", self.n_positions.to_string(), "1 or more"),
            share("validation-share", self.validation_share),
            share("begin-share", self.begin_share.into()),
            rate("settings.weight-rate", settings.weight_rate),
            rate("settings.factor-rate", settings.factor_rate),
            rate("settings.final-share", settings.final_share),
            rate("settings.weight-decay", settings.weight_decay),
            rate("settings.factor-decay", settings.factor_decay),
            rate("settings.factor-spread", settings.factor_spread),
            (
                accumulator.is_finite() && accumulator > 0.0,
                "settings.initial-accumulator",
                accumulator.to_string(),
                "a number above 0",
            ),
            share("settings.negligible", settings.negligible.into()),
        ];
        match ranges.into_iter().find(|(good, ..)| !good) {
            Some((_, key, found, wanted)) => Err(TrainError::Setting { key, found, wanted }),
            None => Ok(()),
        }
    }
}

fn is_one(share: &f32) -> bool {
    *share == 1.0
}

impl ModelSettings for FactorConfig {
    const KIND: &'static str = "factor";
    const SUMMARY: &'static str = "shapes, recent moves and tactics with pairwise interactions";
    type Model = FactorModel;

    fn name(&self) -> &str {
        &self.name
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn learns_from(&self, game: &Game) -> bool {
        !game.turns.is_empty() && !self.is_for_validation(game)
    }

    fn check(&self, _games: &[Game]) -> Result<(), TrainError> {
        find_sets(&self.feature_sets).map_err(TrainError::learner)?;
        self.check_ranges()
    }

    fn fit(&self, training: &Training<'_>) -> Result<FactorModel, TrainError> {
        fit(self, training)
    }

    fn load(file: ModelFile<'_>) -> Result<FactorModel, ModelFileError> {
        FactorModel::load(file)
    }
}
