//! Training an M-eval model: shapes and urgent points from the games, then the encoding from two positions of each (Basaldúa 2013, section 3.4.6).
//!
//! The header has, for every quality and for the encoding, the correlation of the mover's lead in it with the final lead in points, over the positions of counted games.

use std::collections::BTreeMap;

use super::config::{KIND, MEvalConfig};
use super::encoder::{Encoder, Encoding, N_FACTORS, Sample};
use super::harvest::{harvest, is_usable};
use super::model::{MEvalModel, REGIONS};
use super::opening_board::OpeningBoard;
use super::shape_book::ShapeBook;
use super::urgency::UrgencyTable;
use crate::model_file::{ModelHeader, TrainingRecord};
use crate::territory::{FinishedGame, Owners};
use crate::training::{TrainError, Training};
use crate::{Scope, TrainedOn};
use go_board::{Color, Move, Position};
use go_features::qualities::{N_QUALITIES, QUALITIES};
use go_features::regions::REGION_BOARD;
use go_games::{Game, Replay, fingerprint};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

/// Positions that a game gives to the encoding.
const N_POSITIONS: usize = 2;
/// Samples with which the encoding is worth learning.
const MIN_SAMPLES: usize = 20;

/// Trains a model on games, some of which have final owners.
pub fn train_m_eval(
    config: &MEvalConfig,
    games: &[FinishedGame<'_>],
    training: &Training<'_>,
) -> Result<MEvalModel, TrainError> {
    config.check()?;
    let usable: Vec<&FinishedGame<'_>> = games.iter().filter(|finished| is_usable(finished.game)).collect();
    if usable.is_empty() {
        return Err(TrainError::NoGames);
    }
    training.stage("shapes", 2 * usable.len());
    let shapes = harvest(config, &usable, &mut |n_done| training.step(n_done));
    let shapes = ShapeBook::new(shapes, config.min_counted).expect("shapes of boards");
    training.stage("urgent points", 1);
    let plain: Vec<&Game> = usable.iter().map(|finished| finished.game).collect();
    let urgencies = UrgencyTable::learn(config, &plain);
    training.message(format!(
        "{} shapes, {} with territory, {} urgent patterns",
        shapes.shapes().len(),
        shapes.shapes().iter().filter(|shape| shapes.has_territory(shape)).count(),
        urgencies.len()
    ));
    let learned = TrainedOn::new(plain.iter().copied());
    let header = ModelHeader {
        kind: KIND.into(),
        name: config.name.clone(),
        feature_set: REGIONS.into(),
        board_sizes: vec![REGION_BOARD.get()],
        scope: Scope { board_sizes: vec![REGION_BOARD.get()], plies: None },
        training: TrainingRecord {
            n_games: usable.len(),
            n_positions: N_POSITIONS * usable.len(),
            games_hash: learned.games_hash(),
            ..training.record.clone()
        },
        settings: serde_json::to_value(config).expect("settings are plain data"),
        seed: config.seed,
        metrics: BTreeMap::new(),
    };
    let model = MEvalModel::new(header, shapes, urgencies, Encoder::plain());
    finish(model, config, &usable, training)
}

impl MEvalModel {
    /// A model of a few random moves on 19x19, as a file.
    pub(crate) fn small() -> Vec<u8> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let game = |_| {
            let mut game = Game::new(REGION_BOARD);
            let mut position: Position = Position::new(REGION_BOARD, 7.5);
            for _ in 0..30 {
                let legal: Vec<_> = position.legal_points().filter(|point| point.x() % 6 == 3).collect();
                let mv = Move::Play(legal[random.random_range(0..legal.len())]);
                game.turns.push(go_games::Turn::new(position.to_move, mv));
                position.play(mv);
            }
            game
        };
        let games: Vec<Game> = (0..20).map(game).collect();
        let owners = Owners::new(REGION_BOARD, |point| Some(Color::BOTH[usize::from(point.x() % 2)]));
        let finished: Vec<FinishedGame<'_>> =
            games.iter().map(|game| FinishedGame { game, owners: Some(owners.clone()) }).collect();
        let config = MEvalConfig { min_seen: 2, min_counted: 2, min_played: 2, last_ply: 28, ..MEvalConfig::default() };
        train_m_eval(&config, &finished, &Training::new(&games)).expect("a model").to_bytes()
    }
}

/// A position of a game, what was played in it, and the mover's lead at the end of the game if it was counted.
struct Drawn {
    sample: Sample,
    /// The change of the mover's difference by the move.
    change: Option<[f32; N_QUALITIES]>,
    lead: Option<f64>,
}

/// Learns the encoding and what else needs the shapes.
fn finish(
    model: MEvalModel,
    config: &MEvalConfig,
    games: &[&FinishedGame<'_>],
    training: &Training<'_>,
) -> Result<MEvalModel, TrainError> {
    training.stage("qualities", games.len());
    let drawn: Vec<Drawn> = games.par_iter().flat_map_iter(|finished| draw(&model, config, finished)).collect();
    if drawn.len() < MIN_SAMPLES {
        return Err(TrainError::NoPositions);
    }
    let (samples, rest): (Vec<Sample>, Vec<_>) =
        drawn.into_iter().map(|drawn| (drawn.sample, (drawn.change, drawn.lead))).unzip();
    let mut encoder = Encoder::learn(&samples, config.seed).ok_or(TrainError::NoPositions)?;
    let changes: Vec<Encoding> =
        rest.iter().filter_map(|(change, _)| change.as_ref()).map(|change| encoder.encode(change)).collect();
    encoder.tempo =
        std::array::from_fn(|a| changes.iter().map(|change| change[a]).sum::<f32>() / changes.len().max(1) as f32);
    let counted: Vec<(&Sample, f64)> =
        samples.iter().zip(&rest).filter_map(|(sample, (_, lead))| Some((sample, (*lead)?))).collect();
    let correlation_of = |of: &dyn Fn(&Sample) -> f64| {
        correlation(&counted.iter().map(|(sample, lead)| (of(sample), *lead)).collect::<Vec<_>>())
    };
    let mut metrics = BTreeMap::new();
    for (k, name) in QUALITIES.iter().enumerate() {
        let key = format!("lead_correlation_{}", name.replace(' ', "_"));
        metrics.insert(key, correlation_of(&|sample| f64::from(sample.difference[k])));
    }
    for a in 0..N_FACTORS {
        let of = |sample: &Sample| f64::from(encoder.encode(&sample.difference)[a]);
        metrics.insert(format!("lead_correlation_l{}", a + 1), correlation_of(&of));
    }
    let even = |sample: &Sample| encoder.encode(&sample.difference).iter().map(|l| f64::from(*l)).sum::<f64>();
    metrics.insert("lead_correlation_even".into(), correlation_of(&even));
    metrics.insert("n_counted_positions".into(), counted.len() as f64);
    Ok(model.with_encoder(encoder, metrics))
}

/// Two positions of a game: the same for the same seed.
fn draw(model: &MEvalModel, config: &MEvalConfig, finished: &FinishedGame<'_>) -> Vec<Drawn> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(config.seed ^ fingerprint(finished.game));
    let mut plies: Vec<usize> =
        (0..N_POSITIONS).map(|_| random.random_range(config.first_ply..=config.last_ply)).collect();
    plies.sort_unstable();
    plies.dedup();
    let mut replay = Replay::new(finished.game);
    let mut drawn = Vec::new();
    for ply in 0..=config.last_ply {
        let Some((position, mv)) = replay.next_position() else { break };
        if plies.contains(&ply) {
            drawn.extend(Drawn::new(model, position, mv, finished));
        }
    }
    drawn
}

impl Drawn {
    fn new(model: &MEvalModel, position: &Position, mv: Move, finished: &FinishedGame<'_>) -> Option<Drawn> {
        let board = OpeningBoard::of(model, &position.board)?;
        let mover = position.to_move;
        let seen = |board: &OpeningBoard| {
            let difference = board.difference(model);
            if mover == Color::Black { difference } else { difference.map(|number| -number) }
        };
        let difference = seen(&board);
        let change = mv.point().filter(|&point| position.is_legal(point)).map(|point| {
            let after = seen(&board.after(model, point, mover));
            std::array::from_fn(|k| after[k] - difference[k])
        });
        let sign = if mover == Color::Black { 1.0 } else { -1.0 };
        let lead = finished.owners.as_ref().map(|owners| sign * f64::from(owners.lead()));
        let own = board.qualities(model)[mover.index()];
        Some(Drawn { sample: Sample { own, difference }, change, lead })
    }
}

/// Pearson's correlation; 0 where there is none.
fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let n = pairs.len().max(1) as f64;
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(&|pair| pair.0), mean(&|pair| pair.1));
    let product = mean(&|pair| (pair.0 - x) * (pair.1 - y));
    let scale = (mean(&|pair| (pair.0 - x).powi(2)) * mean(&|pair| (pair.1 - y).powi(2))).sqrt();
    if scale > 0.0 { product / scale } else { 0.0 }
}
