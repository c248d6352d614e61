//! The situations of a game and of a line of the search tree, for superko: a list and a small filter that answers most
//! queries.

use go_board::{Color, KoRule, zobrist::WHITE_TO_MOVE};

/// Words of the filter: 4,096 bits, so that a game of 300 moves makes the list be read for 7% of the questions.
const FILTER_WORDS: usize = 64;

/// Hashes of stones and side to move.
#[derive(Debug)]
pub(crate) struct Situations {
    seen: Vec<u64>,
    /// By the hash of the stones alone.
    filter: [u64; FILTER_WORDS],
}

impl Situations {
    pub(crate) fn new(seen: &[u64]) -> Self {
        let mut situations = Self { seen: Vec::with_capacity(seen.len() + 64), filter: [0; FILTER_WORDS] };
        seen.iter().for_each(|&situation| situations.insert(situation));
        situations
    }

    /// The side to move is part of a situation, but both sides' are looked for: the filter leaves it out.
    fn place(situation: u64) -> (usize, u64) {
        let bit = situation.min(situation ^ WHITE_TO_MOVE) >> 7 & 4095;
        (bit as usize / 64, 1 << (bit % 64))
    }

    pub(crate) fn insert(&mut self, situation: u64) {
        let (word, bit) = Self::place(situation);
        self.filter[word] |= bit;
        self.seen.push(situation);
    }

    /// Would these stones, after a move of `color`, break the rule against repetition?
    pub(crate) fn forbids(&self, ko: KoRule, stones: u64, color: Color) -> bool {
        let (word, bit) = Self::place(stones);
        if ko == KoRule::Simple || self.filter[word] & bit == 0 {
            return false;
        }
        let situation = stones ^ if color == Color::Black { WHITE_TO_MOVE } else { 0 };
        self.seen
            .iter()
            .any(|&seen| seen == situation || ko == KoRule::PositionalSuperko && seen == situation ^ WHITE_TO_MOVE)
    }
}

impl Clone for Situations {
    fn clone(&self) -> Self {
        Self { seen: self.seen.clone(), filter: self.filter }
    }

    fn clone_from(&mut self, other: &Self) {
        self.seen.clone_from(&other.seen);
        self.filter = other.filter;
    }
}
