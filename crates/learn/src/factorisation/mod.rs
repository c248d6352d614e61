//! Non-negative matrix factorisation under Kullback-Leibler divergence: X (n x p) is approximated by W (n x d) times H (d x p), all
//! of them non-negative, with d < p.
//!
//! ```text
//! D(X | V) = sum over i, j of x log(x / v) - x + v,   V = W H
//! W_ia <- W_ia (sum over j of H_aj x_ij / v_ij) / (sum over j of H_aj)
//! H_aj <- H_aj (sum over i of W_ia x_ij / v_ij) / (sum over i of W_ia)
//! ```
//!
//! These are the multiplicative updates of Lee and Seung 2001; D never rises. Basaldúa 2013, section 3.4.3, writes D without `- x + v`, which is the same
//! after every update, when X and V have the same sum (a law that the tests check). An update of W comes first, as in scikit-learn, which
//! `cargo xtask oracle nmf` compares with. Where x is 0 only v counts, so that the work is proportional to the entries that are not 0.
//!
//! A minimum that is found is a local one: the seed decides which. Nothing is regularised, and no number of factors is chosen.

mod counts;
mod pseudo_inverse;
#[cfg(test)]
mod tests;

pub use counts::{Counts, CountsError};
pub use pseudo_inverse::right_inverse;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// What stands for 0 where something is divided by it, as in scikit-learn.
const LEAST: f64 = f32::EPSILON as f64;

/// When a factorisation ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FactorisationConfig {
    /// Factors: d.
    pub n_factors: usize,
    /// Updates of both matrices at most.
    pub max_updates: usize,
    /// It ends when ten updates lessen the divergence by less than this share of the first divergence.
    pub tolerance: f64,
    /// Of the first matrices.
    pub seed: u64,
}

impl Default for FactorisationConfig {
    fn default() -> Self {
        Self { n_factors: 2, max_updates: 2_000, tolerance: 1e-7, seed: 1 }
    }
}

/// Updates between two looks at the divergence.
const LOOK_EVERY: usize = 10;

/// The two factors of a matrix.
#[derive(Clone, Debug, PartialEq)]
pub struct Factorisation {
    n_factors: usize,
    n_columns: usize,
    /// W, row by row: what a row is made of.
    encodings: Vec<f64>,
    /// H, row by row: what a factor is made of.
    parts: Vec<f64>,
}

impl Factorisation {
    /// Random matrices of the scale of the counts; none if there is nothing to factorise.
    pub fn random(counts: &Counts, n_factors: usize, seed: u64) -> Option<Factorisation> {
        let (n_rows, n_columns) = (counts.n_rows(), counts.n_columns());
        if n_rows == 0 || n_columns == 0 || n_factors == 0 {
            return None;
        }
        let mean = counts.total() / (n_rows * n_columns) as f64;
        let scale = (mean / n_factors as f64).sqrt();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut draw = |n: usize| (0..n).map(|_| scale * (0.5 + random.random::<f64>())).collect();
        Some(Factorisation {
            n_factors,
            n_columns,
            encodings: draw(n_rows * n_factors),
            parts: draw(n_factors * n_columns),
        })
    }

    /// Given matrices, row by row; none if their sizes or values are wrong.
    pub fn from_matrices(n_factors: usize, encodings: Vec<f64>, parts: Vec<f64>) -> Option<Factorisation> {
        let fits = n_factors > 0 && [&encodings, &parts].iter().all(|m| m.len().is_multiple_of(n_factors));
        let is_sound = encodings.iter().chain(&parts).all(|value| *value >= 0.0 && value.is_finite());
        (fits && is_sound).then(|| Factorisation { n_factors, n_columns: parts.len() / n_factors, encodings, parts })
    }

    /// Factorises the counts; none if there is nothing to factorise.
    pub fn fit(counts: &Counts, config: &FactorisationConfig) -> Option<Factorisation> {
        let mut factors = Factorisation::random(counts, config.n_factors, config.seed)?;
        let first = factors.divergence(counts);
        let mut before = first;
        for update in 1..=config.max_updates {
            factors.update(counts);
            if update % LOOK_EVERY == 0 {
                let now = factors.divergence(counts);
                if before - now <= config.tolerance * first {
                    break;
                }
                before = now;
            }
        }
        Some(factors)
    }

    /// Factors: d.
    pub fn n_factors(&self) -> usize {
        self.n_factors
    }

    /// W, row by row.
    pub fn encodings(&self) -> &[f64] {
        &self.encodings
    }

    /// H, row by row.
    pub fn parts(&self) -> &[f64] {
        &self.parts
    }

    /// A row of H: what a factor is made of.
    pub fn part(&self, factor: usize) -> &[f64] {
        &self.parts[factor * self.n_columns..][..self.n_columns]
    }

    /// The same product with every factor's part summing to 1, the heaviest factor first.
    pub fn normalised(mut self) -> Factorisation {
        let d = self.n_factors;
        for a in 0..d {
            let sum: f64 = self.part(a).iter().sum();
            if sum > 0.0 {
                self.parts[a * self.n_columns..][..self.n_columns].iter_mut().for_each(|value| *value /= sum);
                self.encodings.iter_mut().skip(a).step_by(d).for_each(|value| *value *= sum);
            }
        }
        let weight = |a: usize| self.encodings.iter().skip(a).step_by(d).sum::<f64>();
        let mut order: Vec<usize> = (0..d).collect();
        order.sort_by(|&a, &b| weight(b).total_cmp(&weight(a)));
        let encodings = self.encodings.chunks_exact(d).flat_map(|row| order.iter().map(|&a| row[a])).collect();
        let parts = order.iter().flat_map(|&a| self.part(a).to_vec()).collect();
        Factorisation { encodings, parts, ..self }
    }

    fn product(&self, row: &[f64], column: usize) -> f64 {
        row.iter().enumerate().map(|(a, weight)| weight * self.parts[a * self.n_columns + column]).sum()
    }

    /// D(X | W H).
    pub fn divergence(&self, counts: &Counts) -> f64 {
        let sums = self.part_sums();
        let of_row = |(number, row): (usize, &[f64])| {
            let all: f64 = row.iter().zip(&sums).map(|(weight, sum)| weight * sum).sum();
            let terms = counts.row(number).map(|(column, x)| x * (x / self.product(row, column).max(LEAST)).ln() - x);
            all + terms.sum::<f64>()
        };
        self.encodings.chunks_exact(self.n_factors).enumerate().map(of_row).sum()
    }

    fn part_sums(&self) -> Vec<f64> {
        (0..self.n_factors).map(|a| self.part(a).iter().sum()).collect()
    }

    /// One update of the encodings and one of the parts.
    pub fn update(&mut self, counts: &Counts) {
        self.update_encodings(counts);
        self.update_parts(counts);
    }

    fn update_encodings(&mut self, counts: &Counts) {
        let sums = self.part_sums();
        let mut wanted = vec![0.0; self.n_factors];
        for number in 0..counts.n_rows() {
            let at = number * self.n_factors;
            wanted.fill(0.0);
            for (column, x) in counts.row(number) {
                let ratio = x / self.product(&self.encodings[at..at + self.n_factors], column).max(LEAST);
                for (a, sum) in wanted.iter_mut().enumerate() {
                    *sum += self.parts[a * self.n_columns + column] * ratio;
                }
            }
            for (a, weight) in self.encodings[at..at + self.n_factors].iter_mut().enumerate() {
                *weight *= wanted[a] / nonzero(sums[a]);
            }
        }
    }

    fn update_parts(&mut self, counts: &Counts) {
        let mut wanted = vec![0.0; self.parts.len()];
        let mut sums = vec![0.0; self.n_factors];
        for (number, row) in self.encodings.chunks_exact(self.n_factors).enumerate() {
            for (column, x) in counts.row(number) {
                let ratio = x / self.product(row, column).max(LEAST);
                for (a, weight) in row.iter().enumerate() {
                    wanted[a * self.n_columns + column] += weight * ratio;
                }
            }
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
        }
        for (place, value) in self.parts.iter_mut().enumerate() {
            *value = without_dust(*value * wanted[place] / nonzero(sums[place / self.n_columns]));
        }
    }
}

fn nonzero(sum: f64) -> f64 {
    if sum == 0.0 { LEAST } else { sum }
}

/// Parts that have all but vanished become 0, as in scikit-learn. Encodings do not: a row may need a factor again whose parts have changed, and 0 stays 0.
fn without_dust(value: f64) -> f64 {
    if value < f64::EPSILON { 0.0 } else { value }
}
