//! The k nearest neighbours (Aha et al. 1991), as Weka's IBk: Euclidean distance over columns brought to [0, 1].
//!
//! All rows at the distance of the k-th count, so that the order of rows does not matter. A class's probability is `(1/n + votes) / (n_classes/n + all
//! votes)`. Weka widens the ranges of the columns by every row it is asked about; here they stay as trained.

use serde::{Deserialize, Serialize};

use super::ranked::Labels;
use super::scaling::{Scaling, squared_distance};
use super::table::Table;

/// The training rows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Nearest {
    k: u32,
    scaling: Scaling,
    rows: Vec<f32>,
    classes: Vec<u8>,
    weights: Vec<f64>,
}

impl Nearest {
    pub(super) fn fit(table: &Table, labels: &Labels, k: usize) -> Nearest {
        let scaling = Scaling::new(table);
        Nearest {
            k: k as u32,
            rows: scaling.apply_to_table(table),
            scaling,
            classes: labels.classes.to_vec(),
            weights: labels.weights.to_vec(),
        }
    }

    pub(super) fn probabilities(&self, row: &[f64], out: &mut [f64]) {
        let mut asked = Vec::new();
        self.scaling.apply(row, &mut asked);
        let distances: Vec<f64> =
            self.rows.chunks_exact(asked.len()).map(|known| squared_distance(known, &asked)).collect();
        let mut sorted = distances.clone();
        let k = (self.k as usize).min(sorted.len());
        let (_, &mut limit, _) = sorted.select_nth_unstable_by(k - 1, f64::total_cmp);
        out.fill(1.0 / self.classes.len() as f64);
        // Rounding makes equal distances differ in the last digits.
        let limit = limit + 1e-6 * limit.max(1e-3);
        for (place, _) in distances.iter().enumerate().filter(|&(_, &distance)| distance <= limit) {
            out[self.classes[place] as usize] += self.weights[place];
        }
        super::classifier::normalise(out);
    }

    pub(super) fn is_sound(&self, n_columns: usize, n_classes: usize) -> bool {
        let n_rows = self.classes.len();
        self.k > 0
            && n_rows > 0
            && self.rows.len() == n_rows.saturating_mul(n_columns)
            && self.weights.len() == n_rows
            && self.scaling.is_sound(n_columns)
            && self.classes.iter().all(|&class| (class as usize) < n_classes)
            && self.rows.iter().all(|value| value.is_finite())
            && self.weights.iter().all(|weight| weight.is_finite() && *weight > 0.0)
    }
}
