//! AdaBoost.M1 (Freund and Schapire 1996) over stumps or C4.5 trees, as Weka's: rows that a tree gets wrong weigh more for the next.
//!
//! With the weighted error `e` a tree votes with `ln((1 - e) / e)` and the rows it got wrong are multiplied by `(1 - e) / e`. It ends when a
//! tree makes no error or half of them; the first tree is kept in any case. Votes are log odds: the class probabilities are their softmax.

use serde::{Deserialize, Serialize};

use super::classifier::largest;
use super::ranked::{Labels, Ranked};
use super::table::Table;
use super::tree::ThresholdTree;

/// Trees and their votes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Boosted {
    trees: Vec<ThresholdTree>,
    votes: Vec<f64>,
}

impl Boosted {
    /// `grow` makes a tree of the rows with these weights.
    pub(super) fn fit(
        table: &Table,
        ranked: &Ranked,
        labels: &Labels,
        rounds: usize,
        grow: impl Fn(&Ranked, &Labels) -> ThresholdTree,
    ) -> Boosted {
        let mut weights = labels.weights.to_vec();
        let total: f64 = weights.iter().sum();
        let mut model = Boosted { trees: Vec::new(), votes: Vec::new() };
        for _ in 0..rounds {
            let tree = grow(ranked, &Labels { weights: &weights, ..*labels });
            let is_wrong: Vec<bool> = (0..table.n_rows())
                .map(|row| largest(tree.probabilities(table.row(row))) != labels.classes[row] as usize)
                .collect();
            let error = weights.iter().zip(&is_wrong).filter(|(_, wrong)| **wrong).map(|(w, _)| w).sum::<f64>() / total;
            if !(1e-6..=0.5 - 1e-6).contains(&error) {
                if model.trees.is_empty() {
                    model.trees.push(tree);
                    model.votes.push(1.0);
                }
                break;
            }
            let odds = (1.0 - error) / error;
            model.trees.push(tree);
            model.votes.push(odds.ln());
            weights.iter_mut().zip(&is_wrong).for_each(|(weight, wrong)| *weight *= if *wrong { odds } else { 1.0 });
            let factor = total / weights.iter().sum::<f64>();
            weights.iter_mut().for_each(|weight| *weight *= factor);
        }
        model
    }

    pub(super) fn probabilities(&self, row: &[f64], out: &mut [f64]) {
        if let [tree] = &self.trees[..] {
            out.copy_from_slice(tree.probabilities(row));
            return;
        }
        out.fill(0.0);
        for (tree, vote) in self.trees.iter().zip(&self.votes) {
            out[largest(tree.probabilities(row))] += vote;
        }
        let most = out.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        out.iter_mut().for_each(|votes| *votes = (*votes - most).exp());
        super::classifier::normalise(out);
    }

    pub(super) fn is_sound(&self, n_columns: usize, n_classes: usize) -> bool {
        !self.trees.is_empty()
            && self.trees.len() == self.votes.len()
            && self.votes.iter().all(|vote| vote.is_finite())
            && self.trees.iter().all(|tree| tree.is_sound(n_columns, n_classes))
    }
}
