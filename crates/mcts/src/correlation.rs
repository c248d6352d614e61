//! Rank correlation between priors and search results, the way Basaldúa 2013, section 3.2.2 assesses a-priori
//! information.
//!
//! Spearman's rho is Pearson's correlation of mid-ranks; Kendall's tau-b counts pairs and corrects for ties. Both are
//! undefined unless each side has at least two different values.

use crate::tree::{Node, Tree};
use std::fmt;

/// Ranks from 1, equal values sharing their mean rank.
fn mid_ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut below = 0;
    for tied in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let rank = below as f64 + (tied.len() as f64 + 1.0) / 2.0;
        tied.iter().for_each(|&i| ranks[i] = rank);
        below += tied.len();
    }
    ranks
}

/// Spearman's rank correlation; `None` if one side is constant or the lengths differ.
///
/// ```
/// use mcts::correlation::spearman;
/// assert_eq!(spearman(&[1.0, 2.0, 3.0], &[10.0, 20.0, 30.0]), Some(1.0));
/// assert_eq!(spearman(&[1.0, 2.0, 3.0], &[5.0, 5.0, 5.0]), None);
/// ```
pub fn spearman(xs: &[f64], ys: &[f64]) -> Option<f64> {
    if xs.len() != ys.len() {
        return None;
    }
    let (xs, ys) = (mid_ranks(xs), mid_ranks(ys));
    let mean = (xs.len() as f64 + 1.0) / 2.0;
    let moment = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| (x - mean) * (y - mean)).sum::<f64>();
    let spread = (moment(&xs, &xs) * moment(&ys, &ys)).sqrt();
    (spread > 0.0).then(|| moment(&xs, &ys) / spread)
}

/// Kendall's tau-b; `None` if one side is constant or the lengths differ.
///
/// ```
/// use mcts::correlation::kendall;
/// assert_eq!(kendall(&[1.0, 2.0, 3.0], &[1.0, 3.0, 2.0]), Some(1.0 / 3.0));
/// ```
pub fn kendall(xs: &[f64], ys: &[f64]) -> Option<f64> {
    if xs.len() != ys.len() {
        return None;
    }
    let (mut agree, mut distinct_x, mut distinct_y) = (0_i64, 0_i64, 0_i64);
    for i in 0..xs.len() {
        for j in 0..i {
            let x = i64::from(xs[i] > xs[j]) - i64::from(xs[i] < xs[j]);
            let y = i64::from(ys[i] > ys[j]) - i64::from(ys[i] < ys[j]);
            agree += x * y;
            distinct_x += x.abs();
            distinct_y += y.abs();
        }
    }
    let pairs = (distinct_x as f64 * distinct_y as f64).sqrt();
    (pairs > 0.0).then(|| agree as f64 / pairs)
}

/// Mean rank correlation over nodes, weighted by their number of edges.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Agreement {
    /// Nodes for which the correlation is defined.
    pub nodes: usize,
    /// Edges of those nodes.
    pub edges: usize,
    /// Spearman's rho.
    pub spearman: f64,
    /// Kendall's tau-b.
    pub kendall: f64,
}

impl Agreement {
    fn add(&mut self, priors: &[f64], results: &[f64]) {
        if let (Some(rho), Some(tau)) = (spearman(priors, results), kendall(priors, results)) {
            let weight = priors.len() as f64;
            let total = self.edges as f64 + weight;
            self.spearman += (rho - self.spearman) * weight / total;
            self.kendall += (tau - self.kendall) * weight / total;
            self.nodes += 1;
            self.edges += priors.len();
        }
    }
}

impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { nodes, edges, spearman, kendall } = self;
        write!(f, "rho {spearman:+.3}, tau {kendall:+.3} ({nodes} nodes, {edges} edges)")
    }
}

/// How well the expander's knowledge agrees with the mean rewards that the search found.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PriorCheck {
    /// Of the probabilities.
    pub probability: Agreement,
    /// Of the a-priori values.
    pub value: Agreement,
}

impl PriorCheck {
    /// Over all nodes; only edges with at least `min_visits` visits count, because the mean of a few rewards is too
    /// noisy.
    pub(crate) fn of<A: Copy>(tree: &Tree<A>, min_visits: u32) -> Self {
        let mut check = Self::default();
        tree.walk(|tree, slot| {
            let (mut probabilities, mut values, mut results, mut valued_results) = (vec![], vec![], vec![], vec![]);
            for edge in tree.node(slot).branches().into_iter().flat_map(|branches| branches.edges()) {
                let node: Option<&Node<A>> = tree.target_node(edge);
                if let Some(node) = node.filter(|node| node.visits() >= min_visits.max(1)) {
                    probabilities.push(f64::from(edge.prior));
                    results.push(node.mean());
                    if let Some(value) = edge.value() {
                        values.push(f64::from(value));
                        valued_results.push(node.mean());
                    }
                }
            }
            check.probability.add(&probabilities, &results);
            check.value.add(&values, &valued_results);
            tree.node(slot).visits() >= min_visits
        });
        check
    }
}

impl fmt::Display for PriorCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "probability against result: {}", self.probability)?;
        write!(f, "a-priori value against result: {}", self.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_share_their_ranks() {
        assert_eq!(mid_ranks(&[3.0, 1.0, 3.0, 2.0]), [3.5, 1.0, 3.5, 2.0]);
    }

    #[test]
    fn agrees_with_worked_examples() {
        // Kendall 1970: ten people ranked twice; 25 pairs agree more than disagree out of 45.
        let xs: Vec<f64> = (1..=10).map(f64::from).collect();
        let ys = [4.0, 7.0, 2.0, 10.0, 3.0, 6.0, 8.0, 1.0, 5.0, 9.0];
        let concordant = (0..10).flat_map(|i| (0..i).map(move |j| (i, j))).filter(|&(i, j)| ys[i] > ys[j]).count();
        assert_eq!(kendall(&xs, &ys), Some((2.0 * concordant as f64 - 45.0) / 45.0));
        let squares: f64 = xs.iter().zip(&ys).map(|(x, y)| (x - y) * (x - y)).sum();
        assert!((spearman(&xs, &ys).unwrap() - (1.0 - 6.0 * squares / 990.0)).abs() < 1e-12);
    }

    #[test]
    fn ties_are_corrected_for() {
        // One tied pair on the left: tau-b = (5 - 0) / sqrt(5 x 6).
        let tau = kendall(&[1.0, 1.0, 2.0, 3.0], &[1.0, 2.0, 3.0, 4.0]).unwrap();
        assert!((tau - 5.0 / 30.0_f64.sqrt()).abs() < 1e-12);
        assert_eq!(kendall(&[1.0], &[1.0, 2.0]), None);
    }
}
