//! A problem as a file gives it: stones and a question, often without a mark on the stones in question.

use go_board::{Board, BoardSize, Color, Point};

/// A problem that somebody wrote down.
#[derive(Clone, Debug)]
pub struct Task {
    /// The name in its file, or its number there.
    pub id: String,
    /// The board's size.
    pub size: BoardSize,
    /// Stones by colour.
    pub stones: [Vec<Point>; 2],
    /// Who moves first.
    pub to_move: Color,
    /// One or more stones of the target, if they are marked.
    pub marked: Vec<Point>,
    /// The kind, as the file calls it ("lifeAndDeath").
    pub kind: Option<String>,
    /// The rank, as the file calls it ("3K").
    pub rank: Option<String>,
    /// The first moves that the file calls right; empty if it has no solution.
    pub right: Vec<Point>,
}

/// Why the stones are no position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// Two stones on a point.
    #[error("two stones are set on {0}")]
    Twice(String),
    /// A chain without a liberty.
    #[error("the chain at {0} has no liberty: the position cannot arise; correct the stones")]
    NoLiberty(String),
    /// No empty point.
    #[error("the board is full: there is nothing to read")]
    Full,
}

impl Task {
    /// The stones on a board.
    pub fn board(&self) -> Result<Board, PositionError> {
        let mut board: Board = Board::new(self.size);
        for color in Color::BOTH {
            for &point in &self.stones[color.index()] {
                if !board.is_empty(point) {
                    return Err(PositionError::Twice(self.size.name(point)));
                }
                board.set_stone(point, color);
            }
        }
        if board.empty_points().is_empty() {
            return Err(PositionError::Full);
        }
        let dead = self
            .size
            .points()
            .find(|&p| board.chain_at(p).is_some_and(|chain| board.liberties(chain).iter().next().is_none()));
        match dead {
            Some(point) => Err(PositionError::NoLiberty(self.size.name(point))),
            None => Ok(board),
        }
    }
}
