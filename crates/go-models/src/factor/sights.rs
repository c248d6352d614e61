//! How often each shape was a feature of a legal move while learning, and how often that move was played.
//!
//! Several threads count at once; sums do not depend on their order.

use super::Sights;
use learn::Rows;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicU32, Ordering};

/// Counters of every shape.
#[derive(Serialize, Deserialize)]
pub(super) struct SightCounts {
    seen: Vec<AtomicU32>,
    played: Vec<AtomicU32>,
}

impl SightCounts {
    pub(super) fn new(n_shapes: usize) -> Self {
        let zeros = || (0..n_shapes).map(|_| AtomicU32::new(0)).collect();
        SightCounts { seen: zeros(), played: zeros() }
    }

    /// The number of shapes.
    pub(super) fn len(&self) -> usize {
        self.seen.len()
    }

    /// Counts the shapes of one decision; features below `n_dense` are not shapes.
    pub(super) fn count(&self, candidates: &Rows, chosen: usize, n_dense: usize) {
        let add = |counts: &[AtomicU32], features: &[u32]| {
            for shape in features.iter().filter_map(|&feature| (feature as usize).checked_sub(n_dense)) {
                counts[shape].fetch_add(1, Ordering::Relaxed);
            }
        };
        candidates.iter().for_each(|features| add(&self.seen, features));
        add(&self.played, candidates.row(chosen));
    }

    /// Adds what was counted of a shape elsewhere.
    pub(super) fn add(&self, shape: u32, sights: Sights) {
        self.seen[shape as usize].fetch_add(sights.seen, Ordering::Relaxed);
        self.played[shape as usize].fetch_add(sights.played, Ordering::Relaxed);
    }

    /// The counts as they are now.
    pub(super) fn finish(self) -> Vec<Sights> {
        let pairs = self.seen.into_iter().zip(self.played);
        pairs.map(|(seen, played)| Sights { seen: seen.into_inner(), played: played.into_inner() }).collect()
    }
}
