//! Relevance zones: which cells a result rests on, so that moves elsewhere need no reading.
//!
//! A zone Z of a won state S means: the winner also wins every state that has the same stones inside Z, the same turn, threats and ko
//! (a ko outside Z does not count). Zones of successors are enlarged until that holds for the state before (after Thomsen 2000;
//! Shih et al. 2022):
//!
//! - *The winner moves.* The move must be legal and capture the same: the move and its neighbours belong to Z, captured chains
//!   with all their neighbours, every other chain of the loser that it touches with one of its liberties, and a liberty of the winner's
//!   own chain if it is not among those.
//! - *The loser moves.* A move outside Z must leave Z alone, a move inside must have the same effect. So every chain of the winner
//!   with a stone in Z belongs to it, with two of its liberties; with one liberty, all its neighbours, and for a single stone the
//!   neighbours of that liberty (a ko must stay a ko). Anchored chains need no liberty. A move in Z that is suicide must stay suicide:
//!   the chain that it would make and all its neighbours.
//!
//! What static facts rest on is said where they are found: `benson`, `filling`, `capture_game`.

use crate::reading::{PASS, Reading};
use crate::region::{Region, cells_of, lowest};

/// The transposition table of solvers.
pub type Table = proof_search::Table<u128>;

/// The zone of a success that begins with the move of the side to move, which leads to `next`, won with `zone`.
pub(crate) fn of_winner(state: &Reading, region: &Region, mv: u8, next: &Reading, mut zone: u128) -> u128 {
    if mv == PASS {
        return zone;
    }
    let (me, them) = (state.to_move.index(), state.to_move.opponent().index());
    let stone = 1u128 << mv;
    let near = region.neighbours[usize::from(mv)];
    let captured = state.stones[them] & !next.stones[them];
    zone |= stone | near | captured | region.around(captured);
    let empty = next.empty(region);
    if captured == 0 && near & empty == 0 && stone & region.anchored[me] == 0 {
        let own = region.flood(stone, next.stones[me]);
        zone |= with_liberties(region, own, me, empty, zone, 1);
    }
    let mut touched = near & next.stones[them];
    while touched != 0 {
        let chain = region.flood(lowest(touched), next.stones[them]);
        touched &= !chain;
        zone |= with_liberties(region, chain, them, empty, zone, 1);
    }
    zone
}

/// The zone of the success of the side that is not to move, whose answers rest on `zone`.
pub(crate) fn of_loser(state: &Reading, region: &Region, mut zone: u128) -> u128 {
    let (loser, winner) = (state.to_move.index(), state.to_move.opponent().index());
    let empty = state.empty(region);
    let (mut chains_done, mut cells_done) = (0, 0);
    loop {
        let mut left = zone & state.stones[winner] & !chains_done;
        let suspects = zone & empty & !cells_done;
        if left == 0 && suspects == 0 {
            return zone;
        }
        while left != 0 {
            let chain = region.flood(lowest(left), state.stones[winner]);
            left &= !chain;
            chains_done |= chain;
            let liberties = region.around(chain) & empty;
            if liberties.is_power_of_two() && chain & region.anchored[winner] == 0 {
                zone |= chain | region.around(chain);
                if chain.is_power_of_two() {
                    zone |= region.neighbours[liberties.trailing_zeros() as usize];
                }
            } else {
                zone |= with_liberties(region, chain, winner, empty, zone, 2);
            }
        }
        cells_done |= suspects;
        for cell in cells_of(suspects & !region.around(empty) & !region.anchored[loser]) {
            if cell != state.ko && state.played(region, cell).is_none() {
                let chain = region.flood(1 << cell, state.stones[loser] | 1 << cell);
                zone |= chain | region.around(chain);
            }
        }
    }
}

/// The chain with `n` of its liberties, those in `zone` first; an anchored chain needs none.
fn with_liberties(region: &Region, chain: u128, side: usize, empty: u128, zone: u128, n: u32) -> u128 {
    if chain & region.anchored[side] != 0 {
        return chain;
    }
    let liberties = region.around(chain) & empty;
    let mut chosen = liberties & zone;
    let mut others = liberties & !zone;
    while chosen.count_ones() < n && others != 0 {
        chosen |= lowest(others);
        others &= others - 1;
    }
    chain | chosen
}
