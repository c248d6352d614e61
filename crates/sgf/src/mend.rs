//! Repairing what [`crate::check()`] finds, as far as the meaning is clear, and converting FF[1] to FF[3] to FF[4].
//!
//! Laws: mending a second time changes nothing; what is left has no known repair. A repair may uncover another problem (two moves in
//! a node, once apart, may each be wrong), so checking and repairing alternate until nothing changes.

use crate::check::{Finding, Fix, examine};
use crate::problem::Problem;
use crate::tree::{GameTree, PropertyId};

/// What mending did.
#[derive(Clone, Debug, Default)]
pub struct Mended {
    /// Problems that were repaired.
    pub repaired: Vec<Problem>,
    /// Problems that are still there.
    pub left: Vec<Problem>,
}

/// Repairs the tree in place. The text that is written afterwards is UTF-8, so a `CA` that says otherwise is changed.
pub fn mend(tree: &mut GameTree<'_>) -> Mended {
    // Four are the most that any text has needed; the limit only keeps a mistake here from running for ever.
    const MAX_ROUNDS: usize = 32;
    let mut mended = Mended::default();
    for _ in 0..MAX_ROUNDS {
        let mut changed = false;
        mended.left.clear();
        // Last to first, so that several moves taken out of one node keep their order.
        for Finding { problem, fix } in examine(tree).into_iter().rev() {
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

/// Applies one repair; `false` if an earlier one of the same round already took its property away.
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
        Fix::Join(node, first, second) => {
            let values = joined(tree, first, second);
            let removed = tree.remove_property(node, second);
            if removed {
                tree.set_values(first, values);
            }
            removed
        }
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
            // Another node's may have arrived there in this round.
            let is_free = tree.root().property(name).is_none();
            is_free && tree.move_property(property, node, tree.root().id())
        }
        Fix::SetRoot(name, value) => {
            tree.set_text(tree.root().id(), name, &value);
            true
        }
    }
}

/// The values of both properties: a longer list, or one longer text.
fn joined(tree: &GameTree<'_>, first: PropertyId, second: PropertyId) -> Vec<String> {
    let (first, second) = (tree.property(first), tree.property(second));
    let values: Vec<String> = first.values().chain(second.values()).map(str::to_string).collect();
    let is_list = crate::property::lookup(first.name()).is_some_and(|info| info.values.is_list());
    if is_list { values } else { vec![values.join("\n")] }
}
