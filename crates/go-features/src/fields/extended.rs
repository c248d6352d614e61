//! The fields beyond the thesis: earlier moves, chain sizes, chains read out, and what a stone on a point would be.

use super::FieldSpec;
use go_board::{EyePotential, Point, Position};
use go_tactics::{Reader, n_liberties_after};

pub(super) const EARLIER_MOVES: FieldSpec =
    FieldSpec { name: "earlier-moves", classes: &["the third and fourth last move", "the fifth to eighth last move"] };
pub(super) const CHAIN_SIZE: FieldSpec = FieldSpec {
    name: "chain-size",
    classes: &[
        "stones of chains of 1",
        "stones of chains of 2",
        "stones of chains of 3 to 5",
        "stones of chains of 6 or more",
    ],
};
pub(super) const READING: FieldSpec = FieldSpec {
    name: "reading",
    classes: &["own stones that can be captured", "opposing stones that can be captured"],
};
pub(super) const PLAYING_HERE: FieldSpec = FieldSpec {
    name: "playing-here",
    classes: &["points of self-atari", "points with 2 liberties after a move", "own eyes", "forbidden points"],
};

/// Moves that reading one chain may try.
const NODE_LIMIT: usize = 60;
/// Chains with more liberties are not read.
const MOST_LIBERTIES_READ: usize = 2;

pub(super) fn survey(position: &Position, mark: &mut impl FnMut(usize, Point, u16)) {
    let (board, own) = (&position.board, position.to_move);
    for back in 2..8 {
        if let Some(point) = position.last_point(back) {
            mark(6, point, u16::from(back >= 4));
        }
    }
    let mut reader = Reader::new(NODE_LIMIT);
    reader.load(board);
    for point in board.size().points() {
        let Some(chain) = board.chain_at(point).filter(|&chain| board.chain_stone(chain) == point) else { continue };
        let size_class = match board.chain_size(chain) {
            1 => 0,
            2 => 1,
            3..=5 => 2,
            _ => 3,
        };
        let is_lost = super::n_liberties(board, chain) <= MOST_LIBERTIES_READ && reader.captures(point).is_yes();
        for stone in board.stones(chain) {
            mark(7, stone, size_class);
            if is_lost {
                mark(8, stone, u16::from(board.chain_color(chain) != own));
            }
        }
    }
    for &point in board.empty_points() {
        if !board.is_legal(point, own) {
            mark(9, point, 3);
        } else if board.is_eye(point, own, EyePotential::Counts) {
            mark(9, point, 2);
        } else {
            match n_liberties_after(board, point, own) {
                0 | 1 => mark(9, point, 0),
                2 => mark(9, point, 1),
                _ => {}
            }
        }
    }
}
