//! Gradient boosting with a ranking loss: trees of scores, added so that the good candidates of a problem score above its others.
//!
//! The rows of a group compete: `P(i) = exp(s_i) / sum_j exp(s_j)`, and the loss is the cross entropy to equal shares of the rows of the last class
//! (Cao et al. 2007; the gradient is `P(i) - y_i`, and the curvature is taken as its diagonal `P(i) (1 - P(i))`). A group without good or without
//! other rows says nothing and is left out. A table without groups is one where every row stands alone against a score of 0: logistic loss. Trees are grown
//! level by level from histograms of ranks (Chen and Guestrin 2016), with Newton steps in the leaves: `-G / (H + l2)`. Columns with more than 255 values share
//! histogram cells by quantile. Two classes only.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::ranked::{Labels, Ranked};
use super::table::Table;

/// Parameters, checked by `Learner`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RankingSettings {
    pub(super) rounds: usize,
    pub(super) rate: f64,
    pub(super) depth: usize,
    /// The least curvature of a leaf.
    pub(super) min_weight: f64,
    pub(super) l2: f64,
    /// The share of the columns that a tree may look at.
    pub(super) columns: f64,
}

/// A split or, without a column, a leaf with a score.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct ScoreNode {
    column: u32,
    value: f64,
    /// The node above; the one below follows it.
    below: u32,
}

const LEAF: u32 = u32::MAX;
const MOST_CELLS: usize = 255;

/// Trees whose scores are added: the log odds of the last class, against a row of score 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Ranking {
    trees: Vec<Vec<ScoreNode>>,
}

impl Ranking {
    pub(super) fn fit(
        table: &Table,
        ranked: &Ranked,
        labels: &Labels,
        settings: &RankingSettings,
        seed: u64,
    ) -> Ranking {
        let n = table.n_rows();
        let cells = Cells::new(ranked, n);
        let groups = Groups::new(table, labels);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut columns: Vec<usize> = (0..table.n_columns()).collect();
        let n_columns = ((columns.len() as f64 * settings.columns).ceil() as usize).clamp(1, columns.len());
        let mut scores = vec![0.0f64; n];
        let mut slopes = vec![(0.0f32, 0.0f32); n];
        let mut trees = Vec::new();
        for _ in 0..settings.rounds {
            groups.slopes(&scores, labels, &mut slopes);
            columns.shuffle(&mut rng);
            let mut growth =
                Growth { cells: &cells, slopes: &slopes, settings, nodes: Vec::new(), scores: &mut scores };
            growth.grow((0..n as u32).collect(), &columns[..n_columns], 0);
            trees.push(growth.nodes);
        }
        Ranking { trees }
    }

    fn score(&self, row: &[f64]) -> f64 {
        let leaf = |tree: &Vec<ScoreNode>| {
            let mut place = 0;
            loop {
                let node = tree[place];
                if node.column == LEAF {
                    return node.value;
                }
                place = if row[node.column as usize] <= node.value { place + 1 } else { node.below as usize };
            }
        };
        self.trees.iter().map(leaf).sum()
    }

    pub(super) fn probabilities(&self, row: &[f64], out: &mut [f64]) {
        out[1] = 1.0 / (1.0 + (-self.score(row)).exp());
        out[0] = 1.0 - out[1];
    }

    pub(super) fn is_sound(&self, n_columns: usize, n_classes: usize) -> bool {
        let is_node_sound = |tree: &[ScoreNode], place: usize| {
            let node = tree[place];
            let leads_on = place + 1 < tree.len() && node.below as usize > place && (node.below as usize) < tree.len();
            node.value.is_finite() && (node.column == LEAF || ((node.column as usize) < n_columns && leads_on))
        };
        let is_tree_sound =
            |tree: &Vec<ScoreNode>| !tree.is_empty() && (0..tree.len()).all(|place| is_node_sound(tree, place));
        n_classes == 2 && self.trees.iter().all(is_tree_sound)
    }
}

/// Which rows compete.
struct Groups {
    /// Rows by group, or none if every row stands alone.
    members: Option<Vec<Vec<u32>>>,
}

impl Groups {
    fn new(table: &Table, labels: &Labels) -> Groups {
        let members = table.groups().map(|groups| {
            let mut by_group = std::collections::BTreeMap::<u32, Vec<u32>>::new();
            groups.iter().enumerate().for_each(|(row, &group)| by_group.entry(group).or_default().push(row as u32));
            let is_good = |&row: &u32| labels.classes[row as usize] == 1;
            let says_something = |rows: &Vec<u32>| rows.iter().any(is_good) && !rows.iter().all(is_good);
            by_group.into_values().filter(says_something).collect()
        });
        Groups { members }
    }

    /// Gradient and curvature of every row.
    fn slopes(&self, scores: &[f64], labels: &Labels, slopes: &mut [(f32, f32)]) {
        let Some(members) = &self.members else {
            for (row, slope) in slopes.iter_mut().enumerate() {
                let p = 1.0 / (1.0 + (-scores[row]).exp());
                let y = f64::from(u8::from(labels.classes[row] == 1));
                let weight = labels.weights[row];
                *slope = ((weight * (p - y)) as f32, (weight * p * (1.0 - p)) as f32);
            }
            return;
        };
        slopes.fill((0.0, 0.0));
        for rows in members {
            let most = rows.iter().map(|&row| scores[row as usize]).fold(f64::NEG_INFINITY, f64::max);
            let sum: f64 = rows.iter().map(|&row| (scores[row as usize] - most).exp()).sum();
            let n_good = rows.iter().filter(|&&row| labels.classes[row as usize] == 1).count() as f64;
            for &row in rows {
                let row = row as usize;
                let p = (scores[row] - most).exp() / sum;
                let y = if labels.classes[row] == 1 { 1.0 / n_good } else { 0.0 };
                let weight = labels.weights[row];
                slopes[row] = ((weight * (p - y)) as f32, (weight * p * (1.0 - p)) as f32);
            }
        }
    }
}

/// Columns as histogram cells: at most 255 a column, each with its largest value.
struct Cells {
    n_rows: usize,
    cells: Vec<u8>,
    /// The threshold after every cell but the last: between its largest value and the next.
    thresholds: Vec<Vec<f64>>,
}

impl Cells {
    fn new(ranked: &Ranked, n_rows: usize) -> Cells {
        let made: Vec<(Vec<u8>, Vec<f64>)> = (0..ranked.n_columns())
            .into_par_iter()
            .map(|column| {
                let values = ranked.distinct(column);
                let ranks = ranked.column(column);
                let mut counts = vec![0usize; values.len()];
                ranks.iter().for_each(|&rank| counts[rank as usize] += 1);
                let mut cell_of = vec![0u8; values.len()];
                let mut thresholds = Vec::new();
                let (mut cell, mut seen, per_cell) = (0u8, 0usize, n_rows as f64 / MOST_CELLS as f64);
                for rank in 0..values.len() {
                    cell_of[rank] = cell;
                    seen += counts[rank];
                    let is_full = values.len() <= MOST_CELLS || seen as f64 >= per_cell * f64::from(cell + 1);
                    if is_full && rank + 1 < values.len() && (cell as usize) + 1 < MOST_CELLS {
                        thresholds.push((values[rank] + values[rank + 1]) / 2.0);
                        cell += 1;
                    }
                }
                (ranks.iter().map(|&rank| cell_of[rank as usize]).collect(), thresholds)
            })
            .collect();
        let (cells, thresholds): (Vec<Vec<u8>>, Vec<Vec<f64>>) = made.into_iter().unzip();
        Cells { n_rows, cells: cells.concat(), thresholds }
    }

    fn column(&self, column: usize) -> &[u8] {
        &self.cells[column * self.n_rows..(column + 1) * self.n_rows]
    }
}

struct Growth<'a> {
    cells: &'a Cells,
    slopes: &'a [(f32, f32)],
    settings: &'a RankingSettings,
    nodes: Vec<ScoreNode>,
    scores: &'a mut [f64],
}

impl Growth<'_> {
    fn grow(&mut self, rows: Vec<u32>, columns: &[usize], depth: usize) {
        let sum = rows.iter().fold((0.0f64, 0.0f64), |(g, h), &row| {
            let (slope, curve) = self.slopes[row as usize];
            (g + f64::from(slope), h + f64::from(curve))
        });
        let best = if depth < self.settings.depth { self.best_cut(&rows, columns, sum) } else { None };
        let Some((column, cell)) = best else {
            let value = -self.settings.rate * sum.0 / (sum.1 + self.settings.l2);
            rows.iter().for_each(|&row| self.scores[row as usize] += value);
            self.nodes.push(ScoreNode { column: LEAF, value, below: 0 });
            return;
        };
        let cells = self.cells.column(column);
        let (below, above): (Vec<u32>, Vec<u32>) = rows.iter().partition(|&&row| cells[row as usize] <= cell);
        let place = self.nodes.len();
        let value = self.cells.thresholds[column][cell as usize];
        self.nodes.push(ScoreNode { column: column as u32, value, below: 0 });
        drop(rows);
        self.grow(below, columns, depth + 1);
        self.nodes[place].below = self.nodes.len() as u32;
        self.grow(above, columns, depth + 1);
    }

    /// The column and the last cell below the cut with the largest gain.
    fn best_cut(&self, rows: &[u32], columns: &[usize], (slope, curve): (f64, f64)) -> Option<(usize, u8)> {
        let RankingSettings { l2, min_weight, .. } = *self.settings;
        let worth = |g: f64, h: f64| g * g / (h + l2);
        let of_column = |&column: &usize| {
            let cells = self.cells.column(column);
            let n_cells = self.cells.thresholds[column].len() + 1;
            let mut sums = [(0.0f64, 0.0f64); MOST_CELLS];
            for &row in rows {
                let (g, h) = self.slopes[row as usize];
                let sum = &mut sums[cells[row as usize] as usize];
                *sum = (sum.0 + f64::from(g), sum.1 + f64::from(h));
            }
            let (mut g, mut h) = (0.0, 0.0);
            let mut best: Option<(f64, usize, u8)> = None;
            for (cell, sum) in sums[..n_cells - 1].iter().enumerate() {
                (g, h) = (g + sum.0, h + sum.1);
                if h < min_weight || curve - h < min_weight {
                    continue;
                }
                let gain = worth(g, h) + worth(slope - g, curve - h) - worth(slope, curve);
                if gain > best.map_or(1e-6, |(most, ..)| most) {
                    best = Some((gain, column, cell as u8));
                }
            }
            best
        };
        // Ties go to the smaller column, so that the order of threads does not matter.
        let better = |a: Option<(f64, usize, u8)>, b: Option<(f64, usize, u8)>| match (a, b) {
            (Some(x), Some(y)) => Some(if (y.0, x.1) > (x.0, y.1) { y } else { x }),
            (x, y) => x.or(y),
        };
        let best = columns.par_iter().with_min_len(16).map(of_column).reduce(|| None, better);
        best.map(|(_, column, cell)| (column, cell))
    }
}
