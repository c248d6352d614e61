//! Finding the leaf of an item.
//!
//! A query that finds several equally good nodes splits the descent into branches, each with its own path. Branches are
//! explored depth first; one that cannot end further left than the best leaf so far is cut.

use super::{NodeId, QuerySystem, QueryTree, TreeNode};

/// Reusable memory for descents; one per thread.
pub struct Descender<S: QuerySystem> {
    branches: Vec<(NodeId, S::Path)>,
    found: Vec<S::Found>,
}

impl<S: QuerySystem> Default for Descender<S> {
    fn default() -> Self {
        Descender { branches: Vec::new(), found: Vec::new() }
    }
}

impl<S: QuerySystem> Descender<S> {
    /// Fresh memory.
    pub fn new() -> Self {
        Self::default()
    }

    /// The left-most leaf that the item reaches (section 3.3.3): the level of the tree's feature.
    pub fn leaf(&mut self, tree: &QueryTree<S::Query>, system: &mut S, item: S::Item) -> u32 {
        let mut best = u32::MAX;
        self.walk(tree, system, item, |leaf| {
            best = best.min(leaf);
            best
        });
        best
    }

    /// All leaves that the item reaches, each once, from the left.
    pub fn leaves(&mut self, tree: &QueryTree<S::Query>, system: &mut S, item: S::Item) -> Vec<u32> {
        let mut leaves = Vec::new();
        self.walk(tree, system, item, |leaf| {
            leaves.push(leaf);
            u32::MAX
        });
        leaves.sort_unstable();
        leaves.dedup();
        leaves
    }

    /// Visits leaves; `visit` returns the smallest leaf number that is no longer of interest.
    fn walk(&mut self, tree: &QueryTree<S::Query>, system: &mut S, item: S::Item, mut visit: impl FnMut(u32) -> u32) {
        self.branches.clear();
        let mut limit = u32::MAX;
        let mut current = Some((NodeId::ROOT, system.begin(item)));
        while let Some((mut node, mut path)) = current {
            loop {
                // Before the first leaf nothing can be cut, and most descents have only one branch.
                if limit != u32::MAX && tree.first_leaf(node) >= limit {
                    break;
                }
                match tree.node(node) {
                    TreeNode::Leaf { number } => {
                        limit = visit(*number);
                        break;
                    }
                    TreeNode::Ask { query, first_child, .. } => {
                        self.found.clear();
                        let outcome = system.answer(query, &path, &mut self.found);
                        node = NodeId(first_child.0 + outcome as u32);
                        for &other in self.found.iter().skip(1) {
                            let mut branch = path.clone();
                            S::discover(&mut branch, other);
                            self.branches.push((node, branch));
                        }
                        if let Some(&first) = self.found.first() {
                            S::discover(&mut path, first);
                        }
                    }
                }
            }
            current = self.branches.pop();
        }
    }
}
