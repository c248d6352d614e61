//! Life and death as a question for the proof search: can the attacker capture every stone of the target?
//!
//! The attacker is the prover. A play that goes on for ever leaves the target on the board, so it is the defender's: seki and double
//! ko count as life, as GoTools counts them (Wolf 1994). Static facts end the reading early: nothing of the target is left (proved),
//! the target can be taken at once (proved), a target stone is anchored or unconditionally alive (refuted).

use proof_search::{Game, Verdict};

use crate::benson;
use crate::filling;
use crate::reading::{PASS, Reading};
use crate::region::{Region, cells_of, lowest};
use crate::side::Side;

/// A target inside a region.
#[derive(Clone, Copy)]
pub(crate) struct CaptureGame<'r> {
    pub(crate) region: &'r Region,
    pub(crate) target: u128,
}

/// What is left of the target.
struct Remains {
    /// One of its chains.
    chain: u128,
    liberties: u128,
    is_single: bool,
}

impl CaptureGame<'_> {
    fn remains(&self, reading: &Reading) -> Option<Remains> {
        let own = reading.stones[Side::Defender.index()];
        let left = own & self.target;
        if left == 0 {
            return None;
        }
        let chain = self.region.flood(lowest(left), own);
        let liberties = reading.liberties(self.region, chain);
        Some(Remains { chain, liberties, is_single: left & !chain == 0 })
    }

    /// First guesses: room for eyes makes a capture harder, the lack of it a defence.
    fn guess(&self, state: &Reading, remains: &Remains) -> (u32, u32) {
        let region = self.region;
        let own = state.stones[Side::Defender.index()];
        let theirs = state.stones[Side::Attacker.index()];
        let empty = state.empty(region);
        let space = region.flood(own & (self.target | remains.chain), own | empty) & empty;
        let room = space & !region.around(theirs) & !region.anchored[Side::Attacker.index()];
        let n_room = room.count_ones();
        (1 + n_room, 1 + 6u32.saturating_sub(n_room))
    }

    /// Is the whole target one chain with one liberty, not anchored?
    fn is_in_atari(&self, remains: &Remains) -> bool {
        remains.is_single
            && remains.liberties.is_power_of_two()
            && remains.chain & self.region.anchored[Side::Defender.index()] == 0
    }

    /// When the whole target is one chain in atari, every other move of the defender loses it at once.
    fn answers_to_atari(&self, reading: &Reading, remains: &Remains) -> u128 {
        let theirs = reading.stones[Side::Attacker.index()];
        let mut answers = remains.liberties;
        let mut touched = self.region.around(remains.chain) & theirs;
        while touched != 0 {
            let chain = self.region.flood(lowest(touched), theirs);
            touched &= !chain;
            if chain & self.region.anchored[Side::Attacker.index()] == 0 {
                let liberties = reading.liberties(self.region, chain);
                if liberties & (liberties - 1) == 0 {
                    answers |= liberties;
                }
            }
        }
        answers
    }
}

impl Game for CaptureGame<'_> {
    type State = Reading;
    type Move = u8;

    fn key(&self, state: &Reading) -> u64 {
        state.key()
    }

    fn is_provers_turn(&self, state: &Reading) -> bool {
        state.to_move == Side::Attacker
    }

    fn evaluate(&self, state: &Reading) -> Verdict {
        let Some(remains) = self.remains(state) else { return Verdict::Proved };
        let region = self.region;
        if remains.chain & region.anchored[Side::Defender.index()] != 0 {
            return Verdict::Refuted;
        }
        if state.to_move == Side::Attacker && self.is_in_atari(&remains) {
            let last = remains.liberties.trailing_zeros() as u8;
            if last != state.ko || state.threats[Side::Attacker.index()] > 0 {
                return Verdict::Proved;
            }
        }
        if filling::captures_all(state, region, self.target) {
            return Verdict::Proved;
        }
        let own = state.stones[Side::Defender.index()];
        let mut left = own & self.target;
        let mut may_live = false;
        while left != 0 {
            let chain = region.flood(lowest(left), own);
            left &= !chain;
            if chain & region.anchored[Side::Defender.index()] != 0 {
                return Verdict::Refuted;
            }
            may_live = may_live || benson::may_live(region, own, state.liberties(region, chain));
        }
        if may_live && benson::alive(state, region) & self.target != 0 {
            return Verdict::Refuted;
        }
        let (proof, disproof) = self.guess(state, &remains);
        Verdict::Open { proof, disproof }
    }

    fn expand(&self, state: &Reading, mut add: impl FnMut(u8, Reading)) {
        let mut moves = state.empty(self.region);
        let mut may_pass = state.to_move == Side::Defender;
        // A stone put back on a point of the target that was captured before would count: then other moves may help.
        let is_whole = self.target & !state.stones[Side::Defender.index()] == 0;
        let remains = if may_pass && is_whole { self.remains(state) } else { None };
        if let Some(remains) = remains.filter(|remains| self.is_in_atari(remains)) {
            moves = self.answers_to_atari(state, &remains);
            may_pass = false;
        }
        for cell in cells_of(moves) {
            if let Some(next) = state.played(self.region, cell) {
                add(cell, next);
            }
        }
        if may_pass {
            add(PASS, state.passed());
        }
    }
}
