//! The choice of a threshold.

use super::super::ranked::{Labels, Ranked, Tally};
use super::super::stump::x_ln_x;

/// As near to each other as two numbers can be and still be equal in Weka's comparisons.
pub(in super::super) const NEARLY: f64 = 1e-6;
/// Values nearer to each other than this are not separated.
const LEAST_DISTANCE: f64 = 1e-5;

/// A threshold on a column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) struct Split {
    pub(in super::super) column: usize,
    /// Rows with this rank or a smaller one are below.
    pub(in super::super) last_rank: u32,
    /// The value that goes with the rank.
    pub(in super::super) threshold: f64,
}

impl Split {
    /// The rows below and above, in order.
    pub(in super::super) fn divide(&self, ranked: &Ranked, rows: &[u32]) -> (Vec<u32>, Vec<u32>) {
        let ranks = ranked.column(self.column);
        rows.iter().partition(|&&row| ranks[row as usize] <= self.last_rank)
    }
}

/// Looks for splits; its buffers are reused.
pub(in super::super) struct SplitSearch<'a> {
    ranked: &'a Ranked,
    labels: &'a Labels<'a>,
    min_rows: f64,
    tally: Tally,
    below: Vec<f64>,
}

/// The best threshold of a column.
struct Found {
    column: usize,
    gain: f64,
    ratio: f64,
    ranks: [u32; 2],
}

impl<'a> SplitSearch<'a> {
    pub(in super::super) fn new(ranked: &'a Ranked, labels: &'a Labels<'a>, min_rows: f64) -> Self {
        SplitSearch { ranked, labels, min_rows, tally: Tally::default(), below: vec![0.0; labels.n_classes] }
    }

    pub(in super::super) fn ranked(&self) -> &'a Ranked {
        self.ranked
    }

    pub(in super::super) fn labels(&self) -> &'a Labels<'a> {
        self.labels
    }

    /// The best split of some rows, if one is worth it.
    pub(in super::super) fn best(&mut self, rows: &[u32], distribution: &[f64]) -> Option<Split> {
        let total: f64 = distribution.iter().sum();
        let largest = distribution.iter().copied().fold(0.0, f64::max);
        if total < 2.0 * self.min_rows - NEARLY || (total - largest).abs() < NEARLY {
            return None;
        }
        let found: Vec<Found> =
            (0..self.ranked.n_columns()).filter_map(|column| self.best_of_column(column, rows, distribution)).collect();
        let average = found.iter().map(|found| found.gain).sum::<f64>() / found.len().max(1) as f64;
        let mut best: Option<&Found> = None;
        for candidate in found.iter().filter(|found| found.gain >= average - 1e-3) {
            if candidate.ratio > best.map_or(0.0, |best| best.ratio) + NEARLY {
                best = Some(candidate);
            }
        }
        let best = best?;
        let values = self.ranked.distinct(best.column);
        let [below, above] = best.ranks.map(|rank| values[rank as usize]);
        let mut middle = (below + above) / 2.0;
        if middle == above {
            middle = below;
        }
        // The threshold becomes a value of the table: the largest that is not above the middle.
        let last_rank = values.partition_point(|&value| value - middle < NEARLY) - 1;
        let threshold = values[last_rank];
        // Values that differ by less than the tolerance go the same way as in Weka's comparison.
        let last_rank = values.partition_point(|&value| value - threshold < NEARLY) - 1;
        Some(Split { column: best.column, last_rank: last_rank as u32, threshold: threshold + NEARLY })
    }

    fn best_of_column(&mut self, column: usize, rows: &[u32], distribution: &[f64]) -> Option<Found> {
        self.ranked.tally(column, rows, self.labels, &mut self.tally);
        let n_classes = distribution.len();
        let total: f64 = distribution.iter().sum();
        let mut min_side = 0.1 * total / n_classes as f64;
        if min_side <= self.min_rows + NEARLY {
            min_side = self.min_rows;
        } else if min_side > 25.0 + NEARLY {
            min_side = 25.0;
        }
        if total < 2.0 * min_side - NEARLY {
            return None;
        }
        let values = self.ranked.distinct(column);
        let entropy =
            |weights: &[f64]| x_ln_x(weights.iter().sum()) - weights.iter().map(|&weight| x_ln_x(weight)).sum::<f64>();
        let whole = entropy(distribution);
        self.below.fill(0.0);
        let mut n_tried = 0usize;
        let (mut best_gain, mut best_ranks, mut best_below) = (0.0, None, 0.0);
        for (at, pair) in self.tally.ranks.windows(2).enumerate() {
            let moved = &self.tally.weights[at * n_classes..(at + 1) * n_classes];
            self.below.iter_mut().zip(moved).for_each(|(sum, weight)| *sum += weight);
            if values[pair[0] as usize] + LEAST_DISTANCE >= values[pair[1] as usize] {
                continue;
            }
            let below: f64 = self.below.iter().sum();
            if below < min_side - NEARLY || total - below < min_side - NEARLY {
                continue;
            }
            n_tried += 1;
            let mut parts = entropy(&self.below) + x_ln_x(total - below);
            for (all, below) in distribution.iter().zip(&self.below) {
                parts -= x_ln_x(all - below);
            }
            let gain = (whole - parts) / (total * std::f64::consts::LN_2);
            if gain > best_gain + NEARLY {
                (best_gain, best_ranks, best_below) = (gain, Some([pair[0], pair[1]]), below);
            }
        }
        let ranks = best_ranks?;
        let gain = best_gain - (n_tried as f64).log2() / total;
        if gain < NEARLY {
            return None;
        }
        let spread = x_ln_x(total) - x_ln_x(best_below) - x_ln_x(total - best_below);
        let spread = spread / (total * std::f64::consts::LN_2);
        let ratio = if spread.abs() < NEARLY { 0.0 } else { gain / spread };
        Some(Found { column, gain, ratio, ranks })
    }
}
