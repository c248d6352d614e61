//! What is measured of a model on one set of games.

use go_models::evaluate::EvaluationLog;
use serde::{Deserialize, Serialize};

use super::TreeMeasure;

/// Ranks by position, summed up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PartFigures {
    /// Positions.
    pub positions: u64,
    /// M(1) to M(50), as fractions.
    pub top: Vec<f64>,
    /// Mean rank.
    pub mean_rank: f64,
    /// Mean natural log of the probability of the move played.
    pub mean_log_evidence: f64,
    /// For each ply from 1, positions and the sum of their ranks.
    pub by_ply: Vec<(u64, u64)>,
}

/// Plies that figures by ply go to.
const N_PLIES: usize = 50;

impl PartFigures {
    pub(super) fn of(log: &EvaluationLog) -> PartFigures {
        let summary = log.summary();
        let mut by_ply = vec![(0, 0); N_PLIES];
        for judged in log.positions() {
            if let Some((n, sum)) = by_ply.get_mut(judged.ply as usize - 1) {
                (*n, *sum) = (*n + 1, *sum + u64::from(judged.rank));
            }
        }
        PartFigures {
            positions: summary.positions,
            top: summary.top,
            mean_rank: summary.mean_rank,
            mean_log_evidence: summary.mean_log_evidence,
            by_ply,
        }
    }

    /// A measure, as tables show it: percentages and ranks.
    pub fn measure(&self, measure: TreeMeasure) -> f64 {
        match measure.last_rank() {
            Some(rank) => 100.0 * self.top[rank - 1],
            None => self.mean_rank,
        }
    }
}

/// Mean and sample standard deviation.
pub(super) fn mean_and_deviation(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, if values.len() > 1 { (squares / (n - 1.0)).sqrt() } else { 0.0 })
}
