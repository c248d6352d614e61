//! A binary tree of thresholds with class probabilities in its leaves: the model of C4.5, stumps and random trees.

use serde::{Deserialize, Serialize};

/// A node. A leaf has no column, and `below` is the place of its probabilities.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct TreeNode {
    column: u32,
    threshold: f64,
    below: u32,
    above: u32,
}

const LEAF: u32 = u32::MAX;

/// The tree, in pre-order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ThresholdTree {
    n_classes: u32,
    nodes: Vec<TreeNode>,
    probabilities: Vec<f64>,
}

impl ThresholdTree {
    pub(super) fn new(n_classes: usize) -> Self {
        ThresholdTree { n_classes: n_classes as u32, ..Self::default() }
    }

    /// Appends a leaf with these class weights, which need not sum to 1; equal probabilities if there are none.
    pub(super) fn push_leaf(&mut self, weights: &[f64]) {
        let below = (self.probabilities.len() / self.n_classes as usize) as u32;
        self.nodes.push(TreeNode { column: LEAF, threshold: 0.0, below, above: 0 });
        let sum: f64 = weights.iter().sum();
        let share = |&weight: &f64| if sum > 0.0 { weight / sum } else { 1.0 / weights.len() as f64 };
        self.probabilities.extend(weights.iter().map(share));
    }

    /// Appends a split; the subtree at or below the threshold follows at once, then [`ThresholdTree::begin_above`] the other.
    pub(super) fn push_split(&mut self, column: usize, threshold: f64) -> usize {
        let place = self.nodes.len();
        self.nodes.push(TreeNode { column: column as u32, threshold, below: place as u32 + 1, above: 0 });
        place
    }

    /// The subtree above the threshold of a split begins here.
    pub(super) fn begin_above(&mut self, split: usize) {
        self.nodes[split].above = self.nodes.len() as u32;
    }

    /// The class probabilities of a row.
    #[inline]
    pub fn probabilities(&self, row: &[f64]) -> &[f64] {
        let mut node = self.nodes[0];
        while node.column != LEAF {
            let next = if row[node.column as usize] <= node.threshold { node.below } else { node.above };
            node = self.nodes[next as usize];
        }
        let n = self.n_classes as usize;
        &self.probabilities[node.below as usize * n..(node.below as usize + 1) * n]
    }

    /// Nodes, leaves included.
    pub fn n_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// Leaves.
    pub fn n_leaves(&self) -> usize {
        self.nodes.iter().filter(|node| node.column == LEAF).count()
    }

    /// Is it a tree over that many columns and classes? For trees that were read: then no row leads out of it or around in it.
    pub(super) fn is_sound(&self, n_columns: usize, n_classes: usize) -> bool {
        let n_nodes = self.nodes.len();
        let follows = |node: usize, next: u32| (next as usize) > node && (next as usize) < n_nodes;
        let is_node_sound = |(place, node): (usize, &TreeNode)| match node.column {
            LEAF => (node.below as usize + 1).saturating_mul(n_classes) <= self.probabilities.len(),
            column => {
                let leads_on = follows(place, node.below) && follows(place, node.above);
                (column as usize) < n_columns && leads_on && !node.threshold.is_nan()
            }
        };
        let are_probabilities = self.probabilities.iter().all(|p| (0.0..=1.0).contains(p));
        self.n_classes as usize == n_classes
            && n_nodes > 0
            && are_probabilities
            && self.nodes.iter().enumerate().all(is_node_sound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_find_their_leaf_and_bad_trees_are_found() {
        let mut tree = ThresholdTree::new(2);
        let root = tree.push_split(1, 0.5);
        tree.push_leaf(&[3.0, 1.0]);
        tree.begin_above(root);
        tree.push_leaf(&[0.0, 0.0]);
        assert_eq!(tree.probabilities(&[9.0, 0.5]), [0.75, 0.25]);
        assert_eq!(tree.probabilities(&[9.0, 0.6]), [0.5, 0.5]);
        assert_eq!((tree.n_nodes(), tree.n_leaves()), (3, 2));
        assert!(tree.is_sound(2, 2));
        assert!(!tree.is_sound(1, 2) && !tree.is_sound(2, 3) && !ThresholdTree::new(2).is_sound(2, 2));
        let mut circle = tree.clone();
        circle.nodes[0].above = 0;
        assert!(!circle.is_sound(2, 2));
    }
}
