//! The settings of a classifier over common fate graphs.

use super::FateModel;
use crate::kind::ModelSettings;
use crate::model_file::{ModelFile, ModelFileError};
use crate::{TrainError, Training};
use go_features::fate::FateVersion;
use go_games::{Game, Replay, Side, side_of};
use learn::classify::Learner;
use serde::{Deserialize, Serialize};

/// The settings. The defaults are those that did best on problems that were held out of the training part (results/classifiers.md).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct FateConfig {
    /// Its name.
    pub name: String,
    /// The feature set: `fate-1` to `fate-4`.
    pub features: String,
    /// The learner, as `tesuji classify` names it; the second class is a good move.
    pub learner: String,
    /// Lines that the rectangle round the stones is widened by to get the candidates; 25 for the whole board.
    pub margin: u8,
    /// Other moves of a position that are learned from, at most, drawn at random.
    pub bad: usize,
    /// Positions that are learned from, at most, drawn at random; 0: all.
    pub positions: usize,
    /// Share of the starting positions whose games are not learned from but measured on.
    pub validation_share: f64,
    /// The seed of everything random.
    pub seed: u64,
}

impl Default for FateConfig {
    fn default() -> Self {
        FateConfig {
            name: "fate".into(),
            features: FateVersion::Fate3.name().into(),
            learner: "ranking:rounds=300,rate=0.1,depth=6,columns=0.3".into(),
            margin: 1,
            bad: 20,
            positions: 0,
            validation_share: 0.03,
            seed: 1,
        }
    }
}

impl FateConfig {
    /// Is the game measured on? That is decided by where it begins, so that all right moves of a problem are on one side.
    pub(super) fn is_for_validation(&self, game: &Game) -> bool {
        let mut replay: Replay<'_> = Replay::new(game);
        let start = replay.next_position().map_or(0, |(position, _)| position.board.hash());
        let first = game.setup.iter().all(Vec::is_empty);
        let key = if first { go_games::fingerprint(game) } else { start };
        side_of(key, self.validation_share, self.seed) == Side::Validation
    }

    pub(super) fn version(&self) -> Result<FateVersion, TrainError> {
        self.features.parse().map_err(TrainError::learner)
    }

    pub(super) fn parsed_learner(&self) -> Result<Learner, TrainError> {
        self.learner.parse().map_err(TrainError::learner)
    }
}

impl ModelSettings for FateConfig {
    const KIND: &'static str = "fate";
    const SUMMARY: &'static str = "a classifier over common fate graphs, for local problems";
    type Model = FateModel;

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
        self.version()?;
        self.parsed_learner()?;
        let setting = |key, found: String, wanted| Err(TrainError::Setting { key, found, wanted });
        if self.margin > 25 {
            return setting("margin", self.margin.to_string(), "0 to 25");
        }
        if self.bad == 0 {
            return setting("bad", "0".into(), "1 or more");
        }
        if !(0.0..=0.5).contains(&self.validation_share) {
            return setting("validation-share", self.validation_share.to_string(), "0 to 0.5");
        }
        Ok(())
    }

    fn fit(&self, training: &Training<'_>) -> Result<FateModel, TrainError> {
        super::fit::fit(self, training)
    }

    fn load(file: ModelFile<'_>) -> Result<FateModel, ModelFileError> {
        FateModel::load(file)
    }
}
