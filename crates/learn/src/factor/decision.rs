//! The gradient of one decision, gathered per feature.
//!
//! With `g_c = p_c - [c chosen]` and `S_c = Σ v` over candidate `c`, the loss `-ln P(chosen)` has
//! `∂/∂w_i = Σ_{c ∋ i} g_c` and `∂/∂v_i = Σ_{c ∋ i} g_c S_c - v_i Σ_{c ∋ i} g_c`.
//!
//! A candidate with `p_c` below `negligible` takes part with chance `p_c / negligible` and then counts `negligible`, which
//! keeps the gradient unbiased. The draw is a hash of the decision's number and the candidate, so it does not
//! depend on threads.

use super::forward::Forward;
use super::gather::GatheredGradient;
use super::{FactorMachine, unit};
use crate::Rows;
use crate::to_probabilities;

/// Gradient of one decision and the memory to compute it.
#[derive(Clone, Debug, Default)]
pub(super) struct DecisionGradient<const K: usize> {
    forward: Forward<K>,
    pub(super) gathered: GatheredGradient<K>,
}

impl<const K: usize> DecisionGradient<K> {
    /// Computes the gradient at the machine's present parameters; returns the log-probability of the chosen candidate.
    pub(super) fn compute(&mut self, machine: &FactorMachine<K>, candidates: &Rows, chosen: usize, number: u64) -> f32 {
        self.gathered.clear();
        machine.forward(candidates, &mut self.forward);
        let log_probability = to_probabilities(&mut self.forward.scores, chosen);
        let negligible = machine.settings.negligible;
        for (place, features) in candidates.iter().enumerate() {
            let p = self.forward.scores[place];
            let g = if place == chosen {
                p - 1.0
            } else if p >= negligible {
                p
            } else if unit(number, place as u64) * 0.5 + 0.5 < p / negligible {
                negligible
            } else {
                continue;
            };
            let pull = self.forward.sums[place].map(|s| g * s);
            for &feature in features {
                self.gathered.add(feature, g, &pull);
            }
        }
        for (row, &feature) in self.gathered.rows.iter_mut().zip(&self.gathered.features) {
            for (sum, v) in row.factors.iter_mut().zip(machine.factors(feature)) {
                *sum -= row.weight * v;
            }
        }
        log_probability
    }
}
