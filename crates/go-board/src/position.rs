//! The input of a move predictor: the board, the side to move, the last eight moves, komi and move number.
//!
//! It plays without checking rules beyond the core's: the search and the learners only give it legal moves. It does
//! *not* keep a history; superko and undo are in `GameBoard`.

use crate::{Board, BoardSize, Color, Move, Point};

/// How many moves back a position remembers. Three are enough for the features of van Niekerk 2014; eight let a
/// predictor see where the recent fighting took place.
pub const N_RECENT_MOVES: usize = 8;

/// Board, side to move and a little history.
#[derive(Clone)]
pub struct Position {
    /// The stones.
    pub board: Board,
    /// The side to move.
    pub to_move: Color,
    /// The last moves, the latest first.
    pub last_moves: [Option<Move>; N_RECENT_MOVES],
    /// The number of stones captured by the last move: a recapture cannot be recognised from the stones alone.
    pub last_captured: usize,
    /// Komi.
    pub komi: f32,
    /// The number of moves made, including passes.
    pub move_number: usize,
}

impl Position {
    /// The empty board with Black to move.
    pub fn new(size: BoardSize, komi: f32) -> Self {
        Position {
            board: Board::new(size),
            to_move: Color::Black,
            last_moves: [None; N_RECENT_MOVES],
            last_captured: 0,
            komi,
            move_number: 0,
        }
    }

    /// Copies `other` without allocating.
    pub fn copy_from(&mut self, other: &Self) {
        self.board.copy_from(&other.board);
        self.to_move = other.to_move;
        self.last_moves = other.last_moves;
        self.last_captured = other.last_captured;
        self.komi = other.komi;
        self.move_number = other.move_number;
    }

    /// The point of the last move, unless it was a pass (0: the last, 1: the one before, ...).
    pub fn last_point(&self, back: usize) -> Option<Point> {
        self.last_moves.get(back).copied().flatten().and_then(Move::point)
    }

    /// Whether the side to move may play there (empty, not banned by simple ko, not suicide).
    #[inline]
    pub fn is_legal(&self, point: Point) -> bool {
        self.board.is_legal(point, self.to_move)
    }

    /// The points where the side to move may play, row by row from the top left.
    pub fn legal_points(&self) -> impl Iterator<Item = Point> + '_ {
        self.board.size().points().filter(|&p| self.is_legal(p))
    }

    /// Makes a move for the side to move; a played point must be empty.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        let n_captured = match mv {
            Move::Play(point) => self.board.play_unchecked(point, self.to_move),
            Move::Pass => {
                self.board.pass();
                0
            }
        };
        self.record(mv, n_captured);
    }

    /// Records a move that was made directly on the board.
    #[inline]
    pub(crate) fn record(&mut self, mv: Move, n_captured: usize) {
        self.last_captured = n_captured;
        self.last_moves.rotate_right(1);
        self.last_moves[0] = Some(mv);
        self.to_move = self.to_move.opponent();
        self.move_number += 1;
    }
}
