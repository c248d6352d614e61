//! Random forests (Breiman 2001), as Weka's RandomForest: trees of bootstrap samples, each split chosen by information gain among a few random columns, no
//! pruning.
//!
//! `log2(columns) + 1` columns are looked at for a split, and further ones until one gains something. A tree ends in rows of one class, or where no column
//! separates them. 13,200 rows of 406 counts, 100 trees: see `results/classifiers.md`.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::ranked::{Labels, Ranked, Tally};
use super::stump::x_ln_x;
use super::tree::ThresholdTree;

/// Columns tried per split by default.
pub(super) fn default_columns(n_columns: usize) -> usize {
    (n_columns as f64).log2() as usize + 1
}

/// Grows one tree.
pub(super) fn grow_tree(ranked: &Ranked, rows: &[u32], labels: &Labels, n_tried: usize, seed: u64) -> ThresholdTree {
    let mut growth = Growth {
        ranked,
        labels,
        n_tried,
        rng: Xoshiro256PlusPlus::seed_from_u64(seed),
        columns: (0..ranked.n_columns() as u32).collect(),
        tally: Tally::default(),
        logarithms: logarithms(labels, rows),
        tree: ThresholdTree::new(labels.n_classes),
    };
    growth.grow(&mut rows.to_vec());
    growth.tree
}

/// `x ln x` of the whole numbers up to the total weight: bootstrap samples weigh rows by how often they were drawn.
fn logarithms(labels: &Labels, rows: &[u32]) -> Vec<f64> {
    let total: f64 = rows.iter().map(|&row| labels.weights[row as usize]).sum();
    (0..=total.round() as usize).map(|n| x_ln_x(n as f64)).collect()
}

struct Growth<'a> {
    ranked: &'a Ranked,
    labels: &'a Labels<'a>,
    n_tried: usize,
    rng: Xoshiro256PlusPlus,
    columns: Vec<u32>,
    tally: Tally,
    logarithms: Vec<f64>,
    tree: ThresholdTree,
}

/// Where to cut: gain, column, the ranks beside the cut.
type Cut = (f64, usize, [u32; 2]);

impl Growth<'_> {
    fn grow(&mut self, rows: &mut [u32]) {
        // Subtrees that are still to be grown: their rows, and the split that they are the upper side of.
        let mut waiting: Vec<(std::ops::Range<usize>, Option<usize>)> = vec![(0..rows.len(), None)];
        while let Some((range, above_of)) = waiting.pop() {
            if let Some(split) = above_of {
                self.tree.begin_above(split);
            }
            let here = &mut rows[range.clone()];
            let distribution = self.labels.distribution(here);
            let Some((_, column, [last, next])) = self.best_cut(here, &distribution) else {
                self.tree.push_leaf(&distribution);
                continue;
            };
            let values = self.ranked.distinct(column);
            let split = self.tree.push_split(column, (values[last as usize] + values[next as usize]) / 2.0);
            let ranks = self.ranked.column(column);
            let n_below = partition(here, |row| ranks[row as usize] <= last);
            let middle = range.start + n_below;
            waiting.push((middle..range.end, Some(split)));
            waiting.push((range.start..middle, None));
        }
    }

    fn best_cut(&mut self, rows: &[u32], distribution: &[f64]) -> Option<Cut> {
        if distribution.iter().filter(|&&weight| weight > 0.0).count() < 2 {
            return None;
        }
        let mut best: Option<Cut> = None;
        for n_drawn in 0..self.columns.len() {
            if n_drawn >= self.n_tried && best.is_some() {
                break;
            }
            let drawn = self.rng.random_range(n_drawn..self.columns.len());
            self.columns.swap(n_drawn, drawn);
            let column = self.columns[n_drawn] as usize;
            self.ranked.tally(column, rows, self.labels, &mut self.tally);
            let cut = self.best_of_column(column, distribution, best.map_or(1e-9, |(gain, ..)| gain));
            best = cut.or(best);
        }
        best
    }

    /// The best cut of the tallied column, if it gains more than `least`.
    fn best_of_column(&self, column: usize, distribution: &[f64], least: f64) -> Option<Cut> {
        let n_classes = distribution.len();
        let total: f64 = distribution.iter().sum();
        let x_ln_x = |count: f64| self.logarithms[count as usize];
        let whole = x_ln_x(total) - distribution.iter().map(|&weight| x_ln_x(weight)).sum::<f64>();
        let mut below = [0.0; super::table::MAX_CLASSES];
        let below = &mut below[..n_classes];
        let mut n_below = 0.0;
        let mut best = None;
        let mut most = least;
        for (at, pair) in self.tally.ranks.windows(2).enumerate() {
            let moved = &self.tally.weights[at * n_classes..(at + 1) * n_classes];
            let mut cells = 0.0;
            for class in 0..n_classes {
                below[class] += moved[class];
                n_below += moved[class];
                cells += x_ln_x(below[class]) + x_ln_x(distribution[class] - below[class]);
            }
            let gain = whole - (x_ln_x(n_below) + x_ln_x(total - n_below) - cells);
            if gain > most {
                most = gain;
                best = Some((gain, column, [pair[0], pair[1]]));
            }
        }
        best
    }
}

/// Moves the rows that belong below to the front, in place; returns their number.
fn partition(rows: &mut [u32], is_below: impl Fn(u32) -> bool) -> usize {
    let mut n_below = 0;
    for place in 0..rows.len() {
        if is_below(rows[place]) {
            rows.swap(n_below, place);
            n_below += 1;
        }
    }
    n_below
}
