//! Freeing memory: the least-visited nodes become leaves again, a new root keeps its subtree, a beam keeps its nodes.
//!
//! A recycled node loses its edges and everything below, not its own visits and rewards: the level above is unchanged.

use super::{Target, Tree};
use crate::Turn;
use std::collections::HashSet;

/// Whether a beam cut anything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BeamCut {
    /// Everything fits.
    Nothing,
    /// Edges were cut off.
    Some,
}

impl<A: Copy> Tree<A> {
    /// Collapses the least-visited expanded nodes until about half of the limit is free. Returns the number of freed
    /// nodes; 0 if only the root was expanded.
    pub(crate) fn recycle(&mut self) -> usize {
        let before = self.n_nodes();
        let mut expanded: Vec<(u32, usize)> = Vec::new();
        self.walk(|tree, slot| {
            if slot != tree.root
                && let Some(branches) = tree.node(slot).branches()
            {
                expanded.push((tree.node(slot).visits(), branches.bytes()));
            }
            true
        });
        if expanded.is_empty() {
            return 0;
        }
        expanded.sort_unstable();
        let excess = self.bytes().saturating_sub(self.byte_limit / 2);
        let mut freed = 0;
        let mut last = 0;
        for (visits, bytes) in expanded {
            if freed >= excess {
                break;
            }
            freed += bytes;
            last = visits;
        }
        self.collapse_up_to(last);
        before - self.n_nodes()
    }

    /// Turns every node but the root with at most `visits` visits into a leaf.
    fn collapse_up_to(&mut self, visits: u32) {
        let mut doomed = Vec::new();
        self.walk(|tree, slot| {
            let collapses = slot != tree.root && tree.node(slot).visits() <= visits;
            if collapses && tree.node(slot).branches().is_some() {
                doomed.push(slot);
            }
            !collapses
        });
        for slot in doomed {
            self.nodes.get_mut(slot).collapse();
        }
        self.sweep();
    }

    /// Makes a node the root and frees everything that is not below it.
    pub(crate) fn set_root(&mut self, slot: u32) {
        self.root = slot;
        self.sweep();
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        *self = Self::new(self.byte_limit);
    }

    /// Frees every slot that is unreachable from the root, and recounts the memory.
    pub(crate) fn sweep(&mut self) {
        let mut reached = vec![false; self.nodes.high_water()];
        let mut bytes = 0;
        self.walk(|tree, slot| {
            reached[slot as usize] = true;
            bytes += tree.node(slot).branches().map_or(0, super::Branches::bytes);
            true
        });
        self.nodes.keep_only(&reached);
        *self.branch_bytes.get_mut() = bytes;
    }

    /// Keeps, `depth` edges below the root, only the `width` most visited nodes that are not settled, and above them
    /// only the edges that lead there (beam MCTS, Basaldúa 2013, section 7.1.2). `None` if no node of that level is left to search.
    pub(crate) fn keep_beam(&mut self, depth: usize, width: usize) -> Option<BeamCut> {
        let mut level = vec![self.root];
        for _ in 0..depth {
            level = level.iter().flat_map(|&slot| self.children(slot)).collect();
        }
        level.retain(|&slot| self.node(slot).settled().is_none());
        level.sort_by_key(|&slot| std::cmp::Reverse(self.node(slot).visits()));
        level.truncate(width);
        if level.is_empty() {
            return None;
        }
        let cut = self.cut(self.root, depth, &level.into_iter().collect());
        self.sweep();
        Some(if cut { BeamCut::Some } else { BeamCut::Nothing })
    }

    /// Cuts all edges of the nodes above `depth` that lead to none of `kept`.
    fn cut(&mut self, slot: u32, depth: usize, kept: &HashSet<u32>) -> bool {
        if depth == 0 {
            return false;
        }
        let children = self.children(slot);
        let below: Vec<u32> = children.iter().copied().filter(|&child| self.leads_to(child, depth - 1, kept)).collect();
        let Some(branches) = self.nodes.get_mut(slot).branches_mut() else { return false };
        let before = branches.n_edges();
        let complete = branches.is_complete();
        branches.retain(|edge| matches!(edge.target(), Target::Node(child) if below.contains(&child)));
        let mut cut = !complete || branches.n_edges() < before;
        for child in below {
            cut |= self.cut(child, depth - 1, kept);
        }
        cut
    }

    fn leads_to(&self, slot: u32, depth: usize, kept: &HashSet<u32>) -> bool {
        if depth == 0 {
            return kept.contains(&slot);
        }
        self.children(slot).iter().any(|&child| self.leads_to(child, depth - 1, kept))
    }

    /// The visited children of a node, by rank.
    pub(crate) fn children(&self, slot: u32) -> Vec<u32> {
        let edges = self.node(slot).branches().into_iter().flat_map(|branches| branches.edges());
        let slots = edges.filter_map(|edge| match edge.target() {
            Target::Node(child) => Some(child),
            Target::Hidden | Target::Open => None,
        });
        slots.collect()
    }

    /// Keeps only the root's edges of the given actions, and settles the root, where `turn` moves, by these alone: a
    /// removed edge may have been the one that settled it.
    pub(crate) fn retain_root(&mut self, turn: Turn, mut keep: impl FnMut(A) -> bool) {
        let node = self.nodes.get_mut(self.root);
        if let Some(branches) = node.branches_mut() {
            branches.retain(|edge| keep(edge.action));
            node.unsettle();
            self.try_settle(self.root, turn);
        }
        self.sweep();
    }

    /// Replaces the a-priori values of the root's edges.
    pub(crate) fn revise_root(&mut self, mut value: impl FnMut(A) -> Option<f32>) {
        if let Some(branches) = self.nodes.get_mut(self.root).branches_mut() {
            branches.for_each_mut(|edge| edge.set_value(value(edge.action)));
        }
    }

    /// Visits the nodes from the root down; `enter` decides whether to descend.
    pub(crate) fn walk(&self, mut enter: impl FnMut(&Self, u32) -> bool) {
        let mut stack = vec![self.root];
        while let Some(slot) = stack.pop() {
            if enter(self, slot) {
                stack.extend(self.children(slot));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{NodeStats, Widening};
    use crate::tree::Branches;
    use crate::{Candidate, Coverage};

    const NODE: NodeStats = NodeStats { visits: 0, mean: 0.5, chosen_mean: 0.5, rave_visits: 0, n_candidates: 0 };

    /// A tree of fixed width whose n-th child gets n + 1 visits more per level.
    fn bush(width: u32, depth: u32) -> Tree<u32> {
        fn grow(tree: &Tree<u32>, slot: u32, width: u32, depth: u32) -> u32 {
            let node = tree.node(slot);
            let mut visits = slot % 7 + 1;
            if depth > 0 {
                let candidates: Vec<_> = (0..width).map(|action| Candidate::new(action, 1.0)).collect();
                let branches = Branches::new(&candidates, Coverage::Complete, &Widening::OFF, &NODE);
                tree.note_branch_bytes(branches.bytes());
                for edge in node.publish(branches).edges() {
                    let child = tree.child(edge).unwrap();
                    visits += grow(tree, child, width, depth - 1);
                }
            }
            node.enter(visits);
            visits
        }
        let tree = Tree::new(200_000);
        grow(&tree, tree.root(), width, depth);
        tree
    }

    #[test]
    fn recycling_frees_half_and_keeps_the_statistics_above() {
        let mut tree = bush(10, 3);
        assert_eq!(tree.n_nodes(), 1111);
        tree.byte_limit = tree.bytes();
        let top: Vec<u32> = tree.children(tree.root()).iter().map(|&slot| tree.node(slot).visits()).collect();
        let freed = tree.recycle();
        assert!(freed > 0 && tree.n_nodes() == 1111 - freed);
        assert!(tree.bytes() <= tree.byte_limit * 6 / 10, "{} of {}", tree.bytes(), tree.byte_limit);
        let after: Vec<u32> = tree.children(tree.root()).iter().map(|&slot| tree.node(slot).visits()).collect();
        assert_eq!(top, after);
        let least_expanded = std::cell::Cell::new(u32::MAX);
        let most_collapsed = std::cell::Cell::new(0);
        tree.walk(|tree, slot| {
            let node = tree.node(slot);
            match node.branches() {
                Some(_) => least_expanded.set(least_expanded.get().min(node.visits())),
                None if node.visits() > 7 => most_collapsed.set(most_collapsed.get().max(node.visits())),
                None => {}
            }
            true
        });
        assert!(least_expanded.get() > most_collapsed.get(), "the least visited went first");
    }

    #[test]
    fn a_new_root_keeps_only_its_subtree() {
        let mut tree = bush(10, 3);
        let child = tree.children(tree.root())[4];
        let visits = tree.node(child).visits();
        tree.set_root(child);
        assert_eq!((tree.n_nodes(), tree.root_node().visits()), (111, visits));
    }

    #[test]
    fn a_beam_keeps_the_most_visited_of_a_level() {
        let mut tree = bush(6, 3);
        let mut level: Vec<u32> = tree.children(tree.root()).iter().flat_map(|&slot| tree.children(slot)).collect();
        level.sort_by_key(|&slot| std::cmp::Reverse(tree.node(slot).visits()));
        assert_eq!(tree.keep_beam(2, 3), Some(BeamCut::Some));
        let mut kept: Vec<u32> = tree.children(tree.root()).iter().flat_map(|&slot| tree.children(slot)).collect();
        kept.sort_by_key(|&slot| std::cmp::Reverse(tree.node(slot).visits()));
        assert_eq!(kept.len(), 3);
        let visits = |slots: &[u32]| slots.iter().map(|&slot| tree.node(slot).visits()).collect::<Vec<_>>();
        assert_eq!(visits(&kept), visits(&level[..3]));
        assert_eq!(tree.keep_beam(2, 3), Some(BeamCut::Nothing));
        kept.iter().for_each(|&slot| tree.node(slot).settle(0.5));
        assert_eq!(tree.keep_beam(2, 3), None);
    }
}
