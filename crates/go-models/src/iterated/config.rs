//! The settings of a model of iterated trees.

use super::IteratedModel;
use crate::kind::ModelSettings;
use crate::model_file::{ModelFile, ModelFileError};
use crate::{TrainError, Training};
use go_features::kosumi::Attributes;
use go_games::{Game, Side, fingerprint, side_of};
use learn::id3::IterationSettings;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

/// The settings of an iterated model. The defaults are the paper's best (section 4.3): 320 records, 20 iterations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct IteratedConfig {
    /// Its name.
    pub name: String,
    /// What a candidate is described by.
    pub attributes: Attributes,
    /// Games to learn from, drawn at random; fewer if there are fewer. 0: all.
    pub records: usize,
    /// The first and the last ply that is learned and spoken about, counted from 1.
    pub plies: (usize, usize),
    /// How the sequence of trees is grown.
    pub iteration: IterationSettings,
    /// Share of the games that calibrates and is not learned from.
    pub validation_share: f64,
    /// Positions of those games to calibrate with.
    pub n_validation: usize,
    /// The seed of everything random.
    pub seed: u64,
}

impl Default for IteratedConfig {
    fn default() -> Self {
        IteratedConfig {
            name: "iterated".into(),
            attributes: Attributes::Paper,
            records: 320,
            plies: (1, 50),
            iteration: IterationSettings::default(),
            validation_share: 0.02,
            n_validation: 2_000,
            seed: 1,
        }
    }
}

impl IteratedConfig {
    pub(super) fn is_for_validation(&self, game: &Game) -> bool {
        side_of(fingerprint(game), self.validation_share, self.seed) == Side::Validation
    }

    /// The games that the trees are grown on.
    pub fn records_of<'g>(&self, games: &'g [Game]) -> Vec<&'g Game> {
        let mut records: Vec<&Game> = games.iter().filter(|game| self.learns_from(game)).collect();
        if self.records > 0 {
            records.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(self.seed));
            records.truncate(self.records);
        }
        records
    }

    /// Whether the model covers the ply after so many moves.
    pub(super) fn covers(&self, n_moves: usize) -> bool {
        (self.plies.0..=self.plies.1).contains(&(n_moves + 1))
    }
}

impl ModelSettings for IteratedConfig {
    const KIND: &'static str = "iterated";
    const SUMMARY: &'static str = "decision trees grown again and again on their own mistakes, for the opening";
    type Model = IteratedModel;

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

    fn check(&self, games: &[Game]) -> Result<(), TrainError> {
        self.iteration.check().map_err(TrainError::learner)?;
        let size = games.first().ok_or(TrainError::NoGames)?.size;
        if games.iter().any(|game| game.size != size) {
            return Err(TrainError::MixedSizes);
        }
        let (first, last) = self.plies;
        if first == 0 || first > last {
            let found = format!("[{first}, {last}]");
            return Err(TrainError::Setting { key: "plies", found, wanted: "the first and the last ply, from 1" });
        }
        if !(0.0..=0.5).contains(&self.validation_share) {
            let found = self.validation_share.to_string();
            return Err(TrainError::Setting { key: "validation-share", found, wanted: "0 to 0.5" });
        }
        Ok(())
    }

    fn fit(&self, training: &Training<'_>) -> Result<IteratedModel, TrainError> {
        super::fit::fit(self, training)
    }

    fn load(file: ModelFile<'_>) -> Result<IteratedModel, ModelFileError> {
        IteratedModel::load(file)
    }
}
