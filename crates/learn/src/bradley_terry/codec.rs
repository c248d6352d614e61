//! The bytes of a competition in memory.
//!
//! Teams are sorted and merged, so neighbours share their first levels: each team is coded as how many levels it
//! shares with the one before (front coding), then the differences of the rest as little-endian base-128 numbers.
//!
//! ```text
//! competition = n_teams winner team*
//! team        = head [n_new] level* [count - 2]
//! head        = bit 7: a count follows (else 1); bits 4-6: levels shared; bits 0-3: new levels, 15: a number follows
//! ```
//!
//! The bytes never leave the process, so the reader trusts them.

/// Largest number of shared levels a head can hold.
const MOST_SHARED: usize = 7;
/// Marks a number of new levels that does not fit the head.
const LONG: u8 = 15;

pub(super) fn write_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Appends a team to a competition whose previous team is `before`.
pub(super) fn write_team(bytes: &mut Vec<u8>, before: &[u32], team: &[u32], count: u32) {
    let shared = before.iter().zip(team).take(MOST_SHARED).take_while(|(a, b)| a == b).count();
    let new = &team[shared..];
    let short = new.len() < usize::from(LONG);
    let repeated = if count > 1 { 0x80 } else { 0 };
    bytes.push(repeated | (shared as u8) << 4 | if short { new.len() as u8 } else { LONG });
    if !short {
        write_number(bytes, new.len() as u32);
    }
    let mut last = if shared == 0 { 0 } else { team[shared - 1] };
    for &level in new {
        write_number(bytes, level - last);
        last = level;
    }
    if count > 1 {
        write_number(bytes, count - 2);
    }
}

/// Walks over the bytes of a block.
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Reader { bytes }
    }

    #[inline]
    fn byte(&mut self) -> u8 {
        let (first, rest) = self.bytes.split_first().expect("competition bytes end inside a team");
        self.bytes = rest;
        *first
    }

    #[inline]
    fn number(&mut self) -> u32 {
        let mut byte = self.byte();
        let mut number = u32::from(byte & 0x7f);
        let mut shift = 7;
        while byte & 0x80 != 0 {
            byte = self.byte();
            number |= u32::from(byte & 0x7f) << shift;
            shift += 7;
        }
        number
    }

    /// Number of distinct teams and the winner's place of the next competition.
    #[inline]
    pub(super) fn competition(&mut self) -> Option<(usize, usize)> {
        if self.bytes.is_empty() {
            return None;
        }
        Some((self.number() as usize, self.number() as usize))
    }

    /// Turns `levels` from the previous team into the next one; returns how many levels stayed and the count.
    #[inline]
    pub(super) fn team(&mut self, levels: &mut Vec<u32>) -> (usize, u32) {
        let head = self.byte();
        let shared = usize::from(head >> 4 & 7);
        let new = if head & LONG == LONG { self.number() as usize } else { usize::from(head & LONG) };
        levels.truncate(shared);
        let mut last = if shared == 0 { 0 } else { levels[shared - 1] };
        for _ in 0..new {
            last += self.number();
            levels.push(last);
        }
        let count = if head & 0x80 != 0 { self.number() + 2 } else { 1 };
        (shared, count)
    }
}
