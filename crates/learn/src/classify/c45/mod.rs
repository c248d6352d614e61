//! C4.5 (Quinlan 1993) for numeric columns, as Weka's J48 grows, collapses and prunes it.
//!
//! A split is the threshold with the largest information gain of its column, less `log2(thresholds tried) / weight`; among columns whose
//! gain is at least the average, the one with the largest gain ratio. Every side must hold at least `min` rows, or a tenth of the mean class weight up to
//! 25 when the threshold is sought. The tree is then collapsed where the training errors do not grow, and pruned by the upper limit of the binomial
//! error at the given confidence, a node being replaced by a leaf or by its largest branch (subtree raising).

mod prune;
mod split;

pub(super) use prune::{PruneNode, estimated_errors};
pub(super) use split::{Split, SplitSearch};

use super::ranked::{Labels, Ranked};
use super::tree::ThresholdTree;

/// Parameters, checked by `Learner`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct C45Settings {
    pub(super) confidence: f64,
    pub(super) min_rows: f64,
    pub(super) is_unpruned: bool,
    pub(super) raises_subtrees: bool,
}

impl Default for C45Settings {
    fn default() -> Self {
        C45Settings { confidence: 0.25, min_rows: 2.0, is_unpruned: false, raises_subtrees: true }
    }
}

pub(super) fn fit(ranked: &Ranked, rows: &[u32], labels: &Labels, settings: &C45Settings) -> ThresholdTree {
    let mut search = SplitSearch::new(ranked, labels, settings.min_rows);
    let mut root = grow(&mut search, rows.to_vec());
    root.collapse();
    if !settings.is_unpruned {
        root.prune(ranked, labels, settings);
    }
    let mut tree = ThresholdTree::new(labels.n_classes);
    root.flatten(&mut tree);
    tree
}

fn grow(search: &mut SplitSearch, rows: Vec<u32>) -> PruneNode {
    let distribution = search.labels().distribution(&rows);
    let Some(split) = search.best(&rows, &distribution) else {
        return PruneNode { distribution, rows, split: None };
    };
    let (below, above) = split.divide(search.ranked(), &rows);
    let sons = Box::new([grow(search, below), grow(search, above)]);
    PruneNode { distribution, rows, split: Some((split, sons)) }
}
