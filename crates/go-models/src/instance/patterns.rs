//! The pattern features of seed 000 section 2.4.1: nested circular patterns of distance 3 to 15, seen often enough.
//!
//! A pattern is counted around every legal move of the sampled positions, not only where it was played (notes C). All sizes are
//! counted in one pass; a larger pattern is counted once the smaller one has been seen `threshold` times, since it cannot be
//! frequent otherwise. The program made one pass a size, the largest first, and did not count a move at a size where a
//! larger pattern was already kept; that keeps fewer small patterns and changes nothing where the largest known one applies.
//!
//! Patterns are told apart by 64 bits of hash over their lossless code; the harvest compares the codes of what it keeps and reports a
//! collision instead of merging two patterns.

use super::PatternSettings;
use go_board::{CircularReader, FIRST_RING, Move, N_RINGS, Position, Rings};
use go_games::{Game, Replay};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// The smallest pattern.
pub(super) const SMALLEST: usize = 3;

type Table<T> = HashMap<u64, T, foldhash::fast::FixedState>;

/// The known patterns with how often they were seen and played.
#[derive(Clone, Debug, Default)]
pub struct PatternSet {
    /// Level by hash.
    levels: Table<u32>,
    /// Hash, times seen, times played, by level.
    entries: Vec<PatternEntry>,
}

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

struct Counted {
    code: Option<Box<[u64]>>,
    size: u8,
    seen: u32,
    played: u32,
}

impl PatternSet {
    /// The set of these patterns; levels are their places in the list.
    pub fn new(entries: Vec<PatternEntry>) -> PatternSet {
        let levels = entries.iter().zip(0..).map(|(entry, level)| (entry.hash, level)).collect();
        PatternSet { levels, entries }
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

    /// The levels of the known patterns among growing ones, the smallest first. Smaller ones of a known pattern are known.
    pub fn known(&self, rings: Rings<'_>) -> impl Iterator<Item = u32> {
        rings.skip_while(|ring| ring.distance < SMALLEST).map_while(|ring| self.levels.get(&ring.hash).copied())
    }

    /// Harvests the games; `done` hears of every game.
    pub fn harvest(games: &[Game], settings: &PatternSettings, seed: u64, mut done: impl FnMut()) -> PatternSet {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut order: Vec<&Game> = games.iter().collect();
        order.shuffle(&mut rng);
        order.truncate(settings.n_games.unwrap_or(usize::MAX));
        let mut counts: Table<Counted> = Table::default();
        for game in order {
            let mut replay: Replay<'_> = Replay::new(game);
            while let Some((position, played)) = replay.next_position() {
                if rng.random_bool(settings.sampling.clamp(0.0, 1.0)) {
                    count(&mut counts, position, played, settings.threshold);
                }
            }
            done();
        }
        let mut entries: Vec<PatternEntry> = counts
            .into_iter()
            .filter(|(_, counted)| counted.seen >= settings.threshold)
            .map(|(hash, Counted { size, seen, played, .. })| PatternEntry { hash, size, seen, played })
            .collect();
        entries.sort_unstable_by_key(|entry| (entry.size, entry.hash));
        PatternSet::new(entries)
    }
}

fn count(counts: &mut Table<Counted>, position: &Position, played: Move, threshold: u32) {
    let reader = CircularReader::new(&position.board, position.to_move);
    for point in position.legal_points() {
        let chosen = u32::from(played == Move::Play(point));
        let mut codes = [0; N_RINGS];
        for ring in reader.rings(point) {
            codes[ring.distance - FIRST_RING] = ring.code;
            if ring.distance < SMALLEST {
                continue;
            }
            let fresh = Counted { code: None, size: ring.distance as u8, seen: 0, played: 0 };
            let counted = counts.entry(ring.hash).or_insert(fresh);
            counted.seen += 1;
            counted.played += chosen;
            if counted.seen < threshold {
                break;
            }
            // Codes are compared from the moment a pattern is frequent: rare ones would fill the memory.
            let code = &codes[..=ring.distance - FIRST_RING];
            let known = counted.code.get_or_insert_with(|| code.into());
            assert!(**known == *code, "two patterns of distance {} share a 64-bit hash", ring.distance);
        }
    }
}
