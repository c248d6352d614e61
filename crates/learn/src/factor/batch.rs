//! Learning from several decisions at once on all cores; the result does not depend on the number of threads.
//!
//! The decisions of a batch are described (features extracted) and their gradients computed in parallel at the same
//! parameters; their sum makes one Adagrad step. A feature that occurs in one decision moves as it would alone; one
//! that occurs in every decision makes one step instead of many in the same direction. Extraction takes by far the
//! longest, so the serial part hardly matters, and no parameter is written while another thread reads it. A batch of
//! one is plain online learning.

use rayon::prelude::*;

use super::decision::DecisionGradient;
use super::gather::GatheredGradient;
use super::{FactorMachine, FactorSettings};
use crate::Rows;

/// Reusable memory for batches.
#[derive(Debug, Default)]
pub struct BatchLearner<const K: usize> {
    slots: Vec<Slot<K>>,
    sum: GatheredGradient<K>,
    n_decisions: u64,
}

/// The result of a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BatchReport {
    /// Decisions learnt from.
    pub decisions: usize,
    /// Sum of the log-probabilities that the chosen candidates had before the batch.
    pub log_likelihood: f64,
}

#[derive(Debug, Default)]
struct Slot<const K: usize> {
    candidates: Rows,
    gradient: DecisionGradient<K>,
    log_probability: Option<f32>,
}

impl<const K: usize> BatchLearner<K> {
    /// Nothing learnt yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Continues after so many decisions: the sampling of negligible candidates depends on a decision's number.
    pub fn after(n_decisions: u64) -> Self {
        BatchLearner { n_decisions, ..Self::default() }
    }

    /// Learns from `n` decisions. `describe` is called from several threads with the decision's place in the batch and
    /// writes its candidates; it returns the place of the chosen one, or `None` to skip the decision. `progress` runs
    /// from 0 to 1 over the whole training.
    pub fn learn(
        &mut self,
        machine: &mut FactorMachine<K>,
        n: usize,
        progress: f32,
        describe: impl Fn(usize, &mut Rows) -> Option<usize> + Sync,
    ) -> BatchReport {
        let report = self.gather(machine, n, describe);
        let share = 1.0 - (1.0 - machine.settings.final_share) * progress.clamp(0.0, 1.0);
        machine.descend(&self.sum, share);
        report
    }

    /// The same without a step: only the accumulators grow.
    pub fn measure(
        &mut self,
        machine: &mut FactorMachine<K>,
        n: usize,
        describe: impl Fn(usize, &mut Rows) -> Option<usize> + Sync,
    ) -> BatchReport {
        let report = self.gather(machine, n, describe);
        machine.descend(&self.sum, 0.0);
        report
    }

    /// Sums up the gradients of `n` decisions.
    fn gather(
        &mut self,
        machine: &FactorMachine<K>,
        n: usize,
        describe: impl Fn(usize, &mut Rows) -> Option<usize> + Sync,
    ) -> BatchReport {
        if self.slots.len() < n {
            self.slots.resize_with(n, Slot::default);
        }
        let slots = &mut self.slots[..n];
        let first = self.n_decisions;
        slots.par_iter_mut().enumerate().with_max_len(1).for_each(|(place, slot)| {
            slot.candidates.clear();
            slot.log_probability = describe(place, &mut slot.candidates)
                .map(|chosen| slot.gradient.compute(machine, &slot.candidates, chosen, first + place as u64));
        });
        self.n_decisions += n as u64;
        let mut report = BatchReport::default();
        self.sum.clear();
        for slot in slots {
            if let Some(log_probability) = slot.log_probability {
                let part = &slot.gradient.gathered;
                for (&feature, row) in part.features.iter().zip(&part.rows) {
                    self.sum.add(feature, row.weight, &row.factors);
                }
                report.decisions += 1;
                report.log_likelihood += f64::from(log_probability);
            }
        }
        report
    }
}

impl<const K: usize> FactorMachine<K> {
    /// One Adagrad step against the gradient, at this share of the rates.
    fn descend(&mut self, gradient: &GatheredGradient<K>, share: f32) {
        let FactorSettings { weight_rate, factor_rate, weight_decay, factor_decay, .. } = self.settings;
        for (&feature, g) in gradient.features.iter().zip(&gradient.rows) {
            let row = &mut self.rows[feature as usize];
            let slope = g.weight + weight_decay * row.weight;
            row.weight_accumulator += slope * slope;
            row.weight -= weight_rate * share * slope / row.weight_accumulator.sqrt();
            row.n_updates = row.n_updates.saturating_add(1);
            let mut slopes = g.factors;
            for (slope, v) in slopes.iter_mut().zip(&row.factors) {
                *slope += factor_decay * v;
            }
            row.factor_accumulator += slopes.iter().map(|s| s * s).sum::<f32>() / K as f32;
            let rate = factor_rate * share / row.factor_accumulator.sqrt();
            for (v, slope) in row.factors.iter_mut().zip(slopes) {
                *v -= rate * slope;
            }
        }
    }
}
