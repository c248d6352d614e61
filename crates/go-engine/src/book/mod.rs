//! The opening book (fuseki; Basaldúa 2013, section 6.1.2): continuations of the games of a collection from positions
//! that many of them reached.
//!
//! A position is identified by its stones and the side to move, independent of the order of moves and the orientation
//! of the board. The file is readable text: a line of moves, a colon, and the replies with their numbers of games. It
//! does *not* contain joseki of a corner, and a reply is only frequent, not proven.

mod canonical;
mod make;
mod text;

use std::collections::HashMap;

use go_board::{Board, BoardSize, Color, Point, TrueLiberties};
use rand::{Rng, RngExt};

pub use make::BookSettings;
pub use text::BookError;

use canonical::Canonical;

/// Replies to positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Book {
    size: BoardSize,
    /// By canonical key; the replies are in the canonical view, the most frequent first.
    positions: HashMap<u64, Vec<Reply>>,
}

/// A reply and in how many games it was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Where.
    pub point: Point,
    /// In so many games.
    pub n_games: u32,
}

impl Book {
    /// The board that the book is about.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// Positions with a reply.
    pub fn n_positions(&self) -> usize {
        self.positions.len()
    }

    /// What the games played in this position, the most frequent first. Of replies that are mirror images of each other one is named.
    pub fn replies(&self, board: &Board<TrueLiberties>, to_move: Color) -> Vec<Reply> {
        if board.size() != self.size {
            return Vec::new();
        }
        let canonical = Canonical::of_board(board, to_move);
        let Some(replies) = self.positions.get(&canonical.key()) else { return Vec::new() };
        let turn_back = |reply: &Reply| Reply { point: canonical.point_back(self.size, reply.point), ..*reply };
        // Different positions may share a key once in many universes; an occupied point would show it.
        replies.iter().map(turn_back).filter(|reply| board.is_empty(reply.point)).collect()
    }

    /// One of the replies, drawn by their numbers of games; rare ones (below a tenth of the commonest) are not played.
    pub fn draw(&self, board: &Board<TrueLiberties>, to_move: Color, rng: &mut impl Rng) -> Option<Point> {
        let mut replies = self.replies(board, to_move);
        let most = replies.first()?.n_games;
        replies.retain(|reply| 10 * reply.n_games >= most);
        let total: u32 = replies.iter().map(|reply| reply.n_games).sum();
        let mut dart = rng.random_range(0..total.max(1));
        for reply in &replies {
            if dart < reply.n_games {
                return Some(reply.point);
            }
            dart -= reply.n_games;
        }
        None
    }
}

#[cfg(test)]
mod tests;
