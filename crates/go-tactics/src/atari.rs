//! Ataris without reading, for playouts: how a chain in atari can answer, and where a chain with two liberties can be put in atari.
//!
//! These are the moves of the atari tactics of Basaldúa 2013, section 4.4.1; the playout policy decides which of them
//! to play, and how often.

use crate::adjacency::adjacent_chains;
use crate::self_atari::{n_liberties_after, self_atari};
use arrayvec::ArrayVec;
use go_board::{Board, ChainId, Liberties, Point};

/// The answers of a chain in atari.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AtariAnswers {
    /// Its last liberty.
    pub extension: Point,
    /// The liberties that extending there gives, captures included; 0 if that is suicide.
    pub liberties: usize,
    /// Where adjacent enemy chains can be captured, each point once; at most eight.
    pub captures: ArrayVec<Point, 8>,
}

/// The answers of a chain in atari; `None` if it is not in atari. Ko is ignored.
pub fn answers_to_atari(board: &Board, chain: ChainId) -> Option<AtariAnswers> {
    let extension = board.liberties(chain).single()?;
    let mut captures = ArrayVec::new();
    for enemy in adjacent_chains(board, chain) {
        if let Some(point) = board.liberties(enemy).single()
            && !captures.contains(&point)
            && !captures.is_full()
        {
            captures.push(point);
        }
    }
    let liberties = n_liberties_after(board, extension, board.chain_color(chain));
    Some(AtariAnswers { extension, liberties, captures })
}

/// Where the opponent can put a chain with exactly two liberties in atari without being in atari itself. Ko is ignored.
pub fn atari_points(board: &Board, chain: ChainId) -> ArrayVec<Point, 2> {
    let liberties = board.liberties(chain);
    let attacker = board.chain_color(chain).opponent();
    let mut points = ArrayVec::new();
    if liberties.count() == 2 {
        for point in liberties.iter() {
            if !board.is_suicide(point, attacker) && self_atari(board, point, attacker).is_none() {
                points.push(point);
            }
        }
    }
    points
}
