//! Finding the leaves of candidate moves: one leaf per tree, the left-most one reached (van Niekerk 2014, section 3.3.3).
//!
//! A position is taken up once per query system. Moves are walked through tree by tree, so that a tree stays in the cache and
//! what one tree has found out about the surroundings of a move serves the next. Under empty compression all moves in one
//! region are alike and walk once.

use super::domain::Domain;
use super::{Forest, GraphTree};
use go_board::{BoardSize, Color, Point, Position};
use go_features::graph::{BoardGraph, GraphOptions, GraphSystem, IntersectionGraph, Query, StoneGraph};
use learn::tree::{Descender, QueryTree};
use std::sync::Arc;

/// Reusable memory for one thread.
pub struct ForestReader {
    pub(super) forest: Arc<Forest>,
    pub(super) looks: Vec<Look>,
    /// For each tree its place in `looks`.
    pub(super) look_of: Vec<usize>,
    pub(super) to_move: Color,
}

/// One query system's view of the position.
pub(super) enum Look {
    Stone(Box<GraphLook<StoneGraph>>),
    Intersection(Box<GraphLook<IntersectionGraph>>),
}

/// A graph and what descents through it need.
pub(super) struct GraphLook<G: BoardGraph> {
    pub(super) domain: Domain<G>,
    descender: Descender<Domain<G>>,
    /// Empty compression: the leaf of each node that a move has started from.
    leaf_of_node: Vec<Option<u32>>,
}

impl<G: BoardGraph> GraphLook<G> {
    fn new(system: GraphSystem, options: GraphOptions, size: BoardSize) -> GraphLook<G> {
        GraphLook {
            domain: Domain(G::new(system, options, size)),
            descender: Descender::new(),
            leaf_of_node: Vec::new(),
        }
    }

    pub(super) fn leaf(&mut self, tree: &QueryTree<Query>, point: Point) -> u32 {
        self.descender.leaf(tree, &mut self.domain, point)
    }

    fn leaves(&mut self, tree: &QueryTree<Query>, points: &[Point], mut give: impl FnMut(usize, u32)) {
        if !self.domain.0.system().merges_empties() {
            for (place, &point) in points.iter().enumerate() {
                give(place, self.leaf(tree, point));
            }
            return;
        }
        self.leaf_of_node.clear();
        self.leaf_of_node.resize(self.domain.0.size().area(), None);
        for (place, &point) in points.iter().enumerate() {
            let node = self.domain.0.begin(point).node(0).index();
            let leaf = match self.leaf_of_node[node] {
                Some(leaf) => leaf,
                None => *self.leaf_of_node[node].insert(self.descender.leaf(tree, &mut self.domain, point)),
            };
            give(place, leaf);
        }
    }
}

impl ForestReader {
    /// For boards of one size. It has large tables: keep it from position to position.
    pub fn new(forest: Arc<Forest>, size: BoardSize) -> ForestReader {
        let mut systems: Vec<GraphSystem> = Vec::new();
        let look_of = forest
            .trees()
            .iter()
            .map(|&GraphTree { system, .. }| {
                systems.iter().position(|&known| known == system).unwrap_or_else(|| {
                    systems.push(system);
                    systems.len() - 1
                })
            })
            .collect();
        let look = |system: GraphSystem| {
            if system.is_stone_graph() {
                Look::Stone(Box::new(GraphLook::new(system, forest.options(), size)))
            } else {
                Look::Intersection(Box::new(GraphLook::new(system, forest.options(), size)))
            }
        };
        let looks = systems.into_iter().map(look).collect();
        ForestReader { forest, looks, look_of, to_move: Color::Black }
    }

    /// Takes up a position. Panics if the board has another size.
    pub fn look_at(&mut self, position: &Position) {
        self.to_move = position.to_move;
        for look in &mut self.looks {
            match look {
                Look::Stone(look) => look.domain.0.look_at_position(position),
                Look::Intersection(look) => look.domain.0.look_at_position(position),
            }
        }
    }

    /// The leaf of every tree for each of these empty points, numbered through the forest: `leaves[i * n_trees + t]` is
    /// that of point `i` in tree `t`.
    pub fn leaves(&mut self, points: &[Point], leaves: &mut Vec<u32>) {
        let n_trees = self.forest.trees().len();
        leaves.clear();
        leaves.resize(points.len() * n_trees, 0);
        for (number, GraphTree { tree, .. }) in self.forest.trees().iter().enumerate() {
            let first = self.forest.first_leaf(number);
            let give = |place: usize, leaf: u32| leaves[place * n_trees + number] = first + leaf;
            match &mut self.looks[self.look_of[number]] {
                Look::Stone(look) => look.leaves(tree, points, give),
                Look::Intersection(look) => look.leaves(tree, points, give),
            }
        }
    }
}
