//! Repairing what [`crate::check()`] finds, as far as the meaning is clear, and converting FF\[1\] to FF\[3\] to FF\[4\].
//!
//! Laws: mending is idempotent; every remaining problem has no known repair. A repair may uncover another problem (two
//! moves of a node, once separated, may each be invalid), so checking and repairing alternate until nothing changes.

use crate::check::{Finding, Fix, examine};
use crate::problem::Problem;
use crate::tree::{GameTree, NodeId, PropertyId};

/// The result of mending.
#[derive(Clone, Debug, Default)]
pub struct Mended {
    /// Problems that were repaired.
    pub repaired: Vec<Problem>,
    /// Problems that remain.
    pub left: Vec<Problem>,
}

/// Repairs the tree in place. The text written afterwards is UTF-8, so a `CA` with another encoding is changed.
pub fn mend(tree: &mut GameTree<'_>) -> Mended {
    // No text has needed more than four rounds; the limit only guards against a bug here.
    const MAX_ROUNDS: usize = 32;
    let mut mended = Mended::default();
    for _ in 0..MAX_ROUNDS {
        let mut changed = false;
        mended.left.clear();
        // Last to first, so that several moves taken out of one node keep their order.
        let mut findings = examine(tree).into_iter().rev().peekable();
        while let Some(Finding { problem, fix }) = findings.next() {
            if let Some(Fix::Join(node, first, second)) = fix {
                // A run of duplicates is joined in one step: one by one, the last text would be copied with every step.
                let mut row = vec![(second, problem)];
                let mut head = first;
                let continues =
                    |head, finding: &Finding| matches!(finding.fix, Some(Fix::Join(n, _, s)) if n == node && s == head);
                while let Some(next) = findings.next_if(|finding| continues(head, finding)) {
                    let Some(Fix::Join(_, first, second)) = next.fix else { unreachable!("it was looked at") };
                    row.push((second, next.problem));
                    head = first;
                }
                let (repaired, left) = join(tree, node, head, row);
                changed |= !repaired.is_empty();
                mended.repaired.extend(repaired);
                mended.left.extend(left);
                continue;
            }
            match fix.map(|fix| apply(tree, fix)) {
                Some(true) => {
                    changed = true;
                    mended.repaired.push(problem);
                }
                _ => mended.left.push(problem),
            }
        }
        if !changed {
            break;
        }
    }
    if tree.root().property("CA").is_some_and(|property| property.value() != "UTF-8") {
        tree.set_text(tree.root().id(), "CA", "UTF-8");
    }
    mended.repaired.sort_by_key(|problem| problem.place);
    mended.left.reverse();
    mended
}

/// Applies one repair; `false` if an earlier one of the same round already removed its property.
fn apply(tree: &mut GameTree<'_>, fix: Fix) -> bool {
    match fix {
        Fix::Remove(node, property) => tree.remove_property(node, property),
        Fix::Values(node, property, values) if values.is_empty() => tree.remove_property(node, property),
        Fix::Values(_, property, values) => {
            tree.set_values(property, values);
            true
        }
        Fix::Replace(property, name, values) => {
            tree.rename(property, name);
            tree.set_values(property, values);
            true
        }
        Fix::Join(..) => unreachable!("rows of doubles are joined by themselves"),
        Fix::MoveDown(node, properties) => {
            if !tree.node(node).properties().any(|property| properties.contains(&property.id())) {
                return false;
            }
            let below = tree.insert_below(node);
            for property in properties {
                tree.move_property(property, node, below);
            }
            true
        }
        Fix::MoveToRoot(node, property) => {
            let name = tree.property(property).name();
            // Another node's property may have been moved there in this round.
            let is_free = tree.root().property(name).is_none();
            is_free && tree.move_property(property, node, tree.root().id())
        }
        Fix::SetRoot(name, value) => {
            tree.set_text(tree.root().id(), name, &value);
            true
        }
    }
}

/// Appends the values of all duplicates, which come last to first, to those of the first: a longer list, or one longer
/// text. Returns the repaired problems and the remaining ones.
fn join(
    tree: &mut GameTree<'_>,
    node: NodeId,
    first: PropertyId,
    row: Vec<(PropertyId, Problem)>,
) -> (Vec<Problem>, Vec<Problem>) {
    let all = |tree: &GameTree<'_>, property| tree.property(property).values().map(str::to_string).collect::<Vec<_>>();
    let mut values = all(tree, first);
    let (mut repaired, mut left) = (Vec::new(), Vec::new());
    for (double, problem) in row.into_iter().rev() {
        let more = all(tree, double);
        if tree.remove_property(node, double) {
            values.extend(more);
            repaired.push(problem);
        } else {
            left.push(problem);
        }
    }
    let is_list = crate::property::lookup(tree.property(first).name()).is_some_and(|info| info.values.is_list());
    if !repaired.is_empty() {
        tree.set_values(first, if is_list { values } else { vec![values.join("\n")] });
    }
    (repaired, left)
}
