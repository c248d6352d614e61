//! A position inside a region, small enough to be copied for every move: two bitboards, ko, turn, threats and a hash.
//!
//! Rules: no suicide, simple ko. A side with external ko threats may retake a ko at once and pays a threat for it (the threat and its
//! answer are played elsewhere and change nothing here); [`UNLIMITED`] threats never run out. The defender may pass; the attacker
//! may not, because two passes in a row would end the reading with the target on the board.

use std::sync::OnceLock;

use stable_hash::splitmix64;

use crate::region::{NO_CELL, Region, cells_of, lowest};
use crate::side::Side;

/// As many threats as are ever needed.
pub(crate) const UNLIMITED: u8 = u8::MAX;
/// The move that is no stone.
pub(crate) const PASS: u8 = NO_CELL;

/// Random words for hashing, the same in every run.
struct Keys {
    stones: [[u64; 128]; 2],
    ko: [u64; 128],
    attacker_to_move: u64,
    threats: [[u64; 256]; 2],
}

fn keys() -> &'static Keys {
    static KEYS: OnceLock<Keys> = OnceLock::new();
    KEYS.get_or_init(|| {
        let mut n = 0;
        let mut next = || {
            n += 1;
            splitmix64::nth(0x7465_7375_6A69, n)
        };
        Keys {
            stones: std::array::from_fn(|_| std::array::from_fn(|_| next())),
            ko: std::array::from_fn(|_| next()),
            attacker_to_move: next(),
            threats: std::array::from_fn(|_| std::array::from_fn(|_| next())),
        }
    })
}

/// A position inside a region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Reading {
    pub(crate) stones: [u128; 2],
    pub(crate) to_move: Side,
    /// Where the side to move may not play without a threat.
    pub(crate) ko: u8,
    /// External ko threats by side.
    pub(crate) threats: [u8; 2],
    stones_key: u64,
}

impl Reading {
    pub(crate) fn new(stones: [u128; 2], to_move: Side, threats: [u8; 2]) -> Reading {
        let keys = keys();
        let key_of =
            |side: usize| cells_of(stones[side]).fold(0, |key, cell| key ^ keys.stones[side][usize::from(cell)]);
        Reading { stones, to_move, ko: NO_CELL, threats, stones_key: key_of(0) ^ key_of(1) }
    }

    /// The same position with other threats.
    pub(crate) fn with_threats(&self, threats: [u8; 2]) -> Reading {
        Reading { threats, ..*self }
    }

    /// The hash of everything that decides what may happen next.
    #[inline]
    pub(crate) fn key(&self) -> u64 {
        let keys = keys();
        let mut key = self.stones_key
            ^ keys.threats[0][usize::from(self.threats[0])]
            ^ keys.threats[1][usize::from(self.threats[1])];
        if self.to_move == Side::Attacker {
            key ^= keys.attacker_to_move;
        }
        if self.ko != NO_CELL {
            key ^= keys.ko[usize::from(self.ko)];
        }
        key
    }

    #[inline(always)]
    pub(crate) fn empty(&self, region: &Region) -> u128 {
        region.cells & !(self.stones[0] | self.stones[1])
    }

    #[inline(always)]
    pub(crate) fn passed(&self) -> Reading {
        Reading { to_move: self.to_move.opponent(), ko: NO_CELL, ..*self }
    }

    /// The position after a stone on `cell`, which is empty; `None` if the rules forbid it.
    #[inline(always)]
    pub(crate) fn played(&self, region: &Region, cell: u8) -> Option<Reading> {
        let (me, them) = (self.to_move.index(), self.to_move.opponent().index());
        let (stone, near) = (1u128 << cell, region.neighbours[usize::from(cell)]);
        let empty = self.empty(region) & !stone;
        // A stone with an empty cell beside it, or anchored itself, is not captured: mostly none is left to look at.
        let in_danger = near & self.stones[them] & !(region.anchored[them] | region.around(empty));
        if in_danger != 0 || near & empty == 0 || cell == self.ko {
            return self.played_closely(region, cell, in_danger);
        }
        let mut stones = self.stones;
        stones[me] |= stone;
        let stones_key = self.stones_key ^ keys().stones[me][usize::from(cell)];
        Some(Reading { stones, to_move: self.to_move.opponent(), ko: NO_CELL, threats: self.threats, stones_key })
    }

    /// The same where something may be captured, suicide or a ko; neighbours outside `in_danger` are not captured.
    #[inline(never)]
    fn played_closely(&self, region: &Region, cell: u8, in_danger: u128) -> Option<Reading> {
        let (me, them) = (self.to_move.index(), self.to_move.opponent().index());
        let mut threats = self.threats;
        if cell == self.ko {
            match threats[me] {
                0 => return None,
                UNLIMITED => {}
                left => threats[me] = left - 1,
            }
        }
        let stone = 1u128 << cell;
        let near = region.neighbours[usize::from(cell)];
        let (own, mut theirs) = (self.stones[me] | stone, self.stones[them]);
        let empty = region.cells & !(own | theirs);
        let mut captured = 0;
        let mut touched = in_danger;
        while touched != 0 {
            let chain = region.flood(lowest(touched), theirs);
            touched &= !chain;
            if chain & region.anchored[them] == 0 && region.around(chain) & empty == 0 {
                captured |= chain;
            }
        }
        theirs &= !captured;
        if captured == 0 && near & empty == 0 {
            let chain = region.flood(stone, own);
            if chain & region.anchored[me] == 0 && region.around(chain) & empty == 0 {
                return None;
            }
        }
        let is_ko = captured != 0
            && captured & (captured - 1) == 0
            && near & own == 0
            && near & (empty | captured) == captured
            && stone & region.anchored[me] == 0;
        let keys = keys();
        let mut stones_key = self.stones_key ^ keys.stones[me][usize::from(cell)];
        for dead in cells_of(captured) {
            stones_key ^= keys.stones[them][usize::from(dead)];
        }
        let mut stones = [own, own];
        stones[them] = theirs;
        let ko = if is_ko { captured.trailing_zeros() as u8 } else { NO_CELL };
        Some(Reading { stones, to_move: self.to_move.opponent(), ko, threats, stones_key })
    }

    /// The liberties of a chain inside the region.
    #[inline(always)]
    pub(crate) fn liberties(&self, region: &Region, chain: u128) -> u128 {
        region.around(chain) & self.empty(region)
    }
}
