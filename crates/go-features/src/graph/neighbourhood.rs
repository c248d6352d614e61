//! The stones around one candidate move of a stone graph, by rising distance and then own before opponent.
//!
//! Rings of growing radius are expanded on demand. Nodes of the same distance and status form a *group*: the first two
//! tie-breaking conditions of section 3.3.3 select exactly the first group that has a free node. Bit sets over places
//! in this order record the status of nodes, so that a look-up is a few word operations. The four sides are not in the
//! list: their distances are known.

use super::geometry::{Geometry, SET_WORDS};
use super::survey::Survey;
use super::{Discovered, Status, StatusSet};

/// A node and where its group ends.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) node: u16,
    pub(super) group_end: u16,
    pub(super) distance: u8,
    pub(super) status: u8,
}

/// Stones or chains by distance from one point, as far as looked.
#[derive(Clone)]
pub(super) struct Neighbourhood {
    /// The position that this is about.
    stamp: u32,
    /// All nodes nearer than this are in.
    next_radius: u8,
    entries: Vec<Entry>,
    of_status: [[u64; SET_WORDS]; 2],
}

/// What the rings are filled from.
pub(super) struct Surroundings<'a> {
    pub(super) geometry: &'a Geometry,
    pub(super) survey: &'a Survey,
    /// Is a chain one node?
    pub(super) merges_chains: bool,
    /// Stones or chains on the whole board.
    pub(super) n_nodes: usize,
}

impl Neighbourhood {
    pub(super) fn new() -> Neighbourhood {
        Neighbourhood { stamp: 0, next_radius: 1, entries: Vec::new(), of_status: [[0; SET_WORDS]; 2] }
    }

    /// Forgets everything unless it is about this position.
    #[inline(always)]
    pub(super) fn refresh(&mut self, stamp: u32) {
        if self.stamp != stamp {
            self.stamp = stamp;
            self.next_radius = 1;
            self.entries.clear();
            self.of_status = [[0; SET_WORDS]; 2];
        }
    }

    #[inline(always)]
    pub(super) fn entry(&self, place: usize) -> Entry {
        self.entries[place]
    }

    /// The place of the nearest free node of these statuses that is at most `within` away, looking farther as needed.
    #[inline]
    pub(super) fn first_free(
        &mut self,
        around: &Surroundings<'_>,
        seen: &Discovered,
        statuses: StatusSet,
        within: u16,
    ) -> Option<usize> {
        let own = if statuses.contains(Status::Own) { u64::MAX } else { 0 };
        let opponent = if statuses.contains(Status::Opponent) { u64::MAX } else { 0 };
        let mut word = 0;
        loop {
            while word * 64 < self.entries.len() {
                let wanted = (self.of_status[0][word] & own) | (self.of_status[1][word] & opponent);
                let free = wanted & !seen.taken[word];
                if free != 0 {
                    let place = word * 64 + free.trailing_zeros() as usize;
                    return (u16::from(self.entries[place].distance) <= within).then_some(place);
                }
                word += 1;
            }
            if self.entries.len() == around.n_nodes || u16::from(self.next_radius) > within {
                return None;
            }
            word = self.entries.len() / 64;
            self.add_ring(around, seen.at(0) as usize);
        }
    }

    /// Takes in the nodes at distance `next_radius`.
    fn add_ring(&mut self, around: &Surroundings<'_>, point: usize) {
        let radius = self.next_radius;
        let Surroundings { geometry, survey, merges_chains, .. } = *around;
        let ring = geometry.ring(point, radius as usize);
        for status in [Status::Own, Status::Opponent] {
            let start = self.entries.len();
            for &stone in ring {
                if survey.status[stone as usize] != status as u8 {
                    continue;
                }
                let node = if merges_chains { survey.root[stone as usize] } else { stone };
                if merges_chains && self.entries.iter().any(|entry| entry.node == node) {
                    continue;
                }
                let place = self.entries.len();
                self.entries.push(Entry { node, group_end: 0, distance: radius, status: status as u8 });
                self.of_status[status as usize][place / 64] |= 1 << (place % 64);
            }
            let end = self.entries.len() as u16;
            self.entries[start..].iter_mut().for_each(|entry| entry.group_end = end);
        }
        self.next_radius += 1;
    }
}
