//! Which player played an action first: the table behind RAVE updates.
//!
//! A playout is entered from its end to its beginning, so that at every depth the table says who plays each key first
//! *from there on*. An action counts for an edge only if the edge's player was the first to play it: in Go the same
//! point may be played again later by the other side (all moves as first; Basaldúa 2013, section 3.1.2).

use crate::{RaveKey, Turn};

/// One slot per RAVE key, grown on demand. Clearing starts a new epoch instead of overwriting the slots.
#[derive(Debug, Default)]
pub(crate) struct FirstPlays {
    slots: Vec<u32>,
    epoch: u32,
}

impl FirstPlays {
    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.epoch += 1;
        if self.epoch >= u32::MAX >> 2 {
            self.slots.fill(0);
            self.epoch = 1;
        }
    }

    fn mark(&self, turn: Turn) -> u32 {
        self.epoch << 2 | turn as u32
    }

    /// Notes that `turn` plays `key` before everything noted so far.
    #[inline]
    pub(crate) fn note(&mut self, key: RaveKey, turn: Turn) {
        let i = key.0 as usize;
        if i >= self.slots.len() {
            self.slots.resize(i + 1, 0);
        }
        self.slots[i] = self.mark(turn);
    }

    /// Whether `turn` plays `key` first.
    #[inline]
    pub(crate) fn is_first(&self, key: RaveKey, turn: Turn) -> bool {
        self.slots.get(key.0 as usize) == Some(&self.mark(turn))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_earlier_player_owns_the_key() {
        let mut first = FirstPlays::default();
        first.clear();
        first.note(RaveKey(3), Turn::First);
        assert!(first.is_first(RaveKey(3), Turn::First));
        first.note(RaveKey(3), Turn::Second);
        assert!(!first.is_first(RaveKey(3), Turn::First) && first.is_first(RaveKey(3), Turn::Second));
        assert!(!first.is_first(RaveKey(1000), Turn::First));
        first.clear();
        assert!(!first.is_first(RaveKey(3), Turn::Second));
    }

    #[test]
    fn epochs_wrap_without_stale_entries() {
        let mut first = FirstPlays { slots: vec![0; 4], epoch: (u32::MAX >> 2) - 2 };
        first.clear();
        first.note(RaveKey(0), Turn::Single);
        assert!(first.is_first(RaveKey(0), Turn::Single));
        first.clear();
        assert!(!first.is_first(RaveKey(0), Turn::Single));
        assert_eq!(first.epoch, 1);
    }
}
