//! Move prediction measured on recorded games: M(k), mean log-evidence, mean rank, stages of the game.
//!
//! Every recorded move counts, passes included, ranked among all legal moves and pass. M(k) is the share of positions where
//! the played move is among the first k (van Niekerk 2014, section 5.1); [`Ties`] decides between equally likely moves. The log-evidence is
//! the natural log of the probability of the played move. Games are independent, so they are evaluated in parallel; the result does not
//! depend on the number of threads.

use crate::model_file::checksum;
use crate::{Prediction, Predictor, Ties};
use go_board::Move;
use go_games::{Game, Replay};
use learn::stats::Bootstrap;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// M(1) to M(50) are kept.
pub const N_TOP: usize = 50;
/// Moves of a stage.
pub const STAGE_LENGTH: usize = 30;
/// The probability that an illegal recorded move is given in the mean log-evidence.
const FLOOR: f64 = 1e-6;

/// One position of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judged {
    /// The move that was predicted, counted from 1.
    pub ply: u32,
    /// The rank of the move played, ties sharing theirs ([`Ties::Shared`]).
    pub rank: u32,
    /// Its rank if ties go to the lower board index ([`Ties::LowerIndex`]).
    pub index_rank: u32,
    /// The chance that it comes first if ties are broken at random.
    pub chance_of_first: f32,
    /// Its probability.
    pub probability: f32,
    /// The probability of the most likely move.
    pub top_probability: f32,
    /// The probability of the move played under an exponent ([`evaluate_sharpened`]).
    pub sharpened: f32,
}

impl Judged {
    /// The rank of the move played under that rule.
    pub fn rank_by(&self, ties: Ties) -> u32 {
        match ties {
            Ties::Shared => self.rank,
            Ties::LowerIndex => self.index_rank,
        }
    }
}

/// Every position of an evaluation, game by game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EvaluationLog {
    /// The positions of each game that were evaluated.
    pub games: Vec<Vec<Judged>>,
    /// Positions left out because the predictor does not cover them or their ply was not asked for.
    pub n_outside: u64,
}

/// The first and the last ply to evaluate, counted from 1.
pub type Plies = (usize, usize);

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
    /// Which of equally likely moves comes first in all figures of ranks.
    pub ties: Ties,
    /// M(1), M(2), ... M(50) as fractions.
    pub top: Vec<f64>,
    /// The 95% interval of M(1), bootstrapped over games: positions of one game are not independent.
    pub top1_interval: [f64; 2],
    /// Half its width.
    pub top1_margin: f64,
    /// M(1) if ties for the first place are broken at random.
    pub top1_ties_at_random: f64,
    /// M(1) if ties share their ranks, so that they count against the move.
    pub top1_ties_shared: f64,
    /// M(1) if ties go to the lower board index.
    pub top1_ties_by_index: f64,
    /// Mean natural log of the probability of the played move.
    pub mean_log_evidence: f64,
    /// Mean rank of the played move.
    pub mean_rank: f64,
    /// Stages of 30 moves.
    pub stages: Vec<Stage>,
}

/// Draws behind the interval of M(1).
const BOOTSTRAP: Bootstrap = Bootstrap { replicates: 1000, seed: 1 };
/// Told apart from logs of other fields by their checksum.
const LOG_VERSION: u64 = 2;

impl EvaluationLog {
    /// The positions of all games.
    pub fn positions(&self) -> impl Iterator<Item = &Judged> {
        self.games.iter().flatten()
    }

    /// The log as bytes: a checksum, then postcard.
    pub fn to_bytes(&self) -> Vec<u8> {
        let body = postcard::to_stdvec(self).expect("a log is plain data");
        (checksum(&body) ^ LOG_VERSION).to_le_bytes().into_iter().chain(body).collect()
    }

    /// The log in bytes; `None` if they are damaged.
    pub fn from_bytes(bytes: &[u8]) -> Option<EvaluationLog> {
        let (sum, body) = bytes.split_first_chunk::<8>()?;
        if u64::from_le_bytes(*sum) != checksum(body) ^ LOG_VERSION {
            return None;
        }
        postcard::from_bytes(body).ok()
    }

    /// The figures of the evaluation, ties sharing their ranks.
    pub fn summary(&self) -> Evaluation {
        self.summary_by(Ties::Shared)
    }

    /// The figures of the evaluation under that rule for ties.
    pub fn summary_by(&self, ties: Ties) -> Evaluation {
        let n_positions = self.positions().count();
        let n = n_positions.max(1) as f64;
        let mean = |of: fn(&Judged) -> f64| self.positions().map(of).sum::<f64>() / n;
        let mut hits = [0u64; N_TOP];
        let mut stages: Vec<(u64, u64)> = Vec::new();
        for judged in self.positions() {
            let rank = judged.rank_by(ties);
            if let Some(hit) = hits.get_mut(rank as usize - 1) {
                *hit += 1;
            }
            let stage = (judged.ply as usize - 1) / STAGE_LENGTH;
            if stages.len() <= stage {
                stages.resize(stage + 1, (0, 0));
            }
            stages[stage] = (stages[stage].0 + 1, stages[stage].1 + u64::from(rank == 1));
        }
        let mut n_hits = 0;
        let top = hits.iter().map(|hit| {
            n_hits += hit;
            n_hits as f64 / n
        });
        let stages = stages.iter().enumerate().filter(|(_, s)| s.0 > 0).map(|(i, &(positions, hits))| Stage {
            from: i * STAGE_LENGTH,
            positions,
            top1: hits as f64 / positions as f64,
        });
        let first = |rule: Ties| self.positions().filter(|judged| judged.rank_by(rule) == 1).count() as f64 / n;
        let interval = self.top1_interval(ties);
        Evaluation {
            positions: n_positions as u64,
            positions_outside: self.n_outside,
            ties,
            top: top.collect(),
            top1_interval: interval,
            top1_margin: (interval[1] - interval[0]) / 2.0,
            top1_ties_at_random: mean(|judged| f64::from(judged.chance_of_first)),
            top1_ties_shared: first(Ties::Shared),
            top1_ties_by_index: first(Ties::LowerIndex),
            mean_log_evidence: mean(|judged| f64::from(judged.probability).max(FLOOR).ln()),
            mean_rank: self.positions().map(|judged| f64::from(judged.rank_by(ties))).sum::<f64>() / n,
            stages: stages.collect(),
        }
    }

    fn top1_interval(&self, ties: Ties) -> [f64; 2] {
        let hits = |game: &Vec<Judged>| (game.iter().filter(|judged| judged.rank_by(ties) == 1).count(), game.len());
        let of_games: Vec<(usize, usize)> = self.games.iter().filter(|game| !game.is_empty()).map(hits).collect();
        if of_games.is_empty() {
            return [0.0, 0.0];
        }
        let share = |drawn: &[usize]| {
            let add = |sum: (usize, usize), &game: &usize| (sum.0 + of_games[game].0, sum.1 + of_games[game].1);
            let (n_hits, n) = drawn.iter().fold((0, 0), add);
            n_hits as f64 / n as f64
        };
        let interval = BOOTSTRAP.percentile(of_games.len(), 0.95, share);
        [interval.low, interval.high]
    }
}

/// Evaluates a predictor on every position of the games that it covers; `done` is called after each game.
pub fn evaluate(predictor: &dyn Predictor, games: &[Game], done: impl Fn(usize) + Sync) -> Evaluation {
    evaluate_log(predictor, games, None, done).summary()
}

/// The same for some plies only, with every position kept.
pub fn evaluate_log(
    predictor: &dyn Predictor,
    games: &[Game],
    plies: Option<Plies>,
    done: impl Fn(usize) + Sync,
) -> EvaluationLog {
    judge_games(predictor, games, (plies, 1.0), done)
}

/// Every position, with the probabilities also raised to an exponent and normalised: one number that calibrates a predictor without changing
/// its order.
pub fn evaluate_sharpened(
    predictor: &dyn Predictor,
    games: &[Game],
    exponent: f32,
    done: impl Fn(usize) + Sync,
) -> EvaluationLog {
    judge_games(predictor, games, (None, exponent), done)
}

fn judge_games(
    predictor: &dyn Predictor,
    games: &[Game],
    (plies, exponent): (Option<Plies>, f32),
    done: impl Fn(usize) + Sync,
) -> EvaluationLog {
    let judge = |prediction: &mut Prediction, game: &Game| {
        let (mut judged, mut n_outside) = (Vec::new(), 0);
        let mut replay = Replay::new(game);
        while let Some((position, played)) = replay.next_position() {
            let ply = position.move_number + 1;
            if !plies.is_none_or(|(first, last)| (first..=last).contains(&ply)) || !predictor.covers(position) {
                n_outside += 1;
                continue;
            }
            predictor.predict(position, prediction);
            judged.push(Judged {
                ply: ply as u32,
                rank: prediction.rank(played) as u32,
                index_rank: prediction.index_rank(played) as u32,
                chance_of_first: prediction.chance_of_first(played) as f32,
                probability: prediction.probability(played),
                top_probability: prediction.probabilities.iter().copied().fold(0.0, f32::max),
                sharpened: sharpened(prediction, played, exponent),
            });
        }
        done(1);
        (judged, n_outside)
    };
    let (games, outside): (Vec<Vec<Judged>>, Vec<u64>) = games.par_iter().map_init(Prediction::default, judge).unzip();
    EvaluationLog { games, n_outside: outside.iter().sum() }
}

fn sharpened(prediction: &Prediction, played: Move, exponent: f32) -> f32 {
    let own = prediction.probability(played);
    if exponent == 1.0 {
        return own;
    }
    own.powf(exponent) / prediction.probabilities.iter().map(|p| p.powf(exponent)).sum::<f32>().max(f32::MIN_POSITIVE)
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
    fn plies_can_be_chosen_and_every_position_is_logged() {
        let log = evaluate_log(&Fixed::new(true), &games(), Some((2, 3)), |_| {});
        let plies: Vec<u32> = log.positions().map(|judged| judged.ply).collect();
        assert_eq!((plies, log.n_outside), (vec![2, 3, 2, 3], 4));
        let ranks: Vec<u32> = log.games[0].iter().map(|judged| judged.rank).collect();
        assert_eq!(ranks, [2, 3]);
        assert_eq!(log.summary().mean_rank, 2.5);
    }

    /// Two games that are always and never right differ more than their positions do.
    #[test]
    fn the_interval_is_that_of_games() {
        let judged = |rank| Judged {
            ply: 1,
            rank,
            index_rank: rank,
            chance_of_first: 0.0,
            probability: 0.5,
            top_probability: 0.5,
            sharpened: 0.5,
        };
        let log = |games: Vec<Vec<Judged>>| EvaluationLog { games, n_outside: 0 }.summary();
        let apart = log((0..20).map(|game| vec![judged(1 + game % 2); 50]).collect());
        let mixed = log((0..20).map(|_| (0..50).map(|k| judged(1 + k % 2)).collect()).collect());
        assert_eq!((apart.top[0], mixed.top[0]), (0.5, 0.5));
        assert!(apart.top1_margin > 0.15 && mixed.top1_margin < 1e-9, "{} {}", apart.top1_margin, mixed.top1_margin);
        assert!(apart.top1_interval[0] < 0.4 && apart.top1_interval[1] > 0.6);
    }

    #[test]
    fn an_exponent_sharpens_and_keeps_the_order() {
        let plain = evaluate_log(&Fixed::new(true), &games(), None, |_| {});
        assert!(plain.positions().all(|judged| judged.sharpened == judged.probability));
        let sharp = evaluate_sharpened(&Fixed::new(true), &games(), 3.0, |_| {});
        for (sharp, plain) in sharp.positions().zip(plain.positions()) {
            assert_eq!((sharp.rank, sharp.probability), (plain.rank, plain.probability));
            assert_eq!(sharp.sharpened > sharp.probability, sharp.rank <= 3, "{sharp:?}");
            assert!(sharp.top_probability >= sharp.probability);
        }
    }

    #[test]
    fn logs_read_back_and_damaged_ones_do_not() {
        let log = evaluate_log(&Fixed::new(true), &games(), Some((2, 4)), |_| {});
        let bytes = log.to_bytes();
        assert_eq!(EvaluationLog::from_bytes(&bytes), Some(log));
        for length in 0..bytes.len() {
            assert_eq!(EvaluationLog::from_bytes(&bytes[..length]), None, "cut at {length}");
        }
        for byte in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[byte] ^= 4;
            assert_eq!(EvaluationLog::from_bytes(&changed), None, "changed at {byte}");
        }
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
        // By board index: A3 is seventh of nine points, C3 eighth of eight, B2 fifth of seven, the pass last of seven.
        let log = evaluate_log(&Fixed::new(false), &games(), None, |_| {});
        let ranks: Vec<u32> = log.games[0].iter().map(|judged| judged.index_rank).collect();
        assert_eq!(ranks, [7, 8, 5, 7]);
        let by_index = log.summary_by(Ties::LowerIndex);
        assert_eq!((by_index.top[6], by_index.top[4], by_index.mean_rank), (0.75, 0.25, 6.75));
        assert_eq!((by_index.top1_ties_shared, result.top1_ties_by_index), (0.0, 0.0));
        let uniform: f64 = [10.0f64, 9.0, 8.0].iter().map(|n| -n.ln()).sum();
        assert!(result.mean_log_evidence < uniform / 4.0);
    }
}
