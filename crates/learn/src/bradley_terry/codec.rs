//! The bytes of a competition in memory.
//!
//! A team is the number of its bundle (the levels of small groups, see `bundle`) and its levels of large groups. Teams
//! are sorted by bundle and merged; numbers are little-endian base 128.
//!
//! ```text
//! competition = n_teams winner team*
//! team        = head [n_levels] level* [count - 2]
//! head        = 4 (bundle - bundle before) + 2 [all large groups present] + [a count follows, else it is 1]
//! level       = level - start of its group, if all large groups are present; else level - level before
//! ```
//!
//! The bytes never leave the process, so the reader trusts them.

pub(super) fn write_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// A team as it is written.
#[derive(Clone, Copy)]
pub(super) struct Team<'a> {
    pub(super) bundle: u32,
    /// Levels of large groups, rising.
    pub(super) levels: &'a [u32],
    pub(super) count: u32,
}

/// Appends a team; `starts` are the first levels of the large groups.
pub(super) fn write_team(bytes: &mut Vec<u8>, starts: &[u32], bundle_before: u32, team: Team) {
    let complete = team.levels.len() == starts.len();
    let head = 4 * (team.bundle - bundle_before) + 2 * u32::from(complete) + u32::from(team.count > 1);
    write_number(bytes, head);
    if complete {
        for (level, start) in team.levels.iter().zip(starts) {
            write_number(bytes, level - start);
        }
    } else {
        write_number(bytes, team.levels.len() as u32);
        let mut last = 0;
        for &level in team.levels {
            write_number(bytes, level - last);
            last = level;
        }
    }
    if team.count > 1 {
        write_number(bytes, team.count - 2);
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

    /// The next number. Lengths are unpredictable, so the bytes are extracted from one eight-byte load without
    /// branching; only the last few numbers of a block are read byte by byte.
    #[inline(always)]
    fn number(&mut self) -> u32 {
        let Some(bytes) = self.bytes.first_chunk::<8>() else { return self.number_bytewise() };
        let word = u64::from_le_bytes(*bytes);
        // The first byte without the top bit is the last one of the number.
        let ends = !word & 0x80_8080_8080;
        let n_bits = ends.trailing_zeros() + 1;
        let kept = word & (u64::MAX >> (64 - n_bits));
        self.bytes = &self.bytes[n_bits as usize / 8..];
        let low = kept & 0x7f | kept >> 1 & 0x3f80 | kept >> 2 & 0x1f_c000;
        (low | kept >> 3 & 0xfe0_0000 | kept >> 4 & 0xf000_0000) as u32
    }

    #[cold]
    fn number_bytewise(&mut self) -> u32 {
        let mut number = 0;
        for shift in (0..35).step_by(7) {
            let (byte, rest) = self.bytes.split_first().expect("competition bytes end inside a number");
            self.bytes = rest;
            number |= u32::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                break;
            }
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

    /// Moves `bundle` on to the next team's and appends its levels of large groups; returns the count.
    #[inline(always)]
    pub(super) fn team(&mut self, starts: &[u32], bundle: &mut u32, levels: &mut Vec<u32>) -> u32 {
        let head = self.number();
        *bundle += head >> 2;
        if head & 2 != 0 {
            for start in starts {
                levels.push(start + self.number());
            }
        } else {
            let mut last = 0;
            for _ in 0..self.number() {
                last += self.number();
                levels.push(last);
            }
        }
        if head & 1 != 0 { self.number() + 2 } else { 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_read_back(numbers in prop::collection::vec(prop_oneof![0u32..300, any::<u32>()], 0..40)) {
            let mut bytes = Vec::new();
            numbers.iter().for_each(|&n| write_number(&mut bytes, n));
            let mut reader = Reader::new(&bytes);
            for &number in &numbers {
                prop_assert_eq!(reader.number(), number);
            }
            prop_assert!(reader.bytes.is_empty());
        }
    }
}
