//! Decision-tree features (van Niekerk 2014, chapters 3 and 4): a forest of query trees over board graphs, each tree one feature whose levels
//! are its leaves.
//!
//! [`grow_forest`] grows one from recorded games, [`ForestReader`] finds the leaf of every tree for a candidate move
//! and explains it in words. Weights of the leaves are not here: they are trained together with other features by
//! `learn::bradley_terry`.
//!
//! Speed, processor time on a busy EPYC, games of `kgs-6d`: growing a tree from 3,200 games (16 million descents) takes 18 s for
//! SG and IG alike and leaves some 6,000 leaves; finding a leaf then takes 0.6 microseconds per move and tree.

mod domain;
mod explain;
pub mod fuzz;
mod growth;
mod parts;
mod reader;
mod settings;
mod text;
mod weight;

pub use explain::LeafReason;
pub use growth::{TreeGrown, grow_forest, grow_missing_trees};
pub use reader::ForestReader;
pub use settings::{ForestError, ForestSettings, PlayedPasses};
pub use text::{ForestTextError, WeighedForest, forest_from_text, forest_to_text};

use go_features::graph::{EdgeMeasure, GraphOptions, GraphSystem, History, MAX_DISCOVERED, Query, Reach};
use learn::tree::{NodeId, QueryTree, TreeNode};
use parts::ForestParts;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// One tree and the graph that its queries are about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GraphTree {
    /// The query system.
    pub system: GraphSystem,
    /// The queries.
    pub tree: QueryTree<Query>,
}

/// Several trees; leaves are numbered through all of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "ForestParts", into = "ForestParts")]
pub struct Forest {
    options: GraphOptions,
    trees: Vec<GraphTree>,
    /// The number of the first leaf of each tree, and the number of all leaves.
    first_leaves: Vec<u32>,
}

/// A tree with invalid queries for its graph.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("tree {tree} ({system}): {problem} in {query:?}")]
pub struct BadForest {
    /// The tree, from 0.
    pub tree: usize,
    /// The node in pre-order, from 0.
    pub place: usize,
    /// Its query system.
    pub system: GraphSystem,
    /// The query.
    pub query: Query,
    /// The problem.
    pub problem: &'static str,
}

impl Forest {
    /// A forest of these trees, if every query refers to nodes that are discovered where it is asked.
    pub fn new(options: GraphOptions, trees: Vec<GraphTree>) -> Result<Forest, BadForest> {
        let mut first_leaves = vec![0];
        for (number, GraphTree { system, tree }) in trees.iter().enumerate() {
            check_tree(*system, options.history, tree).map_err(|BadQuery { place, query, problem }| BadForest {
                tree: number,
                place,
                system: *system,
                query,
                problem,
            })?;
            first_leaves.push(first_leaves[number] + tree.n_leaves() as u32);
        }
        Ok(Forest { options, trees, first_leaves })
    }

    /// How the graphs are read.
    pub fn options(&self) -> GraphOptions {
        self.options
    }

    /// The trees.
    pub fn trees(&self) -> &[GraphTree] {
        &self.trees
    }

    /// The number of the first leaf of a tree among all leaves.
    pub fn first_leaf(&self, tree: usize) -> u32 {
        self.first_leaves[tree]
    }

    /// The tree that a leaf belongs to; `None` if there is no such leaf.
    pub fn tree_of(&self, leaf: u32) -> Option<usize> {
        let tree = self.first_leaves.partition_point(|&first| first <= leaf).checked_sub(1)?;
        (tree < self.trees.len()).then_some(tree)
    }

    /// The number of leaves of all trees.
    pub fn n_leaves(&self) -> usize {
        self.first_leaves[self.trees.len()] as usize
    }
}

/// A query that cannot be asked where it stands.
struct BadQuery {
    /// The node in pre-order.
    place: usize,
    query: Query,
    problem: &'static str,
}

/// Checks every query against the nodes that are discovered on the way to it.
fn check_tree(system: GraphSystem, history: History, tree: &QueryTree<Query>) -> Result<(), BadQuery> {
    let mut open = vec![(NodeId::ROOT, 1 + history.n_nodes())];
    // The last child is pushed first: nodes come in pre-order.
    for place in 0.. {
        let Some((id, n_nodes)) = open.pop() else { break };
        let TreeNode::Ask { query, first_child, n_outcomes } = tree.node(id) else { continue };
        if let Some(problem) = problem_of(system, query, n_nodes, *n_outcomes) {
            return Err(BadQuery { place, query: *query, problem });
        }
        for outcome in (0..query.n_outcomes()).rev() {
            let child = NodeId(first_child.0 + outcome as u32);
            open.push((child, n_nodes + usize::from(query.discovers(outcome))));
        }
    }
    Ok(())
}

/// Why a query cannot be asked after so many nodes are discovered; `None` if it can.
fn problem_of(system: GraphSystem, query: &Query, n_nodes: usize, n_outcomes: u16) -> Option<&'static str> {
    let fits = match query {
        Query::New { reach: Reach::Within(_), .. } => system.is_stone_graph(),
        Query::New { reach: Reach::NextTo(_), .. } => !system.is_stone_graph(),
        Query::Edge { measure: EdgeMeasure::Connectivity, .. } => !system.is_stone_graph(),
        Query::Edge { .. } | Query::Attribute { .. } => true,
    };
    if !fits {
        return Some("a question for the other class of graphs");
    }
    if usize::from(query.highest_node()) >= n_nodes {
        return Some("a node that is not discovered there");
    }
    if matches!(query, Query::Edge { nodes: [a, b], .. } if a >= b) {
        return Some("nodes that are not in rising order");
    }
    if usize::from(n_outcomes) != query.n_outcomes() {
        return Some("a wrong number of outcomes");
    }
    (n_nodes == MAX_DISCOVERED && matches!(query, Query::New { .. })).then_some("more nodes than a descent can hold")
}

#[cfg(test)]
mod exchange_tests;
#[cfg(test)]
mod tests;
