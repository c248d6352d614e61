//! Elo differences from match scores, with intervals.
//!
//! Logistic Elo: `score = 1 / (1 + 10^(-elo / 400))`. The interval of a trinomial score (wins, draws, losses) is
//! Wilson's generalised to draws: all scores `s` with `|mean - s| <= z sqrt((s - s² - d/4) / n)`, `d` the draw rate;
//! without draws it is Wilson's own. It therefore stays finite on one side for a clean sweep, where the usual normal
//! interval collapses. Games played in pairs (the same opening, colours exchanged) are not independent: their
//! five pair results give the right, usually smaller, variance.

use super::{Interval, normal_cdf, two_sided_z};

/// Elo difference that predicts an expected score; infinite at 0 and 1.
pub fn elo_from_score(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// Expected score of a player who is `elo` points stronger.
pub fn score_from_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// An Elo difference and its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloEstimate {
    /// Point estimate, infinite for a clean sweep.
    pub elo: f64,
    /// Lower end, possibly minus infinity.
    pub low: f64,
    /// Upper end, possibly infinity.
    pub high: f64,
}

impl EloEstimate {
    fn from_scores(mean: f64, scores: Interval) -> Self {
        EloEstimate { elo: elo_from_score(mean), low: elo_from_score(scores.low), high: elo_from_score(scores.high) }
    }
}

/// Results of independent games from the first player's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Score {
    /// Number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Mean score, 1/2 without games.
    pub fn mean(&self) -> f64 {
        if self.games() == 0 { 0.5 } else { (self.wins as f64 + self.draws as f64 / 2.0) / self.games() as f64 }
    }

    /// Interval of the expected score; without games all of [0, 1].
    pub fn interval(&self, confidence: f64) -> Interval {
        let z = two_sided_z(confidence);
        if self.games() == 0 {
            return Interval { low: 0.0, high: 1.0 };
        }
        let n = self.games() as f64;
        let (mean, draw_rate, k) = (self.mean(), self.draws as f64 / n, z * z / n);
        // (1 + k) s² - (2 mean + k) s + mean² + k d / 4 = 0
        let (a, b, c) = (1.0 + k, 2.0 * mean + k, mean * mean + k * draw_rate / 4.0);
        let root = (b * b - 4.0 * a * c).max(0.0).sqrt();
        let ends = ((b - root) / (2.0 * a), (b + root) / (2.0 * a));
        Interval {
            low: if mean == 0.0 { 0.0 } else { ends.0.max(0.0) },
            high: if mean == 1.0 { 1.0 } else { ends.1.min(1.0) },
        }
    }

    /// Elo difference with its interval.
    pub fn elo(&self, confidence: f64) -> EloEstimate {
        EloEstimate::from_scores(self.mean(), self.interval(confidence))
    }

    /// Chance that the first player is the stronger one, `Φ((wins - losses) / sqrt(wins + losses))`; draws say nothing.
    pub fn likelihood_of_superiority(&self) -> f64 {
        let decided = (self.wins + self.losses) as f64;
        if decided == 0.0 { 0.5 } else { normal_cdf((self.wins as f64 - self.losses as f64) / decided.sqrt()) }
    }

    /// Counts as the sequential test wants them: losses, draws, wins.
    pub fn histogram(&self) -> [u64; 3] {
        [self.losses, self.draws, self.wins]
    }
}

/// Results of game pairs by points of the first player: 0, 1/2, 1, 3/2 or 2 out of 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairScore {
    /// Number of pairs with 0, 1/2, 1, 3/2 and 2 points.
    pub counts: [u64; 5],
}

impl PairScore {
    /// Number of pairs.
    pub fn pairs(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Mean score of one game, 1/2 without pairs.
    pub fn mean(&self) -> f64 {
        if self.pairs() == 0 {
            return 0.5;
        }
        let points: f64 = self.counts.iter().enumerate().map(|(i, &c)| i as f64 / 4.0 * c as f64).sum();
        points / self.pairs() as f64
    }

    /// Normal interval of the expected score from the variance between pairs.
    pub fn interval(&self, confidence: f64) -> Interval {
        let z = two_sided_z(confidence);
        let n = self.pairs() as f64;
        if self.pairs() < 2 {
            return Interval { low: 0.0, high: 1.0 };
        }
        let mean = self.mean();
        let squares: f64 =
            self.counts.iter().enumerate().map(|(i, &c)| (i as f64 / 4.0 - mean).powi(2) * c as f64).sum();
        let half = z * (squares / n / n).sqrt();
        Interval { low: (mean - half).max(0.0), high: (mean + half).min(1.0) }
    }

    /// Elo difference with its interval.
    pub fn elo(&self, confidence: f64) -> EloEstimate {
        EloEstimate::from_scores(self.mean(), self.interval(confidence))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::wilson;
    use proptest::prelude::*;

    /// Elo's logistic table: 76% is 200 points, 64% is 100 (FIDE handbook, rounded to whole percents and points).
    #[test]
    fn table_of_elo() {
        assert!((score_from_elo(200.0) - 0.7597).abs() < 5e-5);
        assert!((score_from_elo(100.0) - 0.6401).abs() < 5e-5);
        assert!((elo_from_score(0.75) - 190.85).abs() < 5e-3);
        assert_eq!(elo_from_score(1.0), f64::INFINITY);
    }

    #[test]
    fn clean_sweep_has_a_finite_lower_end() {
        let estimate = Score { wins: 20, draws: 0, losses: 0 }.elo(0.95);
        assert_eq!(estimate.elo, f64::INFINITY);
        assert_eq!(estimate.high, f64::INFINITY);
        assert!((estimate.low - 286.6).abs() < 0.5, "{estimate:?}");
    }

    /// Stockfish pull request 2950's final test, 85,808 games: taking games as independent gives a slightly wider interval
    /// than its pairs do.
    #[test]
    fn pairs_and_games_agree_on_the_mean() {
        let games = Score { wins: 5956, draws: 74231, losses: 5621 };
        let pairs = PairScore { counts: [149, 4748, 32785, 5063, 159] };
        assert!((games.mean() - pairs.mean()).abs() < 1e-12);
        let (a, b) = (games.elo(0.95), pairs.elo(0.95));
        assert!((a.elo - 1.356).abs() < 5e-3, "{a:?}");
        let ratio = (a.high - a.low) / (b.high - b.low);
        assert!(ratio > 1.0 && ratio < 1.05, "{ratio}");
    }

    proptest! {
        #[test]
        fn without_draws_it_is_wilson(wins in 0u64..500, losses in 0u64..500) {
            prop_assume!(wins + losses > 0);
            let ours = Score { wins, draws: 0, losses }.interval(0.95);
            let theirs = wilson(wins, wins + losses, 0.95);
            prop_assert!((ours.low - theirs.low).abs() < 1e-9 && (ours.high - theirs.high).abs() < 1e-9);
        }

        #[test]
        fn inverse_functions(elo in -800.0f64..800.0) {
            prop_assert!((elo_from_score(score_from_elo(elo)) - elo).abs() < 1e-9);
        }

        #[test]
        fn exchanging_the_players_mirrors(wins in 0u64..300, draws in 0u64..300, losses in 0u64..300) {
            let a = Score { wins, draws, losses };
            let b = Score { wins: losses, draws, losses: wins };
            let (ia, ib) = (a.interval(0.95), b.interval(0.95));
            prop_assert!((ia.low - (1.0 - ib.high)).abs() < 1e-9);
            prop_assert!(ia.contains(a.mean()));
            prop_assert!((a.likelihood_of_superiority() + b.likelihood_of_superiority() - 1.0).abs() < 1e-9);
        }
    }
}
