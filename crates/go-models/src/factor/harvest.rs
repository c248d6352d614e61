//! Selection of the shapes that become features.
//!
//! Two kinds: shapes *seen* often around legal moves of sampled positions, which distinguish ordinary points, and
//! shapes *played* often in all games, however rare they are: joseki and other large shapes, which a sample would miss.
//!
//! Shapes are nested: a rare one has only rare descendants. A larger shape is therefore counted only once the smaller
//! one has been seen `gate` times, which keeps the table small without losing a frequent shape (its count misses at
//! most the first `gate` occurrences per size).

use super::FactorConfig;
use crate::{PositionMixer, Training};
use go_board::{Move, Position};
use go_features::shape::{ShapeContext, ShapeFamily};
use go_games::{Game, Replay};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

/// How often a shape was a feature of a legal move, and how often that move was played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sights {
    /// Times seen.
    pub seen: u32,
    /// Times played.
    pub played: u32,
}

/// Played shapes are counted after their smaller relatives were played so often.
const PLAYED_GATE: u32 = 2;
/// Games whose played shapes are found at once, by all threads.
const GAMES_AT_ONCE: usize = 256;

/// Counts shapes.
pub struct Harvest {
    counts: HashMap<u64, u32, foldhash::fast::FixedState>,
    gate: u32,
}

impl Harvest {
    /// Starts counting; a shape's larger relatives are counted after it was seen `gate` times.
    pub fn new(gate: u32) -> Self {
        Harvest { counts: HashMap::default(), gate }
    }

    /// Counts the shapes around every legal point of a position.
    pub fn add_seen(&mut self, position: &Position) {
        let context = ShapeContext::new(position);
        for point in position.legal_points() {
            context.walk(point, |_, _, hash| self.count(hash));
        }
    }

    /// Counts the shapes around one move, given with their families and nested within each.
    pub fn add_played(&mut self, shapes: &[(ShapeFamily, u64)]) {
        let mut ended = None;
        for &(family, hash) in shapes {
            if ended != Some(family) && !self.count(hash) {
                ended = Some(family);
            }
        }
    }

    /// Counts a shape; true if its larger relatives count too.
    fn count(&mut self, hash: u64) -> bool {
        let count = self.counts.entry(hash).or_default();
        *count += 1;
        *count >= self.gate
    }

    /// The shapes counted at least `threshold` times, at most `most` of them, the most frequent first.
    pub fn frequent(&self, threshold: u32, most: usize) -> Vec<u64> {
        let counted = self.counts.iter().filter(|(_, count)| **count >= threshold);
        let mut kept: Vec<(Reverse<u32>, u64)> = counted.map(|(&hash, &count)| (Reverse(count), hash)).collect();
        kept.sort_unstable();
        kept.truncate(most);
        kept.into_iter().map(|(_, hash)| hash).collect()
    }
}

/// The shapes around a move.
fn shapes_of(position: &Position, mv: Move) -> Vec<(ShapeFamily, u64)> {
    let mut shapes = Vec::new();
    if let Move::Play(point) = mv {
        ShapeContext::new(position).walk(point, |family, _, hash| {
            shapes.push((family, hash));
            true
        });
    }
    shapes
}

/// The shapes that become features, in a fixed order.
pub(super) fn harvest(games: &[&Game], config: &FactorConfig, training: &Training<'_>) -> Vec<u64> {
    let mut kept = seen_shapes(games, config, training);
    let known: HashSet<u64> = kept.iter().copied().collect();
    let n_left = config.max_shapes.saturating_sub(kept.len());
    let played = played_shapes(games, config);
    kept.extend(played.into_iter().filter(|hash| !known.contains(hash)).take(n_left));
    kept
}

fn seen_shapes(games: &[&Game], config: &FactorConfig, training: &Training<'_>) -> Vec<u64> {
    training.stage("harvesting shapes", config.n_harvest);
    let mut harvest = Harvest::new(config.threshold);
    let mut mixer = PositionMixer::new(games.iter().copied(), config.seed);
    for n in 0..config.n_harvest {
        if !mixer.next(|position, _| harvest.add_seen(position)) {
            break;
        }
        if n % 1000 == 999 {
            training.step(n + 1);
        }
    }
    harvest.frequent(config.threshold, config.max_shapes - config.max_shapes / 2)
}

fn played_shapes(games: &[&Game], config: &FactorConfig) -> Vec<u64> {
    let mut harvest = Harvest::new(PLAYED_GATE);
    for block in games.chunks(GAMES_AT_ONCE) {
        let of_games: Vec<Vec<Vec<(ShapeFamily, u64)>>> = block
            .par_iter()
            .map(|game| {
                let mut replay = Replay::new(game);
                let mut of_game = Vec::with_capacity(game.turns.len());
                while let Some((position, played)) = replay.next_position() {
                    of_game.push(shapes_of(position, played));
                }
                of_game
            })
            .collect();
        of_games.iter().flatten().for_each(|shapes| harvest.add_played(shapes));
    }
    harvest.frequent(config.min_played, config.max_shapes)
}
