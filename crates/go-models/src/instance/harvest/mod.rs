//! Which patterns are frequent (van Niekerk 2014, section 2.4.1).
//!
//! A pattern is counted around every legal move of the sampled positions, not only where it was played, as in Oakfoam 0.2.0. Two
//! countings ([`HarvestOrder`]): [`full`], every pattern seen `threshold` times, and [`largest_first`], the program's passes.
//!
//! Threads do not share the games but the patterns: each reads all games and counts those whose smallest pattern is assigned to it. Nested patterns
//! have the smallest one in common, so that shares do not depend on each other and the result is that of one thread.
//!
//! Patterns are identified by 64 bits of hash over their lossless code; of what is frequent the codes are compared, and a collision is
//! reported instead of merging two patterns.

mod full;
mod largest_first;

use super::patterns::SMALLEST;
use super::{HarvestOrder, PatternEntry, PatternSettings};
use go_board::{Move, Position};
use go_features::circular::{CircularReader, FIRST_RING, LAST_RING, Ring, Rings};
use go_games::{Game, Replay};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use std::collections::HashMap;

/// Sizes of patterns.
const N_SIZES: usize = LAST_RING - SMALLEST + 1;

/// How often the games are read.
pub(super) fn n_passes(order: HarvestOrder) -> usize {
    match order {
        HarvestOrder::Full => N_SIZES,
        HarvestOrder::LargestFirst => 2 * N_SIZES,
    }
}

/// The frequent patterns, by size and hash; `done` is called with the number of games read, each once in every pass.
pub(super) fn harvest(
    games: &[Game],
    settings: &PatternSettings,
    seed: u64,
    done: impl Fn(usize) + Sync,
) -> Vec<PatternEntry> {
    harvest_in_shares(games, settings, seed, rayon::current_num_threads() as u64, done)
}

fn harvest_in_shares(
    games: &[Game],
    settings: &PatternSettings,
    seed: u64,
    n_shares: u64,
    done: impl Fn(usize) + Sync,
) -> Vec<PatternEntry> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut order: Vec<&Game> = games.iter().collect();
    order.shuffle(&mut rng);
    order.truncate(settings.n_games.unwrap_or(usize::MAX));
    let silent = |_: usize| ();
    let share = |number: u64| {
        let done: &(dyn Fn(usize) + Sync) = if number == 0 { &done } else { &silent };
        let share = Share { number, n_shares, games: &order, settings, done };
        match settings.order {
            HarvestOrder::Full => full::count(&share, &rng),
            HarvestOrder::LargestFirst => largest_first::count(&share, &mut rng.clone()),
        }
    };
    let mut entries: Vec<PatternEntry> = (0..n_shares).into_par_iter().flat_map_iter(share).collect();
    entries.sort_unstable_by_key(|entry| (entry.size, entry.hash));
    entries
}

/// The patterns whose smallest one belongs to this thread.
struct Share<'g> {
    number: u64,
    n_shares: u64,
    games: &'g [&'g Game],
    settings: &'g PatternSettings,
    done: &'g (dyn Fn(usize) + Sync),
}

impl Share<'_> {
    /// Shows every legal move of the sampled positions that is this share's: the smallest pattern, the rings around it,
    /// and whether the move was played. The generator decides the sample; `pass` is which reading of the games it is.
    fn walk(&self, mut rng: Xoshiro256PlusPlus, pass: usize, mut look: impl FnMut(Ring, Rings<'_>, bool)) {
        let sampling = self.settings.sampling.clamp(0.0, 1.0);
        for (n, game) in self.games.iter().enumerate() {
            let mut replay = Replay::new(game);
            while let Some((position, played)) = replay.next_position() {
                if rng.random_bool(sampling) {
                    self.look_at(position, played, &mut look);
                }
            }
            (self.done)(pass * self.games.len() + n + 1);
        }
    }

    fn look_at(&self, position: &Position, played: Move, look: &mut impl FnMut(Ring, Rings<'_>, bool)) {
        let reader = CircularReader::new(&position.board, position.to_move);
        for point in position.legal_points() {
            let mut rings = reader.rings(point);
            let smallest = rings.nth(SMALLEST - FIRST_RING).expect("every point has its rings");
            if smallest.hash % self.n_shares == self.number {
                look(smallest, rings, played == Move::Play(point));
            }
        }
    }
}

type Counts = HashMap<u64, Counted, foldhash::fast::FixedState>;

/// How often a pattern was seen and played.
struct Counted {
    /// Hash of the pattern inside it and code of its last ring, from the moment it is frequent: for all it would fill the memory.
    code: Option<Box<[u64; 2]>>,
    seen: u32,
    played: u32,
    size: u8,
}

impl Counted {
    fn new(size: usize) -> Counted {
        Counted { code: None, seen: 0, played: 0, size: size as u8 }
    }

    fn count(&mut self, ring: Ring, inner: u64, played: bool, threshold: u32) {
        self.seen += 1;
        self.played += u32::from(played);
        if self.seen >= threshold {
            let code = [inner, ring.code];
            let known = self.code.get_or_insert_with(|| Box::new(code));
            assert!(
                **known == code && usize::from(self.size) == ring.distance,
                "two patterns share the hash {}",
                ring.hash
            );
        }
    }
}

fn entries(counts: Counts) -> impl Iterator<Item = PatternEntry> {
    counts.into_iter().map(|(hash, Counted { size, seen, played, .. })| PatternEntry { hash, size, seen, played })
}

#[cfg(test)]
mod tests;
