//! The interface between learners and their users: a position in, probabilities of all legal moves out, any of them
//! explained.

use crate::Explanation;
use go_board::{Move, Position};

/// Probabilities of all legal moves and pass; they sum to 1.
#[derive(Clone, Debug, Default)]
pub struct Prediction {
    /// The legal moves (no suicide, simple ko), points row by row from the top left, pass last.
    pub moves: Vec<Move>,
    /// The probability of each move.
    pub probabilities: Vec<f32>,
}

impl Prediction {
    /// The probability of a move; 0 if it is not legal.
    pub fn probability(&self, mv: Move) -> f32 {
        self.moves.iter().position(|&m| m == mv).map_or(0.0, |idx| self.probabilities[idx])
    }

    /// The moves with their probabilities, the most likely first; equal ones in board order.
    pub fn ranked(&self) -> Vec<(Move, f32)> {
        let mut ranked: Vec<(Move, f32)> = self.moves.iter().copied().zip(self.probabilities.iter().copied()).collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
        ranked
    }

    /// The rank of a move: 1 + (strictly better) + (ties)/2, rounded up. An illegal move ranks behind all.
    pub fn rank(&self, mv: Move) -> usize {
        let Some(idx) = self.moves.iter().position(|&m| m == mv) else { return self.moves.len() + 1 };
        let own = self.probabilities[idx];
        let n_better = self.probabilities.iter().filter(|&&p| p > own).count();
        let n_tied = self.probabilities.iter().filter(|&&p| p == own).count() - 1;
        1 + n_better + n_tied.div_ceil(2)
    }

    /// The chance that the move comes first if ties are broken at random.
    pub fn chance_of_first(&self, mv: Move) -> f64 {
        let own = self.probability(mv);
        let is_first = own > 0.0 && self.probabilities.iter().all(|&p| p <= own);
        if is_first { 1.0 / self.probabilities.iter().filter(|&&p| p == own).count() as f64 } else { 0.0 }
    }
}

/// Something that knows how likely strong players are to choose each move.
pub trait Predictor: Send + Sync {
    /// A short name for tables.
    fn name(&self) -> &str;

    /// Whether it covers the next move of this position. Where it does not, `predict` still returns probabilities, but
    /// they are meaningless.
    fn covers(&self, _position: &Position) -> bool {
        true
    }

    /// Fills in the probabilities of all legal moves and pass.
    fn predict(&self, position: &Position, prediction: &mut Prediction);

    /// Why the move has its probability; `None` if it is not legal.
    fn explain(&self, position: &Position, mv: Move) -> Option<Explanation>;
}
