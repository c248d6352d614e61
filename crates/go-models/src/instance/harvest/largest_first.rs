//! The harvest of Oakfoam 0.2.0: the largest size first, every size with a sample of its own, and a move counts at a size only if none of the
//! larger patterns kept so far matches it.
//!
//! Fewer small patterns are kept than are frequent, and a kept pattern may have an unknown one inside it. Each size takes two passes over its
//! sample: the first counts in a table of bytes that patterns share by their hash, which never counts too little, so that the second
//! needs memory only for what may be frequent.

use super::super::patterns::SMALLEST;
use super::{Counted, Counts, Share, entries};
use crate::instance::PatternEntry;
use go_features::circular::{LAST_RING, Ring, Rings};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Bytes of the shared table: some sixteen thousand a game, within limits.
fn n_bytes(n_games: usize) -> usize {
    (n_games << 14).next_power_of_two().clamp(1 << 16, 1 << 26)
}

pub(super) fn count(share: &Share<'_>, rng: &mut Xoshiro256PlusPlus) -> Vec<PatternEntry> {
    let threshold = share.settings.threshold;
    let mut kept = Counts::default();
    let mut shared = vec![0u8; n_bytes(share.games.len())];
    for (pass, size) in (SMALLEST..=LAST_RING).rev().enumerate() {
        let sample = Xoshiro256PlusPlus::seed_from_u64(rng.random());
        let place = |hash: u64, shared: &[u8]| (hash >> 32) as usize & (shared.len() - 1);
        shared.fill(0);
        share.walk(sample.clone(), 2 * pass, |smallest, rings, _| {
            if let Some((ring, _)) = uncovered(smallest, rings, size, &kept) {
                let place = place(ring.hash, &shared);
                shared[place] = shared[place].saturating_add(1);
            }
        });
        let mut counts = Counts::default();
        share.walk(sample, 2 * pass + 1, |smallest, rings, played| {
            let Some((ring, inner)) = uncovered(smallest, rings, size, &kept) else { return };
            if u32::from(shared[place(ring.hash, &shared)]) >= threshold.min(u32::from(u8::MAX)) {
                let counted = counts.entry(ring.hash).or_insert_with(|| Counted::new(size));
                counted.count(ring, inner, played, threshold);
            }
        });
        kept.extend(counts.into_iter().filter(|(_, counted)| counted.seen >= threshold));
    }
    entries(kept).collect()
}

/// The pattern of that size and the hash of the one inside it, unless a larger one is kept.
fn uncovered(smallest: Ring, mut rings: Rings<'_>, size: usize, kept: &Counts) -> Option<(Ring, u64)> {
    let (mut ring, mut inner) = (smallest, 0);
    while ring.distance < size {
        inner = ring.hash;
        ring = rings.next()?;
    }
    let covered = !kept.is_empty() && rings.any(|larger| kept.contains_key(&larger.hash));
    (!covered).then_some((ring, inner))
}
