//! A grown tree: questions inside, local distributions at the leaves.

use super::{Cell, Question, Scene};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The distribution of the event around the focus, as it was counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeafTable {
    /// For each offset of the window, row by row: examples whose event was there.
    pub counts: Vec<u32>,
    /// Examples whose event was outside the window.
    pub n_null: u32,
}

impl LeafTable {
    /// A table without examples for a window of this side.
    pub fn empty(window: u8) -> LeafTable {
        LeafTable { counts: vec![0; usize::from(window) * usize::from(window)], n_null: 0 }
    }

    /// Counts one example: the place of its event in the window, or `None`.
    pub fn record(&mut self, place: Option<u16>) {
        match place {
            Some(place) => self.counts[usize::from(place)] += 1,
            None => self.n_null += 1,
        }
    }

    /// Number of examples.
    pub fn n_examples(&self) -> u32 {
        self.counts.iter().sum::<u32>() + self.n_null
    }

    /// The probability that the event is at a place of the window.
    pub fn probability(&self, place: usize) -> f64 {
        f64::from(self.counts[place]) / f64::from(self.n_examples().max(1))
    }

    /// The log-likelihood of the examples under their own frequencies: `sum of c ln(c / n)` (algorithm 4.8).
    pub fn log_likelihood(&self) -> f64 {
        let n = f64::from(self.n_examples());
        let term = |c: u32| if c == 0 { 0.0 } else { f64::from(c) * (f64::from(c) / n).ln() };
        self.counts.iter().copied().map(term).sum::<f64>() + term(self.n_null)
    }
}

/// A node in pre-order: the yes branch follows its question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Node {
    /// Asks; "no" goes to the node with this number.
    Ask(Question, u32),
    /// Holds a distribution.
    Leaf(LeafTable),
}

/// One answered question on the way to a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The question.
    pub question: Question,
    /// Its answer.
    pub is_yes: bool,
}

/// Why a list of nodes is not a tree.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BadGridTree {
    /// A "no" branch leads backwards, out of the list, or into the middle of another branch.
    #[error("node {0} of the tree leads to a wrong place")]
    Link(usize),
    /// A leaf table of another size than the window, or a window without centre.
    #[error("the table of node {0} does not fit the window")]
    Table(usize),
    /// A question about a kind that does not exist, or with a window that is too large.
    #[error("the question of node {0} is about something that does not exist")]
    Question(usize),
}

/// A packed inner node for descents. The high bit of a link marks a leaf.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Packed {
    pub(super) question: Question,
    pub(super) yes: u32,
    pub(super) no: u32,
}

pub(super) const LEAF: u32 = 1 << 31;

/// A spatial probability tree. Leaves are numbered in pre-order, yes before no.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "PlainTree", into = "PlainTree")]
pub struct GridTree {
    window: u8,
    nodes: Vec<Node>,
    packed: Vec<Packed>,
    root: u32,
    leaves: Vec<u32>,
    /// For each leaf and place, the probability of the event there.
    shares: Vec<f32>,
}

/// What is written of a tree.
#[derive(Clone, Serialize, Deserialize)]
struct PlainTree {
    window: u8,
    nodes: Vec<Node>,
}

impl From<GridTree> for PlainTree {
    fn from(tree: GridTree) -> Self {
        PlainTree { window: tree.window, nodes: tree.nodes }
    }
}

impl TryFrom<PlainTree> for GridTree {
    type Error = BadGridTree;

    fn try_from(plain: PlainTree) -> Result<Self, BadGridTree> {
        GridTree::from_nodes(plain.window, plain.nodes)
    }
}

impl GridTree {
    pub(super) fn from_nodes(window: u8, nodes: Vec<Node>) -> Result<GridTree, BadGridTree> {
        let n_places = usize::from(window) * usize::from(window);
        let mut tree =
            GridTree { window, packed: Vec::new(), root: 0, leaves: Vec::new(), shares: Vec::new(), nodes: Vec::new() };
        // Numbers of packed nodes and leaves, then links; a branch must end exactly where its sibling begins.
        let mut links = Vec::with_capacity(nodes.len());
        for (idx, node) in nodes.iter().enumerate() {
            match node {
                Node::Ask(question, _) => {
                    links.push(tree.packed.len() as u32);
                    tree.packed.push(Packed { question: *question, yes: 0, no: 0 });
                }
                Node::Leaf(table) => {
                    if table.counts.len() != n_places || window.is_multiple_of(2) {
                        return Err(BadGridTree::Table(idx));
                    }
                    links.push(tree.leaves.len() as u32 | LEAF);
                    tree.leaves.push(idx as u32);
                    let scale = 1.0 / table.n_examples().max(1) as f32;
                    tree.shares.extend(table.counts.iter().map(|&count| count as f32 * scale));
                }
            }
        }
        // `open` holds the questions whose "no" branch has not begun.
        let mut open: Vec<usize> = Vec::new();
        for (idx, node) in nodes.iter().enumerate() {
            let is_last = idx + 1 == nodes.len();
            match node {
                Node::Ask(_, no) => {
                    let no = *no as usize;
                    if is_last || no <= idx + 1 || no >= nodes.len() {
                        return Err(BadGridTree::Link(idx));
                    }
                    open.push(idx);
                    let packed = &mut tree.packed[links[idx] as usize];
                    (packed.yes, packed.no) = (links[idx + 1], links[no]);
                }
                Node::Leaf(_) => match open.pop() {
                    None if is_last => {}
                    Some(asked) if !is_last && matches!(nodes[asked], Node::Ask(_, no) if no as usize == idx + 1) => {}
                    _ => return Err(BadGridTree::Link(idx)),
                },
            }
        }
        tree.root = *links.first().ok_or(BadGridTree::Link(0))?;
        tree.nodes = nodes;
        Ok(tree)
    }

    /// The side of the leaves' window.
    pub fn window(&self) -> u8 {
        self.window
    }

    /// Number of leaves.
    pub fn n_leaves(&self) -> usize {
        self.leaves.len()
    }

    /// The table of a leaf.
    pub fn table(&self, leaf: u32) -> &LeafTable {
        match &self.nodes[self.leaves[leaf as usize] as usize] {
            Node::Leaf(table) => table,
            Node::Ask(..) => unreachable!("leaves are leaves"),
        }
    }

    /// For each leaf and place of its window, the probability of the event there.
    pub(super) fn shares(&self) -> &[f32] {
        &self.shares
    }

    pub(super) fn root(&self) -> u32 {
        self.root
    }

    #[inline]
    pub(super) fn packed(&self, link: u32) -> Packed {
        self.packed[link as usize]
    }

    /// The number of the leaf that a focus leads to. [`GridTree::leaves`] finds those of all foci faster.
    #[inline]
    pub fn leaf(&self, scene: &Scene, focus: Cell) -> u32 {
        let mut link = self.root;
        while link & LEAF == 0 {
            let node = &self.packed[link as usize];
            link = if node.question.answer(scene, focus) { node.yes } else { node.no };
        }
        link & !LEAF
    }

    /// The questions on the way to the leaf of a focus, with their answers.
    pub fn path(&self, scene: &Scene, focus: Cell) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut link = self.root;
        while link & LEAF == 0 {
            let node = &self.packed[link as usize];
            let is_yes = node.question.answer(scene, focus);
            steps.push(Step { question: node.question, is_yes });
            link = if is_yes { node.yes } else { node.no };
        }
        steps
    }

    /// All questions, in pre-order.
    pub fn questions(&self) -> impl Iterator<Item = &Question> {
        self.packed.iter().map(|node| &node.question)
    }

    /// Checks a tree from a file: kinds below `n_kinds` and windows that fit.
    pub fn check(&self, n_kinds: usize, largest_window: u8) -> Result<(), BadGridTree> {
        for (idx, node) in self.nodes.iter().enumerate() {
            if let Node::Ask(question, _) = node
                && (usize::from(question.kind.0) >= n_kinds || question.reach > largest_window / 2)
            {
                return Err(BadGridTree::Question(idx));
            }
        }
        Ok(())
    }
}
