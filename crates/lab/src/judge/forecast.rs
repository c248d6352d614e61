//! Win rates against results: reliability in ten bins, and two proper scores.
//!
//! In a bin the *error* is the mean of our win rates less the share of games that Black won; 0 for a calibrated judge, up to chance. The mean error weighs
//! the bins' absolute errors by their positions. The Brier score is the mean of `(p - won)²`. The log loss is the mean of `-ln(chance given to what
//! happened)`, with chances kept within [0.1%, 99.9%].

use learn::stats::{Interval, wilson};

use super::measures::Unit;
use super::stage::Stage;
use super::statistic::{Estimate, Statistic};

/// A tenth each.
pub(super) const N_BINS: usize = 10;
/// With fewer positions the error of a bin is chance, and is not the largest.
const FEW: usize = 30;
const SUREST: f64 = 0.999;

/// A win rate that was given, and what happened.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Forecast {
    /// The moves made.
    pub ply: usize,
    /// Our win rate of Black.
    pub win: f64,
    /// Whether Black won.
    pub black_won: bool,
}

/// The positions whose win rate lies in one tenth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bin {
    /// How many.
    pub n: usize,
    /// Their mean win rate.
    pub mean: f64,
    /// The share that Black won.
    pub won: f64,
    /// Where that share may lie (Wilson, 95%).
    pub won_interval: Interval,
}

impl Bin {
    /// Positive if we give Black too much.
    pub fn error(&self) -> f64 {
        self.mean - self.won
    }
}

/// The tenth that a win rate belongs to.
fn bin_of(win: f64) -> usize {
    ((win * N_BINS as f64) as usize).min(N_BINS - 1)
}

/// All ten bins; `None` for an empty one.
pub fn bins(forecasts: &[Forecast]) -> Vec<Option<Bin>> {
    let mut sums = [(0usize, 0.0, 0u64); N_BINS];
    for forecast in forecasts {
        let (n, mean, won) = &mut sums[bin_of(forecast.win)];
        (*n, *mean, *won) = (*n + 1, *mean + forecast.win, *won + u64::from(forecast.black_won));
    }
    let bin = |(n, sum, won): (usize, f64, u64)| Bin {
        n,
        mean: sum / n as f64,
        won: won as f64 / n as f64,
        won_interval: wilson(won, n as u64, 0.95),
    };
    sums.into_iter().map(|sums| (sums.0 > 0).then(|| bin(sums))).collect()
}

/// The mean error of the bins, and the largest one of bins with enough positions.
pub(super) fn bin_errors(forecasts: &[Forecast]) -> (Option<f64>, Option<f64>) {
    let bins: Vec<Bin> = bins(forecasts).into_iter().flatten().collect();
    let weighted: f64 = bins.iter().map(|bin| bin.n as f64 * bin.error().abs()).sum();
    let mean = (!forecasts.is_empty()).then(|| weighted / forecasts.len() as f64);
    (mean, bins.iter().filter(|bin| bin.n >= FEW).map(|bin| bin.error().abs()).reduce(f64::max))
}

/// A row of the table.
pub(super) struct Score {
    pub(super) key: &'static str,
    pub(super) words: &'static str,
    pub(super) unit: Unit,
    pub(super) of: fn(Vec<Forecast>) -> Statistic,
}

/// The scores of all forecasts, and of those of a stage.
pub(super) const SCORES: [Score; 4] = [
    Score { key: "mean_bin_error", words: "mean error of the bins", unit: Unit::WinRate, of: Statistic::MeanBinError },
    Score {
        key: "largest_bin_error",
        words: "largest error of a bin of 30 or more",
        unit: Unit::WinRate,
        of: Statistic::LargestBinError,
    },
    Score {
        key: "brier",
        words: "Brier score",
        unit: Unit::Plain,
        of: |forecasts| each(&forecasts, |p, won| (p - won).powi(2)),
    },
    Score {
        key: "log_loss",
        words: "log loss",
        unit: Unit::Plain,
        of: |forecasts| {
            each(&forecasts, |p, won| {
                let p = p.clamp(1.0 - SUREST, SUREST);
                -(won * p.ln() + (1.0 - won) * (1.0 - p).ln())
            })
        },
    },
];

fn each(forecasts: &[Forecast], loss: fn(f64, f64) -> f64) -> Statistic {
    let of = |forecast: &Forecast| (loss(forecast.win, f64::from(forecast.black_won)), 1);
    Statistic::Mean(forecasts.iter().map(of).collect())
}

impl Score {
    pub(super) fn estimate(&self, forecasts: &[Forecast], stage: Stage) -> Estimate {
        let own: Vec<Forecast> = forecasts.iter().filter(|forecast| stage.holds(forecast.ply)).copied().collect();
        let n = own.len();
        (self.of)(own).estimate(n)
    }
}
