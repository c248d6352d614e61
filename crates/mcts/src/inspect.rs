//! A read-only view of a tree, also while it is being searched.

use crate::best::{BestList, Solution};
use crate::tree::{Edge, Node, Tree};
use crate::{Appraisal, State, Turn};
use std::time::Duration;

/// A measured quantity ([`Outcome::measure`](crate::Outcome::measure)) over the playouts of a node.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measured {
    /// Playouts that gave one.
    pub count: u32,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation.
    pub deviation: f64,
}

impl Measured {
    /// The same seen by this player: the mean changes its sign for [`Turn::Second`].
    pub fn seen_by(self, turn: Turn) -> Self {
        Self { mean: turn.signed(self.mean), ..self }
    }
}

/// Statistics of one action at the root.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RootMove<A> {
    /// The action.
    pub action: A,
    /// Playouts that began with it.
    pub visits: u32,
    /// Their mean reward from the point of view of the player to move; 0 without visits.
    pub value: f64,
    /// The measured quantity of these playouts from the point of view of the player to move; `None` if none gave one.
    pub measured: Option<Measured>,
    /// What the expander said of the state after it, from the point of view of the player to move, if it has been asked.
    pub appraisal: Option<Appraisal>,
    /// The probability that the expander gave it.
    pub prior: f32,
    /// The a-priori value that the expander gave it.
    pub prior_value: Option<f32>,
    /// Playouts in which the player to move was the first to play it at any time.
    pub rave_visits: u32,
    /// Their mean reward from the point of view of the player to move; 0 without visits.
    pub rave_value: f32,
    /// Its exact value from the point of view of the player to move, once proven.
    pub settled: Option<f64>,
    /// Whether widening has opened it.
    pub is_open: bool,
}

/// A node below the root, as [`Inspection::walk`] shows it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Visited<'a, A> {
    /// The actions that lead to it from the root; at least one.
    pub line: &'a [A],
    /// Its playouts.
    pub visits: u32,
    /// Their mean reward from the point of view of the player who took the last action.
    pub value: f64,
}

/// A view of a search, running or not. While other threads search, every question is answered at its own moment: whoever needs the first move and its
/// line to agree takes one [`Inspection::ranked_moves`] and asks for the [`Inspection::variation`] of its first.
pub struct Inspection<'a, S: State> {
    pub(crate) tree: &'a Tree<S::Action>,
    pub(crate) root_turn: Turn,
    pub(crate) root_chooser: Turn,
    pub(crate) best: Option<&'a BestList<S>>,
    pub(crate) playouts: u64,
    pub(crate) elapsed: Option<Duration>,
}

impl<S: State> Inspection<'_, S> {
    /// Playouts of this run so far.
    pub fn playouts(&self) -> u64 {
        self.playouts
    }

    /// Time since this run began, if it has a clock.
    pub fn elapsed(&self) -> Option<Duration> {
        self.elapsed
    }

    /// Visits of the root, those of earlier runs on the same tree included.
    pub fn root_visits(&self) -> u32 {
        self.tree.root_node().visits()
    }

    /// Nodes in the tree.
    pub fn n_nodes(&self) -> usize {
        self.tree.n_nodes()
    }

    /// Memory that the tree takes.
    pub fn bytes(&self) -> usize {
        self.tree.bytes()
    }

    /// The proven value of the root from the point of view of [`Turn::First`].
    pub fn settled(&self) -> Option<f64> {
        self.tree.root_node().settled()
    }

    /// Mean reward of all playouts from the point of view of the player to move at the root.
    pub fn value(&self) -> f64 {
        self.root_turn.view(self.root_chooser.view(self.tree.root_node().mean()))
    }

    /// The measured quantity of all playouts from the point of view of the player to move at the root; `None` if none gave one.
    pub fn measured(&self) -> Option<Measured> {
        self.tree.root_node().measured().map(|measured| measured.seen_by(self.root_turn))
    }

    /// What the expander said of the root, from the point of view of the player to move there, if it has been asked.
    pub fn appraisal(&self) -> Option<Appraisal> {
        appraisal(self.tree.root_node()).map(|appraisal| appraisal.seen_by(self.root_turn))
    }

    /// Statistics of each action at the root, in the expander's order.
    pub fn root_moves(&self) -> Vec<RootMove<S::Action>> {
        let edges = self.tree.root_node().branches().into_iter().flat_map(|branches| branches.edges());
        edges.map(|edge| self.root_move(edge)).collect()
    }

    fn root_move(&self, edge: &Edge<S::Action>) -> RootMove<S::Action> {
        let node = self.tree.target_node(edge);
        let (rave_visits, rave_sum) = edge.rave();
        RootMove {
            action: edge.action,
            visits: node.map_or(0, Node::visits),
            value: node.map_or(0.0, Node::mean),
            measured: node.and_then(Node::measured).map(|measured| measured.seen_by(self.root_turn)),
            appraisal: node.and_then(appraisal).map(|appraisal| appraisal.seen_by(self.root_turn)),
            prior: edge.prior,
            prior_value: edge.value(),
            rave_visits,
            rave_value: rave_sum / rave_visits.max(1) as f32,
            settled: node.and_then(Node::settled).map(|value| self.root_turn.view(value)),
            is_open: edge.is_open(),
        }
    }

    /// The visited actions at the root, best first: proven wins, then by visits, then by value; proven losses last.
    /// When the root itself is proven, by proven value.
    pub fn ranked_moves(&self) -> Vec<RootMove<S::Action>> {
        let proven = self.settled().is_some();
        let class = |root_move: &RootMove<S::Action>| match root_move.settled {
            Some(value) if proven => value,
            Some(value) if value >= 1.0 => 2.0,
            Some(value) if value <= 0.0 && self.root_turn != Turn::Single => -1.0,
            _ if proven => -1.0,
            _ => 0.0,
        };
        let mut moves = self.root_moves();
        moves.retain(|root_move| root_move.visits > 0);
        moves.sort_by(|a, b| {
            let by_class = class(b).total_cmp(&class(a));
            by_class.then(b.visits.cmp(&a.visits)).then(b.value.total_cmp(&a.value))
        });
        moves
    }

    /// The most visited line after `first`, `first` included.
    pub fn variation(&self, first: S::Action) -> Vec<S::Action> {
        let root_edges = self.tree.root_node().branches().into_iter().flat_map(|branches| branches.edges());
        let mut edge = root_edges.into_iter().find(|edge| edge.action == first);
        let mut line = Vec::new();
        while let Some(taken) = edge {
            line.push(taken.action);
            let branches = self.tree.target_node(taken).and_then(Node::branches);
            let visits = |edge: &&Edge<S::Action>| self.tree.target_node(edge).map_or(0, Node::visits);
            let edges = branches.into_iter().flat_map(|branches| branches.edges());
            // `max_by_key` returns the last of equals; the first one in the expander's order is wanted.
            edge = edges.filter(|edge| visits(edge) > 0).reduce(|a, b| if visits(&b) > visits(&a) { b } else { a });
        }
        line
    }

    /// Shows every node below the root with at least so many visits, and at least one: a node before those below it, and all of these before its next sibling.
    pub fn walk(&self, min_visits: u32, mut show: impl FnMut(Visited<'_, S::Action>)) {
        let mut line = Vec::new();
        let mut waiting: Vec<(usize, &Edge<S::Action>)> =
            edges_of(self.tree.root_node()).map(|edge| (0, edge)).collect();
        while let Some((depth, edge)) = waiting.pop() {
            let node = self.tree.target_node(edge).filter(|node| node.visits() >= min_visits.max(1));
            let Some(node) = node else { continue };
            line.truncate(depth);
            line.push(edge.action);
            show(Visited { line: &line, visits: node.visits(), value: node.mean() });
            waiting.extend(edges_of(node).map(|edge| (depth + 1, edge)));
        }
    }

    /// The principal variation; empty before the first playout.
    pub fn principal_variation(&self) -> Vec<S::Action> {
        self.ranked_moves().first().map_or(Vec::new(), |best| self.variation(best.action))
    }

    /// The best solutions so far, if they are kept.
    pub fn solutions(&self) -> Vec<Solution<S>> {
        self.best.map_or(Vec::new(), BestList::solutions)
    }

    /// The best objective so far.
    pub fn objective(&self) -> Option<f64> {
        self.best.and_then(BestList::objective)
    }
}

fn edges_of<A: Copy>(node: &Node<A>) -> impl Iterator<Item = &Edge<A>> {
    node.branches().into_iter().flat_map(|branches| branches.edges())
}

fn appraisal<A: Copy>(node: &Node<A>) -> Option<Appraisal> {
    node.branches().and_then(|branches| branches.appraisal().get())
}

#[cfg(test)]
mod tests {
    use crate::toy::{Nim, NimRandom};
    use crate::{Limits, Search, SearchConfig};

    #[test]
    fn the_walk_shows_every_node_that_is_visited_enough() {
        let mut search = Search::new(Nim::new(40), NimRandom, NimRandom, SearchConfig::default());
        search.run(&Limits::playouts(800));
        let nodes = |min_visits| {
            let mut found = Vec::new();
            search.inspect().walk(min_visits, |node| found.push((node.line.to_vec(), node.visits, node.value)));
            found
        };
        let all = nodes(0);
        assert_eq!(all.len() + 1, search.inspect().n_nodes(), "all but the root");
        let frequent: Vec<_> = all.iter().filter(|(_, visits, _)| *visits >= 20).cloned().collect();
        assert!(nodes(20) == frequent && (2..all.len()).contains(&frequent.len()));
        for root_move in search.root_moves().iter().filter(|root_move| root_move.visits > 0) {
            assert!(all.contains(&(vec![root_move.action], root_move.visits, root_move.value)));
        }
        for (nth, (line, ..)) in all.iter().enumerate().filter(|(_, (line, ..))| line.len() > 1) {
            let parent = all[..nth].iter().rposition(|(above, ..)| *above == line[..line.len() - 1]);
            assert!(parent.is_some(), "{line:?} comes before the node above it");
        }
    }
}
