//! The shapes that a model knows: from a 64-bit shape hash to a feature number.
//!
//! Open addressing with 24-bit tags. Features are numbered in the order of their slots, so that a file needs only the occupied slots
//! and their tags, about three bytes a shape. A shape that was never harvested is taken for a known one with probability 2^-24 a probe.

use go_features::shape::ShapeNumbers;
use prefetch::prefetch;
use serde::{Deserialize, Serialize};

/// Marks an empty slot; tags are below it.
const EMPTY: u32 = u32::MAX;
const TAG_BITS: u32 = 24;

/// Read-only set of shapes, numbered from 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Stored", into = "Stored")]
pub struct ShapeDictionary {
    /// Tag and number, or `EMPTY`.
    slots: Vec<(u32, u32)>,
    n_shapes: u32,
}

/// What a file holds: the number of slots as a power of two, and gap and tag of every occupied slot.
#[derive(Clone, Serialize, Deserialize)]
struct Stored {
    bits: u8,
    gaps: Vec<u8>,
    tags: Vec<[u8; 3]>,
}

#[inline(always)]
fn tag_of(hash: u64) -> u32 {
    (hash >> (64 - TAG_BITS)) as u32
}

impl ShapeDictionary {
    /// Makes the dictionary. Shapes must be distinct.
    pub fn new(hashes: &[u64]) -> Self {
        let bits = ((hashes.len() * 3 / 2).max(16)).next_power_of_two().trailing_zeros();
        let mut slots = vec![(EMPTY, 0u32); 1 << bits];
        for &hash in hashes {
            let mut slot = hash as usize & (slots.len() - 1);
            while slots[slot].0 != EMPTY {
                slot = (slot + 1) & (slots.len() - 1);
            }
            slots[slot].0 = tag_of(hash);
        }
        let n_shapes = number(&mut slots);
        ShapeDictionary { slots, n_shapes }
    }

    /// The number of shapes.
    pub fn len(&self) -> usize {
        self.n_shapes as usize
    }

    /// No shape at all?
    pub fn is_empty(&self) -> bool {
        self.n_shapes == 0
    }

    /// The shape's number, if it is known.
    #[inline(always)]
    pub fn get(&self, hash: u64) -> Option<u32> {
        let mask = self.slots.len() - 1;
        let tag = tag_of(hash);
        let mut slot = hash as usize & mask;
        loop {
            let (found, number) = self.slots[slot];
            if found == tag {
                return Some(number);
            }
            if found == EMPTY {
                return None;
            }
            slot = (slot + 1) & mask;
        }
    }
}

impl ShapeNumbers for ShapeDictionary {
    /// Fetches the slot into the cache. The table of a large model is in main memory: waiting for it was a sixth of the engine's time.
    #[inline(always)]
    fn prefetch(&self, hash: u64) {
        prefetch(&self.slots[hash as usize & (self.slots.len() - 1)]);
    }

    #[inline(always)]
    fn number(&self, hash: u64) -> Option<u32> {
        self.get(hash)
    }
}

fn number(slots: &mut [(u32, u32)]) -> u32 {
    let mut n = 0;
    for slot in slots.iter_mut().filter(|slot| slot.0 != EMPTY) {
        slot.1 = n;
        n += 1;
    }
    n
}

impl From<ShapeDictionary> for Stored {
    fn from(dictionary: ShapeDictionary) -> Self {
        let bits = dictionary.slots.len().trailing_zeros() as u8;
        let (mut gaps, mut tags) = (Vec::new(), Vec::new());
        let mut gap = 0usize;
        for &(tag, _) in &dictionary.slots {
            if tag == EMPTY {
                gap += 1;
                continue;
            }
            // 255 means "255 empty slots, and more to come".
            gaps.extend(std::iter::repeat_n(255, gap / 255));
            gaps.push((gap % 255) as u8);
            gap = 0;
            tags.push([tag as u8, (tag >> 8) as u8, (tag >> 16) as u8]);
        }
        Stored { bits, gaps, tags }
    }
}

impl TryFrom<Stored> for ShapeDictionary {
    type Error = &'static str;

    fn try_from(stored: Stored) -> Result<Self, Self::Error> {
        // A dictionary is at least a third full when it is made, so a small file cannot claim a large table.
        if stored.bits > 28 || 1 << stored.bits > 4 * stored.tags.len().max(16) {
            return Err("a dictionary of shapes is impossibly large");
        }
        let mut slots = vec![(EMPTY, 0); 1 << stored.bits];
        let (mut slot, mut gaps) = (0usize, stored.gaps.iter());
        for tag in &stored.tags {
            loop {
                let gap = *gaps.next().ok_or("a dictionary of shapes has too few gaps")?;
                slot += gap as usize;
                if gap < 255 {
                    break;
                }
            }
            let place = slots.get_mut(slot).ok_or("a shape lies outside its dictionary")?;
            place.0 = u32::from_le_bytes([tag[0], tag[1], tag[2], 0]);
            slot += 1;
        }
        // A look-up ends at an empty slot: there must be one.
        if stored.tags.len() >= slots.len() {
            return Err("a dictionary of shapes is full");
        }
        let n_shapes = number(&mut slots);
        Ok(ShapeDictionary { slots, n_shapes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stable_hash::splitmix64::mix;

    #[test]
    fn every_shape_is_found_and_others_are_not() {
        for n in [0u64, 1, 5, 1000, 50_000] {
            let hashes: Vec<u64> = (0..n).map(mix).collect();
            let dictionary = ShapeDictionary::new(&hashes);
            assert_eq!(dictionary.len(), n as usize);
            let mut numbers: Vec<u32> = hashes.iter().map(|&hash| dictionary.get(hash).expect("known")).collect();
            numbers.sort_unstable();
            assert!(numbers.into_iter().eq(0..n as u32));
            let n_false = (n..n + 100_000).filter(|&i| dictionary.get(mix(i)).is_some()).count();
            assert!(n_false <= 2, "{n_false} of 100,000 unknown shapes were taken for known ones");
            let bytes = postcard::to_stdvec(&dictionary).unwrap();
            assert_eq!(postcard::from_bytes::<ShapeDictionary>(&bytes).unwrap(), dictionary);
        }
    }

    #[test]
    fn damaged_dictionaries_are_refused() {
        let hashes: Vec<u64> = (0..100).map(mix).collect();
        let stored: Stored = ShapeDictionary::new(&hashes).into();
        assert!(ShapeDictionary::try_from(Stored { bits: 3, ..stored.clone() }).is_err());
        assert!(ShapeDictionary::try_from(Stored { bits: 60, ..stored.clone() }).is_err());
        assert!(ShapeDictionary::try_from(Stored { bits: 20, ..stored.clone() }).is_err());
        assert!(ShapeDictionary::try_from(Stored { gaps: Vec::new(), ..stored }).is_err());
    }
}
