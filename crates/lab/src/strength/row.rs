//! A row of a study of playing strength: a feature instance, a model of any kind, or no model at all.

use anyhow::{Context, Result, ensure};
use go_engine::EngineConfig;
use go_engine::tree::Fallback;
use go_models::LearnConfig;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::overrides::set;
use crate::study::{CellSettings, Scale, SizeRule};

/// What the moves of the tree are ordered by. Without `set` and `config` it is nothing: all moves are equally likely.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ModelRow {
    /// Its heading.
    pub label: String,
    /// The name of its file, without the ending, in a folder of models that are there already.
    #[serde(default)]
    pub model: String,
    /// A feature instance.
    #[serde(default)]
    pub set: Option<CellSettings>,
    /// A configuration of any kind, as in a file of `tesuji learn`.
    #[serde(default)]
    pub config: Option<Value>,
    /// Settings of `config` that differ at the small scale; `a.b` is a key of a table.
    #[serde(default)]
    pub small: Map<String, Value>,
}

impl ModelRow {
    /// What is learned from so many games; `None` for a player without a model.
    pub fn config(&self, scale: Scale, sizes: &SizeRule, n_games: usize, seed: u64) -> Result<Option<LearnConfig>> {
        ensure!(
            self.set.is_none() || self.config.is_none(),
            "row {:?} has both a feature instance and a configuration",
            self.label
        );
        if let Some(cell) = &self.set {
            return Ok(Some(LearnConfig::new(cell.instance(sizes, n_games, seed))));
        }
        let Some(mut value) = self.config.clone() else { return Ok(None) };
        if scale == Scale::Small {
            self.small.iter().for_each(|(key, small)| set(&mut value, key, small.clone()));
        }
        set(&mut value, "name", self.label.as_str().into());
        let config: LearnConfig = serde_json::from_value(value).with_context(|| format!("row {:?}", self.label))?;
        Ok(Some(config.with_seed(seed)))
    }

    /// Is there a model to learn or to load?
    pub fn has_model(&self) -> bool {
        self.set.is_some() || self.config.is_some()
    }

    /// The player of a column with this row's model.
    pub fn engine(&self, column: &EngineConfig) -> EngineConfig {
        let mut engine = column.clone();
        if !self.has_model() {
            engine.prior.learned = false;
            engine.prior.fallback = Fallback::Uniform;
        }
        engine
    }
}
