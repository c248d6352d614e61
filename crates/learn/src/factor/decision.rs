//! The gradient of one decision, gathered per feature.
//!
//! With `g_c = p_c - [c chosen]` and `S_c = Σ v` over candidate `c`, the loss `-ln P(chosen)` has
//! `∂/∂w_i = Σ_{c ∋ i} g_c` and `∂/∂v_i = Σ_{c ∋ i} g_c S_c - v_i Σ_{c ∋ i} g_c`. Most features occur in many candidates,
//! and their parts nearly cancel; adding them up before the step keeps Adagrad's accumulators small where the truth is
//! "it hardly matters".
//!
//! A candidate with `p_c` below `negligible` takes part with chance `p_c / negligible` and then counts `negligible`, which
//! keeps the gradient unbiased. The draw is a hash of the decision's number and the candidate, so it does not
//! depend on threads.

use super::forward::Forward;
use super::{FactorMachine, to_probabilities, unit};
use crate::Rows;

/// Gradient of one decision and the memory to compute it.
#[derive(Clone, Debug, Default)]
pub(super) struct DecisionGradient<const K: usize> {
    forward: Forward<K>,
    /// The features that have a gradient, in the order first met, and their gradients.
    pub(super) features: Vec<u32>,
    pub(super) rows: Vec<GradientRow<K>>,
    /// Open addressing: place in `features` plus one, 0 for free. The length is a power of two.
    table: Vec<u32>,
    /// The entries of `table` in use, to be freed one by one.
    places: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct GradientRow<const K: usize> {
    pub(super) weight: f32,
    pub(super) factors: [f32; K],
}

impl<const K: usize> DecisionGradient<K> {
    /// Computes the gradient at the machine's present parameters; returns the log-probability of the chosen candidate.
    pub(super) fn compute(&mut self, machine: &FactorMachine<K>, candidates: &Rows, chosen: usize, number: u64) -> f32 {
        self.clear();
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
                let slot = self.slot(feature);
                let row = &mut self.rows[slot];
                row.weight += g;
                for (sum, part) in row.factors.iter_mut().zip(pull) {
                    *sum += part;
                }
            }
        }
        for (row, &feature) in self.rows.iter_mut().zip(&self.features) {
            let own = machine.factors(feature);
            for (sum, v) in row.factors.iter_mut().zip(own) {
                *sum -= row.weight * v;
            }
        }
        log_probability
    }

    fn clear(&mut self) {
        for place in self.places.drain(..) {
            self.table[place as usize] = 0;
        }
        self.features.clear();
        self.rows.clear();
    }

    /// Place of the feature's entry in the table, or of the free entry where it belongs.
    #[inline]
    fn find(&self, feature: u32) -> usize {
        let mask = self.table.len() - 1;
        let mut place = (feature.wrapping_mul(0x9E37_79B1) >> 7) as usize & mask;
        while self.table[place] != 0 && self.features[self.table[place] as usize - 1] != feature {
            place = (place + 1) & mask;
        }
        place
    }

    #[inline]
    fn slot(&mut self, feature: u32) -> usize {
        if 2 * (self.features.len() + 1) > self.table.len() {
            self.grow();
        }
        let place = self.find(feature);
        if self.table[place] == 0 {
            self.features.push(feature);
            self.rows.push(GradientRow { weight: 0.0, factors: [0.0; K] });
            self.table[place] = self.features.len() as u32;
            self.places.push(place as u32);
        }
        self.table[place] as usize - 1
    }

    fn grow(&mut self) {
        let length = (2 * self.table.len()).max(1 << 12);
        self.table.clear();
        self.table.resize(length, 0);
        self.places.clear();
        for i in 0..self.features.len() {
            // Features are distinct, so looking for each one finds a free place.
            let place = self.find(self.features[i]);
            self.table[place] = i as u32 + 1;
            self.places.push(place as u32);
        }
    }
}
