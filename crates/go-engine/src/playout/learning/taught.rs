//! The second layer of win/loss states: what the tree found (Basaldúa 2013, section 7.3.1, "another layer of WLS that generates the moves just as described in 4.7 but is
//! not updated in the playout").
//!
//! Its states are set from the tree of the previous search when pondering begins, never by playouts. A move of the tree is known by its colour, point and context, and as an answer to the
//! move before it; nodes of the tree that agree in these are taken together. Its moves come before those that playouts learned, each kind at the
//! same place of the policy; its thresholds are those of the first layer and have a balance of their own. The dissertation proposes the idea and nothing more: the order
//! of the layers, and that a rate keeps at most as many trials as the scale has, are our choices.

use std::collections::BTreeMap;
use std::sync::Arc;

use go_board::Color;

use super::LearningTables;
use super::contexts::Contexts;
use super::knowledge::{Found, Knowledge, Placed};
use crate::playout::policy::{Teacher, TreeMove};

/// One thread's view of the layer during a playout.
pub(super) struct TaughtLayer {
    pub(super) knowledge: Arc<Knowledge>,
    /// Of node moves and of edge moves, by colour.
    pub(super) thresholds: [[u8; 2]; 2],
    /// Moves made in this playout, as thresholds are ordered.
    pub(super) n_made: [[u32; 2]; 2],
}

impl TaughtLayer {
    pub(super) fn new(knowledge: &Arc<Knowledge>) -> Self {
        Self { knowledge: Arc::clone(knowledge), thresholds: knowledge.thresholds(), n_made: [[0; 2]; 2] }
    }

    /// Counts the moves of a playout for the balance.
    pub(super) fn count(&mut self) {
        let [nodes, edges] = std::mem::take(&mut self.n_made);
        self.knowledge.node_balance.count(nodes);
        self.knowledge.edge_balance.count(edges);
    }
}

/// A move in its context in an order that does not change from run to run.
type Key = (usize, usize, u32);

fn key(color: Color, made: Placed) -> Key {
    (color.index(), made.point.index(), made.context)
}

/// Fills the layer.
pub(super) struct TreeTeacher<const CELLS: usize> {
    tables: Arc<LearningTables>,
    contexts: Contexts<CELLS>,
    nodes: BTreeMap<Key, (Color, Placed, Found)>,
    edges: BTreeMap<(Key, Key), (Color, [Placed; 2], Found)>,
}

impl<const CELLS: usize> TreeTeacher<CELLS> {
    /// A teacher of these tables; `None` if they have no second layer.
    pub(super) fn new(tables: &Arc<LearningTables>) -> Option<Self> {
        let is_on = tables.config.tree_visits > 0;
        is_on.then(|| Self {
            tables: Arc::clone(tables),
            contexts: Contexts::new(),
            nodes: BTreeMap::new(),
            edges: BTreeMap::new(),
        })
    }
}

impl<const CELLS: usize> Teacher for TreeTeacher<CELLS> {
    fn min_visits(&self) -> u32 {
        self.tables.config.tree_visits
    }

    fn add(&mut self, tree_move: &TreeMove<'_>) {
        let &TreeMove { board, color, point, last, visits, value } = tree_move;
        let taught = self.tables.taught.get_or_init(|| Arc::new(Knowledge::new(&self.tables.config, board.size())));
        if taught.size() != board.size() {
            return;
        }
        self.contexts.begin(board);
        let placed = |point| Placed { point, context: self.contexts.at(point) };
        let made = placed(point);
        let count = |found: &mut Found| {
            found.visits += u64::from(visits);
            found.won += f64::from(visits) * value;
        };
        count(&mut self.nodes.entry(key(color, made)).or_insert((color, made, Found::default())).2);
        if let Some(before) = last.map(placed).filter(|_| taught.has_edges()) {
            let pair = (key(color, before), key(color, made));
            count(&mut self.edges.entry(pair).or_insert((color, [before, made], Found::default())).2);
        }
    }

    fn finish(self: Box<Self>) {
        let Some(taught) = self.tables.taught.get() else { return };
        for (color, made, found) in self.nodes.into_values() {
            taught.teach_node(color, made, found);
        }
        for (color, pair, found) in self.edges.into_values() {
            taught.teach_edge(color, pair, found);
        }
    }
}
