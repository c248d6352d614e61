//! Zobrist keys: 64 fixed pseudo-random bits for each stone on each point (Zobrist 1970).
//!
//! The keys come from the SplitMix64 sequence, computed at compile time, so that a hash is the same in every run and on
//! every machine and may be stored in files.

use stable_hash::splitmix64::mix;

use crate::point::GRID_CELLS;
use crate::{Color, Point};

static STONES: [[u64; GRID_CELLS]; 2] = {
    let mut keys = [[0; GRID_CELLS]; 2];
    let mut i = 0;
    while i < GRID_CELLS {
        keys[0][i] = mix(i as u64);
        keys[1][i] = mix((i + GRID_CELLS) as u64);
        i += 1;
    }
    keys
};

/// The key of a stone of that colour on that point.
#[inline(always)]
pub fn stone_key(color: Color, point: Point) -> u64 {
    STONES[color.index()][point.index()]
}

/// Added (by exclusive or) when White is to move, for situational superko and transposition tables.
pub const WHITE_TO_MOVE: u64 = mix(0x5EED);
