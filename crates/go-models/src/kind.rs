//! The interface of a kind of model: settings that can be read from a configuration, trained, saved and loaded.
//!
//! A kind is a module with two types: its settings ([`ModelSettings`]), which know how to train and to load, and its trained model
//! ([`TrainedModel`]). [`ModelKind::of`] makes the entry of the table in [`crate::registry`] from the settings' type; commands,
//! benches and studies use the table and name no kind.

use crate::laws::Ablation;
use crate::model_file::{ModelFile, ModelFileError, ModelHeader};
use crate::training::{TrainError, Training, train_as};
use crate::{Model, TrainedOn};
use go_games::Game;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::any::Any;
use std::fmt::Debug;
use std::ops::RangeInclusive;

/// The settings of one kind of model: everything that determines a model besides the games.
///
/// Derive `Deserialize` with `deny_unknown_fields` and `default`, so that a misspelt key is an error and a missing one is not.
pub trait ModelSettings: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// The `kind` in configurations and model headers.
    const KIND: &'static str;
    /// A one-line summary.
    const SUMMARY: &'static str;
    /// What training gives.
    type Model: TrainedModel;

    /// Its name.
    fn name(&self) -> &str;

    /// The seed of everything random.
    fn seed(&self) -> u64;

    /// Replaces the seed.
    fn set_seed(&mut self, seed: u64);

    /// The board sizes that such a model can learn from.
    fn board_sizes(&self) -> RangeInclusive<u8> {
        1..=25
    }

    /// Is the game learned from? That depends on its moves and the settings alone. Games left out may validate.
    fn learns_from(&self, _game: &Game) -> bool {
        true
    }

    /// Validates the settings, and that these games suffice, before any long work.
    fn check(&self, games: &[Game]) -> Result<(), TrainError>;

    /// Trains a model. The settings have been checked, and at least one game is learned from.
    fn fit(&self, training: &Training<'_>) -> Result<Self::Model, TrainError>;

    /// Reads a model of this kind from a file whose checksum has been verified.
    fn load(file: ModelFile<'_>) -> Result<Self::Model, ModelFileError>;
}

/// A trained model: a predictor with a header, which can be saved. It can leave features out, so that the laws of explanations can be
/// checked for every kind.
pub trait TrainedModel: Ablation + Any {
    /// What the model is and where it comes from.
    fn header(&self) -> &ModelHeader;

    /// The number of features with a weight.
    fn n_features(&self) -> usize;

    /// The model as a file.
    fn to_bytes(&self) -> Vec<u8>;

    /// Games that parts of the model had learned from before it was trained (the members of a mixture). Known after training, not after
    /// loading.
    fn borrowed_games(&self) -> TrainedOn {
        TrainedOn::default()
    }

    /// What `model show` says besides the header: a title and a value each.
    fn details(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }
}

/// The entry of a kind in the registry.
#[derive(Clone, Copy)]
pub struct ModelKind {
    /// The `kind` in configurations and model headers.
    pub name: &'static str,
    /// A one-line summary.
    pub summary: &'static str,
    pub(crate) from_toml: fn(&str) -> Result<Box<dyn AnySettings>, toml::de::Error>,
    pub(crate) from_json: fn(serde_json::Value) -> Result<Box<dyn AnySettings>, serde_json::Error>,
    pub(crate) load: fn(ModelFile<'_>) -> Result<Model, ModelFileError>,
}

impl ModelKind {
    /// The entry of the kind with these settings.
    pub const fn of<S: ModelSettings>() -> ModelKind {
        ModelKind {
            name: S::KIND,
            summary: S::SUMMARY,
            from_toml: |text| Ok(Box::new(crate::config::settings_from_toml::<S>(text)?)),
            from_json: |value| Ok(Box::new(serde_json::from_value::<S>(value)?)),
            load: |file| Ok(Model::new(S::load(file)?)),
        }
    }
}

/// [`ModelSettings`] of any kind.
pub(crate) trait AnySettings: Debug + Send + Sync + Any {
    fn kind(&self) -> &'static str;
    fn name(&self) -> &str;
    fn seed(&self) -> u64;
    fn set_seed(&mut self, seed: u64);
    fn learns_from(&self, game: &Game) -> bool;
    fn train(&self, training: &Training<'_>) -> Result<Model, TrainError>;
    fn to_json(&self) -> serde_json::Value;
    fn boxed_clone(&self) -> Box<dyn AnySettings>;
    fn equals(&self, other: &dyn AnySettings) -> bool;
}

impl<S: ModelSettings> AnySettings for S {
    fn kind(&self) -> &'static str {
        S::KIND
    }
    fn name(&self) -> &str {
        self.name()
    }
    fn seed(&self) -> u64 {
        self.seed()
    }
    fn set_seed(&mut self, seed: u64) {
        self.set_seed(seed);
    }
    fn learns_from(&self, game: &Game) -> bool {
        self.learns_from(game)
    }
    fn train(&self, training: &Training<'_>) -> Result<Model, TrainError> {
        Ok(Model::new(train_as(self, training)?))
    }
    fn to_json(&self) -> serde_json::Value {
        serde_json::to_value(self).expect("settings are plain data")
    }
    fn boxed_clone(&self) -> Box<dyn AnySettings> {
        Box::new(self.clone())
    }
    fn equals(&self, other: &dyn AnySettings) -> bool {
        let other: &dyn Any = other;
        other.downcast_ref::<S>() == Some(self)
    }
}
