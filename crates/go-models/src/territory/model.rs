//! A trained territory model: reads a position, asks the network, answers in Black's view.

use super::config::{KIND, TerritoryConfig};
use crate::appraiser::{Appraisal, Appraiser};
use crate::model_file::{ModelFile, ModelFileError, ModelHeader, write_model};
use go_board::{Color, PointMap, Position, Symmetry};
use go_features::planes::{PLANES, PlaneReader};
use learn::convolution::{ConvNet, Input, Output, Scratch, Shape};
use serde::{Deserialize, Serialize};
use std::sync::Mutex;

/// A model of final ownership.
pub struct TerritoryModel {
    header: ModelHeader,
    net: ConvNet,
    read_nodes: usize,
    /// Buffers that are not in use.
    buffers: Mutex<Vec<Buffers>>,
}

#[derive(Serialize, Deserialize)]
struct Body {
    shape: Shape,
    weights: Vec<f32>,
}

struct Buffers {
    reader: PlaneReader,
    planes: Vec<f32>,
    globals: Vec<f32>,
    scratch: Scratch,
    output: Output,
}

impl Buffers {
    fn new(read_nodes: usize) -> Buffers {
        Buffers {
            reader: PlaneReader::new(read_nodes),
            planes: Vec::new(),
            globals: Vec::new(),
            scratch: Scratch::default(),
            output: Output::default(),
        }
    }
}

impl TerritoryModel {
    pub(crate) fn new(header: ModelHeader, net: ConvNet) -> TerritoryModel {
        let settings: Option<TerritoryConfig> = serde_json::from_value(header.settings.clone()).ok();
        let read_nodes = settings.unwrap_or_default().read_nodes;
        TerritoryModel { header, net, read_nodes, buffers: Mutex::default() }
    }

    /// What the model is and where it comes from.
    pub fn header(&self) -> &ModelHeader {
        &self.header
    }

    /// The model as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        write_model(&self.header, &Body { shape: self.net.shape(), weights: self.net.weights().to_vec() })
    }

    /// Reads a model file.
    pub fn from_bytes(bytes: &[u8]) -> Result<TerritoryModel, ModelFileError> {
        let file = ModelFile::parse(bytes)?;
        if file.header.kind != KIND || file.header.feature_set != PLANES {
            return Err(file.unknown());
        }
        let Body { shape, weights } = file.decode_body()?;
        let fits = shape.planes == go_features::planes::N_PLANES && shape.globals == go_features::planes::N_GLOBALS;
        if !fits {
            return Err(file.unknown());
        }
        let net = ConvNet::from_weights(shape, weights).map_err(|error| ModelFileError::Body(error.to_string()))?;
        Ok(TerritoryModel::new(file.header, net))
    }
}

impl Appraiser for TerritoryModel {
    fn name(&self) -> &str {
        &self.header.name
    }

    fn covers(&self, position: &Position) -> bool {
        self.header.scope.covers(position)
    }

    fn appraise(&self, position: &Position) -> Appraisal {
        let pooled = self.buffers.lock().expect("no holder panics").pop();
        let mut buffers = pooled.unwrap_or_else(|| Buffers::new(self.read_nodes));
        let Buffers { reader, planes, globals, scratch, output } = &mut buffers;
        reader.read(position, Symmetry::IDENTITY, planes, globals);
        let size = position.board.size();
        let side = usize::from(size.get());
        self.net.predict(&Input { width: side, height: side, planes, globals }, scratch, output);
        let sign = if position.to_move == Color::Black { 1.0 } else { -1.0 };
        let mut ownership = Box::new(PointMap::filled(0.0));
        for point in size.points() {
            ownership[point] = sign * (output.cells[size.dense_index(point)] / 2.0).tanh();
        }
        let mover_wins = 1.0 / (1.0 + (-output.result).exp());
        let appraisal = Appraisal {
            ownership,
            area_lead: sign * output.measure,
            // The network's spread is the scale of a Laplace distribution.
            spread: std::f32::consts::SQRT_2 * output.log_spread.exp(),
            black_wins: if sign > 0.0 { mover_wins } else { 1.0 - mover_wins },
        };
        self.buffers.lock().expect("no holder panics").push(buffers);
        appraisal
    }
}
