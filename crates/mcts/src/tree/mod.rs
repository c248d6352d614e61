//! The tree in memory: nodes in an arena, edges in pages, a memory limit in bytes.
//!
//! Searching needs only `&Tree`: everything that changes is atomic or published once. Freeing memory, changing the root
//! and cutting edges need `&mut Tree` and happen between rounds.

mod appraisal;
mod arena;
mod branches;
mod edge;
mod measure;
mod node;
mod recycle;

pub(crate) use branches::{Branches, Widened};
pub(crate) use edge::{Edge, Target};
pub(crate) use node::Node;
pub(crate) use recycle::BeamCut;

use crate::Turn;
use arena::Arena;
use std::sync::atomic::{AtomicUsize, Ordering, fence};

/// All nodes below one root.
pub(crate) struct Tree<A> {
    nodes: Arena<Node<A>>,
    root: u32,
    branch_bytes: AtomicUsize,
    byte_limit: usize,
}

impl<A: Copy> Tree<A> {
    /// An unvisited root and room for `byte_limit` bytes of tree.
    pub(crate) fn new(byte_limit: usize) -> Self {
        let nodes = Arena::new(byte_limit / size_of::<Node<A>>());
        let root = nodes.take().expect("an arena has room for one");
        Self { nodes, root, branch_bytes: AtomicUsize::new(0), byte_limit }
    }

    pub(crate) fn root(&self) -> u32 {
        self.root
    }

    pub(crate) fn root_node(&self) -> &Node<A> {
        self.node(self.root)
    }

    #[inline]
    pub(crate) fn node(&self, slot: u32) -> &Node<A> {
        self.nodes.get(slot)
    }

    /// The node of an open edge, created if needed. `None`: the arena is full.
    pub(crate) fn child(&self, edge: &Edge<A>) -> Option<u32> {
        if let Target::Node(slot) = edge.target() {
            return Some(slot);
        }
        let slot = self.nodes.take()?;
        // On a race the slot stays unused until the next recycling finds it unreachable.
        Some(edge.link(slot).map_or_else(|first| first, |()| slot))
    }

    /// The node that an edge leads to, if it exists.
    #[inline]
    pub(crate) fn target_node(&self, edge: &Edge<A>) -> Option<&Node<A>> {
        match edge.target() {
            Target::Node(slot) => Some(self.node(slot)),
            Target::Hidden | Target::Open => None,
        }
    }

    /// Counts memory that new edges take.
    pub(crate) fn note_branch_bytes(&self, bytes: usize) {
        self.branch_bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    pub(crate) fn n_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// Memory in use.
    #[inline]
    pub(crate) fn bytes(&self) -> usize {
        self.branch_bytes.load(Ordering::Relaxed) + self.nodes.len() * size_of::<Node<A>>()
    }

    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.bytes() >= self.byte_limit
    }

    /// Settles a node if its edges leave nothing open, and returns its value from the first player's point of view.
    ///
    /// For a player with an opponent a child of value 1 is enough; an optimiser continues, because it also wants the
    /// other solutions.
    pub(crate) fn try_settle(&self, slot: u32, turn: Turn) -> Option<f64> {
        let node = self.node(slot);
        let branches = node.branches()?;
        // Two threads that settle the last two children must not both miss the other's update.
        fence(Ordering::SeqCst);
        let mut best: Option<f64> = None;
        let mut all = branches.is_complete();
        for edge in branches.edges() {
            match self.target_node(edge).and_then(Node::settled) {
                Some(value) => {
                    let seen = turn.view(value);
                    if seen >= 1.0 && turn != Turn::Single {
                        node.settle(value);
                        return Some(value);
                    }
                    best = Some(best.map_or(seen, |best| best.max(seen)));
                }
                None => all = false,
            }
        }
        let value = turn.view(best.filter(|_| all)?);
        node.settle(value);
        Some(value)
    }
}
