//! The measures that a study shows.

use serde::{Deserialize, Serialize};
use std::fmt;

use super::CellResult;

/// A figure of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// M(1) in percent.
    M1,
    /// Mean log-evidence.
    Mle,
    /// Leaves of the forest.
    Leaves,
    /// Variance of the logarithms of the leaves' weights.
    LogWeightVariance,
    /// Variance of the lengths of the paths to the leaves.
    PathLengthVariance,
}

impl Measure {
    /// The figure.
    pub fn of(self, result: &CellResult) -> f64 {
        match self {
            Measure::M1 => result.top.first().map_or(f64::NAN, |top1| 100.0 * top1),
            Measure::Mle => result.mean_log_evidence,
            Measure::Leaves => result.leaves as f64,
            Measure::LogWeightVariance => result.log_weight_variance,
            Measure::PathLengthVariance => result.path_length_variance,
        }
    }

    /// Is it a figure of trees alone, so that no weight need be trained?
    pub fn is_of_trees(self) -> bool {
        matches!(self, Measure::Leaves | Measure::PathLengthVariance)
    }

    /// As in tables.
    pub fn show(self, value: f64) -> String {
        if !value.is_finite() {
            return "-".into();
        }
        match self {
            Measure::M1 => format!("{value:.1}%"),
            Measure::Mle | Measure::PathLengthVariance => format!("{value:.2}"),
            Measure::Leaves => format!("{value:.0}"),
            Measure::LogWeightVariance => format!("{value:.3}"),
        }
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Measure::M1 => "M(1)",
            Measure::Mle => "mean log-evidence",
            Measure::Leaves => "leaves",
            Measure::LogWeightVariance => "variance of the log weights of leaves",
            Measure::PathLengthVariance => "variance of the path lengths",
        })
    }
}
