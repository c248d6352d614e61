//! The k nearest neighbours (Aha et al. 1991), as Weka's IBk: Euclidean distance over columns brought to [0, 1].
//!
//! All rows at the distance of the k-th count, so that the order of rows does not matter. A class's probability is `(1/n + votes) / (n_classes/n + all
//! votes)`. The distance to a row is not computed further than it takes to see that the row is no neighbour. Weka widens the ranges of the columns by every row it is asked about; here they stay as trained.

use serde::{Deserialize, Serialize};

use super::ranked::Labels;
use super::scaling::{Scaling, squared_distance_within};
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
        let k = (self.k as usize).min(self.classes.len());
        // The k smallest distances so far, ascending, and all rows that are not beyond the k-th.
        let mut smallest: Vec<f64> = Vec::with_capacity(k + 1);
        let mut near: Vec<(f64, usize)> = Vec::new();
        let mut limit = f64::INFINITY;
        for (place, known) in self.rows.chunks_exact(asked.len()).enumerate() {
            let Some(distance) = squared_distance_within(known, &asked, limit) else { continue };
            near.push((distance, place));
            smallest.insert(smallest.partition_point(|&other| other <= distance), distance);
            smallest.truncate(k);
            if smallest.len() == k {
                limit = slightly_above(smallest[k - 1]);
            }
        }
        out.fill(1.0 / self.classes.len() as f64);
        for (_, place) in near.into_iter().filter(|&(distance, _)| distance <= limit) {
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

/// Rounding makes equal distances differ in the last digits.
fn slightly_above(distance: f64) -> f64 {
    distance + 1e-6 * distance.max(1e-3)
}

#[cfg(test)]
mod tests {
    use super::super::scaling::squared_distance;
    use super::super::tests::noisy_table;
    use super::*;

    /// All distances, sorted.
    fn slow_probabilities(model: &Nearest, row: &[f64], out: &mut [f64]) {
        let mut asked = Vec::new();
        model.scaling.apply(row, &mut asked);
        let rows = model.rows.chunks_exact(asked.len());
        let distances: Vec<f64> = rows.map(|known| squared_distance(known, &asked)).collect();
        let mut sorted = distances.clone();
        sorted.sort_by(f64::total_cmp);
        let limit = slightly_above(sorted[(model.k as usize).min(sorted.len()) - 1]);
        out.fill(1.0 / model.classes.len() as f64);
        for (place, _) in distances.iter().enumerate().filter(|&(_, &distance)| distance <= limit) {
            out[model.classes[place] as usize] += model.weights[place];
        }
        super::super::classifier::normalise(out);
    }

    #[test]
    fn stopping_early_finds_the_same_neighbours() {
        let (table, asked) = (noisy_table(150, 4), noisy_table(60, 5));
        let weights: Vec<f64> = (0..table.n_rows()).map(|row| 1.0 + (row % 3) as f64).collect();
        let labels = Labels { n_classes: 2, classes: table.labels(), weights: &weights };
        for k in [1, 2, 10, 149, 150, 400] {
            let model = Nearest::fit(&table, &labels, k);
            // Rows of the table itself are at distance nothing, and some are equally far from two others.
            for row in asked.rows().chain(table.rows()) {
                let (mut fast, mut slow) = ([0.0; 2], [0.0; 2]);
                model.probabilities(row, &mut fast);
                slow_probabilities(&model, row, &mut slow);
                assert_eq!(fast, slow, "k {k}");
            }
        }
    }
}
