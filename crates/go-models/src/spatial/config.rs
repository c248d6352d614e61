//! The settings of a model of spatial probability trees.

use super::SpatialModel;
use crate::kind::ModelSettings;
use crate::model_file::{ModelFile, ModelFileError};
use crate::{TrainError, Training};
use go_features::fields::FieldSet;
use go_games::{Game, Side, fingerprint, side_of};
use learn::grid::{GridShape, GrowthSettings, WeightSettings};
use serde::{Deserialize, Serialize};

/// The settings of a spatial model. The defaults are those of Tidwell 2012, chapter 5, with a forest of 20 trees.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct SpatialConfig {
    /// Its name.
    pub name: String,
    /// What questions may count.
    pub fields: FieldSet,
    /// Trees of the forest.
    pub trees: usize,
    /// Positions that each tree is grown on, drawn from all games; `n` in the thesis.
    pub positions_per_tree: usize,
    /// How trees grow.
    pub growth: GrowthSettings,
    /// Turns and mirrors every position at random before it is learned from. The thesis mentions no symmetry.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub symmetries: bool,
    /// A first tree whose leaf numbers become one more field; none by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stack: Option<StackSettings>,
    /// Learns what leaves say instead of counting it; none by default, as in the thesis.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weights: Option<WeightPasses>,
    /// Shorter games are left out.
    pub minimum_moves: usize,
    /// Share of the games that calibrates and is not learned from.
    pub validation_share: f64,
    /// Positions of those games to calibrate with.
    pub n_validation: usize,
    /// The seed of everything random.
    pub seed: u64,
}

/// The lower tree of a stack (chapter 6).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct StackSettings {
    /// Its depth; it has at most `2^depth` leaves, each a class of the new field.
    pub depth: u32,
    /// Positions that it is grown on.
    pub positions: usize,
}

impl Default for StackSettings {
    fn default() -> Self {
        StackSettings { depth: 5, positions: 1_000 }
    }
}

/// Learning leaf weights from a stream of positions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct WeightPasses {
    /// Positions to learn from; passes over the games are repeated as needed.
    pub positions: usize,
    /// Positions whose scores are computed at once.
    pub batch: usize,
    /// How weights are learned.
    pub learner: WeightSettings,
}

impl Default for WeightPasses {
    fn default() -> Self {
        WeightPasses { positions: 200_000, batch: 64, learner: WeightSettings::default() }
    }
}

impl Default for SpatialConfig {
    fn default() -> Self {
        SpatialConfig {
            name: "spatial".into(),
            fields: FieldSet::Thesis,
            trees: 20,
            positions_per_tree: 300,
            growth: GrowthSettings::default(),
            symmetries: false,
            stack: None,
            weights: None,
            minimum_moves: 0,
            validation_share: 0.02,
            n_validation: 2_000,
            seed: 1,
        }
    }
}

impl SpatialConfig {
    /// The settings of the lower tree of a stack.
    pub(super) fn lower_growth(&self, stack: &StackSettings) -> GrowthSettings {
        GrowthSettings { depth: stack.depth, leaf_window: 1, ..self.growth }
    }

    pub(super) fn is_for_validation(&self, game: &Game) -> bool {
        side_of(fingerprint(game), self.validation_share, self.seed) == Side::Validation
    }

    fn check_ranges(&self) -> Result<(), TrainError> {
        let weights = self.weights.unwrap_or_default();
        let stack = self.stack.unwrap_or_default();
        let rate = |value: f32| value.is_finite() && value >= 0.0;
        let ranges = [
            ((1..=1_000).contains(&self.trees), "trees", self.trees.to_string(), "1 to 1000"),
            (self.positions_per_tree > 0, "positions-per-tree", self.positions_per_tree.to_string(), "1 or more"),
            (
                (0.0..=0.5).contains(&self.validation_share),
                "validation-share",
                self.validation_share.to_string(),
                "0 to 0.5",
            ),
            ((1..=10).contains(&stack.depth), "stack.depth", stack.depth.to_string(), "1 to 10"),
            (stack.positions > 0, "stack.positions", stack.positions.to_string(), "1 or more"),
            (weights.positions > 0, "weights.positions", weights.positions.to_string(), "1 or more"),
            ((1..=1 << 16).contains(&weights.batch), "weights.batch", weights.batch.to_string(), "1 to 65536"),
            (rate(weights.learner.rate), "weights.learner.rate", weights.learner.rate.to_string(), "a number from 0"),
            (
                rate(weights.learner.shrinkage),
                "weights.learner.shrinkage",
                weights.learner.shrinkage.to_string(),
                "a number from 0",
            ),
        ];
        match ranges.into_iter().find(|(good, ..)| !good) {
            Some((_, key, found, wanted)) => Err(TrainError::Setting { key, found, wanted }),
            None => Ok(()),
        }
    }
}

impl ModelSettings for SpatialConfig {
    const KIND: &'static str = "spatial";
    const SUMMARY: &'static str = "spatial probability trees: counting questions about windows of the board";
    type Model = SpatialModel;

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
        !game.turns.is_empty() && game.turns.len() >= self.minimum_moves && !self.is_for_validation(game)
    }

    fn check(&self, games: &[Game]) -> Result<(), TrainError> {
        self.check_ranges()?;
        let size = games.first().ok_or(TrainError::NoGames)?.size;
        if games.iter().any(|game| game.size != size) {
            return Err(TrainError::MixedSizes);
        }
        let shape = GridShape { width: size.get(), height: size.get() };
        self.growth.check(shape).map_err(TrainError::learner)
    }

    fn fit(&self, training: &Training<'_>) -> Result<SpatialModel, TrainError> {
        super::fit::fit(self, training)
    }

    fn load(file: ModelFile<'_>) -> Result<SpatialModel, ModelFileError> {
        SpatialModel::load(file)
    }
}
