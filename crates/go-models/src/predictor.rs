//! The seam between learners and everybody who uses them: probabilities of moves, and the reasons for them.

use go_board::{Move, Point, Position};

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

/// One reason for or against a move. Without it, the odds of the move would be divided by `factor`.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    /// The stable name of the feature or pair of features, as in `model show`.
    pub feature: String,
    /// The same in words of a Go player.
    pub words: String,
    /// What the odds of the move are multiplied by: above 1 speaks for it, below 1 against it.
    pub factor: f32,
    /// The points that the reason looks at, for marking them on a board.
    pub points: Vec<Point>,
}

/// Why a move has its probability.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The move.
    pub mv: Move,
    /// Its probability.
    pub probability: f32,
    /// Its rank among the legal moves.
    pub rank: usize,
    /// The reasons, the strongest first. Their factors multiply to `strength`.
    pub reasons: Vec<Reason>,
    /// The move's strength: its probability is this divided by the sum over all moves.
    pub strength: f32,
}

/// A reason whose factor is closer to 1 than this makes no difference worth naming.
const WORTH_NAMING: f32 = 1.1;

impl Explanation {
    /// The reasons for the move and those against it, the strongest first.
    pub fn pro_and_contra(&self) -> (Vec<&Reason>, Vec<&Reason>) {
        self.reasons.iter().partition(|reason| reason.factor >= 1.0)
    }

    /// Why this move rather than the other: what speaks for it and not for the other.
    pub fn advantages_over<'a>(&'a self, other: &'a Explanation) -> impl Iterator<Item = &'a Reason> {
        let lacks = |feature: &str| !other.reasons.iter().any(|reason| reason.feature == feature);
        self.reasons.iter().filter(move |reason| reason.factor > WORTH_NAMING && lacks(&reason.feature))
    }

    /// What speaks against this move and not against the other.
    pub fn drawbacks_beside<'a>(&'a self, other: &'a Explanation) -> impl Iterator<Item = &'a Reason> {
        let lacks = |feature: &str| !other.reasons.iter().any(|reason| reason.feature == feature);
        self.reasons.iter().filter(move |reason| reason.factor < 1.0 / WORTH_NAMING && lacks(&reason.feature))
    }
}

/// Something that knows how likely strong players are to choose each move.
pub trait Predictor: Send + Sync {
    /// A short name for tables.
    fn name(&self) -> &str;

    /// Fills in the probabilities of all legal moves and pass.
    fn predict(&self, position: &Position, prediction: &mut Prediction);

    /// Why the move has its probability; `None` if it is not legal.
    fn explain(&self, position: &Position, mv: Move) -> Option<Explanation>;
}
