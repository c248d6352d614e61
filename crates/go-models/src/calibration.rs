//! From scores of points to calibrated probabilities of all legal moves and pass.
//!
//! Some learners only order the points. Their scores, scaled to sum 1 and kept from 0 by a floor `e`, become probabilities by one
//! exponent: `P(point) ~ (score + e)^a`. It does not change the order; it is fitted on games that were not learned from, by the mean
//! log-probability of the moves played. A pass gets the rate at which it was played in the training games, which depends on whether
//! the move before was one.

use crate::{Explanation, Prediction, Reason};
use go_board::{Move, Point, Position};
use go_games::Game;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Added to scores that sum to 1, so that no legal move is impossible.
const FLOOR: f32 = 1e-4;
/// Exponents that are tried.
const EXPONENTS: (f64, f64) = (0.1, 8.0);
/// Steps of the golden-section search: the interval shrinks to a thousandth.
const N_STEPS: usize = 20;

/// How scores become probabilities.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Calibration {
    /// The exponent `a`.
    pub(crate) exponent: f32,
    /// The rate of passes after a move on the board, and after a pass.
    pub(crate) pass_rates: [f32; 2],
}

impl Calibration {
    /// No exponent; the pass rates of these games, with one pass and one other move added to each count.
    pub(crate) fn counting_passes<'g>(games: impl Iterator<Item = &'g Game>) -> Calibration {
        let mut counts = [[1u32; 2]; 2];
        for game in games {
            let mut after_pass = false;
            for turn in &game.turns {
                let is_pass = turn.mv().is_pass();
                counts[usize::from(after_pass)][usize::from(is_pass)] += 1;
                after_pass = is_pass;
            }
        }
        let rate = |[moves, passes]: [u32; 2]| passes as f32 / (moves + passes) as f32;
        Calibration { exponent: 1.0, pass_rates: [rate(counts[0]), rate(counts[1])] }
    }

    /// Is this what a sound model file can hold?
    pub(crate) fn is_valid(&self) -> bool {
        let is_rate = |rate: f32| (0.0..1.0).contains(&rate);
        self.exponent.is_finite() && self.exponent >= 0.0 && self.pass_rates.into_iter().all(is_rate)
    }

    /// The same with the exponent under which the chosen scores are most likely; unchanged without samples.
    pub(crate) fn fitted(mut self, samples: &[ScoredChoice]) -> Calibration {
        if !samples.is_empty() {
            let loss = |exponent: f64| -samples.iter().map(|sample| sample.log_likelihood(exponent)).sum::<f64>();
            self.exponent = golden_section(loss, EXPONENTS, N_STEPS) as f32;
        }
        self
    }

    /// How good the scores are on positions that were not learned from, for the header of a model: the share of moves ranked first
    /// and among the first 5, 10 and 20, their mean rank, and the mean log-evidence among the points, with the exponent.
    pub(crate) fn metrics(&self, samples: &[ScoredChoice]) -> BTreeMap<String, f64> {
        let n = samples.len() as f64;
        let mut metrics = BTreeMap::from([("validation_positions".to_owned(), n)]);
        if samples.is_empty() {
            return metrics;
        }
        let ranks: Vec<usize> = samples.iter().map(ScoredChoice::rank).collect();
        for k in [1, 5, 10, 20] {
            let n_within = ranks.iter().filter(|&&rank| rank <= k).count();
            metrics.insert(format!("validation_m{k}"), n_within as f64 / n);
        }
        metrics.insert("validation_mean_rank".to_owned(), ranks.iter().sum::<usize>() as f64 / n);
        let exponent = f64::from(self.exponent);
        let evidence = samples.iter().map(|sample| sample.log_likelihood(exponent)).sum::<f64>() / n;
        metrics.insert("validation_log_evidence".to_owned(), evidence);
        metrics
    }

    /// Fills in the prediction from a score for every legal point; scores are not negative.
    pub(crate) fn fill(&self, position: &Position, score: impl Fn(Point) -> f32, prediction: &mut Prediction) {
        let Prediction { moves, probabilities } = prediction;
        moves.clear();
        moves.extend(position.legal_points().map(Move::Play));
        probabilities.clear();
        probabilities.extend(moves.iter().map(|mv| score(mv.point().expect("a point"))));
        let total: f32 = probabilities.iter().sum::<f32>().max(f32::MIN_POSITIVE);
        probabilities.iter_mut().for_each(|p| *p = (*p / total + FLOOR).powf(self.exponent));
        let after_pass = matches!(position.last_moves[0], Some(Move::Pass));
        let pass = if moves.is_empty() { 1.0 } else { self.pass_rates[usize::from(after_pass)] };
        let total: f32 = probabilities.iter().sum::<f32>().max(f32::MIN_POSITIVE);
        probabilities.iter_mut().for_each(|p| *p *= (1.0 - pass) / total);
        moves.push(Move::Pass);
        probabilities.push(pass);
    }
}

/// The scores of the legal points of one position, scaled to sum 1, and the place of the point that was played.
pub(crate) struct ScoredChoice {
    scores: Vec<f32>,
    chosen: usize,
}

impl ScoredChoice {
    /// `None` if the move was a pass or not legal.
    pub(crate) fn new(position: &Position, played: Move, score: impl Fn(Point) -> f32) -> Option<ScoredChoice> {
        let points: Vec<Point> = position.legal_points().collect();
        let chosen = points.iter().position(|&point| Move::Play(point) == played)?;
        let raw: Vec<f32> = points.into_iter().map(score).collect();
        let total: f32 = raw.iter().sum::<f32>().max(f32::MIN_POSITIVE);
        Some(ScoredChoice { scores: raw.into_iter().map(|s| s / total + FLOOR).collect(), chosen })
    }

    /// As [`Prediction::rank`].
    fn rank(&self) -> usize {
        let own = self.scores[self.chosen];
        let n_better = self.scores.iter().filter(|&&score| score > own).count();
        let n_tied = self.scores.iter().filter(|&&score| score == own).count() - 1;
        1 + n_better + n_tied.div_ceil(2)
    }

    fn log_likelihood(&self, exponent: f64) -> f64 {
        let power = |score: f32| exponent * f64::from(score).ln();
        let highest = self.scores.iter().map(|&s| power(s)).fold(f64::NEG_INFINITY, f64::max);
        let total: f64 = self.scores.iter().map(|&s| (power(s) - highest).exp()).sum();
        power(self.scores[self.chosen]) - highest - total.ln()
    }
}

/// The place of the minimum of a function with one valley.
fn golden_section(of: impl Fn(f64) -> f64, (mut low, mut high): (f64, f64), n_steps: usize) -> f64 {
    let ratio = (5f64.sqrt() - 1.0) / 2.0;
    let (mut a, mut b) = (high - ratio * (high - low), low + ratio * (high - low));
    let (mut at_a, mut at_b) = (of(a), of(b));
    for _ in 0..n_steps {
        if at_a < at_b {
            (high, b, at_b) = (b, a, at_a);
            a = high - ratio * (high - low);
            at_a = of(a);
        } else {
            (low, a, at_a) = (a, b, at_b);
            b = low + ratio * (high - low);
            at_b = of(b);
        }
    }
    (low + high) / 2.0
}

/// Explains a move of a model that is made of parts (the trees of a forest) by leaving out one part at a time: the factor of a part is
/// the odds of the move with it over the odds without it.
pub(crate) fn explain_by_removal(
    prediction: &Prediction,
    mv: Move,
    parts: Vec<Reason>,
    mut predict_without: impl FnMut(usize, &mut Prediction),
) -> Option<Explanation> {
    let odds = |p: f32| f64::from(p.clamp(1e-9, 1.0 - 1e-6)) / f64::from(1.0 - p.clamp(1e-9, 1.0 - 1e-6));
    let whole = prediction.probability(mv);
    let mut without = Prediction::default();
    let reasons = parts.into_iter().enumerate().map(|(idx, reason)| {
        predict_without(idx, &mut without);
        Reason { factor: (odds(whole) / odds(without.probability(mv))) as f32, ..reason }
    });
    let reasons = reasons.collect();
    Explanation::product(prediction, mv, whole, reasons)
}

#[cfg(test)]
mod tests {
    use super::*;
    use go_board::{BoardSize, Color};
    use go_games::Turn;

    fn uniform_but(position: &Position, name: &str, score: f32) -> impl Fn(Point) -> f32 + use<> {
        let special = position.board.size().parse_point(name).unwrap();
        move |point| if point == special { score } else { 1.0 }
    }

    #[test]
    fn probabilities_sum_to_one_and_keep_the_order() {
        let position: Position = Position::new(BoardSize::NINE, 7.5);
        let calibration = Calibration { exponent: 2.0, pass_rates: [0.05, 0.5] };
        let mut prediction = Prediction::default();
        calibration.fill(&position, uniform_but(&position, "E5", 3.0), &mut prediction);
        assert!((prediction.probabilities.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        assert_eq!(prediction.probability(Move::Pass), 0.05);
        let best = position.board.size().parse_point("E5").unwrap();
        assert_eq!(prediction.rank(Move::Play(best)), 1);
        assert_eq!(prediction.moves.len(), 82);
    }

    /// If the point with three times the score is played as often as the scores say, the exponent is about 1; if it is always played,
    /// the exponent grows.
    #[test]
    fn the_exponent_follows_the_moves_played() {
        let position: Position = Position::new(BoardSize::new(3).unwrap(), 7.5);
        let score = uniform_but(&position, "B2", 8.0);
        let played = |name: &str| Move::Play(position.board.size().parse_point(name).unwrap());
        let sample = |name: &str| ScoredChoice::new(&position, played(name), &score).unwrap();
        let base = Calibration { exponent: 1.0, pass_rates: [0.1, 0.1] };
        let even: Vec<ScoredChoice> = ["B2", "B2", "B2", "B2", "A1", "C3", "A2", "B3"].map(sample).into();
        assert!((base.fitted(&even).exponent - 1.0).abs() < 0.02, "{}", base.fitted(&even).exponent);
        let sure: Vec<ScoredChoice> = ["B2", "B2", "B2"].map(sample).into();
        assert!(base.fitted(&sure).exponent > 5.0);
        assert_eq!(base.fitted(&[]), base);
        let metrics = base.metrics(&even);
        assert_eq!((metrics["validation_m5"], metrics["validation_m10"]), (0.5, 1.0), "ties share their ranks");
        assert_eq!(metrics["validation_mean_rank"], (4.0 * 1.0 + 4.0 * 6.0) / 8.0);
        assert_eq!(base.metrics(&[])["validation_positions"], 0.0);
        assert!(ScoredChoice::new(&position, Move::Pass, &score).is_none());
    }

    #[test]
    fn passes_are_counted_by_what_came_before() {
        let mut game = Game::new(BoardSize::NINE);
        let point = game.size.parse_point("C3").unwrap();
        for (color, mv) in [(Color::Black, Move::Play(point)), (Color::White, Move::Pass), (Color::Black, Move::Pass)] {
            game.turns.push(Turn::new(color, mv));
        }
        let rates = Calibration::counting_passes([game].iter()).pass_rates;
        assert_eq!(rates, [2.0 / 4.0, 2.0 / 3.0]);
    }
}
