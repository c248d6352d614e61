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

/// What a draw weighs moves by.
pub(super) trait DrawWeights {
    /// The factor of an empty point with this 3x3 code around it.
    fn point(&self, point: Point, raw_pattern: u64, color: Color) -> f32;

    /// The factor of a feature.
    fn feature(&self, feature: LightFeature) -> f32;
}

impl DrawWeights for LightWeights {
    #[inline(always)]
    fn point(&self, _: Point, raw_pattern: u64, color: Color) -> f32 {
        self.shape(raw_pattern, color)
    }

    #[inline(always)]
    fn feature(&self, feature: LightFeature) -> f32 {
        LightWeights::feature(self, feature)
    }
}

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
        match Lots::of(&*self.weights, board, turn).choose(&*self.weights, board.stones, random) {
            Some(lot) => RuledMove::new(lot.point, Rule::Sampled),
            None => RuledMove::PASS,
        }
    }
}

/// An empty point in a draw.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lot {
    pub(super) point: Point,
    weight: f32,
}

/// The empty points of a board, from which moves are drawn one after the other.
pub(super) struct Lots {
    color: Color,
    points: ArrayVec<Lot, MAX_POINTS>,
    total: f32,
    pub(super) urgent: Urgent,
}

impl Lots {
    /// Weighs all empty points.
    #[inline]
    pub(super) fn of(weights: &impl DrawWeights, heavy: &HeavyBoard<'_>, turn: PlayoutTurn) -> Self {
        let (board, color) = (&*heavy.stones, turn.color);
        let urgent = turn.recent[0].map(|last| Urgent::near(board, color, last)).unwrap_or_default();
        let mut lots = Lots { color, points: ArrayVec::new(), total: 0.0, urgent };
        for &point in board.empty_points() {
            let weight = weights.point(point, heavy.patterns.at(point), color);
            lots.points.push(Lot { point, weight });
            lots.total += weight;
        }
        // The empty points are many and the urgent ones few.
        for &(point, features) in &lots.urgent.0 {
            if let Some(lot) = lots.points.iter_mut().find(|lot| lot.point == point) {
                let factors = URGENT.iter().filter(|&&feature| features & bit(feature) != 0);
                let weight = factors.fold(lot.weight, |weight, &feature| weight * weights.feature(feature));
                lots.total += weight - lot.weight;
                lot.weight = weight;
            }
        }
        lots
    }

    /// Draws a point and takes it out.
    #[inline]
    fn draw(&mut self, rng: &mut PlayoutRandom) -> Option<Lot> {
        if self.points.is_empty() || self.total <= 0.0 {
            return None;
        }
        let mut dart = rng.random::<f32>() * self.total;
        let drawn = self.points.iter().position(|lot| {
            dart -= lot.weight;
            dart < 0.0
        });
        // Rounding may leave a little more than nothing behind the last one.
        let lot = self.points.swap_remove(drawn.unwrap_or(self.points.len() - 1));
        self.total -= lot.weight;
        Some(lot)
    }

    /// Draws until a move suits; `None` when nothing is left.
    #[inline]
    pub(super) fn choose(&mut self, weights: &impl DrawWeights, board: &Board, rng: &mut PlayoutRandom) -> Option<Lot> {
        loop {
            let lot = self.draw(rng)?;
            let suits = board.is_playable(lot.point, self.color)
                && (self_atari(board, lot.point, self.color).is_none()
                    || rng.random::<f32>() < weights.feature(LightFeature::SelfAtari));
            if suits {
                return Some(lot);
            }
        }
    }

    /// Another draw of the same turn as the one that chose `chosen`: `None` if it is `chosen` again. Self-atari is not looked at.
    #[inline]
    pub(super) fn draw_again(&mut self, chosen: Lot, board: &Board, rng: &mut PlayoutRandom) -> Option<Point> {
        loop {
            if rng.random::<f32>() * (self.total + chosen.weight) < chosen.weight {
                return None;
            }
            let point = self.draw(rng)?.point;
            if board.is_playable(point, self.color) {
                return Some(point);
            }
        }
    }
}

/// The features that a point may have besides its shape.
pub(super) const URGENT: [LightFeature; 3] = [LightFeature::Contiguous, LightFeature::Capture, LightFeature::Extension];

/// A feature in a set of them.
#[inline(always)]
pub(super) const fn bit(feature: LightFeature) -> u8 {
    1 << feature as u8
}

/// Points with features besides their shape, all of them next to the last move or to a chain that it touches. Eight neighbours and five chains fit.
#[derive(Clone, Default)]
pub(super) struct Urgent(ArrayVec<(Point, u8), 16>);

impl Urgent {
    fn near(board: &Board, color: Color, last: Point) -> Self {
        let mut urgent = Self::default();
        for point in last.surrounding().into_iter().filter(|&point| board.is_empty(point)) {
            urgent.0.push((point, bit(LightFeature::Contiguous)));
        }
        for feature in [LightFeature::Capture, LightFeature::Extension] {
            for point in last.neighbours().into_iter().chain([last]) {
                let Some(chain) = board.chain_at(point) else { continue };
                let is_own = board.chain_color(chain) == color;
                let Some(liberty) = board.liberties(chain).single() else { continue };
                let counts = match feature {
                    LightFeature::Capture => !is_own,
                    _ => is_own && n_liberties_after(board, liberty, color) >= 2,
                };
                if counts {
                    urgent.mark(liberty, feature);
                }
            }
        }
        urgent
    }

    fn mark(&mut self, point: Point, feature: LightFeature) {
        match self.0.iter_mut().find(|(known, _)| *known == point) {
            Some((_, features)) => *features |= bit(feature),
            None => {
                let _ = self.0.try_push((point, bit(feature)));
            }
        }
    }

    /// The features of a point.
    #[inline]
    pub(super) fn features(&self, point: Point) -> u8 {
        self.0.iter().find(|(known, _)| *known == point).map_or(0, |&(_, features)| features)
    }
}
