//! A conditional factorisation machine: the probability that each of several candidates is chosen.
//!
//! `P(c) = exp(s_c) / sum exp(s)` with `s_c = sum_i w_i + sum_{i<j} <v_i, v_j>` over the active features of the
//! candidate. Without factors it is the generalised Bradley-Terry model of van Niekerk 2014, section 2.6 (`gamma = exp
//! w`); the factors model interactions of pairs of features (Rendle 2010), computed in linear time as `(|sum v|^2 - sum
//! |v|^2) / 2`.
//!
//! Trained online by Adagrad on the log-likelihood with a ridge prior: per feature one accumulator for the weight and
//! one for the whole factor vector. [`BatchLearner`] extracts features and computes gradients on all cores and makes
//! one step for a small batch of decisions; the result does not depend on the number of threads. Most of some 260
//! candidates have almost no probability: those below `negligible` are sampled in proportion to it, so that the
//! gradient stays unbiased and most of them cost nothing.

mod batch;
mod begin;
mod decision;
mod explain;
mod forward;
mod gather;
mod quantised;
mod state;

pub use batch::{BatchLearner, BatchReport};
pub use explain::{PairScore, Term};
pub use quantised::QuantisedFactors;
pub use state::BadFactorState;

use crate::Rows;
use forward::Forward;
use serde::{Deserialize, Serialize};
use stable_hash::splitmix64;

/// How the machine learns.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct FactorSettings {
    /// Step of the weights at the start; it falls linearly to `final_share` of itself.
    pub weight_rate: f32,
    /// Step of the factors at the start.
    pub factor_rate: f32,
    /// Share of the step that is left at the end.
    pub final_share: f32,
    /// Ridge prior on weights.
    pub weight_decay: f32,
    /// Ridge prior on factors.
    pub factor_decay: f32,
    /// Half the width of the uniform distribution that factors start from.
    pub factor_spread: f32,
    /// What Adagrad's accumulators start from.
    pub initial_accumulator: f32,
    /// Candidates less likely than this are drawn in proportion and then count this much.
    pub negligible: f32,
}

impl Default for FactorSettings {
    fn default() -> Self {
        FactorSettings {
            weight_rate: 0.1,
            factor_rate: 0.05,
            final_share: 0.05,
            weight_decay: 1e-5,
            factor_decay: 1e-5,
            factor_spread: 0.05,
            initial_accumulator: 0.1,
            negligible: 5e-4,
        }
    }
}

/// One feature: weight, accumulators and factors, in one or two cache lines.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
struct Row<const K: usize> {
    weight: f32,
    weight_accumulator: f32,
    factor_accumulator: f32,
    n_updates: u32,
    factors: [f32; K],
}

/// The machine with `K` factors a feature.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "state::FactorState", into = "state::FactorState")]
pub struct FactorMachine<const K: usize> {
    rows: Vec<Row<K>>,
    settings: FactorSettings,
}

impl<const K: usize> FactorMachine<K> {
    /// A machine for `n_features` features; weights 0, factors small and random.
    pub fn new(n_features: usize, settings: FactorSettings, seed: u64) -> Self {
        let row = |feature: usize| Row {
            weight: 0.0,
            weight_accumulator: settings.initial_accumulator,
            factor_accumulator: settings.initial_accumulator,
            n_updates: 0,
            factors: std::array::from_fn(|k| settings.factor_spread * unit(seed, (feature * K + k) as u64)),
        };
        FactorMachine { rows: (0..n_features).map(row).collect(), settings }
    }

    /// The number of features.
    pub fn n_features(&self) -> usize {
        self.rows.len()
    }

    /// The weight of a feature.
    pub fn weight(&self, feature: u32) -> f32 {
        self.rows[feature as usize].weight
    }

    /// The factors of a feature.
    pub fn factors(&self, feature: u32) -> &[f32; K] {
        &self.rows[feature as usize].factors
    }

    /// How often a feature took part in a step.
    pub fn n_updates(&self, feature: u32) -> u32 {
        self.rows[feature as usize].n_updates
    }

    /// The scores of all candidates.
    pub fn scores(&self, candidates: &Rows, scores: &mut Vec<f32>) {
        let mut forward = Forward { scores: std::mem::take(scores), sums: Vec::new() };
        self.forward(candidates, &mut forward);
        *scores = forward.scores;
    }
}

/// A fixed pseudo-random number in [-1, 1).
fn unit(seed: u64, n: u64) -> f32 {
    (splitmix64::nth(seed, n) >> 40) as f32 / (1u64 << 23) as f32 - 1.0
}

#[cfg(test)]
mod batch_tests;
#[cfg(test)]
mod begin_tests;
#[cfg(test)]
mod tests;
