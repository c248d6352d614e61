//! Softmax playouts that are adapted during the search by policy gradient (Graf and Platzner 2016).
//!
//! The policy draws moves as the sampled policy does: pi(a) is proportional to exp(theta . phi(a)), with the features phi of
//! the weights ([`weights`]). After a playout with reward r every move a in it changes the weights by
//! rate (r - b) (phi(a) - E_pi phi), r and b in the view of the side that moved (REINFORCE with the running mean reward b as baseline).
//! The expectation is estimated by one more draw of the same turn: phi(a) - phi(a') has the right mean, and its cost does not grow with the board.
//!
//! Ours, not the article's: the choice of features, that estimate, the pull back to the beginning, and every number. Moves that the tree made are not learned from. What was learned
//! lives as long as the search.

mod config;
#[cfg(test)]
mod tests;
mod weights;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use go_board::{Color, Move, Point};
use mcts::{Outcome, Trace};

use super::board::HeavyBoard;
use super::config::PlayoutConfig;
use super::policy::{PlayoutRandom, PlayoutStart, PlayoutTurn, Policy};
use super::rule::{Rule, RuledMove};
use super::sampled::Lots;
pub use config::AdaptedConfig;
use weights::{AdaptedWeights, Weighed};

/// What the threads of a search share.
pub(super) struct AdaptedTables {
    weights: AdaptedWeights,
    /// Black's mean reward, an f64.
    baseline: AtomicU64,
}

/// The adapted policy of one thread.
pub(super) struct AdaptedPolicy {
    tables: Arc<AdaptedTables>,
    n_learned: usize,
    baseline_rate: f64,
    /// Moves of the present playout, each with another draw of the same turn.
    drawn: Vec<[Weighed; 2]>,
}

impl Policy for AdaptedPolicy {
    type Tables = AdaptedTables;

    fn new_tables(config: &PlayoutConfig) -> AdaptedTables {
        let weights = AdaptedWeights::new(&config.adapted);
        AdaptedTables { weights, baseline: AtomicU64::new(0.5_f64.to_bits()) }
    }

    fn new(config: &PlayoutConfig, tables: Arc<AdaptedTables>) -> Self {
        let n_learned = config.adapted.learned_moves as usize;
        Self { tables, n_learned, baseline_rate: config.adapted.baseline_rate, drawn: Vec::new() }
    }

    fn begin(&mut self, _: &HeavyBoard<'_>, _: &PlayoutStart) {
        self.drawn.clear();
    }

    fn choose(&mut self, board: &mut HeavyBoard<'_>, turn: PlayoutTurn, random: &mut PlayoutRandom) -> RuledMove {
        let weights = &self.tables.weights;
        let mut lots = Lots::of(weights, board, turn);
        let Some(chosen) = lots.choose(weights, board.stones, random) else { return RuledMove::PASS };
        if self.drawn.len() < self.n_learned
            && let Some(other) = lots.draw_again(chosen, board.stones, random)
        {
            let weighed = |point: Point| Weighed {
                color: turn.color,
                point,
                code: board.patterns.at(point) as u16,
                features: lots.urgent.features(point),
            };
            self.drawn.push([weighed(chosen.point), weighed(other)]);
        }
        RuledMove::new(chosen.point, Rule::Sampled)
    }

    /// Leaves nothing to be learned twice: the end of a game in the tree is an outcome without a playout.
    fn learn(&mut self, _: &Trace<Move>, outcome: &Outcome) {
        let AdaptedTables { weights, baseline } = &*self.tables;
        let mean = f64::from_bits(baseline.load(Relaxed));
        let advantage = (outcome.reward - mean) as f32;
        for [chosen, other] in self.drawn.drain(..) {
            let own = if chosen.color == Color::Black { advantage } else { -advantage };
            weights.change(chosen, own);
            weights.change(other, -own);
        }
        baseline.store((mean + self.baseline_rate * (outcome.reward - mean)).to_bits(), Relaxed);
    }
}
