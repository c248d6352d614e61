//! Move prediction measured on recorded games: M(k), mean log-evidence, mean rank, stages of the game.
//!
//! Every recorded move counts, passes included, ranked among all legal moves and pass. M(k) is the share of positions where
//! the played move is among the first k (van Niekerk 2014, section 5.1); ties are scored fairly by [`Prediction::rank`]. The log-evidence is
//! the natural log of the probability of the played move. Games are independent, so they are evaluated in parallel; the result does not
//! depend on the number of threads.

use crate::{Prediction, Predictor};
use go_board::Move;
use go_games::{Game, Replay};
use rayon::prelude::*;
use serde::Serialize;

/// M(1) to M(50) are kept.
pub const N_TOP: usize = 50;
/// Moves of a stage.
pub const STAGE_LENGTH: usize = 30;
/// The probability that an illegal recorded move is given in the mean log-evidence.
const FLOOR: f64 = 1e-6;

/// Sums over positions; adding two of them up is what makes the evaluation parallel.
#[derive(Clone, Debug, Default)]
struct Sums {
    n_positions: u64,
    n_outside: u64,
    hits: Vec<u64>,
    /// Sum of the chances to come first if ties are broken at random.
    first: f64,
    log_evidence: f64,
    rank: u64,
    stages: Vec<(u64, u64)>,
}

impl Sums {
    fn record(&mut self, prediction: &Prediction, played: Move, move_number: usize) {
        let (rank, probability) = (prediction.rank(played), prediction.probability(played));
        self.first += prediction.chance_of_first(played);
        self.hits.resize(N_TOP, 0);
        self.n_positions += 1;
        self.rank += rank as u64;
        self.log_evidence += f64::from(probability).max(FLOOR).ln();
        if rank <= N_TOP {
            self.hits[rank - 1] += 1;
        }
        let stage = move_number / STAGE_LENGTH;
        if self.stages.len() <= stage {
            self.stages.resize(stage + 1, (0, 0));
        }
        self.stages[stage].0 += 1;
        self.stages[stage].1 += u64::from(rank == 1);
    }

    fn merge(mut self, other: Sums) -> Sums {
        self.hits.resize(N_TOP, 0);
        self.n_positions += other.n_positions;
        self.n_outside += other.n_outside;
        self.rank += other.rank;
        self.first += other.first;
        self.log_evidence += other.log_evidence;
        self.hits.iter_mut().zip(other.hits).for_each(|(a, b)| *a += b);
        let n_stages = self.stages.len().max(other.stages.len());
        self.stages.resize(n_stages, (0, 0));
        for (mine, theirs) in self.stages.iter_mut().zip(other.stages) {
            *mine = (mine.0 + theirs.0, mine.1 + theirs.1);
        }
        self
    }
}

/// One stage of the game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stage {
    /// The first move of the stage, from 0.
    pub from: usize,
    /// Its positions.
    pub positions: u64,
    /// The share of moves predicted first.
    pub top1: f64,
}

/// How well a predictor foresees the moves of a collection.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Evaluation {
    /// Positions evaluated.
    pub positions: u64,
    /// Positions left out because the predictor does not cover them.
    pub positions_outside: u64,
    /// M(1), M(2), ... M(50) as fractions.
    pub top: Vec<f64>,
    /// Half the width of the 95% interval of M(1) (normal approximation, positions taken as independent).
    pub top1_margin: f64,
    /// M(1) if ties for the first place are broken at random, instead of counting against the move.
    pub top1_ties_at_random: f64,
    /// Mean natural log of the probability of the played move.
    pub mean_log_evidence: f64,
    /// Mean rank of the played move.
    pub mean_rank: f64,
    /// Stages of 30 moves.
    pub stages: Vec<Stage>,
}

impl From<Sums> for Evaluation {
    fn from(sums: Sums) -> Self {
        let n = sums.n_positions.max(1) as f64;
        let mut n_hits = 0;
        let top: Vec<f64> = (0..N_TOP)
            .map(|k| {
                n_hits += sums.hits.get(k).copied().unwrap_or(0);
                n_hits as f64 / n
            })
            .collect();
        let stages = sums.stages.iter().enumerate().filter(|(_, s)| s.0 > 0).map(|(i, &(positions, hits))| Stage {
            from: i * STAGE_LENGTH,
            positions,
            top1: hits as f64 / positions as f64,
        });
        Evaluation {
            positions: sums.n_positions,
            positions_outside: sums.n_outside,
            top1_margin: 1.96 * (top[0] * (1.0 - top[0]) / n).sqrt(),
            top1_ties_at_random: sums.first / n,
            mean_log_evidence: sums.log_evidence / n,
            mean_rank: sums.rank as f64 / n,
            stages: stages.collect(),
            top,
        }
    }
}

/// Evaluates a predictor on every position of the games that it covers; `done` is called after each game.
pub fn evaluate(predictor: &dyn Predictor, games: &[Game], done: impl Fn(usize) + Sync) -> Evaluation {
    let sums = games
        .par_iter()
        .map_init(Prediction::default, |prediction, game| {
            let mut sums = Sums::default();
            let mut replay = Replay::new(game);
            while let Some((position, played)) = replay.next_position() {
                if !predictor.covers(position) {
                    sums.n_outside += 1;
                    continue;
                }
                predictor.predict(position, prediction);
                sums.record(prediction, played, position.move_number);
            }
            done(1);
            sums
        })
        .reduce(Sums::default, Sums::merge);
    sums.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Explanation, Scope};
    use go_board::{BoardSize, Color, Position};
    use go_games::Turn;

    /// Likes points in board order, or all the same.
    struct Fixed {
        falling: bool,
        scope: Scope,
    }

    impl Fixed {
        fn new(falling: bool) -> Fixed {
            Fixed { falling, scope: Scope::default() }
        }
    }

    impl Predictor for Fixed {
        fn name(&self) -> &str {
            "fixed"
        }
        fn covers(&self, position: &Position) -> bool {
            self.scope.covers(position)
        }
        fn predict(&self, position: &Position, prediction: &mut Prediction) {
            prediction.moves = position.legal_points().map(Move::Play).chain([Move::Pass]).collect();
            let n = prediction.moves.len();
            let weight = |i: usize| if self.falling { (n - i) as f32 } else { 1.0 };
            let total: f32 = (0..n).map(weight).sum();
            prediction.probabilities = (0..n).map(|i| weight(i) / total).collect();
        }
        fn explain(&self, _: &Position, _: Move) -> Option<Explanation> {
            None
        }
    }

    fn games() -> Vec<Game> {
        let mut game = Game::new(BoardSize::new(3).unwrap());
        for (color, name) in [(Color::Black, "A3"), (Color::White, "C3"), (Color::Black, "B2")] {
            game.turns.push(Turn::new(color, Move::Play(game.size.parse_point(name).unwrap())));
        }
        game.turns.push(Turn::new(Color::White, Move::Pass));
        vec![game.clone(), game]
    }

    #[test]
    fn only_covered_positions_count() {
        let opening = Fixed { scope: Scope { plies: Some((1, 3)), ..Scope::default() }, ..Fixed::new(true) };
        let result = evaluate(&opening, &games(), |_| {});
        assert_eq!((result.positions, result.positions_outside), (6, 2));
        assert!((result.top[3] - 1.0).abs() < 1e-12, "the pass, which ranks last, is not asked");
        let other_board = Fixed { scope: Scope { board_sizes: vec![19], ..Scope::default() }, ..Fixed::new(true) };
        assert_eq!(evaluate(&other_board, &games(), |_| {}).positions, 0);
    }

    #[test]
    fn ranks_are_counted() {
        let result = evaluate(&Fixed::new(true), &games(), |_| {});
        assert_eq!(result.positions, 8);
        // A3 is first of 9, C3 second of 8, B2 fourth of the seven that are left, pass the last.
        assert_eq!((result.top[0], result.top[1], result.top[3]), (0.25, 0.5, 0.75));
        assert_eq!(result.stages.len(), 1);
        assert!((result.top[49] - 1.0).abs() < 1e-12);
    }

    #[test]
    fn ties_share_the_rank() {
        let result = evaluate(&Fixed::new(false), &games(), |_| {});
        assert_eq!(result.top[0], 0.0);
        let first: f64 = [10.0f64, 9.0, 8.0, 7.0].iter().map(|n| 1.0 / n).sum();
        assert!((result.top1_ties_at_random - first / 4.0).abs() < 1e-6, "{}", result.top1_ties_at_random);
        let uniform: f64 = [10.0f64, 9.0, 8.0].iter().map(|n| -n.ln()).sum();
        assert!(result.mean_log_evidence < uniform / 4.0);
    }
}
