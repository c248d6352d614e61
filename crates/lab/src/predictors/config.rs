//! The TOML file of a comparison.
//!
//! ```toml
//! title = "Predictors of strong players' moves"
//! [paper]
//! train-games = 400
//! [[predictor]]
//! label = "T"
//! recent-moves = true
//! config = { kind = "instance" }         # as a file of `tesuji learn`
//! per-game = { n-positions = 200 }       # settings that grow with the number of games; `a.b` is a key of a table
//! small = { "forest.n-trees" = 2 }       # settings of the small scale
//! [[predictor]]
//! label = "mixture"
//! members = ["T", "factor"]              # the models of these predictors, stacked
//! ```

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail, ensure};
use go_models::LearnConfig;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::overrides::set;
use crate::study::Scale;

/// How much is run at a scale.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Sizes {
    /// Games that every predictor learns from in the equal-data track.
    pub train_games: usize,
    /// Smaller numbers of games, for learning curves.
    pub curve: Vec<usize>,
    /// Training games set aside for exponents and the weights of mixtures.
    pub tuning_games: usize,
    /// Training games set aside to decide what would be embedded.
    pub validation_games: usize,
    /// Games that judge.
    pub test_games: usize,
    /// Seeds of the equal-data track; each draws other games. Curves have the first.
    pub seeds: Vec<u64>,
    /// Processor seconds of training in the equal-time track.
    pub seconds: f64,
}

/// One predictor.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PredictorSettings {
    /// Its name in tables.
    pub label: String,
    /// Does it see the last moves?
    pub recent_moves: bool,
    /// A configuration of any kind; the configuration of a mixture has no members of its own.
    #[serde(default)]
    pub config: Value,
    /// Labels of the predictors that a mixture combines.
    #[serde(default)]
    pub members: Vec<String>,
    /// Settings that are multiplied by the number of games.
    #[serde(default)]
    pub per_game: BTreeMap<String, f64>,
    /// Settings that differ at the small scale.
    #[serde(default)]
    pub small: Map<String, Value>,
}

/// A comparison.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PredictorStudy {
    /// The name that it is run by; the file's own name.
    #[serde(skip)]
    pub name: String,
    /// The title.
    pub title: String,
    /// What to know about it.
    #[serde(default)]
    pub remark: String,
    /// The label of the predictor that the others are compared with.
    pub reference: String,
    /// Sizes at the small scale.
    pub small: Sizes,
    /// Sizes at the paper scale.
    pub paper: Sizes,
    /// The predictors, in the order of the tables.
    #[serde(rename = "predictor")]
    pub predictors: Vec<PredictorSettings>,
}

impl PredictorStudy {
    /// Reads and checks a study.
    pub fn from_toml(name: &str, text: &str) -> Result<PredictorStudy> {
        let mut study: PredictorStudy = toml::from_str(text).with_context(|| format!("study {name}"))?;
        study.name = name.into();
        ensure!(study.find(&study.reference).is_some(), "study {name}: there is no predictor {:?}", study.reference);
        for (i, predictor) in study.predictors.iter().enumerate() {
            let earlier = &study.predictors[..i];
            ensure!(
                earlier.iter().all(|other| other.label != predictor.label),
                "study {name}: {:?} is there twice",
                predictor.label
            );
            for member in &predictor.members {
                ensure!(
                    earlier.iter().any(|other| other.label == *member && other.members.is_empty()),
                    "study {name}: the member {member:?} of {:?} is not a predictor before it",
                    predictor.label
                );
            }
            for scale in [Scale::Small, Scale::Paper] {
                let sizes = study.sizes(scale);
                ensure!(!sizes.seeds.is_empty(), "study {name}: a scale needs a seed");
                predictor.config_for(scale, sizes.train_games, 1).with_context(|| format!("study {name}"))?;
            }
        }
        Ok(study)
    }

    /// The sizes at a scale.
    pub fn sizes(&self, scale: Scale) -> &Sizes {
        match scale {
            Scale::Small => &self.small,
            Scale::Paper => &self.paper,
        }
    }

    /// The predictor with that label.
    pub fn find(&self, label: &str) -> Option<&PredictorSettings> {
        self.predictors.iter().find(|predictor| predictor.label == label)
    }
}

impl PredictorSettings {
    /// What is trained at a scale on so many games.
    pub fn config_for(&self, scale: Scale, n_games: usize, seed: u64) -> Result<LearnConfig> {
        let mut value = if self.config.is_null() { json!({}) } else { self.config.clone() };
        for (key, &factor) in &self.per_game {
            set(&mut value, key, json!((factor * n_games as f64).round() as u64));
        }
        if scale == Scale::Small {
            self.small.iter().for_each(|(key, small)| set(&mut value, key, small.clone()));
        }
        if !self.members.is_empty() {
            set(&mut value, "kind", json!("mixture"));
            set(&mut value, "members", self.members.iter().map(|label| json!({ "model": label })).collect());
        }
        set(&mut value, "name", json!(self.label));
        let config: LearnConfig =
            serde_json::from_value(value).with_context(|| format!("the predictor {:?}", self.label))?;
        if config.kind() == "mixture" && self.members.is_empty() {
            bail!("the mixture {:?} has no members", self.label);
        }
        Ok(config.with_seed(seed))
    }
}
