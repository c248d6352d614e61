//! The voted perceptron (Freund and Schapire 1998), as Weka's: every weight vector that training passes through votes with the number of rows it
//! got right.
//!
//! The kernel is `(1 + x y)^e`. A vote is the sign of the vector's output, and the probability of the second class is the logistic function of all
//! votes, so that it is nearly always 0 or 1. Two classes only. Row weights are not used.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use super::scaling::dot;
use super::table::Table;

/// Parameters, checked by `Learner`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PerceptronSettings {
    pub(super) iterations: usize,
    pub(super) exponent: f64,
    pub(super) limit: usize,
}

/// Rows that were added or subtracted, in order, with the votes of the vector before each.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct VotedPerceptron {
    exponent: f64,
    n_columns: u32,
    rows: Vec<f32>,
    signs: Vec<i8>,
    /// One more than rows: the last vector's votes are the last.
    votes: Vec<u32>,
}

impl VotedPerceptron {
    pub(super) fn fit(table: &Table, settings: &PerceptronSettings, seed: u64) -> VotedPerceptron {
        let mut order: Vec<usize> = (0..table.n_rows()).collect();
        order.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
        let mut model = VotedPerceptron {
            exponent: settings.exponent,
            n_columns: table.n_columns() as u32,
            rows: Vec::new(),
            signs: Vec::new(),
            votes: vec![0],
        };
        let n_known = table.n_rows();
        // What the current vector says of every row: kept up with each change, as the vector never changes otherwise.
        let rows: Vec<f32> = table.rows().flatten().map(|&value| value as f32).collect();
        let row = |row: usize| &rows[row * table.n_columns()..(row + 1) * table.n_columns()];
        let mut outputs = vec![0.0; n_known];
        'training: for _ in 0..settings.iterations {
            for &asked in &order {
                let is_second = outputs[asked] >= 0.0;
                let label = table.labels()[asked] == 1;
                if is_second == label {
                    *model.votes.last_mut().expect("a vote per vector") += 1;
                    continue;
                }
                let sign = if label { 1 } else { -1 };
                model.rows.extend_from_slice(row(asked));
                model.signs.push(sign);
                model.votes.push(1);
                if model.signs.len() == settings.limit {
                    break 'training;
                }
                let exponent = settings.exponent;
                super::classifier::each_in_parallel(&mut outputs, |other, output| {
                    *output += f64::from(sign) * kernel(row(asked), row(other), exponent);
                });
            }
        }
        model
    }

    pub(super) fn probabilities(&self, row: &[f64], out: &mut [f64]) {
        let asked: Vec<f32> = row.iter().map(|&value| value as f32).collect();
        let (mut sum, mut votes) = (0.0, 0.0);
        for (place, &vote) in self.votes.iter().enumerate() {
            votes += if sum >= 0.0 { f64::from(vote) } else { -f64::from(vote) };
            if let Some(&sign) = self.signs.get(place) {
                let n = self.n_columns as usize;
                sum += f64::from(sign) * kernel(&self.rows[place * n..(place + 1) * n], &asked, self.exponent);
            }
        }
        out[1] = 1.0 / (1.0 + (-votes).exp());
        out[0] = 1.0 - out[1];
    }

    pub(super) fn is_sound(&self, n_columns: usize, n_classes: usize) -> bool {
        n_classes == 2
            && self.n_columns as usize == n_columns
            && self.rows.len() == self.signs.len().saturating_mul(n_columns)
            && self.votes.len() == self.signs.len() + 1
            && self.signs.iter().all(|sign| sign.abs() == 1)
            && self.rows.iter().all(|value| value.is_finite())
            && self.exponent.is_finite()
    }
}

fn kernel(a: &[f32], b: &[f32], exponent: f64) -> f64 {
    let product = 1.0 + dot(a, b);
    if exponent == 1.0 { product } else { product.powf(exponent) }
}
