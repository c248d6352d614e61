//! Naive Bayes with a normal distribution per column and class (John and Langley 1995, without kernels), as Weka's NaiveBayes.
//!
//! Values are rounded to the column's precision, the mean distance between neighbouring distinct values, and a value's probability is the mass of the
//! interval of that width around it: `Phi((x + h/2 - mean) / sd) - Phi((x - h/2 - mean) / sd)`, but never below 1e-75; `sd` is never below a sixth of the
//! precision.

use serde::{Deserialize, Serialize};

use super::ranked::{Labels, Ranked};
use super::table::Table;
use crate::stats::normal_cdf;

const LEAST: f64 = 1e-75;

/// Means and deviations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct NaiveBayes {
    priors: Vec<f64>,
    precisions: Vec<f64>,
    /// Mean and deviation by column, then class.
    normals: Vec<(f64, f64)>,
}

impl NaiveBayes {
    pub(super) fn fit(table: &Table, ranked: &Ranked, labels: &Labels) -> NaiveBayes {
        let n_classes = labels.n_classes;
        let precisions: Vec<f64> = (0..table.n_columns()).map(|column| precision(ranked.distinct(column))).collect();
        let mut normals = Vec::with_capacity(table.n_columns() * n_classes);
        for (column, &precision) in precisions.iter().enumerate() {
            // Weight, sum and sum of squares.
            let mut sums = vec![[0.0f64; 3]; n_classes];
            for (row, values) in table.rows().enumerate() {
                let (value, weight) = (rounded(values[column], precision), labels.weights[row]);
                let sum = &mut sums[labels.classes[row] as usize];
                sum[0] += weight;
                sum[1] += value * weight;
                sum[2] += value * value * weight;
            }
            normals.extend(sums.into_iter().map(|[weight, sum, squares]| {
                if weight <= 0.0 {
                    return (0.0, precision / 6.0);
                }
                let mean = sum / weight;
                let deviation = ((squares - mean * sum).abs() / weight).sqrt();
                (mean, deviation.max(precision / 6.0))
            }));
        }
        NaiveBayes { priors: super::zero_r::fit(labels), precisions, normals }
    }

    pub(super) fn probabilities(&self, row: &[f64], out: &mut [f64]) {
        let n_classes = self.priors.len();
        out.copy_from_slice(&self.priors);
        for (column, (&value, &precision)) in row.iter().zip(&self.precisions).enumerate() {
            let value = rounded(value, precision);
            let mut largest = 0.0f64;
            for (probability, &(mean, deviation)) in out.iter_mut().zip(&self.normals[column * n_classes..]) {
                let up_to = |edge: f64| normal_cdf((value - mean + edge) / deviation);
                *probability *= (up_to(precision / 2.0) - up_to(-precision / 2.0)).max(LEAST);
                largest = largest.max(*probability);
            }
            // Before the product becomes too small for a number.
            if (f64::MIN_POSITIVE..LEAST).contains(&largest) {
                out.iter_mut().for_each(|probability| *probability /= LEAST);
            }
        }
        super::classifier::normalise(out);
    }

    pub(super) fn is_sound(&self, n_columns: usize, n_classes: usize) -> bool {
        let is_positive = |&x: &f64| x.is_finite() && x > 0.0;
        self.priors.len() == n_classes
            && self.precisions.len() == n_columns
            && self.normals.len() == n_columns.saturating_mul(n_classes)
            && self.priors.iter().chain(&self.precisions).all(is_positive)
            && self.normals.iter().all(|(mean, deviation)| mean.is_finite() && is_positive(deviation))
    }
}

/// The mean distance between neighbouring distinct values; 0.01 if there is but one.
fn precision(distinct: &[f64]) -> f64 {
    let range = distinct[distinct.len() - 1] - distinct[0];
    if range > 0.0 { range / (distinct.len() - 1) as f64 } else { 0.01 }
}

fn rounded(value: f64, precision: f64) -> f64 {
    (value / precision).round_ties_even() * precision
}
