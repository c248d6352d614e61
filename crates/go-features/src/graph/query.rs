//! The query language: NEW, EDGE and ATTR (van Niekerk 2014, sections 3.3.1 and 3.3.2).
//!
//! Nodes are numbered in the order of their discovery; node 0 is the candidate move. Colours are those of the side to
//! move: the thesis swaps black and white for White's moves, here the stones are *own* and *opponent* from the start.
//!
//! Outcomes are numbered from the left: NEW has one outcome per allowed status (own, opponent, neutral) and then *none*;
//! EDGE and ATTR have *yes* and *no*.

use serde::{Deserialize, Serialize};

/// The status of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
#[repr(u8)]
pub enum Status {
    /// Stones of the side to move ("black" in the thesis).
    Own = 0,
    /// Stones of the other side ("white" in the thesis).
    Opponent = 1,
    /// A side of the board in a stone graph, an empty point or region in an intersection graph.
    Neutral = 2,
}

impl Status {
    /// The three, in the order in which ties between them are broken.
    pub const ALL: [Status; 3] = [Status::Own, Status::Opponent, Status::Neutral];

    /// The status with that number (wrapped into range).
    pub(super) const fn from_index(index: u8) -> Status {
        match index {
            0 => Status::Own,
            1 => Status::Opponent,
            _ => Status::Neutral,
        }
    }
}

/// A non-empty set of statuses: bit 0 own, bit 1 opponent, bit 2 neutral.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct StatusSet(u8);

impl StatusSet {
    /// Own and opposing stones.
    pub const STONES: StatusSet = StatusSet(3);
    /// Everything.
    pub const ANY: StatusSet = StatusSet(7);

    /// The seven non-empty sets, in the order in which candidates are compared.
    pub fn all() -> impl DoubleEndedIterator<Item = StatusSet> + Clone {
        (1..8).map(StatusSet)
    }

    /// Just that status.
    pub const fn only(status: Status) -> StatusSet {
        StatusSet(1 << status as u8)
    }

    /// Is the status allowed?
    #[inline(always)]
    pub const fn contains(self, status: Status) -> bool {
        self.0 & (1 << status as u8) != 0
    }

    /// The bits.
    #[inline(always)]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// How many statuses are allowed.
    #[inline(always)]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Never: the set has at least one status.
    pub const fn is_empty(self) -> bool {
        false
    }

    /// The statuses, in tie-breaking order.
    pub fn iter(self) -> impl Iterator<Item = Status> {
        Status::ALL.into_iter().filter(move |&status| self.contains(status))
    }

    /// The number of the outcome "found a node of that status", or of "none".
    #[inline(always)]
    pub const fn outcome(self, found: Option<Status>) -> usize {
        match found {
            Some(status) => (self.0 & ((1 << status as u8) - 1)).count_ones() as usize,
            None => self.len(),
        }
    }
}

impl From<StatusSet> for u8 {
    fn from(set: StatusSet) -> u8 {
        set.0
    }
}

impl TryFrom<u8> for StatusSet {
    type Error = &'static str;
    fn try_from(bits: u8) -> Result<StatusSet, &'static str> {
        if (1..8).contains(&bits) { Ok(StatusSet(bits)) } else { Err("a status set is 1 to 7") }
    }
}

/// Where NEW looks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Reach {
    /// Stone graphs: at most that far from the candidate move.
    Within(u16),
    /// Intersection graphs: next to that node.
    NextTo(u8),
}

/// What EDGE measures between two nodes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
pub enum EdgeMeasure {
    /// Edge weight (stone graphs) or graph distance (intersection graphs).
    Distance,
    /// The number of adjacent pairs of points, 0 without an edge; intersection graphs only.
    Connectivity,
}

/// What ATTR asks of a node. Both describe the whole chain or region, also where the node is one point of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Attribute {
    /// Pseudo-liberties, but 1 in atari; 0 for anything but stones.
    Liberties,
    /// Points of the chain or region; 0 for sides.
    Size,
}

/// "Less than" or "equal to".
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Relation {
    /// `<`
    LessThan,
    /// `=`
    EqualTo,
}

/// A comparison with a constant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Test {
    /// How.
    pub relation: Relation,
    /// With what.
    pub value: u16,
}

impl Test {
    /// `< value`
    pub const fn less_than(value: u16) -> Test {
        Test { relation: Relation::LessThan, value }
    }

    /// `= value`
    pub const fn equal_to(value: u16) -> Test {
        Test { relation: Relation::EqualTo, value }
    }

    /// Does the value pass?
    #[inline(always)]
    pub const fn holds(self, value: u16) -> bool {
        match self.relation {
            Relation::LessThan => value < self.value,
            Relation::EqualTo => value == self.value,
        }
    }
}

/// A question about the graph around a candidate move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Query {
    /// Is there an undiscovered node of one of these statuses there? If so it becomes the next discovered node.
    New {
        /// Which statuses count.
        statuses: StatusSet,
        /// Where.
        reach: Reach,
    },
    /// Does the measure between two discovered nodes pass the test?
    Edge {
        /// Distance or connectivity.
        measure: EdgeMeasure,
        /// The two nodes, the smaller number first.
        nodes: [u8; 2],
        /// The test.
        test: Test,
    },
    /// Does the attribute of a discovered node pass the test?
    Attribute {
        /// Liberties or size.
        attribute: Attribute,
        /// The node.
        node: u8,
        /// The test.
        test: Test,
    },
}

impl Query {
    /// The number of outcomes.
    #[inline(always)]
    pub const fn n_outcomes(&self) -> usize {
        match self {
            Query::New { statuses, .. } => statuses.len() + 1,
            Query::Edge { .. } | Query::Attribute { .. } => 2,
        }
    }

    /// Does this outcome discover a node?
    #[inline(always)]
    pub const fn discovers(&self, outcome: usize) -> bool {
        matches!(self, Query::New { statuses, .. } if outcome < statuses.len())
    }

    /// Does it ask about the node with this number?
    pub fn mentions(&self, number: u8) -> bool {
        match *self {
            Query::New { reach: Reach::Within(_), .. } => number == 0,
            Query::New { reach: Reach::NextTo(node), .. } | Query::Attribute { node, .. } => node == number,
            Query::Edge { nodes, .. } => nodes.contains(&number),
        }
    }

    /// The highest node number that the query mentions.
    pub const fn highest_node(&self) -> u8 {
        match *self {
            Query::New { reach: Reach::Within(_), .. } => 0,
            Query::New { reach: Reach::NextTo(node), .. } | Query::Attribute { node, .. } => node,
            Query::Edge { nodes: [a, b], .. } => {
                if a > b {
                    a
                } else {
                    b
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_numbered_from_the_left() {
        let set = StatusSet::try_from(5).unwrap();
        assert_eq!(set.outcome(Some(Status::Own)), 0);
        assert_eq!(set.outcome(Some(Status::Neutral)), 1);
        assert_eq!(set.outcome(None), 2);
        assert_eq!(StatusSet::ANY.iter().map(|s| StatusSet::ANY.outcome(Some(s))).collect::<Vec<_>>(), [0, 1, 2]);
    }

    #[test]
    fn a_query_stays_small() {
        assert!(size_of::<Query>() <= 8, "a tree node holds one: {} bytes", size_of::<Query>());
    }
}
