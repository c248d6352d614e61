//! The machine rounded to bytes for a small model file: a row is a weight in 16 bits and `K` factors in 8 bits each.
//!
//! One scale serves all weights and one all factors: the largest magnitude (factors: the 99.99th percentile, the few beyond
//! are clipped) maps to the largest number. Scores are summed in 32-bit integers, so that the same features give the
//! same score on every machine.

use super::FactorMachine;
use crate::Rows;
use serde::{Deserialize, Serialize};

/// Read-only weights and factors in bytes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct QuantisedFactors<const K: usize> {
    weight_scale: f32,
    factor_scale: f32,
    weights: Vec<i16>,
    factors: Vec<i8>,
}

impl<const K: usize> QuantisedFactors<K> {
    /// Rounds a trained machine.
    pub fn from_machine(machine: &FactorMachine<K>) -> Self {
        Self::from_rows((0..machine.n_features() as u32).map(|f| (machine.weight(f), *machine.factors(f))))
    }

    /// Rounds the given rows.
    pub fn from_rows(rows: impl Iterator<Item = (f32, [f32; K])> + Clone) -> Self {
        let largest_weight = rows.clone().map(|(w, _)| w.abs()).fold(1e-6, f32::max);
        let mut magnitudes: Vec<f32> = rows.clone().flat_map(|(_, v)| v).map(f32::abs).collect();
        let idx = magnitudes.len().saturating_sub(1) * 9999 / 10000;
        let largest_factor = if magnitudes.is_empty() {
            1.0
        } else {
            magnitudes.select_nth_unstable_by(idx, f32::total_cmp).1.max(1e-6)
        };
        let (weight_scale, factor_scale) = (largest_weight / 32767.0, largest_factor / 127.0);
        QuantisedFactors {
            weight_scale,
            factor_scale,
            weights: rows.clone().map(|(w, _)| (w / weight_scale).round().clamp(-32767.0, 32767.0) as i16).collect(),
            factors: rows.flat_map(|(_, v)| v).map(|v| (v / factor_scale).round().clamp(-127.0, 127.0) as i8).collect(),
        }
    }

    /// The number of features.
    pub fn n_features(&self) -> usize {
        self.weights.len()
    }

    /// Do the parts fit together? A file that somebody else wrote may not.
    pub fn is_consistent(&self) -> bool {
        self.factors.len() == self.weights.len() * K && self.weight_scale.is_finite() && self.factor_scale.is_finite()
    }

    /// The weight of a feature.
    pub fn weight(&self, feature: u32) -> f32 {
        f32::from(self.weights[feature as usize]) * self.weight_scale
    }

    #[inline(always)]
    fn row(&self, feature: u32) -> &[i8; K] {
        let start = feature as usize * K;
        self.factors[start..start + K].try_into().expect("K factors a row")
    }

    /// What the pair of features adds to the score.
    pub fn pair(&self, a: u32, b: u32) -> f32 {
        let dot: i32 = self.row(a).iter().zip(self.row(b)).map(|(&x, &y)| i32::from(x) * i32::from(y)).sum();
        dot as f32 * self.factor_scale * self.factor_scale
    }

    /// The score of one candidate.
    #[inline]
    pub fn score(&self, features: &[u32]) -> f32 {
        let mut sum = [0i32; K];
        let mut squares = 0i32;
        let mut linear = 0i32;
        for &feature in features {
            linear += i32::from(self.weights[feature as usize]);
            for (s, &v) in sum.iter_mut().zip(self.row(feature)) {
                *s += i32::from(v);
                squares += i32::from(v) * i32::from(v);
            }
        }
        let pairs = sum.iter().map(|&s| s * s).sum::<i32>() - squares;
        linear as f32 * self.weight_scale + 0.5 * pairs as f32 * self.factor_scale * self.factor_scale
    }

    /// The scores of all candidates.
    pub fn scores(&self, candidates: &Rows, scores: &mut Vec<f32>) {
        scores.clear();
        scores.extend(candidates.iter().map(|features| self.score(features)));
    }
}
