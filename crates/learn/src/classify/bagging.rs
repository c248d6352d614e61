//! Bagging (Breiman 1996): trees of bootstrap samples, their class probabilities averaged.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::ranked::Labels;
use super::tree::ThresholdTree;

/// Trees whose probabilities are averaged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Averaged(pub(super) Vec<ThresholdTree>);

impl Averaged {
    /// `grow` makes a tree of some rows, with weights by row and a seed of its own; trees are grown in parallel and do not depend on that.
    pub(super) fn fit(
        labels: &Labels,
        n_trees: usize,
        seed: u64,
        grow: impl Fn(&[u32], &Labels, u64) -> ThresholdTree + Sync,
    ) -> Averaged {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let seeds: Vec<u64> = (0..n_trees).map(|_| rng.random()).collect();
        let tree = |seed: u64| {
            let (rows, weights) = bootstrap(labels, &mut Xoshiro256PlusPlus::seed_from_u64(seed));
            grow(&rows, &Labels { weights: &weights, ..*labels }, seed ^ 1)
        };
        Averaged(seeds.into_par_iter().map(tree).collect())
    }

    pub(super) fn probabilities(&self, row: &[f64], out: &mut [f64]) {
        out.fill(0.0);
        for tree in &self.0 {
            out.iter_mut().zip(tree.probabilities(row)).for_each(|(sum, p)| *sum += p);
        }
        super::classifier::normalise(out);
    }

    pub(super) fn is_sound(&self, n_columns: usize, n_classes: usize) -> bool {
        !self.0.is_empty() && self.0.iter().all(|tree| tree.is_sound(n_columns, n_classes))
    }
}

/// As many rows as there are, drawn by weight with replacement: the rows that were drawn, and how often each was.
fn bootstrap(labels: &Labels, rng: &mut Xoshiro256PlusPlus) -> (Vec<u32>, Vec<f64>) {
    let n = labels.weights.len();
    let mut counts = vec![0.0; n];
    let first = labels.weights[0];
    if labels.weights.iter().all(|&weight| weight == first) {
        (0..n).for_each(|_| counts[rng.random_range(0..n)] += 1.0);
    } else {
        let mut sum = 0.0;
        let cumulative: Vec<f64> = labels
            .weights
            .iter()
            .map(|weight| {
                sum += weight;
                sum
            })
            .collect();
        for _ in 0..n {
            let at = rng.random::<f64>() * sum;
            counts[cumulative.partition_point(|&up_to| up_to <= at).min(n - 1)] += 1.0;
        }
    }
    let rows = (0..n as u32).filter(|&row| counts[row as usize] > 0.0).collect();
    (rows, counts)
}
