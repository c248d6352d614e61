//! A partial panel as a state of the search core.
//!
//! An action adds one SNP; the state is terminal when the panel is full. Two panels of the same SNPs have the same key,
//! independent of their order.

use mcts::{RaveKey, State, Turn};
use stable_hash::splitmix64;

use crate::problem::Rank;

/// Some of the SNPs of a panel.
#[derive(Debug, PartialEq, Eq)]
pub struct PanelState {
    chosen: Vec<Rank>,
    size: usize,
}

impl Clone for PanelState {
    fn clone(&self) -> Self {
        Self { chosen: self.chosen.clone(), size: self.size }
    }

    fn clone_from(&mut self, source: &Self) {
        self.chosen.clone_from(&source.chosen);
        self.size = source.size;
    }
}

impl PanelState {
    /// Nothing chosen of a panel of this size.
    pub fn new(size: usize) -> PanelState {
        PanelState { chosen: Vec::with_capacity(size), size }
    }

    /// The SNPs chosen so far, in the order of choice.
    pub fn chosen(&self) -> &[Rank] {
        &self.chosen
    }

    /// SNPs of the full panel.
    pub fn size(&self) -> usize {
        self.size
    }

    /// SNPs that are still to be chosen.
    pub fn n_missing(&self) -> usize {
        self.size - self.chosen.len()
    }

    /// The SNPs in the order of their ranks.
    pub fn sorted(&self) -> Vec<Rank> {
        let mut panel = self.chosen.clone();
        panel.sort_unstable();
        panel
    }
}

impl State for PanelState {
    type Action = Rank;

    fn turn(&self) -> Turn {
        Turn::Single
    }

    fn apply(&mut self, action: Rank) {
        self.chosen.push(action);
    }

    fn is_terminal(&self) -> bool {
        self.chosen.len() >= self.size
    }

    fn key(&self) -> Option<u64> {
        // A sum of well-mixed numbers does not depend on the order (SplitMix64).
        let mix = |rank: &Rank| splitmix64::nth(0, u64::from(rank.0) + 1);
        Some(self.chosen.iter().map(mix).fold(0, u64::wrapping_add))
    }

    fn rave_key(action: Rank) -> Option<RaveKey> {
        Some(RaveKey(action.0))
    }
}
