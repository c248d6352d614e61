//! What can be done about a chain in atari, without reading.
//!
//! These are the rescues of the atari tactics of Basaldúa 2013, section 4.4.1. Which of them to play, and how often, is up to the playout; the tree
//! makes sure that no prior hides them.

use crate::adjacency::adjacent_chains;
use crate::self_atari::n_liberties_after;
use go_board::{Board, ChainId, Liberties, Point};

/// The moves that may save a chain in atari: its last liberty, if a stone there has two liberties or more, then the points where a chain
/// around it can be captured, a point as often as it captures a chain. Nothing if the chain is not in atari. Ko is not looked at.
#[inline]
pub fn answers_to_atari(board: &Board, chain: ChainId) -> impl Iterator<Item = Point> + '_ {
    let last_liberty = board.liberties(chain).single();
    // Empty neighbours are liberties: most of the time counting them is enough.
    let runs = |&point: &Point| {
        board.n_empty_neighbours(point) >= 2 || n_liberties_after(board, point, board.chain_color(chain)) >= 2
    };
    let attackers = last_liberty.into_iter().flat_map(move |_| adjacent_chains(board, chain));
    let captures = attackers.filter_map(|attacker| board.liberties(attacker).single());
    last_liberty.filter(runs).into_iter().chain(captures)
}
