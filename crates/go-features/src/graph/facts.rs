//! What a path knows about one node, and that in words: "in atari", "of 2 or 3 stones", "at distance 2 from Q16".
//!
//! A history node may have no liberties and no size (its stone was captured, or it is nowhere), may be at distance 0 from another node (which then holds
//! the move), and is farther than the board is wide where the move was a pass or none. Those cases have words of their own.

use super::bounds::{Bounds, Unit};
use super::{EdgeMeasure, GraphSystem, Reach, Status, StatusSet};
use go_board::MAX_SIZE;

/// How a node came to be known.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// The move itself.
    Candidate,
    /// A history node.
    Earlier,
    /// By NEW with these statuses and this reach; its status.
    Found(StatusSet, Reach, Status),
}

impl Origin {
    /// Of a node that is there from the start.
    pub(super) fn known(number: usize) -> Origin {
        if number == 0 { Origin::Candidate } else { Origin::Earlier }
    }
}

/// What the path knows about a node.
pub(super) struct Knowledge {
    pub(super) origin: Origin,
    pub(super) liberties: Bounds,
    pub(super) size: Bounds,
    /// Distance and connectivity to lower-numbered nodes, as far as asked.
    pub(super) edges: Vec<(u8, EdgeMeasure, Bounds)>,
}

/// Nothing on a board is farther apart.
const FARTHEST: u16 = 2 * (MAX_SIZE as u16 - 1);

impl Knowledge {
    pub(super) fn new(origin: Origin) -> Knowledge {
        let least = u16::from(origin != Origin::Earlier);
        Knowledge { origin, liberties: Bounds::from(least), size: Bounds::from(least), edges: Vec::new() }
    }

    /// Found as a side, an empty point or a region? The move itself is not.
    pub(super) fn is_neutral(&self) -> bool {
        matches!(self.origin, Origin::Found(.., Status::Neutral))
    }

    /// A history node?
    pub(super) fn is_earlier(&self) -> bool {
        self.origin == Origin::Earlier
    }

    pub(super) fn edge(&mut self, to: u8, measure: EdgeMeasure, least: u16) -> &mut Bounds {
        let place = match self.edges.iter().position(|&(node, kind, _)| (node, kind) == (to, measure)) {
            Some(place) => place,
            None => {
                self.edges.push((to, measure, Bounds::from(least)));
                self.edges.len() - 1
            }
        };
        &mut self.edges[place].2
    }

    /// All facts, given all nodes and their labels.
    pub(super) fn facts(&self, system: GraphSystem, nodes: &[Knowledge], labels: &[String]) -> Vec<String> {
        let mut facts = Vec::new();
        let is_found = matches!(self.origin, Origin::Found(..));
        facts.extend(self.liberty_words());
        facts.extend(self.size_words(system).filter(|words| !facts.contains(words)));
        for (to, measure, bounds) in &self.edges {
            // In a stone graph the distance of a found node from the move is said where the node is introduced.
            let said = *to == 0 && system.is_stone_graph() && is_found;
            let (label, other) = (&labels[*to as usize], &nodes[*to as usize]);
            match measure {
                EdgeMeasure::Distance if said => {}
                EdgeMeasure::Distance if self.is_earlier() || other.is_earlier() => {
                    facts.extend(self.distance_to_earlier(label, bounds).filter(|words| !facts.contains(words)));
                }
                EdgeMeasure::Distance if bounds.is_open(1) => {}
                EdgeMeasure::Connectivity if bounds.is_open(0) => {}
                EdgeMeasure::Distance => facts.push(format!("{} from {label}", bounds.distance_words())),
                EdgeMeasure::Connectivity => {
                    facts.push(format!("touching {label} in {}", bounds.words(0, &Unit("place", "places"))));
                }
            }
        }
        facts
    }

    /// "in atari", "with 2 to 4 liberties"
    fn liberty_words(&self) -> Option<String> {
        let least = u16::from(!self.is_earlier());
        if self.origin == Origin::Candidate || self.is_neutral() || self.liberties.is_open(least) {
            return None;
        }
        Some(match self.liberties.exactly() {
            Some(0) => NO_STONE.to_owned(),
            Some(1) => "in atari".to_owned(),
            _ if self.liberties.is_open(1) => STILL_THERE.to_owned(),
            exactly => {
                let sure = exactly == Some(2) || self.liberties.low() <= 2;
                let unit = if sure { Unit("liberty", "liberties") } else { Unit("pseudo-liberty", "pseudo-liberties") };
                format!("with {}", self.liberties.words(least, &unit))
            }
        })
    }

    /// "of 2 or 3 stones"
    fn size_words(&self, system: GraphSystem) -> Option<String> {
        let least = u16::from(!self.is_earlier());
        if self.size.is_open(least) {
            return None;
        }
        // The node of a captured stone is the empty point in a stone graph, a region in an intersection graph.
        let sure = matches!(self.origin, Origin::Found(..)) || system.is_stone_graph();
        Some(match self.size.exactly() {
            Some(0) if system.is_stone_graph() => NO_STONE.to_owned(),
            _ if self.size.is_open(1) && system.is_stone_graph() => STILL_THERE.to_owned(),
            _ => {
                let unit = if sure && !self.is_neutral() { Unit("stone", "stones") } else { Unit("point", "points") };
                format!("of {}", self.size.words(least, &unit))
            }
        })
    }

    /// "within distance 3 from the last move", "holding the last move"
    fn distance_to_earlier(&self, label: &str, bounds: &Bounds) -> Option<String> {
        if bounds.is_open(0) {
            return None;
        }
        Some(match bounds.exactly() {
            _ if bounds.low() > FARTHEST && self.is_earlier() => "a pass or none".to_owned(),
            _ if bounds.low() > FARTHEST => format!("with {label} a pass or none"),
            Some(0) => format!("holding {label}"),
            _ if bounds.is_open(1) => format!("not holding {label}"),
            _ => format!("{} from {label}", bounds.distance_words()),
        })
    }
}

/// A history node without liberties or size.
const NO_STONE: &str = "without a stone on the board";
/// One with some.
const STILL_THERE: &str = "with its stone on the board";
