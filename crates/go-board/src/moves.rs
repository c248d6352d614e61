//! A move: a stone on a point, or a pass.

use crate::Point;

/// A player's action at a turn; its name is a [`crate::Vertex`]. Resigning ends a game and is not a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Move {
    /// A stone on that point.
    Play(Point),
    /// No stone.
    Pass,
}

impl Move {
    /// The point, unless it is a pass.
    #[inline(always)]
    pub const fn point(self) -> Option<Point> {
        match self {
            Move::Play(point) => Some(point),
            Move::Pass => None,
        }
    }

    /// Whether it is a pass.
    pub const fn is_pass(self) -> bool {
        matches!(self, Move::Pass)
    }
}

impl From<Point> for Move {
    fn from(point: Point) -> Move {
        Move::Play(point)
    }
}
