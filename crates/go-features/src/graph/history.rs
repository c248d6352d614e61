//! History nodes: the places of the latest moves as nodes that a descent knows from the start, "in a similar fashion to auxiliary nodes"
//! (van Niekerk 2014, section 6.2, where they are left to later work).
//!
//! Node 0 is the candidate move, node 1 the last move, node 2 the one before it. Queries need no new form: EDGE asks how far a history node is from the
//! move or from any other node, ATTR asks for its liberties and size, NEW in an intersection graph looks beside it, and the ties of
//! section 3.3.3 are broken by the distance to it as to any node.
//!
//! A history node is the node that holds the move's point: a stone, a chain, or where the stone was captured the empty point or
//! region (in a stone graph a point without size and liberties, like the candidate move). It marks that node and does not take it: NEW can
//! discover it still, and then it is at distance 0. A pass, and a move before the first, is *nowhere*: without size and liberties, beside nothing, and
//! farther away than anything on a board.

use go_board::{Point, Position};
use serde::{Deserialize, Serialize};

/// Which of the latest moves are nodes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum History {
    /// None, as in the thesis.
    #[default]
    None,
    /// The opponent's last move.
    LastMove,
    /// That and one's own before it.
    LastTwo,
}

/// The points of the last move and of the one before it; `None` for a pass or no move at all.
pub type RecentPoints = [Option<Point>; 2];

impl History {
    /// All of them.
    pub const ALL: [History; 3] = [History::None, History::LastMove, History::LastTwo];

    /// As in configurations and texts.
    pub const fn name(self) -> &'static str {
        match self {
            History::None => "none",
            History::LastMove => "last-move",
            History::LastTwo => "last-two",
        }
    }

    /// The number of history nodes.
    #[inline(always)]
    pub const fn n_nodes(self) -> usize {
        self as usize
    }

    /// No history nodes?
    pub fn is_none(&self) -> bool {
        *self == History::None
    }
}

/// The latest points of a position.
pub fn recent_points(position: &Position) -> RecentPoints {
    [position.last_point(0), position.last_point(1)]
}
