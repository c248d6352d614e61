//! The settings of a mixture.

use super::MixtureModel;
use crate::kind::ModelSettings;
use crate::model_file::{ModelFile, ModelFileError};
use crate::{LearnConfig, TrainError, Training};
use go_games::{Game, Side, fingerprint, side_of};
use learn::pool::Pool;
use serde::{Deserialize, Serialize};

/// Which pool combines the members.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PoolChoice {
    /// The one with the higher log-evidence on the games set aside to choose by.
    #[default]
    Best,
    /// The weighted mean.
    Linear,
    /// The weighted product.
    Logarithmic,
}

impl PoolChoice {
    /// The pools to choose from.
    pub(super) fn pools(self) -> &'static [Pool] {
        match self {
            PoolChoice::Best => &[Pool::Logarithmic, Pool::Linear],
            PoolChoice::Linear => &[Pool::Linear],
            PoolChoice::Logarithmic => &[Pool::Logarithmic],
        }
    }
}

/// One member: a model that is there, or one that is trained with the mixture on the games that are not for stacking.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum MemberSettings {
    /// The name of a trained model: a file, or `embedded`.
    Model(String),
    /// A configuration of any other kind.
    Config(LearnConfig),
}

/// The settings of a mixture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct MixtureConfig {
    /// Its name.
    pub name: String,
    /// Which pool.
    pub pool: PoolChoice,
    /// The first moves of the later stages of the game, counted from 1; every stage has its own weights.
    pub stages: Vec<usize>,
    /// Share of the games that members trained with the mixture do not learn from, for stacking.
    pub stacking_share: f64,
    /// Share of the stacking games that chooses between the pools instead.
    pub choosing_share: f64,
    /// Most positions to stack on.
    pub n_positions: usize,
    /// How strongly the weights of a stage are drawn to those of the whole game, in positions.
    pub shrinkage: f64,
    /// The members.
    pub members: Vec<MemberSettings>,
    /// The seed of everything random, that of the members trained with the mixture included.
    pub seed: u64,
}

impl Default for MixtureConfig {
    fn default() -> Self {
        MixtureConfig {
            name: "mixture".into(),
            pool: PoolChoice::Best,
            stages: vec![51, 151],
            stacking_share: 0.1,
            choosing_share: 0.25,
            n_positions: 12_000,
            shrinkage: 20.0,
            members: Vec::new(),
            seed: 1,
        }
    }
}

/// Salts of the draws that divide the games.
const STACKING_SALT: u64 = 0x57ac;
const CHOOSING_SALT: u64 = 0xc400;

impl MixtureConfig {
    /// Whether members trained with the mixture leave the game out, if nothing else decides.
    pub(super) fn is_on_stacking_side(&self, game: &Game) -> bool {
        side_of(fingerprint(game), self.stacking_share, self.seed ^ STACKING_SALT) == Side::Validation
    }

    /// Whether a stacking game chooses between the pools.
    pub(super) fn is_for_choosing(&self, game: &Game) -> bool {
        side_of(fingerprint(game), self.choosing_share, self.seed ^ CHOOSING_SALT) == Side::Validation
    }

    fn check_ranges(&self) -> Result<(), TrainError> {
        let share =
            |key, value: f64, most: f64, wanted| ((0.0..=most).contains(&value), key, value.to_string(), wanted);
        let n_members = self.members.len();
        let nested =
            self.members.iter().any(|member| matches!(member, MemberSettings::Config(c) if c.kind() == Self::KIND));
        let rising = self.stages.is_sorted_by(|a, b| a < b) && self.stages.first().is_none_or(|&first| first > 1);
        let ranges = [
            ((1..=MOST_MEMBERS).contains(&n_members), "members", n_members.to_string(), "1 to 64 members"),
            (!nested, "members", "a mixture".into(), "members of other kinds (those of the mixture can be listed)"),
            (
                rising && self.stages.len() <= 16,
                "stages",
                format!("{:?}", self.stages),
                "at most 16 rising plies above 1",
            ),
            share("stacking-share", self.stacking_share, 0.9, "0 to 0.9"),
            share("choosing-share", self.choosing_share, 0.9, "0 to 0.9"),
            (self.n_positions > 0, "n-positions", self.n_positions.to_string(), "1 or more"),
            (self.shrinkage.is_finite() && self.shrinkage > 0.0, "shrinkage", self.shrinkage.to_string(), "above 0"),
        ];
        match ranges.into_iter().find(|(good, ..)| !good) {
            Some((_, key, found, wanted)) => Err(TrainError::Setting { key, found, wanted }),
            None => Ok(()),
        }
    }
}

/// More members than this are refused, in settings and in files.
pub(super) const MOST_MEMBERS: usize = 64;

impl ModelSettings for MixtureConfig {
    const KIND: &'static str = "mixture";
    const SUMMARY: &'static str =
        "several models of any kinds, pooled by weights learned on games that none of them has seen";
    type Model = MixtureModel;

    fn name(&self) -> &str {
        &self.name
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
        for member in &mut self.members {
            if let MemberSettings::Config(config) = member {
                *config = config.clone().with_seed(seed);
            }
        }
    }

    fn learns_from(&self, game: &Game) -> bool {
        !game.turns.is_empty()
    }

    fn check(&self, games: &[Game]) -> Result<(), TrainError> {
        self.check_ranges()?;
        let size = games.first().ok_or(TrainError::NoGames)?.size;
        match games.iter().all(|game| game.size == size) {
            true => Ok(()),
            false => Err(TrainError::MixedSizes),
        }
    }

    fn fit(&self, training: &Training<'_>) -> Result<MixtureModel, TrainError> {
        super::fit::fit(self, training)
    }

    fn load(file: ModelFile<'_>) -> Result<MixtureModel, ModelFileError> {
        MixtureModel::load(file)
    }
}
