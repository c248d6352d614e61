//! A grown tree: the children of a node are adjacent, leaves are numbered in pre-order.
//!
//! Serialised as the pre-order list of queries and leaves, so the file form is canonical, small, and cannot contain
//! cycles; reading it checks that it describes exactly one whole tree.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Place of a node in its tree; the root is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The root.
    pub const ROOT: NodeId = NodeId(0);

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TreeNode<Q> {
    /// The end of a descent.
    Leaf {
        /// Place among the leaves in pre-order.
        number: u32,
    },
    /// A question; the child for outcome `o` is node `first_child + o`.
    Ask {
        /// The query.
        query: Q,
        /// Child for outcome 0.
        first_child: NodeId,
        /// Number of outcomes, and children.
        n_outcomes: u16,
    },
}

/// One step from the root towards a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathStep<'a, Q> {
    /// The query asked.
    pub query: &'a Q,
    /// Its outcome.
    pub outcome: usize,
}

/// A list of nodes that is not a tree.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadTree {
    /// The list ends although outcomes are still without a child.
    #[error("the tree ends after {nodes} nodes with {missing} children missing")]
    Unfinished {
        /// Number of nodes present.
        nodes: usize,
        /// Number of nodes missing at least.
        missing: usize,
    },
    /// Nodes follow after the tree is complete.
    #[error("the tree is complete after {complete} nodes, but {nodes} are given")]
    TooLong {
        /// Nodes that belong to the tree.
        complete: usize,
        /// Nodes given.
        nodes: usize,
    },
    /// A query with fewer than two outcomes.
    #[error("node {node} has {n_outcomes} outcomes")]
    TooFewOutcomes {
        /// Place in pre-order.
        node: usize,
        /// The number given.
        n_outcomes: u16,
    },
}

/// A tree of queries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Option<(u16, Q)>>", into = "Vec<Option<(u16, Q)>>", bound(serialize = "Q: Clone + Serialize"))]
pub struct QueryTree<Q> {
    nodes: Vec<TreeNode<Q>>,
    /// Smallest leaf number below each node: shows whether a branch can still be the left-most one.
    first_leaf: Vec<u32>,
    n_leaves: u32,
}

impl<Q> QueryTree<Q> {
    /// Builds the tree from its pre-order list: a query with its number of outcomes, or `None` for a leaf.
    pub fn from_preorder(list: Vec<Option<(u16, Q)>>) -> Result<Self, BadTree> {
        let n_nodes = list.len();
        let mut nodes: Vec<TreeNode<Q>> = Vec::with_capacity(n_nodes);
        nodes.push(TreeNode::Leaf { number: 0 });
        // Slots still to be filled, the next one on top.
        let mut open = vec![NodeId::ROOT];
        let mut n_leaves = 0;
        for (place, entry) in list.into_iter().enumerate() {
            let Some(slot) = open.pop() else {
                return Err(BadTree::TooLong { complete: place, nodes: n_nodes });
            };
            match entry {
                None => {
                    nodes[slot.index()] = TreeNode::Leaf { number: n_leaves };
                    n_leaves += 1;
                }
                Some((n_outcomes, _)) if n_outcomes < 2 => {
                    return Err(BadTree::TooFewOutcomes { node: place, n_outcomes });
                }
                Some((n_outcomes, query)) => {
                    // Every open slot needs an entry, so a huge number is rejected before memory is allocated.
                    let missing = open.len() + usize::from(n_outcomes);
                    if missing > n_nodes - place - 1 {
                        return Err(BadTree::Unfinished { nodes: n_nodes, missing });
                    }
                    let first_child = NodeId(nodes.len() as u32);
                    nodes.extend((0..n_outcomes).map(|_| TreeNode::Leaf { number: 0 }));
                    nodes[slot.index()] = TreeNode::Ask { query, first_child, n_outcomes };
                    open.extend((0..u32::from(n_outcomes)).rev().map(|o| NodeId(first_child.0 + o)));
                }
            }
        }
        if !open.is_empty() {
            return Err(BadTree::Unfinished { nodes: n_nodes, missing: open.len() });
        }
        let mut tree = QueryTree { first_leaf: vec![0; nodes.len()], nodes, n_leaves };
        tree.find_first_leaves();
        Ok(tree)
    }

    fn find_first_leaves(&mut self) {
        // Children come after their parent, so walking backwards meets them first.
        for node in (0..self.nodes.len()).rev() {
            self.first_leaf[node] = match self.nodes[node] {
                TreeNode::Leaf { number } => number,
                TreeNode::Ask { first_child, .. } => self.first_leaf[first_child.index()],
            };
        }
    }

    /// A single leaf.
    pub fn stump() -> Self {
        QueryTree { nodes: vec![TreeNode::Leaf { number: 0 }], first_leaf: vec![0], n_leaves: 1 }
    }

    /// Number of leaves, which are the levels of the tree's feature.
    pub fn n_leaves(&self) -> usize {
        self.n_leaves as usize
    }

    /// Number of nodes.
    pub fn n_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// A node.
    #[inline]
    pub fn node(&self, id: NodeId) -> &TreeNode<Q> {
        &self.nodes[id.index()]
    }

    /// Smallest leaf number below a node.
    #[inline]
    pub(super) fn first_leaf(&self, id: NodeId) -> u32 {
        self.first_leaf[id.index()]
    }

    /// All nodes in pre-order, with their depth.
    pub fn preorder(&self) -> impl Iterator<Item = (usize, &TreeNode<Q>)> {
        let mut stack = vec![(0, NodeId::ROOT)];
        std::iter::from_fn(move || {
            let (depth, id) = stack.pop()?;
            let node = self.node(id);
            if let TreeNode::Ask { first_child, n_outcomes, .. } = node {
                stack.extend((0..u32::from(*n_outcomes)).rev().map(|o| (depth + 1, NodeId(first_child.0 + o))));
            }
            Some((depth, node))
        })
    }

    /// Depth of every leaf, by leaf number.
    pub fn leaf_depths(&self) -> Vec<usize> {
        let depth_of_leaf =
            |(depth, node): (usize, &TreeNode<Q>)| matches!(node, TreeNode::Leaf { .. }).then_some(depth);
        self.preorder().filter_map(depth_of_leaf).collect()
    }

    /// The questions and answers that lead to a leaf; `None` if there is no such leaf.
    pub fn path_to(&self, leaf: u32) -> Option<Vec<PathStep<'_, Q>>> {
        if leaf >= self.n_leaves {
            return None;
        }
        let mut steps = Vec::new();
        let mut id = NodeId::ROOT;
        while let TreeNode::Ask { query, first_child, n_outcomes } = self.node(id) {
            // The last child whose leaves start at or before the requested one.
            let outcome =
                (1..u32::from(*n_outcomes)).take_while(|o| self.first_leaf(NodeId(first_child.0 + o)) <= leaf).count();
            steps.push(PathStep { query, outcome });
            id = NodeId(first_child.0 + outcome as u32);
        }
        Some(steps)
    }

    /// All queries, for checks by the domain (a file may refer to things that do not exist).
    pub fn queries(&self) -> impl Iterator<Item = (&Q, usize)> {
        self.nodes.iter().filter_map(|node| match node {
            TreeNode::Ask { query, n_outcomes, .. } => Some((query, usize::from(*n_outcomes))),
            TreeNode::Leaf { .. } => None,
        })
    }
}

impl<Q: Clone> From<QueryTree<Q>> for Vec<Option<(u16, Q)>> {
    fn from(tree: QueryTree<Q>) -> Self {
        tree.preorder()
            .map(|(_, node)| match node {
                TreeNode::Leaf { .. } => None,
                TreeNode::Ask { query, n_outcomes, .. } => Some((*n_outcomes, query.clone())),
            })
            .collect()
    }
}

impl<Q> TryFrom<Vec<Option<(u16, Q)>>> for QueryTree<Q> {
    type Error = BadTree;

    fn try_from(list: Vec<Option<(u16, Q)>>) -> Result<Self, BadTree> {
        QueryTree::from_preorder(list)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tree_lists() -> impl Strategy<Value = Vec<Option<(u16, u8)>>> {
        let leaf = Just(vec![None]).boxed();
        leaf.prop_recursive(6, 60, 4, |inner| {
            (any::<u8>(), prop::collection::vec(inner, 2..5)).prop_map(|(query, children)| {
                let mut list = vec![Some((children.len() as u16, query))];
                children.into_iter().for_each(|child| list.extend(child));
                list
            })
        })
    }

    proptest! {
        #[test]
        fn list_to_tree_and_back(list in tree_lists()) {
            let tree = QueryTree::from_preorder(list.clone()).expect("a whole tree");
            prop_assert_eq!(tree.n_leaves(), list.iter().filter(|e| e.is_none()).count());
            prop_assert_eq!(tree.n_nodes(), list.len());
            let numbers: Vec<u32> = tree
                .preorder()
                .filter_map(|(_, node)| if let TreeNode::Leaf { number } = node { Some(*number) } else { None })
                .collect();
            prop_assert!(numbers.iter().copied().eq(0..tree.n_leaves() as u32), "leaves are numbered in pre-order");
            let json = serde_json::to_string(&tree).expect("serialises");
            prop_assert_eq!(&serde_json::from_str::<QueryTree<u8>>(&json).expect("reads back"), &tree);
            prop_assert_eq!(Vec::from(tree), list);
        }

        /// Following a leaf's path from the root ends at that leaf.
        #[test]
        fn paths_lead_to_their_leaf(list in tree_lists()) {
            let tree = QueryTree::from_preorder(list).expect("a whole tree");
            let depths = tree.leaf_depths();
            for leaf in 0..tree.n_leaves() as u32 {
                let path = tree.path_to(leaf).expect("there is such a leaf");
                prop_assert_eq!(path.len(), depths[leaf as usize]);
                let mut id = NodeId::ROOT;
                for step in path {
                    let TreeNode::Ask { query, first_child, .. } = tree.node(id) else { panic!("path too long") };
                    prop_assert_eq!(query, step.query);
                    id = NodeId(first_child.0 + step.outcome as u32);
                }
                prop_assert_eq!(tree.node(id), &TreeNode::Leaf { number: leaf });
            }
            prop_assert_eq!(tree.path_to(tree.n_leaves() as u32), None);
        }

        /// Any list either is a tree or is rejected; nothing panics.
        #[test]
        fn any_list_is_read_or_refused(list in prop::collection::vec(prop::option::of((0u16..5, 0u8..3)), 0..20)) {
            match QueryTree::from_preorder(list.clone()) {
                Ok(tree) => prop_assert_eq!(Vec::from(tree), list),
                Err(error) => prop_assert!(!error.to_string().is_empty()),
            }
        }
    }

    #[test]
    fn refusals_say_why() {
        let read = QueryTree::<u8>::from_preorder;
        assert_eq!(read(vec![]), Err(BadTree::Unfinished { nodes: 0, missing: 1 }));
        assert_eq!(read(vec![Some((2, 7)), None]), Err(BadTree::Unfinished { nodes: 2, missing: 2 }));
        assert_eq!(read(vec![None, None]), Err(BadTree::TooLong { complete: 1, nodes: 2 }));
        assert_eq!(read(vec![Some((1, 7)), None]), Err(BadTree::TooFewOutcomes { node: 0, n_outcomes: 1 }));
        assert_eq!(read(vec![Some((9999, 7)), None]), Err(BadTree::Unfinished { nodes: 2, missing: 9999 }));
    }
}
