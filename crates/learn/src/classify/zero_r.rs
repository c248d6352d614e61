//! ZeroR: the share of every class, independent of the row.

use super::ranked::Labels;

/// The class probabilities.
pub(super) fn fit(labels: &Labels) -> Vec<f64> {
    let rows: Vec<u32> = (0..labels.classes.len() as u32).collect();
    let weights = labels.distribution(&rows);
    // Weka starts every count at 1.
    let total = weights.iter().sum::<f64>() + weights.len() as f64;
    weights.iter().map(|weight| (weight + 1.0) / total).collect()
}
