//! The common fate graph (Foulds 2006, section 3.1, after Graepel et al. 2001): a node per chain and per empty point of an area, an
//! edge between nodes that touch.
//!
//! Built in one pass over the points: a chain's node is made with its first stone. The thesis merges nodes until nothing changes (Algorithm 1); a
//! test compares the two, and another compares with the IG-C graph of `graph`.

use super::area::Area;
use go_board::{Board, Cell, GRID_CELLS, Liberties, Point, PointMap};

/// The kind of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its colour, or empty.
    pub cell: Cell,
    /// Its first point in reading order.
    pub point: Point,
}

/// The graph. Reused from position to position.
pub struct FateGraph {
    node_of: PointMap<u16>,
    slot_node: [u16; GRID_CELLS],
    nodes: Vec<Node>,
    /// Where a node's neighbours begin in `neighbours`; one more entry than nodes.
    starts: Vec<u32>,
    neighbours: Vec<u16>,
    /// Bit `b` of row `a`: do nodes `a` and `b` touch?
    touching: Vec<u64>,
    row_words: usize,
}

const NO_NODE: u16 = u16::MAX;

impl Default for FateGraph {
    fn default() -> Self {
        FateGraph {
            node_of: PointMap::filled(NO_NODE),
            slot_node: [NO_NODE; GRID_CELLS],
            nodes: Vec::new(),
            starts: Vec::new(),
            neighbours: Vec::new(),
            touching: Vec::new(),
            row_words: 0,
        }
    }
}

impl FateGraph {
    /// Takes up an area of a board. A chain is one node even if its stones meet outside the area.
    pub fn look_at<L: Liberties>(&mut self, board: &Board<L>, area: Area) {
        self.number_nodes(board, area, |chain| chain);
        self.connect(area);
    }

    /// The same with sets of chains merged: `leader` maps a chain's slot to the slot that represents its set.
    pub(super) fn look_at_merged<L: Liberties>(
        &mut self,
        board: &Board<L>,
        area: Area,
        leader: impl Fn(usize) -> usize,
    ) {
        self.number_nodes(board, area, leader);
        self.connect(area);
    }

    fn number_nodes<L: Liberties>(&mut self, board: &Board<L>, area: Area, leader: impl Fn(usize) -> usize) {
        self.nodes.clear();
        self.node_of.fill(NO_NODE);
        self.slot_node.fill(NO_NODE);
        for point in area.points() {
            let mut place = NO_NODE;
            let slot = board.chain_at(point).map(|chain| leader(chain.index()));
            if let Some(slot) = slot {
                place = self.slot_node[slot];
            }
            if place == NO_NODE {
                place = self.nodes.len() as u16;
                self.nodes.push(Node { cell: board.cell(point), point });
                if let Some(slot) = slot {
                    self.slot_node[slot] = place;
                }
            }
            self.node_of[point] = place;
        }
    }

    fn connect(&mut self, area: Area) {
        let n = self.nodes.len();
        self.row_words = n.div_ceil(64);
        self.touching.clear();
        self.touching.resize(n * self.row_words, 0);
        for point in area.points() {
            let node = self.node_of[point] as usize;
            for there in point.neighbours() {
                let other = self.node_of[there];
                if other != NO_NODE && other as usize != node {
                    self.touching[node * self.row_words + other as usize / 64] |= 1 << (other % 64);
                }
            }
        }
        self.starts.clear();
        self.neighbours.clear();
        for row in self.touching.chunks_exact(self.row_words.max(1)) {
            self.starts.push(self.neighbours.len() as u32);
            for (word, &bits) in row.iter().enumerate() {
                let mut bits = bits;
                while bits != 0 {
                    self.neighbours.push((word * 64) as u16 + bits.trailing_zeros() as u16);
                    bits &= bits - 1;
                }
            }
        }
        self.starts.push(self.neighbours.len() as u32);
    }

    /// The nodes, by the first point in reading order.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The number of the node that a point belongs to, if it is in the area.
    pub fn node_at(&self, point: Point) -> Option<usize> {
        Some(self.node_of[point]).filter(|&node| node != NO_NODE).map(usize::from)
    }

    /// The nodes that touch a node, in ascending order.
    #[inline(always)]
    pub fn neighbours(&self, node: usize) -> &[u16] {
        &self.neighbours[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// Do two nodes touch?
    #[inline(always)]
    pub fn touch(&self, a: usize, b: usize) -> bool {
        self.touching[a * self.row_words + b / 64] >> (b % 64) & 1 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::super::slow::{MergedGraph, random_board};
    use super::*;
    use crate::graph::{BoardGraph, GraphOptions, GraphSystem, IntersectionGraph};
    use go_board::{BoardSize, Color};

    fn edges(graph: &FateGraph) -> Vec<(Point, Vec<Point>)> {
        let name = |node: usize| graph.nodes()[node].point;
        let around = |node: usize| graph.neighbours(node).iter().map(|&other| name(other as usize)).collect();
        (0..graph.nodes().len()).map(|node| (name(node), around(node))).collect()
    }

    #[test]
    fn is_the_graph_that_merging_leaves() {
        let mut graph = FateGraph::default();
        for seed in 0..60 {
            let board = random_board(BoardSize::new(5 + seed as usize % 9).unwrap(), seed);
            for area in [Area::whole(board.size()), Area::of_stones(&board, 0)] {
                graph.look_at(&board, area);
                assert_eq!(edges(&graph), MergedGraph::new(&board, area).edges(), "board {seed}");
            }
        }
    }

    #[test]
    fn is_the_intersection_graph_with_chains_merged() {
        for seed in 0..20 {
            let size = BoardSize::new(9 + seed as usize % 3).unwrap();
            let board = random_board(size, seed);
            let mut ours = FateGraph::default();
            ours.look_at(&board, Area::whole(size));
            let mut theirs = IntersectionGraph::new(GraphSystem::IgC, GraphOptions::default(), size);
            theirs.look_at(&board, Color::Black);
            for (point, around) in edges(&ours) {
                assert_eq!(theirs.touching(point), around, "board {seed}, {}", size.name(point));
            }
        }
    }
}
