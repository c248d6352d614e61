//! The transposition table: bounded memory, buckets of four, the entry with the least work behind it gives way.

/// Proof and disproof numbers of this size and above mean *never*.
pub(crate) const INFINITE: u32 = 1 << 30;
/// A result that holds whatever the path.
pub(crate) const ALWAYS: u16 = u16::MAX;
const WAYS: usize = 4;

/// What is known of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) proof: u32,
    pub(crate) disproof: u32,
    /// A refutation is good only while the state at this depth of the path is on the path; `ALWAYS` if it needs none.
    pub(crate) holds_from: u16,
    /// Moves to the goal in the proof that was found, for states that are proved.
    pub(crate) length: u16,
}

impl Found {
    pub(crate) const PROVED: Found = Found { proof: 0, disproof: INFINITE, holds_from: ALWAYS, length: 0 };
    pub(crate) const REFUTED: Found = Found { proof: INFINITE, disproof: 0, holds_from: ALWAYS, length: 0 };

    pub(crate) fn is_proved(self) -> bool {
        self.proof == 0
    }

    pub(crate) fn is_refuted(self) -> bool {
        self.disproof == 0
    }
}

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    /// The path that a refutation with a condition belongs to.
    path: u64,
    found: Found,
    work: u32,
    generation: u8,
}

const EMPTY: Entry = Entry {
    key: 0,
    path: 0,
    found: Found { proof: 1, disproof: 1, holds_from: ALWAYS, length: 0 },
    work: 0,
    generation: 0,
};

/// A table of fixed size that several searches may use one after the other.
pub struct Table {
    entries: Vec<Entry>,
    generation: u8,
}

impl Table {
    /// A table of at most `bytes` bytes, and at least one bucket.
    pub fn with_bytes(bytes: usize) -> Table {
        let n_buckets = (bytes / (WAYS * size_of::<Entry>())).max(1);
        let n_buckets = if n_buckets.is_power_of_two() { n_buckets } else { n_buckets.next_power_of_two() / 2 };
        Table { entries: vec![EMPTY; n_buckets * WAYS], generation: 1 }
    }

    /// The memory in use.
    pub fn bytes(&self) -> usize {
        self.entries.len() * size_of::<Entry>()
    }

    /// Says that what is in the table belongs to an earlier question: it stays valid, but gives way first.
    pub fn age(&mut self) {
        self.generation = if self.generation == u8::MAX { 1 } else { self.generation + 1 };
    }

    /// Forgets everything: for another game whose keys may mean other states.
    pub fn clear(&mut self) {
        self.entries.fill(EMPTY);
        self.generation = 1;
    }

    fn bucket(&self, key: u64) -> usize {
        // The high half chooses the bucket: keys of small games are often poor in their low bits.
        let n_buckets = self.entries.len() / WAYS;
        ((key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 24) as usize & (n_buckets - 1)) * WAYS
    }

    /// What is known of the state with this key when it is reached by the path with code `path`.
    pub(crate) fn find(&self, key: u64, path: u64) -> Option<Found> {
        let start = self.bucket(key);
        let entry = self.entries[start..start + WAYS].iter().find(|e| e.key == key && e.generation != 0)?;
        let is_conditional = entry.found.is_refuted() && entry.found.holds_from != ALWAYS;
        (!is_conditional || entry.path == path).then_some(entry.found)
    }

    pub(crate) fn store(&mut self, key: u64, path: u64, found: Found, work: u32) {
        let (start, generation) = (self.bucket(key), self.generation);
        let bucket = &mut self.entries[start..start + WAYS];
        let slot = match bucket.iter().position(|e| e.key == key && e.generation != 0) {
            Some(slot) => slot,
            None => {
                let weight = |e: &Entry| (e.generation == generation, e.work);
                (0..WAYS).min_by_key(|&i| weight(&bucket[i])).expect("a bucket has entries")
            }
        };
        bucket[slot] = Entry { key, path, found, work, generation };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_bounded() {
        for bytes in [0, 1000, 1 << 16, (1 << 20) + 17] {
            let table = Table::with_bytes(bytes);
            assert!(table.bytes() <= bytes.max(WAYS * size_of::<Entry>()));
        }
    }

    #[test]
    fn the_least_work_gives_way() {
        let mut table = Table::with_bytes(0);
        for key in 1..=4 {
            table.store(key, 0, Found::PROVED, key as u32 * 10);
        }
        table.store(5, 0, Found::REFUTED, 1);
        assert_eq!(table.find(1, 0), None);
        assert_eq!(table.find(5, 0), Some(Found::REFUTED));
        assert_eq!(table.find(4, 0), Some(Found::PROVED));
    }

    #[test]
    fn a_refutation_with_a_condition_is_for_its_path_only() {
        let mut table = Table::with_bytes(0);
        table.store(7, 99, Found { holds_from: 2, ..Found::REFUTED }, 1);
        assert!(table.find(7, 99).is_some());
        assert!(table.find(7, 98).is_none());
    }
}
