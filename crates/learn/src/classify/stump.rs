//! DecisionStump: one threshold on one column, chosen by the smallest conditional entropy (Iba and Langley 1992), as Weka's.

use super::ranked::{Labels, Ranked, Tally};
use super::tree::ThresholdTree;

/// `x ln x`, 0 at 0.
#[inline]
pub(super) fn x_ln_x(x: f64) -> f64 {
    if x < 1e-6 { 0.0 } else { x * x.ln() }
}

pub(super) fn fit(ranked: &Ranked, rows: &[u32], labels: &Labels) -> ThresholdTree {
    let n_classes = labels.n_classes;
    let all = labels.distribution(rows);
    let mut tally = Tally::default();
    let mut best: Option<(f64, usize, f64, Vec<f64>)> = None;
    for column in 0..ranked.n_columns() {
        ranked.tally(column, rows, labels, &mut tally);
        let mut below = vec![0.0; n_classes];
        for (at, pair) in tally.ranks.windows(2).enumerate() {
            let moved = &tally.weights[at * n_classes..(at + 1) * n_classes];
            below.iter_mut().zip(moved).for_each(|(sum, weight)| *sum += weight);
            // The entropy without its constant divisor: rows' totals minus cells.
            let side = |weights: &mut dyn Iterator<Item = f64>| {
                let (mut total, mut cells) = (0.0, 0.0);
                weights.for_each(|weight| {
                    total += weight;
                    cells += x_ln_x(weight);
                });
                x_ln_x(total) - cells
            };
            let entropy =
                side(&mut below.iter().copied()) + side(&mut all.iter().zip(&below).map(|(all, below)| all - below));
            if best.as_ref().is_none_or(|&(least, ..)| entropy < least) {
                let values = ranked.distinct(column);
                let threshold = (values[pair[0] as usize] + values[pair[1] as usize]) / 2.0;
                best = Some((entropy, column, threshold, below.clone()));
            }
        }
    }
    let mut tree = ThresholdTree::new(n_classes);
    match best {
        None => tree.push_leaf(&all),
        Some((_, column, threshold, below)) => {
            let above: Vec<f64> = all.iter().zip(&below).map(|(all, below)| (all - below).max(0.0)).collect();
            let split = tree.push_split(column, threshold);
            tree.push_leaf(&below);
            tree.begin_above(split);
            tree.push_leaf(&above);
        }
    }
    tree
}
