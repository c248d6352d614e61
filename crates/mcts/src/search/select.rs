//! Selection: the rules applied to the statistics of the tree.

use super::backup::Credit;
use crate::Turn;
use crate::rules::{EdgeStats, NodeStats, PriorValue, Rules};
use crate::tree::{Branches, Edge, Node, Target, Tree};

impl NodeStats {
    /// The statistics of a node that had `visits` visits before this one.
    pub(super) fn of<A>(node: &Node<A>, visits: u32, chooser: Turn, turn: Turn) -> Self {
        let chosen_mean = if visits > 0 { (node.sum() / f64::from(visits)).min(1.0) } else { 0.5 };
        Self {
            visits,
            mean: turn.view(chooser.view(chosen_mean)) as f32,
            chosen_mean: chosen_mean as f32,
            rave_visits: 0,
            n_candidates: 0,
        }
    }
}

/// What the selection decided.
pub(super) struct Choice<'t, A> {
    pub(super) edge: &'t Edge<A>,
    /// What an exact child that scored better still is worth.
    pub(super) exact: Option<Credit>,
}

/// The open edge with the best score; on equal scores the one of better rank. Settled children are not visited again,
/// because their value is known.
pub(super) fn best_open<'t, A: Copy>(
    rules: &Rules,
    tree: &'t Tree<A>,
    branches: &'t Branches<A>,
    (stats, turn): (&NodeStats, Turn),
) -> Option<Choice<'t, A>> {
    let frame = rules.frame(stats);
    let uses_value = rules.prior_value != PriorValue::Ignore;
    let mut best: Option<(f32, &Edge<A>)> = None;
    let mut exact: Option<(f64, &Node<A>)> = None;
    for page in branches.pages() {
        for edge in page.open_part() {
            let (visits, sum) = match edge.target() {
                Target::Hidden => continue,
                Target::Open => (0, 0.0),
                Target::Node(slot) => {
                    let node = tree.node(slot);
                    if let Some(value) = node.settled() {
                        if exact.is_none_or(|(best, _)| turn.view(value) > turn.view(best)) {
                            exact = Some((value, node));
                        }
                        continue;
                    }
                    (node.visits(), node.sum() as f32)
                }
            };
            let (rave_visits, rave_sum) = edge.rave();
            let edge_stats = EdgeStats {
                visits,
                sum,
                rave_visits,
                rave_sum,
                prior: edge.prior,
                value: if uses_value { edge.value() } else { None },
                horizon: edge.horizon(),
            };
            let score = rules.score(&frame, &edge_stats);
            debug_assert!(!score.is_nan(), "{edge_stats:?} has no score");
            if best.is_none_or(|(top, _)| score > top) {
                best = Some((score, edge));
            }
        }
    }
    let (score, edge) = best?;
    // An optimiser never returns to a fully explored subtree (Basaldúa 2013, section 7.3.1); in a game the exact child
    // can still be chosen.
    let exact = exact.filter(|&(value, _)| turn != Turn::Single && turn.view(value) as f32 > score);
    Some(Choice { edge, exact: exact.map(|(value, node)| Credit::of_settled(value, node)) })
}
