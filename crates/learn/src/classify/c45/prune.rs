//! Collapsing and pruning.

use super::super::ranked::{Labels, Ranked};
use super::super::tree::ThresholdTree;
use super::C45Settings;
use super::split::{NEARLY, Split};
use crate::stats::normal_quantile;

/// A node while a tree is grown and pruned.
pub(in super::super) struct PruneNode {
    pub(in super::super) distribution: Vec<f64>,
    pub(in super::super) rows: Vec<u32>,
    pub(in super::super) split: Option<(Split, Box<[PruneNode; 2]>)>,
}

/// Weight of the rows outside the largest class.
fn n_incorrect(distribution: &[f64]) -> f64 {
    distribution.iter().sum::<f64>() - distribution.iter().copied().fold(0.0, f64::max)
}

/// Errors of a leaf on data it has not seen, at the upper confidence limit.
pub(in super::super) fn estimated_errors(distribution: &[f64], confidence: f64) -> f64 {
    let total: f64 = distribution.iter().sum();
    if total.abs() < NEARLY {
        return 0.0;
    }
    let errors = n_incorrect(distribution);
    errors + added_errors(total, errors, confidence)
}

/// Quinlan's correction: the binomial limit for less than one error, its normal approximation for more.
fn added_errors(total: f64, errors: f64, confidence: f64) -> f64 {
    if confidence > 0.5 {
        return 0.0;
    }
    if errors < 1.0 {
        let none = total * (1.0 - confidence.powf(1.0 / total));
        if errors == 0.0 {
            return none;
        }
        return none + errors * (added_errors(total, 1.0, confidence) - none);
    }
    if errors + 0.5 >= total {
        return (total - errors).max(0.0);
    }
    let z = normal_quantile(1.0 - confidence);
    let share = (errors + 0.5) / total;
    let spread = (share / total - share * share / total + z * z / (4.0 * total * total)).sqrt();
    let limit = (share + z * z / (2.0 * total) + z * spread) / (1.0 + z * z / total);
    limit * total - errors
}

impl PruneNode {
    fn training_errors(&self) -> f64 {
        match &self.split {
            None => n_incorrect(&self.distribution),
            Some((_, sons)) => sons.iter().map(PruneNode::training_errors).sum(),
        }
    }

    /// Makes a leaf of every node whose subtree does not save a training error.
    pub(super) fn collapse(&mut self) {
        if self.split.is_some() && self.training_errors() >= n_incorrect(&self.distribution) - 1e-3 {
            self.split = None;
        }
        if let Some((_, sons)) = &mut self.split {
            sons.iter_mut().for_each(PruneNode::collapse);
        }
    }

    fn estimated_errors(&self, confidence: f64) -> f64 {
        match &self.split {
            None => estimated_errors(&self.distribution, confidence),
            Some((_, sons)) => sons.iter().map(|son| son.estimated_errors(confidence)).sum(),
        }
    }

    /// Estimated errors of this subtree if other rows came to it.
    fn estimated_errors_on(&self, rows: &[u32], ranked: &Ranked, labels: &Labels, confidence: f64) -> f64 {
        match &self.split {
            None => estimated_errors(&labels.distribution(rows), confidence),
            Some((split, sons)) => {
                let (below, above) = split.divide(ranked, rows);
                let errors = |son: &PruneNode, rows: &[u32]| son.estimated_errors_on(rows, ranked, labels, confidence);
                errors(&sons[0], &below) + errors(&sons[1], &above)
            }
        }
    }

    /// Sends other rows down.
    fn redistribute(&mut self, rows: Vec<u32>, ranked: &Ranked, labels: &Labels) {
        self.distribution = labels.distribution(&rows);
        if let Some((split, sons)) = &mut self.split {
            let (below, above) = split.divide(ranked, &rows);
            sons[0].redistribute(below, ranked, labels);
            sons[1].redistribute(above, ranked, labels);
        }
        self.rows = rows;
    }

    pub(super) fn prune(&mut self, ranked: &Ranked, labels: &Labels, settings: &C45Settings) {
        let Some((_, sons)) = &mut self.split else { return };
        sons.iter_mut().for_each(|son| son.prune(ranked, labels, settings));
        let weight = |son: &PruneNode| son.distribution.iter().sum::<f64>();
        let largest = usize::from(weight(&sons[1]) > weight(&sons[0]) + NEARLY);
        let confidence = settings.confidence;
        let raised = if settings.raises_subtrees {
            sons[largest].estimated_errors_on(&self.rows, ranked, labels, confidence)
        } else {
            f64::MAX
        };
        let leaf = estimated_errors(&self.distribution, confidence);
        let tree = self.estimated_errors(confidence);
        let is_no_more = |a: f64, b: f64| a - (b + 0.1) < NEARLY;
        if is_no_more(leaf, tree) && is_no_more(leaf, raised) {
            self.split = None;
        } else if is_no_more(raised, tree) {
            let Some((_, sons)) = self.split.take() else { return };
            let [below, above] = *sons;
            let mut branch = if largest == 0 { below } else { above };
            self.split = branch.split.take();
            let rows = std::mem::take(&mut self.rows);
            self.redistribute(rows, ranked, labels);
            self.prune(ranked, labels, settings);
        }
    }

    pub(super) fn flatten(&self, tree: &mut ThresholdTree) {
        match &self.split {
            None => tree.push_leaf(&self.distribution),
            Some((split, sons)) => {
                let place = tree.push_split(split.column, split.threshold);
                sons[0].flatten(tree);
                tree.begin_above(place);
                sons[1].flatten(tree);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Quinlan 1993, section 4.2: U(0, 6) = 0.206, U(0, 9) = 0.143, U(1, 16) = 0.157 at 25% confidence.
    #[test]
    fn published_limits() {
        for (n, errors, limit) in [(6.0, 0.0, 0.206), (9.0, 0.0, 0.143)] {
            assert!((added_errors(n, errors, 0.25) / n - limit).abs() < 1e-3);
        }
        let limit = (1.0 + added_errors(16.0, 1.0, 0.25)) / 16.0;
        assert!((limit - 0.157).abs() < 0.01, "{limit}");
        assert_eq!(added_errors(10.0, 3.0, 0.6), 0.0);
        assert_eq!(added_errors(4.0, 4.0, 0.25), 0.0);
    }
}
