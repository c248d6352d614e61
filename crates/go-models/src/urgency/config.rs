//! The settings of an urgency model.

use super::UrgencyModel;
use crate::kind::ModelSettings;
use crate::model_file::{ModelFile, ModelFileError};
use crate::{TrainError, Training};
use go_board::local_pattern::PATTERN_SIZES;
use go_games::{Game, Side, fingerprint, side_of};
use serde::{Deserialize, Serialize};

/// Where the strength of a pattern comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strengths {
    /// Times played over times seen.
    Urgency,
    /// Weights of a Bradley-Terry model, which take into account what else could have been played.
    #[default]
    BradleyTerry,
}

/// The settings. The defaults are the thesis's: 40 cells, and as many patterns as its database has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct UrgencyConfig {
    /// Its name.
    pub name: String,
    /// Cells of a pattern: 4, 8, 12, 20, 24, 28, 36 or 40.
    pub cells: usize,
    /// Patterns in the database at most: those played most often.
    pub patterns: usize,
    /// A pattern in the database was played at least so often.
    pub least_played: u32,
    /// Where strengths come from.
    pub strengths: Strengths,
    /// Share of the positions that the Bradley-Terry model is fitted to.
    pub sampling: f64,
    /// Rounds of its minorization-maximization.
    pub rounds: usize,
    /// Share of the games that the figures in the header are measured on, and that nothing is learned from.
    pub validation_share: f64,
    /// The seed of everything random.
    pub seed: u64,
}

impl Default for UrgencyConfig {
    fn default() -> Self {
        UrgencyConfig {
            name: "urgency".into(),
            cells: 40,
            patterns: 239_502,
            least_played: 3,
            strengths: Strengths::BradleyTerry,
            sampling: 0.25,
            rounds: 20,
            validation_share: 0.05,
            seed: 1,
        }
    }
}

impl UrgencyConfig {
    pub(super) fn is_for_validation(&self, game: &Game) -> bool {
        side_of(fingerprint(game), self.validation_share, self.seed) == Side::Validation
    }
}

impl ModelSettings for UrgencyConfig {
    const KIND: &'static str = "urgency";
    const SUMMARY: &'static str = "how urgent the pattern of stones around a move was in games";
    type Model = UrgencyModel;

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
        !self.is_for_validation(game)
    }

    fn check(&self, _: &[Game]) -> Result<(), TrainError> {
        let wrong =
            |key: &'static str, found: String, wanted: &'static str| Err(TrainError::Setting { key, found, wanted });
        if !PATTERN_SIZES.contains(&self.cells) {
            return wrong("cells", self.cells.to_string(), "4, 8, 12, 20, 24, 28, 36 or 40");
        }
        if !(1..=10_000_000).contains(&self.patterns) {
            return wrong("patterns", self.patterns.to_string(), "1 to 10,000,000");
        }
        if self.least_played == 0 {
            return wrong("least-played", "0".into(), "1 or more");
        }
        if !(self.sampling > 0.0 && self.sampling <= 1.0) {
            return wrong("sampling", self.sampling.to_string(), "above 0, at most 1");
        }
        if !(0.0..=0.5).contains(&self.validation_share) {
            return wrong("validation-share", self.validation_share.to_string(), "0 to 0.5");
        }
        if self.rounds > 10_000 {
            return wrong("rounds", self.rounds.to_string(), "at most 10,000");
        }
        Ok(())
    }

    fn fit(&self, training: &Training<'_>) -> Result<UrgencyModel, TrainError> {
        super::fit::fit(self, training)
    }

    fn load(file: ModelFile<'_>) -> Result<UrgencyModel, ModelFileError> {
        UrgencyModel::load(file)
    }
}
