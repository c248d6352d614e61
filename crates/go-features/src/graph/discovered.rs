//! The discovered graph of one descent: the nodes found so far, in the order of discovery (van Niekerk 2014, section 3.3).

use super::geometry::SET_WORDS;

/// The most nodes a descent can discover, the candidate move included. The thesis has no limit; trees grown from
/// thousands of games stay below a third of this.
pub const MAX_DISCOVERED: usize = 64;

/// A node of a graph: the dense index of its point (of the root of a merged chain or region), or the number of a side or of nowhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct NodeId(pub(super) u16);

impl NodeId {
    /// A number below the points of the board plus five.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A node that NEW found: the node and the place by which the graph remembers that it is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    pub(super) node: u16,
    pub(super) place: u16,
}

impl Found {
    /// The node.
    pub fn node(self) -> NodeId {
        NodeId(self.node)
    }
}

/// The nodes discovered so far. Cheap to copy; holds no reference to the graph it belongs to.
#[derive(Clone, Copy)]
pub struct Discovered {
    pub(super) taken: [u64; SET_WORDS],
    n_nodes: u8,
    nodes: [u16; MAX_DISCOVERED],
}

impl Discovered {
    /// Only node 0, the candidate move.
    #[inline]
    pub(super) fn starting_at(node: u16) -> Discovered {
        let mut nodes = [0; MAX_DISCOVERED];
        nodes[0] = node;
        Discovered { taken: [0; SET_WORDS], n_nodes: 1, nodes }
    }

    /// How many nodes are discovered, node 0 included.
    #[inline(always)]
    pub fn n_nodes(&self) -> usize {
        self.n_nodes as usize
    }

    /// The node with that number.
    pub fn node(&self, number: usize) -> NodeId {
        NodeId(self.nodes[..self.n_nodes()][number])
    }

    /// Adds the node of an earlier move: known from the start, and still free for NEW.
    #[inline(always)]
    pub(super) fn remember(&mut self, node: u16) {
        self.nodes[self.n_nodes as usize & (MAX_DISCOVERED - 1)] = node;
        self.n_nodes += 1;
    }

    #[inline(always)]
    pub(super) fn at(&self, number: usize) -> u16 {
        self.nodes[number & (MAX_DISCOVERED - 1)]
    }

    /// Becomes equal to `other`, copying only the nodes in use.
    #[inline]
    pub fn copy_from(&mut self, other: &Discovered) {
        self.taken = other.taken;
        self.n_nodes = other.n_nodes;
        let used = other.n_nodes();
        self.nodes[..used].copy_from_slice(&other.nodes[..used]);
    }

    /// The nodes, in the order of discovery.
    #[inline(always)]
    pub(super) fn nodes(&self) -> &[u16] {
        &self.nodes[..self.n_nodes()]
    }

    /// Adds a node that NEW found. A full graph finds nothing, so there is space.
    #[inline(always)]
    pub fn discover(&mut self, found: Found) {
        self.take(found.place);
        self.nodes[self.n_nodes as usize & (MAX_DISCOVERED - 1)] = found.node;
        self.n_nodes += 1;
    }

    #[inline(always)]
    pub(super) fn take(&mut self, place: u16) {
        self.taken[place as usize / 64] |= 1 << (place % 64);
    }

    #[inline(always)]
    pub(super) fn has_taken(&self, place: u16) -> bool {
        self.taken[place as usize / 64] & (1 << (place % 64)) != 0
    }

    #[inline(always)]
    pub(super) fn is_full(&self) -> bool {
        self.n_nodes() == MAX_DISCOVERED
    }
}
