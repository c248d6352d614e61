//! A number over games that can be taken of any draw of them: what the bootstrap needs.

use learn::stats::{Bootstrap, LeastSquares, UnitSpearman};

use super::forecast::{Forecast, bin_errors};

/// As for the intervals of evaluations.
const BOOTSTRAP: Bootstrap = Bootstrap { replicates: 1000, seed: 1 };
/// Of all intervals.
const CONFIDENCE: f64 = 0.95;

/// The kinds of numbers; all but the first keep one entry for each game.
pub(super) enum Statistic {
    /// Spearman's rho over all observations.
    Correlation(UnitSpearman),
    /// A mean: a sum and the number of what was added up.
    Mean(Vec<(f64, usize)>),
    /// The slope of a straight line.
    Slope(Vec<LeastSquares>),
    /// The largest of all.
    Largest(Vec<Option<f64>>),
    /// The mean error of ten bins.
    MeanBinError(Vec<Forecast>),
    /// The largest error of a bin.
    LargestBinError(Vec<Forecast>),
}

/// A number, how many observations it is from, and where it may lie.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The number; `None` if nothing could be observed.
    pub value: Option<f64>,
    /// The ends of the 95% interval, by drawing games; `None` with fewer than two games.
    pub interval: Option<(f64, f64)>,
    /// The observations.
    pub n: usize,
}

impl Statistic {
    fn of(&self, drawn: &[usize]) -> Option<f64> {
        match self {
            Statistic::Correlation(correlation) => correlation.coefficient(drawn),
            Statistic::Mean(games) => {
                let (sum, n) = drawn.iter().fold((0.0, 0), |(sum, n), &i| (sum + games[i].0, n + games[i].1));
                (n > 0).then(|| sum / n as f64)
            }
            Statistic::Slope(games) => {
                drawn.iter().fold(LeastSquares::default(), |sum, &i| sum.plus(&games[i])).slope()
            }
            Statistic::Largest(games) => drawn.iter().filter_map(|&i| games[i]).reduce(f64::max),
            Statistic::MeanBinError(games) => bin_errors(&draw(games, drawn)).0,
            Statistic::LargestBinError(games) => bin_errors(&draw(games, drawn)).1,
        }
    }

    fn n(&self) -> usize {
        match self {
            Statistic::Correlation(correlation) => correlation.n_observations(),
            Statistic::Mean(games) => games.iter().map(|(_, n)| n).sum(),
            Statistic::Slope(games) => games.iter().map(LeastSquares::n_points).sum(),
            Statistic::Largest(games) => games.iter().flatten().count(),
            Statistic::MeanBinError(games) | Statistic::LargestBinError(games) => games.len(),
        }
    }

    /// The number over all games, with its interval. A largest value has none: a draw of the games cannot exceed it.
    pub(super) fn estimate(&self, n_games: usize) -> Estimate {
        let everything: Vec<usize> = (0..n_games).collect();
        let value = self.of(&everything);
        let can_vary = n_games > 1 && value.is_some() && !matches!(self, Statistic::Largest(_));
        let interval =
            can_vary.then(|| BOOTSTRAP.percentile_where_defined(n_games, CONFIDENCE, |drawn| self.of(drawn)));
        Estimate { value, interval: interval.flatten().map(|found| (found.low, found.high)), n: self.n() }
    }
}

fn draw(forecasts: &[Forecast], drawn: &[usize]) -> Vec<Forecast> {
    drawn.iter().map(|&i| forecasts[i]).collect()
}
