//! Levels of small groups, bundled: candidates share a few thousand combinations of them, so each combination is stored
//! once per block and candidates refer to it by number.
//!
//! A pass over the data then multiplies the weights of a combination once per block instead of once per candidate.

/// Groups with at most this many levels are bundled; larger ones are listed candidate by candidate.
pub(super) const LARGEST_BUNDLED_GROUP: usize = 64;

/// Combinations of levels, numbered in the order first seen.
#[derive(Clone, Debug, Default)]
pub(super) struct Bundles {
    levels: Vec<u32>,
    ends: Vec<u32>,
    /// Open addressing: number plus one, 0 for free. Dropped when the block is closed.
    table: Vec<u32>,
}

impl Bundles {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn get(&self, bundle: usize) -> &[u32] {
        let start = if bundle == 0 { 0 } else { self.ends[bundle - 1] };
        &self.levels[start as usize..self.ends[bundle] as usize]
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.len()).map(|bundle| self.get(bundle))
    }

    /// Number of this combination, a new one if it was not seen before.
    pub(super) fn number(&mut self, levels: &[u32]) -> u32 {
        if 2 * (self.len() + 1) > self.table.len() {
            self.rebuild((2 * self.table.len()).max(1 << 10));
        }
        let place = self.find(levels);
        if self.table[place] == 0 {
            self.levels.extend_from_slice(levels);
            self.ends.push(self.levels.len() as u32);
            self.table[place] = self.ends.len() as u32;
        }
        self.table[place] - 1
    }

    /// Frees the memory that only writing needs.
    pub(super) fn close(&mut self) {
        self.table = Vec::new();
        self.levels.shrink_to_fit();
        self.ends.shrink_to_fit();
    }

    pub(super) fn n_bytes(&self) -> usize {
        4 * (self.levels.len() + self.ends.len())
    }

    fn find(&self, levels: &[u32]) -> usize {
        let mask = self.table.len() - 1;
        let hash = levels.iter().fold(0u32, |hash, &level| (hash.rotate_left(5) ^ level).wrapping_mul(0x9E37_79B1));
        let mut place = (hash >> 8) as usize & mask;
        while self.table[place] != 0 && self.get(self.table[place] as usize - 1) != levels {
            place = (place + 1) & mask;
        }
        place
    }

    fn rebuild(&mut self, length: usize) {
        self.table = vec![0; length];
        for bundle in 0..self.len() {
            let place = self.find(self.get(bundle));
            self.table[place] = bundle as u32 + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    proptest! {
        #[test]
        fn numbers_like_a_map(lists in prop::collection::vec(prop::collection::vec(0u32..6, 0..4), 0..2_000)) {
            let mut bundles = Bundles::default();
            let mut known: HashMap<Vec<u32>, u32> = HashMap::new();
            for list in &lists {
                let next = known.len() as u32;
                let expected = *known.entry(list.clone()).or_insert(next);
                prop_assert_eq!(bundles.number(list), expected);
            }
            // Also after closing, when the table has to be built again.
            bundles.close();
            for (list, number) in &known {
                prop_assert_eq!(bundles.get(*number as usize), &list[..]);
                prop_assert_eq!(bundles.number(list), *number);
            }
        }
    }
}
