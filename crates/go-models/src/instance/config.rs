//! The components of a feature instance of van Niekerk 2014 (section 5.5): tactical features, patterns, trees, and
//! weight training.

use super::Reproduction;
use crate::evaluate::Plies;
use crate::forest::ForestSettings;
use go_features::tactical::TacticalOptions;
use learn::bradley_terry::EmptyTeams;
use serde::{Deserialize, Serialize};

/// A feature instance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct InstanceConfig {
    /// Its name.
    pub name: String,
    /// Whose reading of the thesis it follows; it overrides the options that [`Reproduction`] lists.
    pub reproduction: Option<Reproduction>,
    /// The tactical features of Table 5.1; the history-agnostic subset is one of their options.
    pub tactical: TacticalOptions,
    /// No tactical feature at all (rows of Table 5.9); then a pass has weight 1.
    pub without_tactical: bool,
    /// Circular patterns, if any.
    pub patterns: Option<PatternSettings>,
    /// Decision trees, if any.
    pub forest: Option<ForestSettings>,
    /// How weights are trained.
    pub weights: WeightSettings,
    /// Only for one stage of the game (van Niekerk 2014, section 6.2): the first and the last ply, counted from 1. Trees grow and weights
    /// are trained from its positions alone, and the model covers no others. Patterns are harvested from whole games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<Plies>,
    /// Decides the games and the positions sampled.
    pub seed: u64,
}

impl Default for InstanceConfig {
    fn default() -> Self {
        InstanceConfig {
            name: "tactical".into(),
            reproduction: None,
            tactical: TacticalOptions::default(),
            without_tactical: false,
            patterns: None,
            forest: None,
            weights: WeightSettings::default(),
            plies: None,
            seed: 1,
        }
    }
}

/// Which patterns become features.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct PatternSettings {
    /// Games to harvest from (xi); all if not given.
    pub n_games: Option<usize>,
    /// A pattern seen this often around a legal move is kept.
    pub threshold: u32,
    /// The share of positions that is sampled.
    pub sampling: f64,
    /// Which of the known sizes count for a move.
    pub sizes: PatternSizes,
    /// In which order sizes are counted.
    pub order: HarvestOrder,
}

impl Default for PatternSettings {
    fn default() -> Self {
        PatternSettings {
            n_games: Some(10_000),
            threshold: 20,
            sampling: 0.1,
            sizes: PatternSizes::default(),
            order: HarvestOrder::default(),
        }
    }
}

/// In which order a harvest counts the sizes of patterns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HarvestOrder {
    /// All of them in one sample: every pattern seen `threshold` times, as the thesis says.
    #[default]
    Full,
    /// Program: size 15 first, each size in a sample of its own, a move only where no larger kept pattern matches it.
    LargestFirst,
}

/// Which of the nested patterns around a move are features of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PatternSizes {
    /// The largest known one, as in the thesis.
    #[default]
    Largest,
    /// All known ones add up.
    All,
}

/// How weights are trained.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct WeightSettings {
    /// Games (phi); all if not given.
    pub n_games: Option<usize>,
    /// The share of their positions that competes: 0.1 in the thesis (section 4.3).
    pub sampling: f64,
    /// The optimiser.
    pub optimiser: Optimiser,
    /// How strongly weights are held at 1, in units of the thesis's prior. One unit is a win and a loss of every level against weight 1; for the
    /// streaming optimiser a ridge of precision 1.
    #[serde(skip_serializing_if = "is_one")]
    pub prior: f64,
    /// The same for patterns alone; `prior` if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prior_of_patterns: Option<f64>,
    /// The same for the leaves of trees, of which a move has one in every tree that say nearly the same; `prior` if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prior_of_leaves: Option<f64>,
    /// What becomes of moves without any level.
    pub empty_teams: EmptyTeams,
}

/// Models of the usual prior do not name it: their bytes are those from before it could be set.
fn is_one(strength: &f64) -> bool {
    *strength == 1.0
}

impl Default for WeightSettings {
    fn default() -> Self {
        WeightSettings {
            n_games: None,
            sampling: 0.1,
            optimiser: Optimiser::default(),
            prior: 1.0,
            prior_of_patterns: None,
            prior_of_leaves: None,
            empty_teams: EmptyTeams::default(),
        }
    }
}

/// What maximises the likelihood.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Optimiser {
    /// Coulom's minorisation-maximisation, as in the thesis.
    MinorizationMaximization,
    /// L-BFGS on the same function, prior included, until a step gains less than a hundred-thousandth of it: near the optimum in less time, not at it.
    #[default]
    Lbfgs,
    /// Adagrad over the competitions, each seen three times: for every position of a large collection.
    Streaming,
}
