//! Every pattern that is seen `threshold` times, exactly: what "occur at least 20 times" says (van Niekerk 2014, section 2.4.1).
//!
//! One pass over the games a size, the smallest first, always with the same sample. A pattern of size `s` is seen no more often than the
//! one of size `s - 1` inside it (a prefix of the canonical form is canonical), so only what grows from a frequent pattern is
//! counted, and nothing is lost; all sizes together would not fit into memory, since most large patterns are seen once.

use super::super::patterns::SMALLEST;
use super::{Counted, Counts, Share, entries};
use crate::instance::PatternEntry;
use go_features::circular::LAST_RING;
use rand_xoshiro::Xoshiro256PlusPlus;

pub(super) fn count(share: &Share<'_>, rng: &Xoshiro256PlusPlus) -> Vec<PatternEntry> {
    let threshold = share.settings.threshold;
    // The frequent patterns of the sizes before, and all of the present one that grow from them.
    let mut counts = Counts::default();
    for (pass, size) in (SMALLEST..=LAST_RING).enumerate() {
        share.walk(rng.clone(), pass, |smallest, mut rings, played| {
            let (mut ring, mut inner) = (smallest, 0);
            while ring.distance < size {
                if !counts.contains_key(&ring.hash) {
                    return;
                }
                inner = ring.hash;
                let Some(next) = rings.next() else { return };
                ring = next;
            }
            let counted = counts.entry(ring.hash).or_insert_with(|| Counted::new(size));
            counted.count(ring, inner, played, threshold);
        });
        counts.retain(|_, counted| counted.seen >= threshold);
    }
    entries(counts).collect()
}
