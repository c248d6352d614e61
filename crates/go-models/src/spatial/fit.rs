//! Training: draw positions, grow trees, learn weights if configured, calibrate.

use super::model::{Body, Eye, cell_of, shape_of};
use super::{SpatialConfig, SpatialModel, WeightPasses};
use crate::calibration::{Calibration, ScoredChoice};
use crate::checkpoint::{self, part_name};
use crate::kind::ModelSettings;
use crate::model_file::{ModelHeader, TrainingRecord};
use crate::{PositionMixer, Scope, TrainError, TrainedOn, Training};
use go_board::{Move, Position, Symmetry};
use go_games::{Game, Replay};
use learn::grid::{
    GridForest, GridTree, OffsetWeights, Sighting, View, WeightLearner, Windows, grow_forest, grow_tree,
};
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
                let draw = Draw { games: &learned, eye: &eye, lower: None, symmetries: config.symmetries };
                let sightings = draw.sightings(stack.positions, config.seed ^ LOWER_SEED)?;
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
    let choices = validation_choices(config, &held, &eye, &body);
    body.calibration = calibration.fitted(&choices);
    training.step(1);
    let metrics = body.calibration.metrics(&choices);
    let header = ModelHeader { metrics, ..header(config, training, &learned, games_hash)? };
    Ok(SpatialModel::new(header, body))
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
        let Lessons { config, learned: games, eye, lower, .. } = *self;
        Draw { games, eye, lower, symmetries: config.symmetries }.sightings(n, seed)
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
        let mut turns = Turns::new(config.symmetries, config.seed ^ WEIGHT_SEED);
        let Some(size) = self.learned.first().map(|game| game.size) else { return learner.finish() };
        let windows = Windows::for_trees(shape_of(size), forest.trees());
        while n_done < passes.positions {
            let batch = self.next_batch(&mut positions_left, passes.batch.min(passes.positions - n_done), &mut turns);
            if batch.is_empty() {
                // The end of a pass; if a whole pass had nothing to learn from, there is nothing.
                if n_done == 0 {
                    break;
                }
                n_passes += 1;
                positions_left = mixer(n_passes);
                continue;
            }
            let evidence = learner.learn(&batch, &windows, 1.0 - n_done as f32 / passes.positions as f32);
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
    fn next_batch(&self, mixer: &mut PositionMixer<'_>, n: usize, turns: &mut Turns) -> Vec<(Sighting, Vec<bool>)> {
        let mut positions: Vec<(Position, Move, Symmetry)> = Vec::with_capacity(n);
        let mut keep = |position: &Position, played: Move| {
            if played.point().is_some_and(|point| position.is_legal(point)) {
                positions.push((position.clone(), played, turns.draw()));
            }
            positions.len() < n
        };
        let mut wants_more = true;
        while wants_more && mixer.next(|position, played| wants_more = keep(position, played)) {}
        let lesson = |(position, played, symmetry): &(Position, Move, Symmetry)| {
            let (size, back) = (position.board.size(), symmetry.inverse());
            let legal = size.points().map(|point| position.is_legal(back.apply(size, point))).collect();
            Some((sighting(position, *played, *symmetry, self.eye, self.lower)?, legal))
        };
        positions.par_iter().filter_map(lesson).collect()
    }
}

/// Draws a symmetry for each position, or none.
struct Turns(Option<Xoshiro256PlusPlus>);

impl Turns {
    fn new(symmetries: bool, seed: u64) -> Turns {
        // The seed is changed so that turns do not depend on what is drawn beside them.
        Turns(symmetries.then(|| Xoshiro256PlusPlus::seed_from_u64(!seed)))
    }

    fn draw(&mut self) -> Symmetry {
        let drawn = self.0.as_mut().map(|rng| Symmetry::ALL[rng.random_range(0..Symmetry::ALL.len())]);
        drawn.unwrap_or(Symmetry::IDENTITY)
    }
}

/// Where positions are drawn from.
struct Draw<'a> {
    games: &'a [&'a Game],
    eye: &'a Eye,
    lower: Option<&'a GridTree>,
    symmetries: bool,
}

impl Draw<'_> {
    /// Positions drawn uniformly, with repetition, among all that were followed by a move on the board.
    fn sightings(&self, n: usize, seed: u64) -> Result<Vec<Sighting>, TrainError> {
        let Draw { games, eye, lower, .. } = *self;
        let mut ends = Vec::with_capacity(games.len());
        let mut n_turns = 0;
        for game in games {
            n_turns += game.turns.len();
            ends.push(n_turns);
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut turns = Turns::new(self.symmetries, seed);
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
            let symmetry = turns.draw();
            let found = replay.next_position();
            sightings.extend(found.and_then(|(position, played)| sighting(position, played, symmetry, eye, lower)));
        }
        Ok(sightings)
    }
}

fn sighting(
    position: &Position,
    played: Move,
    symmetry: Symmetry,
    eye: &Eye,
    lower: Option<&GridTree>,
) -> Option<Sighting> {
    let point = played.point().filter(|&point| position.is_legal(point))?;
    let event = cell_of(symmetry.apply(position.board.size(), point));
    Some(Sighting { scene: eye.turned_scene(position, symmetry, lower), event })
}

/// Scores of positions that were not learned from.
fn validation_choices(config: &SpatialConfig, held: &[&Game], eye: &Eye, body: &Body) -> Vec<ScoredChoice> {
    let mut choices = Vec::new();
    let mut scores = Vec::new();
    let Some(size) = held.first().map(|game| game.size) else { return choices };
    let windows = body.windows(size);
    let held = held.iter().copied().filter(|game| config.is_for_validation(game));
    let mut mixer = PositionMixer::new(held, config.seed ^ VALIDATION_SEED);
    while choices.len() < config.n_validation
        && mixer.next(|position, played| {
            let scene = eye.scene(position, body.lower.as_ref());
            body.scores(View { scene: &scene, windows: &windows }, position, &mut scores);
            let size = position.board.size();
            choices.extend(ScoredChoice::new(position, played, |point| scores[size.dense_index(point)]));
        })
    {}
    choices
}
