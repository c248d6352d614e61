//! Statistics that experiments and matches report: intervals, paired tests, Elo, sequential tests, rank correlation.
//!
//! Every function takes plain numbers and is deterministic; the bootstrap takes its seed. Impossible arguments
//! (more successes than trials, samples of unequal length) are programming errors and panic with the values named.

mod anova;
mod bootstrap;
mod by_unit;
mod elo;
mod holm;
mod interval;
mod mcnemar;
mod paired;
mod rank;
mod sprt;

pub use anova::{Anova, AnovaError, Effect, Observation, anova};
pub use bootstrap::{Bootstrap, BootstrapEstimate};
pub use by_unit::{LeastSquares, UnitSpearman};
pub use elo::{EloEstimate, PairScore, Score, elo_from_score, score_from_elo};
pub use holm::holm;
pub use interval::{Interval, clopper_pearson, deviation_interval, mean_interval, wilson};
pub use mcnemar::{McNemar, mcnemar};
pub use paired::{PairedTTest, WilcoxonSignedRank, paired_t_test, wilcoxon_signed_rank};
pub use rank::{RankCorrelation, kendall, mid_ranks, spearman};
pub use sprt::{Sprt, SprtDecision, SprtStatus};

use statrs::distribution::{ContinuousCDF, Normal};

/// The standard normal quantile: `x` with `P(Z <= x) = probability`.
pub(crate) fn normal_quantile(probability: f64) -> f64 {
    Normal::standard().inverse_cdf(probability)
}

/// The standard normal distribution function.
pub(crate) fn normal_cdf(x: f64) -> f64 {
    Normal::standard().cdf(x)
}

/// `z` such that the central part of a standard normal holds `confidence`.
pub(crate) fn two_sided_z(confidence: f64) -> f64 {
    assert!(confidence > 0.0 && confidence < 1.0, "confidence {confidence} is not inside (0, 1)");
    normal_quantile(0.5 + confidence / 2.0)
}
