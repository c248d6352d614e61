//! A trained territory model: reads a position, asks the network, answers in Black's view.

use super::config::{KIND, TerritoryConfig};
use crate::appraiser::{Appraisal, Appraiser};
use crate::model_file::{ModelFile, ModelFileError, ModelHeader, write_model};
use go_board::{Color, PointMap, Position, Symmetry};
use go_features::planes::{PLANES, PlaneReader};
use go_games::{Game, Replay};
use learn::convolution::{ConvNet, Input, Output, Scratch, Shape};
use serde::{Deserialize, Serialize};
use stable_hash::splitmix64::mix;
use std::sync::Mutex;

/// The key of what a turn is worth among the metrics of the header.
pub(crate) const TEMPO: &str = "tempo";

/// The spread where a file made with ill will gives none.
const UNKNOWN_SPREAD: f32 = 50.0;

/// Finite weights of a strange file may add up to what is no number.
fn finite_or(value: f32, other: f32) -> f32 {
    if value.is_finite() { value } else { other }
}

/// A model of final ownership.
pub struct TerritoryModel {
    header: ModelHeader,
    net: ConvNet,
    read_nodes: usize,
    /// What the turn is worth: half of the mean change of the lead by a move, from the header. A model that a referee taught knows it.
    tempo: Option<f32>,
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
        let tempo = header.metrics.get(TEMPO).copied().filter(|tempo| tempo.is_finite()).map(|tempo| tempo as f32);
        TerritoryModel { header, net, read_nodes, tempo, buffers: Mutex::default() }
    }

    /// The same model, with the worth of a turn measured on these games: half of the mean change of the lead that a move brings its mover.
    pub fn with_tempo(mut self, games: &[&Game]) -> TerritoryModel {
        self.tempo = Some(0.0);
        let (mut sum, mut n) = (0.0, 0.0);
        for game in games {
            let mut replay = Replay::new(game);
            let mut last: Option<(f32, f64)> = None;
            while let Some((position, _)) = replay.next_position() {
                let lead = f64::from(self.appraise(position).area_lead);
                if let Some((sign, before)) = last {
                    sum += f64::from(sign) * (lead - before);
                    n += 1.0;
                }
                last = Some((if position.to_move == Color::Black { 1.0 } else { -1.0 }, lead));
            }
        }
        let tempo = if n > 0.0 { sum / n / 2.0 } else { 0.0 };
        self.tempo = Some(tempo as f32);
        self.header.metrics.insert(TEMPO.into(), tempo);
        self
    }

    /// An untrained model of the fewest channels as a file, for 9x9.
    pub(crate) fn small() -> Vec<u8> {
        let config = TerritoryConfig { channels: 8, blocks: 1, ..TerritoryConfig::default() };
        let header = ModelHeader {
            kind: KIND.into(),
            name: "small".into(),
            feature_set: PLANES.into(),
            board_sizes: vec![9],
            scope: Default::default(),
            training: Default::default(),
            settings: serde_json::to_value(&config).expect("settings are plain data"),
            seed: 1,
            metrics: Default::default(),
        };
        TerritoryModel::new(header, ConvNet::new(config.shape(), 1).expect("a sound shape")).to_bytes()
    }

    /// What the model is and where it comes from.
    pub fn header(&self) -> &ModelHeader {
        &self.header
    }

    pub(super) fn net(&self) -> &ConvNet {
        &self.net
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

    /// One look, or for a model of finished games the mean of two ([`TerritoryModel::between_turns`]). The network sees the board turned in a way that the stones
    /// decide: what it misjudges in one position it would misjudge in its neighbours too, if it saw them from the same side, and a search over them would not even it out.
    fn appraise(&self, position: &Position) -> Appraisal {
        let symmetry = Symmetry::ALL[(mix(position.board.hash()) % Symmetry::ALL.len() as u64) as usize];
        self.appraise_standing(position, symmetry)
    }

    /// The mean over the eight symmetries of the board: the network has learned them from examples only, so that its answers differ.
    fn appraise_with_care(&self, position: &Position) -> Appraisal {
        let answers = self
            .with_buffers(|buffers| Symmetry::ALL.map(|symmetry| self.appraise_turned(position, symmetry, buffers)));
        let mean = |of: &dyn Fn(&Appraisal) -> f32| answers.iter().map(of).sum::<f32>() / answers.len() as f32;
        let mut ownership = Box::new(PointMap::filled(0.0));
        for point in position.board.size().points() {
            ownership[point] = mean(&|answer| answer.ownership[point]);
        }
        Appraisal {
            ownership,
            area_lead: mean(&|answer| answer.area_lead),
            spread: mean(&|answer| answer.spread),
            black_wins: mean(&|answer| answer.black_wins),
        }
    }
}

impl TerritoryModel {
    fn with_buffers<T>(&self, work: impl FnOnce(&mut Buffers) -> T) -> T {
        let pooled = self.buffers.lock().expect("no holder panics").pop();
        let mut buffers = pooled.unwrap_or_else(|| Buffers::new(self.read_nodes));
        let result = work(&mut buffers);
        self.buffers.lock().expect("no holder panics").push(buffers);
        result
    }

    /// What it says in one look at the board turned so.
    pub(crate) fn appraise_standing(&self, position: &Position, symmetry: Symmetry) -> Appraisal {
        self.with_buffers(|buffers| self.appraise_turned(position, symmetry, buffers))
    }

    /// What the model says if it sees the board turned so.
    fn appraise_turned(&self, position: &Position, symmetry: Symmetry, buffers: &mut Buffers) -> Appraisal {
        match self.tempo {
            Some(tempo) => self.between_turns(position, tempo, symmetry, buffers),
            None => self.look(position, symmetry, buffers),
        }
    }

    /// The mean of two looks, one with either side to move, and half a move's worth for the side that really is: what became of games counts the turn
    /// for less than it is worth, so that every lead would go up and down from move to move. The lead is the sum of the owners; the
    /// network's own correction of it knows counted games only, which are close, and draws every lead towards 0.
    fn between_turns(&self, position: &Position, tempo: f32, symmetry: Symmetry, buffers: &mut Buffers) -> Appraisal {
        let mut turned = position.clone();
        turned.to_move = position.to_move.opponent();
        let mut appraisal = self.look(position, symmetry, buffers);
        let other = self.look(&turned, symmetry, buffers);
        let mean = |a: f32, b: f32| 0.5 * (a + b);
        for point in position.board.size().points() {
            appraisal.ownership[point] = mean(appraisal.ownership[point], other.ownership[point]);
        }
        let turn = if position.to_move == Color::Black { tempo } else { -tempo };
        let owned: f32 = position.board.size().points().map(|point| appraisal.ownership[point]).sum();
        Appraisal {
            ownership: appraisal.ownership,
            area_lead: owned + turn,
            spread: mean(appraisal.spread, other.spread),
            black_wins: mean(appraisal.black_wins, other.black_wins),
        }
    }

    /// What the network says with this side to move, in Black's view.
    fn look(&self, position: &Position, symmetry: Symmetry, buffers: &mut Buffers) -> Appraisal {
        let Buffers { reader, planes, globals, scratch, output } = buffers;
        reader.read(position, symmetry, planes, globals);
        let size = position.board.size();
        let side = usize::from(size.get());
        self.net.predict(&Input { width: side, height: side, planes, globals }, scratch, output);
        let sign = if position.to_move == Color::Black { 1.0 } else { -1.0 };
        let mut ownership = Box::new(PointMap::filled(0.0));
        for point in size.points() {
            ownership[point] =
                sign * finite_or((output.cells[size.dense_index(symmetry.apply(size, point))] / 2.0).tanh(), 0.0);
        }
        let mover_wins = finite_or(1.0 / (1.0 + (-output.result).exp()), 0.5);
        Appraisal {
            ownership,
            area_lead: sign * finite_or(output.measure, 0.0),
            // The network's spread is the scale of a Laplace distribution.
            spread: finite_or(std::f32::consts::SQRT_2 * output.log_spread.exp(), UNKNOWN_SPREAD),
            black_wins: if sign > 0.0 { mover_wins } else { 1.0 - mover_wins },
        }
    }
}
