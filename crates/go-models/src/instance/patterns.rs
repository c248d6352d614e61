//! The pattern features of van Niekerk 2014, section 2.4.1: nested circular patterns of distance 3 to 15, seen often enough.
//!
//! Known patterns are found for all moves of a position together: every pattern grows by a ring and its table entry is
//! prefetched, so that it is cached when it is looked up. The table is in main memory; one move after the other would
//! wait for it every time.

use super::harvest;
use super::{HarvestOrder, PatternSettings};
use go_board::Point;
use go_features::circular::CircularReader;
use go_games::Game;
use prefetch::prefetch;
use serde::{Deserialize, Serialize};

/// The smallest pattern.
pub(super) const SMALLEST: usize = 3;

/// The known patterns with how often they were seen and played.
#[derive(Clone, Debug, Default)]
pub struct PatternSet {
    /// Open addressing by the low bits of the hash: hash and level, or `EMPTY`.
    slots: Vec<(u64, u32)>,
    /// Hash, times seen, times played, by level.
    entries: Vec<PatternEntry>,
    /// A known pattern may have an unknown one inside it.
    has_gaps: bool,
}

/// The level of an empty slot.
const EMPTY: u32 = u32::MAX;

/// One known pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PatternEntry {
    /// The hash of its lossless code.
    pub hash: u64,
    /// Its circular distance.
    pub size: u8,
    /// How often it was seen around a legal move in the harvest.
    pub seen: u32,
    /// How often that move was played.
    pub played: u32,
}

impl PatternSet {
    /// The set of these patterns, harvested in that order; levels are their places in the list.
    pub fn new(entries: Vec<PatternEntry>, order: HarvestOrder) -> PatternSet {
        let mut slots = vec![(0, EMPTY); (2 * entries.len()).max(2).next_power_of_two()];
        for (entry, level) in entries.iter().zip(0..) {
            let mut slot = entry.hash as usize & (slots.len() - 1);
            while slots[slot].1 != EMPTY {
                slot = (slot + 1) & (slots.len() - 1);
            }
            slots[slot] = (entry.hash, level);
        }
        PatternSet { slots, entries, has_gaps: order == HarvestOrder::LargestFirst }
    }

    /// The number of patterns.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// No pattern at all?
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The patterns in the order of their levels.
    pub fn entries(&self) -> &[PatternEntry] {
        &self.entries
    }

    /// How many patterns each size has, the smallest first: the harvest lists them by size.
    pub fn n_by_size(&self) -> impl Iterator<Item = u32> + '_ {
        self.entries.chunk_by(|a, b| a.size == b.size).map(|of_size| of_size.len() as u32)
    }

    /// The pattern's level, if it is known.
    #[inline(always)]
    pub fn level(&self, hash: u64) -> Option<u32> {
        let mut slot = self.slot(hash);
        loop {
            let &(found, level) = self.slots.get(slot)?;
            if level == EMPTY {
                return None;
            }
            if found == hash {
                return Some(level);
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }

    fn slot(&self, hash: u64) -> usize {
        hash as usize & self.slots.len().wrapping_sub(1)
    }

    /// Visits every known pattern around each of the points, by its place in `points` and its level; of a point's
    /// patterns the smallest first. Unless the harvest leaves gaps, an unknown pattern is inside of unknown ones only.
    pub fn known_around(&self, reader: &CircularReader, points: &[Point], mut tell: impl FnMut(usize, u32)) {
        if self.is_empty() {
            return;
        }
        let smallest = |(place, &point): (usize, &Point)| {
            let mut rings = reader.rings(point);
            let ring = rings.find(|ring| ring.distance == SMALLEST).expect("every point has its rings");
            prefetch(&self.slots[self.slot(ring.hash)]);
            (place, rings, ring.hash)
        };
        let mut growing: Vec<_> = points.iter().enumerate().map(smallest).collect();
        while !growing.is_empty() {
            growing.retain_mut(|(place, rings, hash)| {
                match self.level(*hash) {
                    Some(level) => tell(*place, level),
                    None if self.has_gaps => {}
                    None => return false,
                }
                let Some(ring) = rings.next() else { return false };
                *hash = ring.hash;
                prefetch(&self.slots[self.slot(ring.hash)]);
                true
            });
        }
    }

    /// Harvests the games; `done` is called with the number read, [`PatternSet::n_passes`] times for each.
    pub fn harvest(games: &[Game], settings: &PatternSettings, seed: u64, done: impl Fn(usize) + Sync) -> PatternSet {
        PatternSet::new(harvest::harvest(games, settings, seed, done), settings.order)
    }

    /// How often a harvest in that order reads the games.
    pub fn n_passes(order: HarvestOrder) -> usize {
        harvest::n_passes(order)
    }
}
