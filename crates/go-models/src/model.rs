//! Any trained model. The kind in the header chooses, through the registry, what reads the body.

use crate::config::{ConfigError, LearnConfig};
use crate::instance::Reproduction;
use crate::kind::TrainedModel;
use crate::laws::Ablation;
use crate::model_file::{ModelFile, ModelFileError, ModelHeader};
use crate::registry::find_kind;
use crate::{Explanation, Prediction, Predictor, Reason, Ties, TrainedOn};
use go_board::{Move, Position};
use std::any::Any;

/// A model of any kind.
pub struct Model {
    trained: Box<dyn TrainedModel>,
}

impl Model {
    /// A model of some kind.
    pub fn new(trained: impl TrainedModel) -> Model {
        Model { trained: Box::new(trained) }
    }

    /// Reads a model file of any kind that this program knows.
    pub fn from_bytes(bytes: &[u8]) -> Result<Model, ModelFileError> {
        let file = ModelFile::parse(bytes)?;
        let kind = find_kind(&file.header.kind).ok_or_else(|| file.unknown())?;
        (kind.load)(file)
    }

    /// The model as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.trained.to_bytes()
    }

    /// What the model is and where it comes from.
    pub fn header(&self) -> &ModelHeader {
        self.trained.header()
    }

    /// The configuration that it was trained with.
    pub fn config(&self) -> Result<LearnConfig, ConfigError> {
        LearnConfig::of_model(self.header())
    }

    /// The rule for ties in evaluations that belongs to it: that of its reproduction, if it is one.
    pub fn ties(&self) -> Ties {
        let reproduction = self.header().settings.get("reproduction").cloned();
        let reproduction = reproduction.and_then(|value| serde_json::from_value::<Reproduction>(value).ok());
        reproduction.map_or_else(Ties::default, Reproduction::ties)
    }

    /// The number of features with a weight.
    pub fn n_features(&self) -> usize {
        self.trained.n_features()
    }

    /// Games that parts of the model had learned from before it was trained; known after training, not after loading.
    pub fn borrowed_games(&self) -> TrainedOn {
        self.trained.borrowed_games()
    }

    /// What its kind says about it besides the header: a title and a value each.
    pub fn details(&self) -> Vec<(&'static str, String)> {
        self.trained.details()
    }

    /// The model as one of a certain kind, for studies that look into it.
    pub fn downcast_ref<M: TrainedModel>(&self) -> Option<&M> {
        let trained: &dyn Any = &*self.trained;
        trained.downcast_ref()
    }
}

impl Predictor for Model {
    fn name(&self) -> &str {
        self.trained.name()
    }

    fn covers(&self, position: &Position) -> bool {
        self.header().scope.covers(position) && self.trained.covers(position)
    }

    fn predict(&self, position: &Position, prediction: &mut Prediction) {
        self.trained.predict(position, prediction);
    }

    fn explain(&self, position: &Position, mv: Move) -> Option<Explanation> {
        self.trained.explain(position, mv)
    }
}

impl Ablation for Model {
    fn probability_without(&self, position: &Position, mv: Move, reason: &Reason) -> Option<f32> {
        self.trained.probability_without(position, mv, reason)
    }
}
