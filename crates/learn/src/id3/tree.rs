//! A grown tree.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A node; children have larger numbers than their parents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Node {
    /// `attribute <= bound` goes to the next node, everything else to `above`.
    Threshold { attribute: u16, bound: i16, above: u32 },
    /// One child for each value, in rising order; a value that was not seen takes the rate of the node.
    EveryValue { attribute: u16, children: Vec<(i16, u32)>, rate: f32 },
    /// The share of chosen rows.
    Terminal { rate: f32, n_rows: u32 },
}

/// One question on the way to a terminal, as a range of values that were let through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Id3Step {
    /// The attribute.
    pub attribute: u16,
    /// The smallest value that goes this way, if there is one.
    pub at_least: Option<i16>,
    /// The largest value that goes this way, if there is one.
    pub at_most: Option<i16>,
}

/// Why a list of nodes is not a tree.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("node {0} of the tree leads to a wrong place or asks for an attribute that does not exist")]
pub struct BadId3Tree(pub usize);

/// An ID3 tree over rows of integers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Id3Tree {
    pub(super) nodes: Vec<Node>,
}

impl Id3Tree {
    /// The value of a row: the share of chosen rows among those that took the same way.
    pub fn value(&self, row: &[i16]) -> f32 {
        match &self.nodes[self.end(row)] {
            Node::Terminal { rate, .. } | Node::EveryValue { rate, .. } => *rate,
            Node::Threshold { .. } => unreachable!("a threshold leads on"),
        }
    }

    /// The number of the node where the way of a row ends: a terminal, or a node without a branch for its value.
    pub fn end(&self, row: &[i16]) -> usize {
        let mut idx = 0;
        loop {
            match &self.nodes[idx] {
                Node::Terminal { .. } => return idx,
                Node::Threshold { attribute, bound, above } => {
                    idx = if row[usize::from(*attribute)] <= *bound { idx + 1 } else { *above as usize };
                }
                Node::EveryValue { attribute, children, .. } => {
                    match children.binary_search_by_key(&row[usize::from(*attribute)], |child| child.0) {
                        Ok(k) => idx = children[k].1 as usize,
                        Err(_) => return idx,
                    }
                }
            }
        }
    }

    /// The questions that led a row to its value.
    pub fn path(&self, row: &[i16]) -> Vec<Id3Step> {
        let mut steps = Vec::new();
        let mut idx = 0;
        loop {
            match &self.nodes[idx] {
                Node::Terminal { .. } => return steps,
                Node::Threshold { attribute, bound, above } => {
                    let is_below = row[usize::from(*attribute)] <= *bound;
                    let (at_least, at_most) = if is_below { (None, Some(*bound)) } else { (Some(bound + 1), None) };
                    steps.push(Id3Step { attribute: *attribute, at_least, at_most });
                    idx = if is_below { idx + 1 } else { *above as usize };
                }
                Node::EveryValue { attribute, children, .. } => {
                    let value = row[usize::from(*attribute)];
                    steps.push(Id3Step { attribute: *attribute, at_least: Some(value), at_most: Some(value) });
                    match children.binary_search_by_key(&value, |child| child.0) {
                        Ok(k) => idx = children[k].1 as usize,
                        Err(_) => return steps,
                    }
                }
            }
        }
    }

    /// Number of terminals.
    pub fn n_terminals(&self) -> usize {
        self.nodes.iter().filter(|node| matches!(node, Node::Terminal { .. })).count()
    }

    /// Checks a tree from a file: every link leads forward to a node, every attribute exists, every rate is a share.
    pub fn check(&self, n_attributes: usize) -> Result<(), BadId3Tree> {
        if self.nodes.is_empty() {
            return Err(BadId3Tree(0));
        }
        for (idx, node) in self.nodes.iter().enumerate() {
            let leads_on = |next: u32| (idx + 1..self.nodes.len()).contains(&(next as usize));
            let exists = |attribute: u16| usize::from(attribute) < n_attributes;
            let is_share = |rate: f32| (0.0..=1.0).contains(&rate);
            let is_good = match node {
                Node::Terminal { rate, .. } => is_share(*rate),
                Node::Threshold { attribute, bound, above } => {
                    exists(*attribute) && leads_on(idx as u32 + 1) && leads_on(*above) && *bound < i16::MAX
                }
                Node::EveryValue { attribute, children, rate } => {
                    let rises = children.is_sorted_by(|a, b| a.0 < b.0);
                    exists(*attribute) && is_share(*rate) && rises && children.iter().all(|child| leads_on(child.1))
                }
            };
            if !is_good {
                return Err(BadId3Tree(idx));
            }
        }
        Ok(())
    }
}
