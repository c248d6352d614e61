//! Atari tactics (Basaldúa 2013, section 4.4.1, Figure 4.5): answers to the last move when chains around it are in
//! atari.
//!
//! Own chains that it put in atari run if that gains a liberty, or take an attacker that is in atari itself. A chain of the opponent that
//! it left in atari is taken. One that it just pulled out of atari is put in atari again, from the side where it could run further.
//! Legality and self-atari are checked by the policy.

use arrayvec::ArrayVec;
use go_board::{Board, Color, Liberties, Point};
use go_tactics::answers_to_atari;

/// The moves found.
pub(super) struct AtariMoves {
    /// The last move put a chain in atari or enlarged one that was: the sequence of p_AT\[t\] continues.
    pub(super) is_atari_event: bool,
}

/// Appends the moves that answer `last`; `extended` is set if it enlarged a chain which was in atari.
#[inline]
pub(super) fn gather_atari_moves<const N: usize>(
    board: &Board,
    color: Color,
    last: Point,
    extended: bool,
    out: &mut ArrayVec<Point, N>,
) -> AtariMoves {
    let mut is_atari_event = extended;
    for neighbour in last.neighbours() {
        if board.cell(neighbour) == color.cell()
            && let Some(chain) = board.chain_at(neighbour)
            && board.liberties(chain).is_single()
        {
            is_atari_event = true;
            answers_to_atari(board, chain).for_each(|answer| add(out, answer, true));
        }
    }
    let Some(chain) = board.chain_at(last) else { return AtariMoves { is_atari_event } };
    let liberties = board.liberties(chain);
    match liberties.count() {
        1 => {
            is_atari_event = true;
            liberties.iter().for_each(|liberty| add(out, liberty, true));
        }
        2 if extended => {
            let both: ArrayVec<Point, 2> = liberties.iter().take(2).collect();
            for (idx, &liberty) in both.iter().enumerate() {
                let other = both[1 - idx.min(1)];
                add(out, liberty, board.n_empty_neighbours(other) <= 2);
            }
        }
        _ => {}
    }
    AtariMoves { is_atari_event }
}

#[inline]
fn add<const N: usize>(out: &mut ArrayVec<Point, N>, point: Point, wanted: bool) {
    // Eight patterns must still fit behind.
    if wanted && out.len() + 8 < N && !out.contains(&point) {
        out.push(point);
    }
}
