//! Training: draw positions, grow trees, learn weights if configured, calibrate.

use super::model::{Body, Eye, cell_of};
use super::{SpatialConfig, SpatialModel, WeightPasses};
use crate::calibration::{Calibration, ScoredChoice};
use crate::checkpoint::{self, part_name};
use crate::kind::ModelSettings;
use crate::model_file::{ModelHeader, TrainingRecord};
use crate::{PositionMixer, Scope, TrainError, TrainedOn, Training};
use go_board::{Move, Position};
use go_games::{Game, Replay};
use learn::grid::{GridForest, GridTree, OffsetWeights, Sighting, WeightLearner, grow_forest, grow_tree};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Seeds of the parts of a training, so that no two draw the same numbers.
const LOWER_SEED: u64 = 0x10;
const WEIGHT_SEED: u64 = 0x20;
const VALIDATION_SEED: u64 = 0x30;

pub(super) fn fit(config: &SpatialConfig, training: &Training<'_>) -> Result<SpatialModel, TrainError> {
    let (learned, held): (Vec<&Game>, Vec<&Game>) = training.games.iter().partition(|game| config.learns_from(game));
    let games_hash = TrainedOn::new(learned.iter().copied()).games_hash();
    let part = |kind: &str| part_name(kind, &(config, games_hash));

    let lower_part = part("spatial-lower");
    let lower = match &config.stack {
        None => None,
        Some(stack) => Some(match checkpoint::load(training.checkpoints, &lower_part) {
            Some(tree) => tree,
            None => {
                training.stage("growing the lower tree", 1);
                let eye = Eye::new(config.fields, None);
                let sightings = draw_sightings(&learned, stack.positions, config.seed ^ LOWER_SEED, &eye, None)?;
                let growth = config.lower_growth(stack);
                let tree =
                    grow_tree(&sightings, eye.vocabulary(), &growth, config.seed).map_err(TrainError::learner)?;
                checkpoint::save(training.checkpoints, &lower_part, &tree);
                training.step(1);
                tree
            }
        }),
    };
    let eye = Eye::new(config.fields, lower.as_ref());
    let lesson = Lessons { config, training, learned: &learned, eye: &eye, lower: lower.as_ref() };
    let forest = lesson.forest(&part("spatial-forest"))?;
    let weights = config.weights.map(|passes| lesson.weights(passes, &forest, &part("spatial-weights")));
    let calibration = Calibration::counting_passes(learned.iter().copied());
    let mut body = Body { fields: config.fields, lower, forest, weights, calibration };
    training.stage("calibrating", 1);
    body.calibration = calibration.fitted(&validation_choices(config, &held, &eye, &body));
    training.step(1);
    Ok(SpatialModel::new(header(config, training, &learned, games_hash)?, body))
}

fn header(
    config: &SpatialConfig,
    training: &Training<'_>,
    learned: &[&Game],
    games_hash: u64,
) -> Result<ModelHeader, TrainError> {
    let n_for_weights = config.weights.map_or(0, |weights| weights.positions);
    let size = learned.first().ok_or(TrainError::NoGames)?.size.get();
    Ok(ModelHeader {
        kind: SpatialConfig::KIND.into(),
        name: config.name.clone(),
        feature_set: config.fields.name().into(),
        board_sizes: vec![size],
        scope: Scope { board_sizes: vec![size], ..Scope::default() },
        training: TrainingRecord {
            n_games: learned.len(),
            n_positions: config.trees * config.positions_per_tree + n_for_weights,
            sampling: format!("{} positions for each of {} trees", config.positions_per_tree, config.trees),
            games_hash,
            ..training.record.clone()
        },
        settings: serde_json::to_value(config).map_err(TrainError::learner)?,
        seed: config.seed,
        metrics: BTreeMap::new(),
    })
}

/// What trees and weights are learned from.
struct Lessons<'a> {
    config: &'a SpatialConfig,
    training: &'a Training<'a>,
    learned: &'a [&'a Game],
    eye: &'a Eye,
    lower: Option<&'a GridTree>,
}

impl Lessons<'_> {
    fn draw(&self, n: usize, seed: u64) -> Result<Vec<Sighting>, TrainError> {
        draw_sightings(self.learned, n, seed, self.eye, self.lower)
    }

    fn forest(&self, part: &str) -> Result<GridForest, TrainError> {
        let Lessons { config, training, .. } = self;
        if let Some(forest) = checkpoint::load(training.checkpoints, part) {
            return Ok(forest);
        }
        // A collection without a single point played would give every tree nothing to grow on.
        self.draw(1, config.seed)?;
        training.stage("growing trees", config.trees);
        let n_done = AtomicUsize::new(0);
        let done = || training.step(n_done.fetch_add(1, Ordering::Relaxed) + 1);
        let sightings_of = |tree: usize| {
            let seed = learn::tree::tree_seed(config.seed, tree);
            self.draw(config.positions_per_tree, seed).unwrap_or_default()
        };
        let vocabulary = self.eye.vocabulary();
        let trees = grow_forest(config.trees, sightings_of, vocabulary, &config.growth, config.seed, done);
        let forest = GridForest::new(trees.map_err(TrainError::learner)?);
        checkpoint::save(training.checkpoints, part, &forest);
        Ok(forest)
    }

    fn weights(&self, passes: WeightPasses, forest: &GridForest, part: &str) -> OffsetWeights {
        let Lessons { config, training, .. } = self;
        if let Some(weights) = checkpoint::load(training.checkpoints, part) {
            return weights;
        }
        training.stage("learning weights", passes.positions);
        let mut learner = WeightLearner::new(forest, passes.learner);
        let mixer =
            |pass: u64| PositionMixer::new(self.learned.iter().copied(), config.seed ^ WEIGHT_SEED ^ (pass << 32));
        let (mut n_done, mut n_passes, mut mean) = (0, 0, 0.0);
        let mut positions_left = mixer(n_passes);
        while n_done < passes.positions {
            let batch = self.next_batch(&mut positions_left, passes.batch.min(passes.positions - n_done));
            if batch.is_empty() {
                // The end of a pass; if a whole pass had nothing to learn from, there is nothing.
                if n_done == 0 {
                    break;
                }
                n_passes += 1;
                positions_left = mixer(n_passes);
                continue;
            }
            let evidence = learner.learn(&batch, 1.0 - n_done as f32 / passes.positions as f32);
            mean += (evidence - mean) / (1.0 + n_done as f64 / passes.batch as f64).min(50.0);
            n_done += batch.len();
            training.step(n_done);
            training.remark(format!("log-evidence {mean:.3}"));
        }
        let weights = learner.finish();
        checkpoint::save(training.checkpoints, part, &weights);
        weights
    }

    /// The next positions that can be learned from, at most so many; none at the end of the pass.
    fn next_batch(&self, mixer: &mut PositionMixer<'_>, n: usize) -> Vec<(Sighting, Vec<bool>)> {
        let mut positions: Vec<(Position, Move)> = Vec::with_capacity(n);
        let mut keep = |position: &Position, played: Move| {
            if played.point().is_some_and(|point| position.is_legal(point)) {
                positions.push((position.clone(), played));
            }
            positions.len() < n
        };
        let mut wants_more = true;
        while wants_more && mixer.next(|position, played| wants_more = keep(position, played)) {}
        let lesson = |(position, played): &(Position, Move)| {
            let legal = position.board.size().points().map(|point| position.is_legal(point)).collect();
            Some((sighting(position, *played, self.eye, self.lower)?, legal))
        };
        positions.par_iter().filter_map(lesson).collect()
    }
}

/// Positions drawn uniformly, with repetition, among all that were followed by a move on the board.
fn draw_sightings(
    games: &[&Game],
    n: usize,
    seed: u64,
    eye: &Eye,
    lower: Option<&GridTree>,
) -> Result<Vec<Sighting>, TrainError> {
    let mut ends = Vec::with_capacity(games.len());
    let mut n_turns = 0;
    for game in games {
        n_turns += game.turns.len();
        ends.push(n_turns);
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut sightings = Vec::with_capacity(n);
    // Passes and games that cannot be replayed are drawn again; a collection of nothing else is an error.
    let mut n_left = 20 * n + 1_000;
    while sightings.len() < n {
        n_left = n_left.checked_sub(1).ok_or(TrainError::NoPositions)?;
        let drawn = rng.random_range(0..n_turns);
        let game = ends.partition_point(|&end| end <= drawn);
        let ply = drawn - (ends[game] - games[game].turns.len());
        let mut replay: Replay<'_> = Replay::new(games[game]);
        for _ in 0..ply {
            replay.next_position();
        }
        sightings.extend(replay.next_position().and_then(|(position, played)| sighting(position, played, eye, lower)));
    }
    Ok(sightings)
}

fn sighting(position: &Position, played: Move, eye: &Eye, lower: Option<&GridTree>) -> Option<Sighting> {
    let point = played.point().filter(|&point| position.is_legal(point))?;
    Some(Sighting { scene: eye.scene(position, lower), event: cell_of(point) })
}

/// Scores of positions that were not learned from.
fn validation_choices(config: &SpatialConfig, held: &[&Game], eye: &Eye, body: &Body) -> Vec<ScoredChoice> {
    let held = held.iter().copied().filter(|game| config.is_for_validation(game));
    let mut mixer = PositionMixer::new(held, config.seed ^ VALIDATION_SEED);
    let mut choices = Vec::new();
    let mut scores = Vec::new();
    while choices.len() < config.n_validation
        && mixer.next(|position, played| {
            let scene = eye.scene(position, body.lower.as_ref());
            body.scores(&scene, position, &mut scores);
            let size = position.board.size();
            choices.extend(ScoredChoice::new(position, played, |point| scores[size.dense_index(point)]));
        })
    {}
    choices
}
