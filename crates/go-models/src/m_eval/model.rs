//! A trained M-eval model: shapes, urgent patterns and the encoding of qualities.

use super::config::{KIND, MEvalConfig};
use super::encoder::{Encoder, Encoding};
use super::opening_board::OpeningBoard;
use super::shape_book::{KnownShape, ShapeBook};
use super::urgency::{UrgencyTable, UrgentPattern};
use crate::model_file::{ModelFile, ModelFileError, ModelHeader, write_model};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The features of the only version so far.
pub(super) const REGIONS: &str = "regions-1";

/// What is known of openings.
pub struct MEvalModel {
    header: ModelHeader,
    shapes: ShapeBook,
    urgencies: UrgencyTable,
    encoder: Encoder,
}

#[derive(Serialize, Deserialize)]
struct Body {
    shapes: Vec<KnownShape>,
    urgent: Vec<UrgentPattern>,
    encoder: Encoder,
}

impl MEvalModel {
    pub(super) fn new(header: ModelHeader, shapes: ShapeBook, urgencies: UrgencyTable, encoder: Encoder) -> Self {
        MEvalModel { header, shapes, urgencies, encoder }
    }

    /// The same model with another encoding, and with figures for its header.
    pub(super) fn with_encoder(mut self, encoder: Encoder, metrics: BTreeMap<String, f64>) -> Self {
        self.encoder = encoder;
        self.header.metrics = metrics;
        self
    }

    /// What the model is and where it comes from.
    pub fn header(&self) -> &ModelHeader {
        &self.header
    }

    /// The known shapes.
    pub fn shapes(&self) -> &ShapeBook {
        &self.shapes
    }

    /// The urgent patterns.
    pub fn urgencies(&self) -> &UrgencyTable {
        &self.urgencies
    }

    /// The encoding of qualities.
    pub fn encoder(&self) -> &Encoder {
        &self.encoder
    }

    /// The encoding of a position in Black's view.
    pub fn encode(&self, board: &OpeningBoard) -> Encoding {
        self.encoder.encode(&board.difference(self))
    }

    /// The model as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let body = Body {
            shapes: self.shapes.shapes().to_vec(),
            urgent: self.urgencies.patterns().to_vec(),
            encoder: self.encoder.clone(),
        };
        write_model(&self.header, &body)
    }

    /// Reads a model file.
    pub fn from_bytes(bytes: &[u8]) -> Result<MEvalModel, ModelFileError> {
        let file = ModelFile::parse(bytes)?;
        if file.header.kind != KIND || file.header.feature_set != REGIONS {
            return Err(file.unknown());
        }
        let Body { shapes, urgent, encoder } = file.decode_body()?;
        let refuse = |what: &str| ModelFileError::Body(format!("{what} that cannot be"));
        let settings: Option<MEvalConfig> = serde_json::from_value(file.header.settings.clone()).ok();
        let min_counted = settings.unwrap_or_default().min_counted;
        let shapes = ShapeBook::new(shapes, min_counted).ok_or_else(|| refuse("a shape"))?;
        let urgencies = UrgencyTable::new(urgent).ok_or_else(|| refuse("an urgency"))?;
        if !encoder.is_sound() {
            return Err(refuse("an encoding"));
        }
        Ok(MEvalModel::new(file.header, shapes, urgencies, encoder))
    }
}
