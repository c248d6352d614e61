//! The transposition table: bounded memory, buckets of four, the entry with the least work behind it gives way.
//!
//! The keys of a bucket lie side by side, apart from what they stand for: most states that are looked up are not there, and
//! finding that out costs one line of the cache.

use crate::game::Zone;
use prefetch::prefetch;

/// Proof and disproof numbers of this size and above mean *never*.
pub(crate) const INFINITE: u32 = 1 << 30;
/// A result that holds whatever the path.
pub(crate) const ALWAYS: u16 = u16::MAX;
const WAYS: usize = 4;

/// What is known of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found<Z> {
    pub(crate) proof: u32,
    pub(crate) disproof: u32,
    /// A refutation is good only while the state at this depth of the path is on the path; `ALWAYS` if it needs none.
    pub(crate) holds_from: u16,
    /// Moves to the goal in the proof that was found, for states that are proved.
    pub(crate) length: u16,
    /// What a result rests on.
    pub(crate) zone: Z,
}

impl<Z: Zone> Found<Z> {
    pub(crate) fn proved(zone: Z) -> Found<Z> {
        Found { proof: 0, disproof: INFINITE, holds_from: ALWAYS, length: 0, zone }
    }

    pub(crate) fn refuted(zone: Z) -> Found<Z> {
        Found { proof: INFINITE, disproof: 0, holds_from: ALWAYS, length: 0, zone }
    }

    pub(crate) fn open(proof: u32, disproof: u32) -> Found<Z> {
        Found { proof: proof.max(1), disproof: disproof.max(1), holds_from: ALWAYS, length: 0, zone: Z::EMPTY }
    }

    pub(crate) fn is_proved(self) -> bool {
        self.proof == 0
    }

    pub(crate) fn is_refuted(self) -> bool {
        self.disproof == 0
    }

    /// A result that does not depend on the path?
    pub(crate) fn is_settled(self) -> bool {
        self.is_proved() || (self.is_refuted() && self.holds_from == ALWAYS)
    }
}

#[derive(Clone, Copy)]
struct Entry<Z> {
    /// The path that a refutation with a condition belongs to.
    path: u64,
    found: Found<Z>,
    work: u32,
    generation: u8,
}

impl<Z: Zone> Entry<Z> {
    fn empty() -> Entry<Z> {
        Entry { path: 0, found: Found::open(1, 1), work: 0, generation: 0 }
    }
}

/// A table of fixed size that several searches may use one after the other.
pub struct Table<Z = ()> {
    keys: Vec<[u64; WAYS]>,
    entries: Vec<Entry<Z>>,
    generation: u8,
}

impl<Z: Zone> Table<Z> {
    const BUCKET: usize = WAYS * (size_of::<u64>() + size_of::<Entry<Z>>());

    /// A table of at most `bytes` bytes, and at least one bucket.
    pub fn with_bytes(bytes: usize) -> Table<Z> {
        let n_buckets = (bytes / Self::BUCKET).max(1);
        let n_buckets = if n_buckets.is_power_of_two() { n_buckets } else { n_buckets.next_power_of_two() / 2 };
        let entries = vec![Entry::empty(); n_buckets * WAYS];
        Table { keys: vec![[0; WAYS]; n_buckets], entries, generation: 1 }
    }

    /// The memory in use.
    pub fn bytes(&self) -> usize {
        self.keys.len() * Self::BUCKET
    }

    /// Says that what is in the table belongs to an earlier question: it stays valid, but gives way first.
    pub fn age(&mut self) {
        self.generation = if self.generation == u8::MAX { 1 } else { self.generation + 1 };
    }

    /// Forgets everything: for another game whose keys may mean other states.
    pub fn clear(&mut self) {
        self.keys.fill([0; WAYS]);
        self.entries.fill(Entry::empty());
        self.generation = 1;
    }

    fn bucket(&self, key: u64) -> usize {
        // The high half chooses the bucket: keys of small games are often poor in their low bits.
        (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 24) as usize & (self.keys.len() - 1)
    }

    /// Says that `find` will be asked about this key soon.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch(&self.keys[self.bucket(key)]);
    }

    /// Says that `find` will be asked about this key, which lies in the cache, very soon: what it stands for may lie elsewhere.
    #[inline]
    pub(crate) fn prefetch_entry(&self, key: u64) {
        let bucket = self.bucket(key);
        if let Some(way) = self.keys[bucket].iter().position(|&k| k == key) {
            prefetch(&self.entries[bucket * WAYS + way]);
        }
    }

    /// Says that `store` will be called with this key.
    #[inline]
    pub(crate) fn prefetch_entries(&self, key: u64) {
        let bucket = self.bucket(key);
        prefetch(&self.keys[bucket]);
        self.entries[bucket * WAYS..][..WAYS].iter().for_each(prefetch);
    }

    /// What is known of the state with this key when it is reached by the path with code `path`.
    #[inline]
    pub(crate) fn find(&self, key: u64, path: u64) -> Option<Found<Z>> {
        let bucket = self.bucket(key);
        let way = self.keys[bucket].iter().position(|&k| k == key)?;
        let entry = &self.entries[bucket * WAYS + way];
        let is_conditional = entry.found.is_refuted() && entry.found.holds_from != ALWAYS;
        (entry.generation != 0 && (!is_conditional || entry.path == path)).then_some(entry.found)
    }

    pub(crate) fn store(&mut self, key: u64, path: u64, found: Found<Z>, work: u32) {
        let (bucket, generation) = (self.bucket(key), self.generation);
        let entries = &mut self.entries[bucket * WAYS..][..WAYS];
        let way = match self.keys[bucket].iter().position(|&k| k == key) {
            Some(way) => way,
            None => {
                let weight = |e: &Entry<Z>| (e.generation == generation, e.work);
                (0..WAYS).min_by_key(|&i| weight(&entries[i])).expect("a bucket has entries")
            }
        };
        self.keys[bucket][way] = key;
        entries[way] = Entry { path, found, work, generation };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_bounded() {
        for bytes in [0, 1000, 1 << 16, (1 << 20) + 17] {
            let table: Table = Table::with_bytes(bytes);
            assert!(table.bytes() <= bytes.max(Table::<()>::BUCKET));
        }
    }

    #[test]
    fn the_least_work_gives_way() {
        let mut table: Table = Table::with_bytes(0);
        for key in 1..=4 {
            table.store(key, 0, Found::proved(()), key as u32 * 10);
        }
        table.store(5, 0, Found::refuted(()), 1);
        assert_eq!(table.find(1, 0), None);
        assert_eq!(table.find(5, 0), Some(Found::refuted(())));
        assert_eq!(table.find(4, 0), Some(Found::proved(())));
    }

    #[test]
    fn a_refutation_with_a_condition_is_for_its_path_only() {
        let mut table: Table = Table::with_bytes(0);
        table.store(7, 99, Found { holds_from: 2, ..Found::refuted(()) }, 1);
        assert!(table.find(7, 99).is_some());
        assert!(table.find(7, 98).is_none());
    }
}
