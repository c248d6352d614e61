//! The leaves of a forest as features of their own: the best and the worst by trained weight, in words, with positions in which a move
//! falls into them (van Niekerk 2014, section 5.4).
//!
//! A weight is the factor by which the leaf multiplies the strength of a move, other features being equal; leaves that were never seen in training have
//! weight 1 and are neither.

use super::InstanceModel;
use crate::forest::{Forest, ForestReader};
use go_board::{Move, Point, Position};
use go_features::graph::GraphSystem;
use go_games::{Game, Replay};
use std::sync::Arc;

/// A leaf and what it is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct WeighedLeaf {
    /// Its number through the forest.
    pub leaf: u32,
    /// Its tree, from 0.
    pub tree: usize,
    /// The query system of the tree.
    pub system: GraphSystem,
    /// The weight.
    pub weight: f32,
    /// The path to it as a sentence.
    pub sentence: String,
}

/// A position in which a move falls into a leaf.
#[derive(Clone)]
pub struct LeafExample {
    /// The position.
    pub position: Position,
    /// The game that it is from, from 0.
    pub game: usize,
    /// The move.
    pub point: Point,
    /// Was it played?
    pub played: bool,
}

impl InstanceModel {
    /// So many leaves of the highest and so many of the lowest weight, the extreme ones first; none without trees.
    pub fn extreme_leaves(&self, n: usize) -> [Vec<WeighedLeaf>; 2] {
        let Some(forest) = self.forest() else { return [Vec::new(), Vec::new()] };
        let logs = self.leaf_log_weights();
        let mut order: Vec<u32> = (0..logs.len() as u32).collect();
        order.sort_by(|&a, &b| logs[b as usize].total_cmp(&logs[a as usize]).then(a.cmp(&b)));
        let weighed = |&leaf: &u32| weighed(forest, leaf, logs[leaf as usize].exp());
        let is_good = |leaf: &&u32| logs[**leaf as usize] > 0.0;
        let is_bad = |leaf: &&u32| logs[**leaf as usize] < 0.0;
        let best = order.iter().filter(is_good).take(n).filter_map(weighed).collect();
        let worst = order.iter().rev().filter(is_bad).take(n).filter_map(weighed).collect();
        [best, worst]
    }
}

fn weighed(forest: &Forest, leaf: u32, weight: f32) -> Option<WeighedLeaf> {
    let (tree, sentence) = (forest.tree_of(leaf)?, forest.describe_leaf(leaf)?);
    Some(WeighedLeaf { leaf, tree, system: forest.trees()[tree].system, weight, sentence })
}

/// An example of every leaf from these games, in the order of `leaves`: the first in which the move was played, or else the first at all.
/// Games of other board sizes than the first are left out.
pub fn leaf_examples(forest: &Arc<Forest>, leaves: &[u32], games: &[Game]) -> Vec<Option<LeafExample>> {
    let mut examples: Vec<Option<LeafExample>> = vec![None; leaves.len()];
    let Some(size) = games.first().map(|game| game.size) else { return examples };
    let mut reader = ForestReader::new(Arc::clone(forest), size);
    let (n_trees, mut reached) = (forest.trees().len().max(1), Vec::new());
    for (game, record) in games.iter().enumerate().filter(|(_, record)| record.size == size) {
        let mut replay = Replay::new(record);
        while let Some((position, played)) = replay.next_position() {
            let points: Vec<Point> = position.legal_points().collect();
            reader.look_at(position);
            reader.leaves(&points, &mut reached);
            for (place, &leaf) in reached.iter().enumerate() {
                let Some(wanted) = leaves.iter().position(|&wanted| wanted == leaf) else { continue };
                let point = points[place / n_trees];
                let played = played == Move::Play(point);
                let better = examples[wanted].as_ref().is_none_or(|known| played && !known.played);
                if better {
                    examples[wanted] = Some(LeafExample { position: position.clone(), game, point, played });
                }
            }
        }
        if examples.iter().all(|example| example.as_ref().is_some_and(|example| example.played)) {
            break;
        }
    }
    examples
}
