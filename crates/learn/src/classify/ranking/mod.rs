//! Gradient boosting with a ranking loss: trees of scores, added so that the good candidates of a problem score above its others.
//!
//! The rows of a group compete: `P(i) = exp(s_i) / sum_j exp(s_j)`, and the loss is the cross entropy to equal shares of the rows of the last class
//! (Cao et al. 2007; the gradient is `P(i) - y_i`, and the curvature is taken as its diagonal `P(i) (1 - P(i))`). A group without good or without
//! other rows says nothing and is left out. A table without groups is one where every row stands alone against a score of 0: logistic loss. Trees are grown
//! from histograms of ranks (Chen and Guestrin 2016; [`cells`] and [`growth`]), with Newton steps in the leaves: `-G / (H + l2)`. Columns with more than 255
//! values share histogram cells by quantile. A tree may be grown on a part of the groups, drawn anew for each. Two classes only.

mod cells;
mod growth;

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use super::ranked::Labels;
use super::table::Table;
use cells::Cells;
use growth::Growth;

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
    /// The share of the groups that a tree is grown on.
    pub(super) sample: f64,
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

/// Trees whose scores are added: the log odds of the last class, against a row of score 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Ranking {
    trees: Vec<Vec<ScoreNode>>,
}

impl Ranking {
    pub(super) fn fit(table: &Table, labels: &Labels, settings: &RankingSettings, seed: u64) -> Ranking {
        let n = table.n_rows();
        let cells = Cells::new(table);
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
            let sampled: Vec<u32> = match settings.sample < 1.0 {
                true => groups.sample(n, settings.sample, &mut rng),
                false => (0..n as u32).collect(),
            };
            let columns = &columns[..n_columns];
            let growth = Growth { cells: &cells, slopes: &slopes, settings, columns, nodes: Vec::new() };
            trees.push(growth.grow(sampled, &mut scores));
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

    /// The rows of a part of the groups, ascending; every row by itself where there are no groups.
    fn sample(&self, n_rows: usize, share: f64, rng: &mut Xoshiro256PlusPlus) -> Vec<u32> {
        let mut rows: Vec<u32> = match &self.members {
            None => (0..n_rows as u32).filter(|_| rng.random::<f64>() < share).collect(),
            Some(members) => members.iter().filter(|_| rng.random::<f64>() < share).flatten().copied().collect(),
        };
        rows.sort_unstable();
        rows
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
