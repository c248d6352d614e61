//! A move drawn by light learned weights (Basaldúa 2013, section 4.2.1).
//!
//! The shape factors of all empty points are summed for every move. Contiguity is added for the eight points around the
//! last move, captures and extensions for the chains that touch it. Legality and self-atari are only checked for the
//! drawn move: an illegal one or one that fills an own eye is removed, a self-atari is played with the probability of
//! its factor.

use std::sync::Arc;

use arrayvec::ArrayVec;
use go_board::{Board, Color, Liberties, MAX_SIZE, Point};
use go_tactics::{n_liberties_after, self_atari};
use rand::RngExt;

use super::board::HeavyBoard;
use super::config::PlayoutConfig;
use super::light_weights::{LightFeature, LightWeights};
use super::policy::{PlayoutRandom, PlayoutTurn, Policy};
use super::rule::{Rule, RuledMove};

const MAX_POINTS: usize = (MAX_SIZE as usize) * (MAX_SIZE as usize);

/// The sampled policy: it remembers nothing and shares nothing but the weights.
pub(super) struct SampledPolicy {
    weights: Arc<LightWeights>,
}

impl Policy for SampledPolicy {
    type Tables = ();

    fn new_tables(_: &PlayoutConfig) {}

    fn new(_: &PlayoutConfig, _: Arc<()>) -> Self {
        Self { weights: LightWeights::shipped() }
    }

    fn choose(&mut self, board: &mut HeavyBoard<'_>, turn: PlayoutTurn, random: &mut PlayoutRandom) -> RuledMove {
        sampled_move(&self.weights, board, turn, random)
    }
}

/// Draws a move; a pass when nothing is left.
fn sampled_move(
    weights: &LightWeights,
    heavy: &HeavyBoard<'_>,
    PlayoutTurn { color, recent }: PlayoutTurn,
    rng: &mut PlayoutRandom,
) -> RuledMove {
    let board = &*heavy.stones;
    let mut points: ArrayVec<(Point, f32), MAX_POINTS> = ArrayVec::new();
    let urgent = recent[0].map(|last| urgent_points(weights, board, color, last)).unwrap_or_default();
    let mut total = 0.0;
    for &point in board.empty_points() {
        let mut weight = weights.shape(heavy.patterns.at(point), color);
        if let Some((_, factor)) = urgent.iter().find(|(urgent, _)| *urgent == point) {
            weight *= factor;
        }
        total += weight;
        points.push((point, weight));
    }
    while !points.is_empty() && total > 0.0 {
        let mut dart = rng.random::<f32>() * total;
        let drawn = points.iter().position(|&(_, weight)| {
            dart -= weight;
            dart < 0.0
        });
        // Rounding may leave a little more than nothing behind the last one.
        let (point, weight) = points.swap_remove(drawn.unwrap_or(points.len() - 1));
        total -= weight;
        let suits = board.is_playable(point, color)
            && (self_atari(board, point, color).is_none()
                || rng.random::<f32>() < weights.feature(LightFeature::SelfAtari));
        if suits {
            return RuledMove::new(point, Rule::Sampled);
        }
    }
    RuledMove::PASS
}

/// Points with a factor besides their shape, all of them next to the last move or to a chain that it touches.
fn urgent_points(weights: &LightWeights, board: &Board, color: Color, last: Point) -> ArrayVec<(Point, f32), 16> {
    let mut urgent: ArrayVec<(Point, f32), 16> = ArrayVec::new();
    let mut raise = |point: Point, factor: f32| match urgent.iter_mut().find(|(known, _)| *known == point) {
        Some((_, known)) => *known *= factor,
        None => {
            // Eight neighbours and five chains fit.
            let _ = urgent.try_push((point, factor));
        }
    };
    for point in last.surrounding().into_iter().filter(|&point| board.is_empty(point)) {
        raise(point, weights.feature(LightFeature::Contiguous));
    }
    for feature in [LightFeature::Capture, LightFeature::Extension] {
        let mut asked: ArrayVec<Point, 5> = ArrayVec::new();
        for point in last.neighbours().into_iter().chain([last]) {
            let Some(chain) = board.chain_at(point) else { continue };
            let is_own = board.chain_color(chain) == color;
            let Some(liberty) = board.liberties(chain).single() else { continue };
            let counts = match feature {
                LightFeature::Capture => !is_own,
                _ => is_own && n_liberties_after(board, liberty, color) >= 2,
            };
            if counts && !asked.contains(&liberty) {
                asked.push(liberty);
                raise(liberty, weights.feature(feature));
            }
        }
    }
    urgent
}
