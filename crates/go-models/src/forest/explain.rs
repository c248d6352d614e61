//! Why a move is in its leaf: the path through the tree as a sentence, and the points it refers to.

use super::reader::{ForestReader, GraphLook, Look};
use super::{Forest, GraphTree};
use go_board::{Color, Point};
use go_features::graph::{
    self, BoardGraph, Discovered, PathStep, Query, Wording, path_phrases, points_looked_at, sentence,
};
use learn::tree::QueryTree;

/// The leaf of one tree and the way to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeafReason {
    /// The leaf, numbered through the forest.
    pub leaf: u32,
    /// The path as a sentence.
    pub sentence: String,
    /// The parts of the sentence.
    pub phrases: Vec<graph::Phrase>,
    /// The points of every discovered node in the order of discovery; the first is the move itself. Earlier moves that the path does not ask about have
    /// none.
    pub points: Vec<Vec<Point>>,
}

impl ForestReader {
    /// Why the move on this empty point is in its leaf of a tree.
    pub fn explain(&mut self, tree: usize, point: Point) -> LeafReason {
        let queries = &self.forest.trees()[tree].tree;
        let mut reason = match &mut self.looks[self.look_of[tree]] {
            Look::Stone(look) => explain(look, queries, point, self.to_move),
            Look::Intersection(look) => explain(look, queries, point, self.to_move),
        };
        reason.leaf += self.forest.first_leaf(tree);
        reason
    }
}

impl Forest {
    /// The meaning of a leaf (numbered through the forest), independent of a position; `None` if there is no such leaf.
    pub fn describe_leaf(&self, leaf: u32) -> Option<String> {
        let number = self.tree_of(leaf)?;
        let GraphTree { system, tree } = &self.trees()[number];
        let steps = steps_to(tree, leaf - self.first_leaf(number))?;
        let history = self.options().history;
        let n_found = steps.iter().filter(|step| step.query.discovers(step.outcome)).count();
        let wording = Wording::general(history, 1 + history.n_nodes() + n_found);
        Some(sentence(&path_phrases(*system, &steps, &wording)))
    }
}

fn steps_to(tree: &QueryTree<Query>, leaf: u32) -> Option<Vec<PathStep>> {
    let steps = tree.path_to(leaf)?;
    Some(steps.into_iter().map(|step| PathStep { query: *step.query, outcome: step.outcome }).collect())
}

fn explain<G: BoardGraph>(
    look: &mut GraphLook<G>,
    tree: &QueryTree<Query>,
    point: Point,
    to_move: Color,
) -> LeafReason {
    let leaf = look.leaf(tree, point);
    let steps = steps_to(tree, leaf).expect("a leaf of this tree");
    let graph = &mut look.domain.0;
    let start = graph.begin(point);
    let seen = retrace(graph, start, &steps).expect("a descent led to this leaf");
    let wording = Wording::on_board(graph, &seen, point, to_move);
    let phrases = path_phrases(graph.system(), &steps, &wording);
    let mut points = points_looked_at(graph, &seen, point);
    for (earlier, points) in points.iter_mut().enumerate().skip(1).take(graph.history().n_nodes()) {
        if !steps.iter().any(|step| step.query.mentions(earlier as u8)) {
            points.clear();
        }
    }
    LeafReason { leaf, sentence: sentence(&phrases), phrases, points }
}

/// The discovered graph of a branch that takes exactly these steps.
fn retrace<G: BoardGraph>(graph: &mut G, seen: Discovered, steps: &[PathStep]) -> Option<Discovered> {
    let Some((step, rest)) = steps.split_first() else { return Some(seen) };
    let mut found = Vec::new();
    if graph.answer(step.query, &seen, &mut found) != step.outcome {
        return None;
    }
    if found.is_empty() {
        return retrace(graph, seen, rest);
    }
    found.into_iter().find_map(|node| {
        let mut branch = seen;
        branch.discover(node);
        retrace(graph, branch, rest)
    })
}
