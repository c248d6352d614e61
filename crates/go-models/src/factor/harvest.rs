//! Which shapes are worth a feature: those seen often enough around legal moves of sampled positions.
//!
//! Shapes are nested: one that is seen rarely has only rare descendants. A larger shape is therefore counted only once
//! the smaller one has been seen `gate` times, which keeps the table small without losing a frequent shape
//! (its count misses at most the first `gate` sights a size).

use go_board::{Move, Position};
use go_features::shape::ShapeContext;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// How often a shape was seen around a legal move, and how often that move was played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sights {
    /// Times seen.
    pub seen: u32,
    /// Times played.
    pub played: u32,
}

/// Counts shapes.
pub struct Harvest {
    counts: HashMap<u64, Sights, foldhash::fast::FixedState>,
    gate: u32,
}

impl Harvest {
    /// Starts counting; a shape's larger relatives are counted after it was seen `gate` times.
    pub fn new(gate: u32) -> Self {
        Harvest { counts: HashMap::default(), gate }
    }

    /// Counts the shapes around every legal point of a position.
    pub fn add(&mut self, position: &Position, played: Move) {
        let context = ShapeContext::new(position);
        for point in position.legal_points() {
            let chosen = u32::from(played == Move::Play(point));
            context.walk(point, |_, _, hash| {
                let sights = self.counts.entry(hash).or_default();
                sights.seen += 1;
                sights.played += chosen;
                sights.seen >= self.gate
            });
        }
    }

    /// Shapes counted so far.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Nothing counted yet?
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// The shapes seen at least `threshold` times, in a fixed order.
    pub fn frequent(&self, threshold: u32) -> Vec<(u64, Sights)> {
        let mut kept: Vec<(u64, Sights)> =
            self.counts.iter().filter(|(_, s)| s.seen >= threshold).map(|(&hash, &sights)| (hash, sights)).collect();
        kept.sort_unstable_by_key(|&(hash, _)| hash);
        kept
    }
}
