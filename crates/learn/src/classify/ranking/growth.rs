//! One tree of scores, grown depth first.
//!
//! The histogram of a node is counted for the smaller of two children only; the other's is the parent's minus that (Ke et al. 2017). Rows that were not
//! sampled take no part in the counting, but get the score of the leaf that they fall into.

use rayon::prelude::*;

use super::cells::{Cells, MOST_CELLS};
use super::{LEAF, RankingSettings, ScoreNode};

/// Sums of slopes and curvatures by cell: a list for every column.
type Histogram = Vec<Vec<(f64, f64)>>;

/// What a tree is grown from, and its nodes so far.
pub(super) struct Growth<'a> {
    pub(super) cells: &'a Cells,
    pub(super) slopes: &'a [(f32, f32)],
    pub(super) settings: &'a RankingSettings,
    pub(super) columns: &'a [usize],
    pub(super) nodes: Vec<ScoreNode>,
}

impl Growth<'_> {
    /// Grows a tree on the sampled rows and adds its values to the scores of all rows.
    pub(super) fn grow(mut self, sampled: Vec<u32>, scores: &mut [f64]) -> Vec<ScoreNode> {
        let histogram = self.count(&sampled);
        self.node(sampled, histogram, 0);
        let (cells, tree, cuts) = (self.cells, &self.nodes, self.cuts());
        scores.par_iter_mut().with_min_len(1_024).enumerate().for_each(|(row, score)| {
            let mut place = 0;
            while let Some((column, cell)) = cuts[place] {
                let is_below = cells.column(column)[row] <= cell;
                place = if is_below { place + 1 } else { tree[place].below as usize };
            }
            *score += tree[place].value;
        });
        self.nodes
    }

    /// The column and the last cell below, of every node that is no leaf.
    fn cuts(&self) -> Vec<Option<(usize, u8)>> {
        let cut = |node: &ScoreNode| {
            let column = (node.column != LEAF).then_some(node.column as usize)?;
            let cell = self.cells.thresholds[column].partition_point(|&threshold| threshold < node.value);
            Some((column, cell as u8))
        };
        self.nodes.iter().map(cut).collect()
    }

    fn count(&self, rows: &[u32]) -> Histogram {
        let of_column = |&column: &usize| {
            let cells = self.cells.column(column);
            let mut sums = [(0.0f64, 0.0f64); MOST_CELLS];
            for &row in rows {
                let (slope, curve) = self.slopes[row as usize];
                let sum = &mut sums[cells[row as usize] as usize];
                *sum = (sum.0 + f64::from(slope), sum.1 + f64::from(curve));
            }
            sums[..self.cells.thresholds[column].len() + 1].to_vec()
        };
        self.columns.par_iter().with_min_len(16).map(of_column).collect()
    }

    fn node(&mut self, rows: Vec<u32>, histogram: Histogram, depth: usize) {
        let sum = rows.iter().fold((0.0f64, 0.0f64), |(g, h), &row| {
            let (slope, curve) = self.slopes[row as usize];
            (g + f64::from(slope), h + f64::from(curve))
        });
        let best = if depth < self.settings.depth { self.best_cut(&histogram, sum) } else { None };
        let Some((column, cell)) = best else {
            let value = -self.settings.rate * sum.0 / (sum.1 + self.settings.l2);
            self.nodes.push(ScoreNode { column: LEAF, value, below: 0 });
            return;
        };
        let cells = self.cells.column(column);
        let (below, above): (Vec<u32>, Vec<u32>) = rows.iter().partition(|&&row| cells[row as usize] <= cell);
        drop(rows);
        let place = self.nodes.len();
        let value = self.cells.thresholds[column][cell as usize];
        self.nodes.push(ScoreNode { column: column as u32, value, below: 0 });
        // At the last level the children are leaves, and nothing is counted.
        let is_last = depth + 1 == self.settings.depth;
        let (of_below, of_above) = match (is_last, below.len() <= above.len()) {
            (true, _) => Default::default(),
            (false, true) => {
                let counted = self.count(&below);
                let rest = difference(histogram, &counted);
                (counted, rest)
            }
            (false, false) => {
                let counted = self.count(&above);
                (difference(histogram, &counted), counted)
            }
        };
        self.node(below, of_below, depth + 1);
        self.nodes[place].below = self.nodes.len() as u32;
        self.node(above, of_above, depth + 1);
    }

    /// The column and the last cell below the cut with the largest gain.
    fn best_cut(&self, histogram: &Histogram, (slope, curve): (f64, f64)) -> Option<(usize, u8)> {
        let RankingSettings { l2, min_weight, .. } = *self.settings;
        let worth = |g: f64, h: f64| g * g / (h + l2);
        let mut best: Option<(f64, usize, u8)> = None;
        for (&column, sums) in self.columns.iter().zip(histogram) {
            let (mut g, mut h) = (0.0, 0.0);
            for (cell, sum) in sums[..sums.len() - 1].iter().enumerate() {
                (g, h) = (g + sum.0, h + sum.1);
                if h < min_weight || curve - h < min_weight {
                    continue;
                }
                let gain = worth(g, h) + worth(slope - g, curve - h) - worth(slope, curve);
                // Ties go to the smaller column, so that the order of the columns does not matter.
                if best.map_or(gain > 1e-6, |(most, other, _)| gain > most || (gain == most && column < other)) {
                    best = Some((gain, column, cell as u8));
                }
            }
        }
        best.map(|(_, column, cell)| (column, cell))
    }
}

fn difference(mut whole: Histogram, part: &Histogram) -> Histogram {
    for (sums, less) in whole.iter_mut().zip(part) {
        for (sum, less) in sums.iter_mut().zip(less) {
            *sum = (sum.0 - less.0, sum.1 - less.1);
        }
    }
    whole
}
