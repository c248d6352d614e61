//! The machine quantised for a small model file: a row is a weight in 16 bits and `K` factors in 8 bits each.
//!
//! One scale serves all weights: the largest magnitude maps to the largest number. Factors have a scale a row, in steps of an
//! eighth of a power of two: a few frequent features have factors a hundred times as large as those of rare ones, and
//! with one scale for all either the former are clipped or the latter lost. Factors are rounded to steps of four: a file is
//! compressed afterwards, and the two bits that this saves a factor are an eighth of it.

use super::FactorMachine;
use crate::Rows;
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// Read-only weights and factors in bytes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct QuantisedFactors<const K: usize> {
    weight_scale: f32,
    weights: Vec<i16>,
    /// The logarithm of each row's scale, see `scale`.
    scales: Vec<u8>,
    factors: Vec<i8>,
}

/// Steps of the logarithm to base 2.
const SCALE_STEPS: f32 = 8.0;
/// The code of scale 1.
const SCALE_ONE: f32 = 200.0;

/// Factors are multiples of this, which a file's compression turns into fewer bits.
const FACTOR_STEP: f32 = 4.0;

/// The largest factor of a row with that code.
fn scale(code: u8) -> f32 {
    ((f32::from(code) - SCALE_ONE) / SCALE_STEPS).exp2()
}

/// The smallest code whose scale is not below the magnitude.
fn scale_code(magnitude: f32) -> u8 {
    (magnitude.max(f32::MIN_POSITIVE).log2() * SCALE_STEPS + SCALE_ONE).ceil().clamp(0.0, 255.0) as u8
}

/// What one unit of a row's factors is worth, by code.
static UNITS: LazyLock<[f32; 256]> = LazyLock::new(|| std::array::from_fn(|code| scale(code as u8) / 127.0));

impl<const K: usize> QuantisedFactors<K> {
    /// Rounds a trained machine.
    pub fn from_machine(machine: &FactorMachine<K>) -> Self {
        Self::from_rows((0..machine.n_features() as u32).map(|f| (machine.weight(f), *machine.factors(f))))
    }

    /// Rounds the given rows.
    pub fn from_rows(rows: impl Iterator<Item = (f32, [f32; K])> + Clone) -> Self {
        let largest_weight = rows.clone().map(|(w, _)| w.abs()).fold(1e-6, f32::max);
        let weight_scale = largest_weight / 32767.0;
        let mut quantised =
            QuantisedFactors { weight_scale, weights: Vec::new(), scales: Vec::new(), factors: Vec::new() };
        for (weight, factors) in rows {
            quantised.weights.push((weight / weight_scale).round().clamp(-32767.0, 32767.0) as i16);
            let code = scale_code(factors.iter().fold(0.0, |most, v| v.abs().max(most)));
            quantised.scales.push(code);
            let unit = UNITS[code as usize];
            let in_steps = |v: f32| ((v / unit / FACTOR_STEP).round() * FACTOR_STEP).clamp(-124.0, 124.0) as i8;
            quantised.factors.extend(factors.map(in_steps));
        }
        quantised
    }

    /// The number of features.
    pub fn n_features(&self) -> usize {
        self.weights.len()
    }

    /// Whether the parts fit together; those of a foreign file may not.
    pub fn is_consistent(&self) -> bool {
        let n_rows = self.weights.len();
        self.factors.len() == n_rows * K && self.scales.len() == n_rows && self.weight_scale.is_finite()
    }

    /// The weight of a feature.
    pub fn weight(&self, feature: u32) -> f32 {
        f32::from(self.weights[feature as usize]) * self.weight_scale
    }

    /// The factors of a feature.
    pub fn factors(&self, feature: u32) -> [f32; K] {
        let unit = self.unit(feature);
        self.row(feature).map(|v| f32::from(v) * unit)
    }

    #[inline(always)]
    fn row(&self, feature: u32) -> &[i8; K] {
        let start = feature as usize * K;
        self.factors[start..start + K].try_into().expect("K factors a row")
    }

    fn unit(&self, feature: u32) -> f32 {
        UNITS[self.scales[feature as usize] as usize]
    }

    /// What the pair of features adds to the score.
    pub fn pair(&self, a: u32, b: u32) -> f32 {
        let dot: i32 = self.row(a).iter().zip(self.row(b)).map(|(&x, &y)| i32::from(x) * i32::from(y)).sum();
        dot as f32 * self.unit(a) * self.unit(b)
    }

    /// The score of one candidate.
    pub fn score(&self, features: &[u32]) -> f32 {
        self.score_with(&UNITS, features)
    }

    /// The table of units is fetched once for all candidates instead of once per feature.
    #[inline(always)]
    fn score_with(&self, units: &[f32; 256], features: &[u32]) -> f32 {
        let mut sum = [0f32; K];
        let mut squares = [0f32; K];
        let mut linear = 0i32;
        for &feature in features {
            linear += i32::from(self.weights[feature as usize]);
            let unit = units[self.scales[feature as usize] as usize];
            for ((sum, square), &v) in sum.iter_mut().zip(&mut squares).zip(self.row(feature)) {
                let v = f32::from(v) * unit;
                *sum += v;
                *square += v * v;
            }
        }
        let pairs: f32 = sum.iter().zip(squares).map(|(&sum, square)| sum * sum - square).sum();
        linear as f32 * self.weight_scale + 0.5 * pairs
    }

    /// The scores of all candidates.
    pub fn scores(&self, candidates: &Rows, scores: &mut Vec<f32>) {
        scores.clear();
        let units = &*UNITS;
        scores.extend(candidates.iter().map(|features| self.score_with(units, features)));
    }
}
