//! Any saved model: its header and the predictor behind it. The kind in the header says which learner reads the body.

use crate::factor::{self, FactorModel};
use crate::instance::{self, InstanceModel};
use crate::model_file::{ModelFileError, ModelHeader, read_parts};
use crate::{Explanation, Prediction, Predictor};
use go_board::{Move, Position};

/// A model of whatever kind.
pub struct Model {
    header: ModelHeader,
    predictor: Box<dyn Predictor>,
    n_features: usize,
}

impl Model {
    /// Reads a model file of any kind that this program knows.
    pub fn from_bytes(bytes: &[u8]) -> Result<Model, ModelFileError> {
        let (header, _) = read_parts(bytes)?;
        match header.kind.as_str() {
            factor::KIND => {
                let model = FactorModel::from_bytes(bytes)?;
                Ok(Model { header, n_features: model.n_features(), predictor: Box::new(model) })
            }
            instance::KIND => {
                let model = InstanceModel::from_bytes(bytes)?;
                Ok(Model { header, n_features: model.n_features(), predictor: Box::new(model) })
            }
            _ => Err(ModelFileError::Unknown { kind: header.kind, feature_set: header.feature_set }),
        }
    }

    /// What the model is and where it comes from.
    pub fn header(&self) -> &ModelHeader {
        &self.header
    }

    /// The number of features with a weight.
    pub fn n_features(&self) -> usize {
        self.n_features
    }
}

impl Predictor for Model {
    fn name(&self) -> &str {
        self.predictor.name()
    }

    fn predict(&self, position: &Position, prediction: &mut Prediction) {
        self.predictor.predict(position, prediction);
    }

    fn explain(&self, position: &Position, mv: Move) -> Option<Explanation> {
        self.predictor.explain(position, mv)
    }
}
