//! The nodes around one candidate move of a stone graph, by rising distance and then own, opponent, side.
//!
//! Rings of growing radius are looked at only as far as somebody asks. Nodes of the same distance and status stand together as a
//! *group*: the first two tie-breaking conditions of section 3.3.3 select exactly the first group that has a free node.
//! Bit sets over places in this order say which nodes have a status, so that a look-up is a few word operations.

use super::geometry::{Geometry, N_SIDES, SET_WORDS};
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

/// Nodes by distance from one point, as far as looked.
#[derive(Clone)]
pub(super) struct Neighbourhood {
    /// The position that this is about.
    stamp: u32,
    /// All nodes nearer than this are in.
    next_radius: u8,
    entries: Vec<Entry>,
    of_status: [[u64; SET_WORDS]; 3],
}

/// What the rings are filled from.
pub(super) struct Surroundings<'a> {
    pub(super) geometry: &'a Geometry,
    pub(super) survey: &'a Survey,
    /// Is a chain one node?
    pub(super) merges_chains: bool,
    /// Nodes of the whole graph.
    pub(super) n_nodes: usize,
}

impl Neighbourhood {
    pub(super) fn new() -> Neighbourhood {
        Neighbourhood { stamp: 0, next_radius: 0, entries: Vec::new(), of_status: [[0; SET_WORDS]; 3] }
    }

    /// Forgets everything unless it is about this position.
    #[inline(always)]
    pub(super) fn refresh(&mut self, stamp: u32) {
        if self.stamp != stamp {
            self.stamp = stamp;
            self.next_radius = 0;
            self.entries.clear();
            self.of_status = [[0; SET_WORDS]; 3];
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
        point: u16,
        seen: &Discovered,
        (statuses, within): (StatusSet, u16),
    ) -> Option<usize> {
        let mut word = 0;
        loop {
            while word * 64 < self.entries.len() {
                let mut free = 0;
                for (status, places) in self.of_status.iter().enumerate() {
                    free |= if statuses.bits() & (1 << status) != 0 { places[word] } else { 0 };
                }
                free &= !seen.taken[word];
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
            self.add_ring(around, point);
        }
    }

    /// Takes in the nodes at distance `next_radius`.
    fn add_ring(&mut self, around: &Surroundings<'_>, point: u16) {
        let radius = self.next_radius;
        let Surroundings { geometry, survey, merges_chains, .. } = *around;
        let ring = geometry.ring(point as usize, radius as usize);
        for status in [Status::Own, Status::Opponent] {
            let start = self.entries.len();
            for &other in ring {
                if survey.status[other as usize] == status as u8 {
                    let node = if merges_chains { survey.root[other as usize] } else { other };
                    if !(merges_chains && self.entries.iter().any(|entry| entry.node == node)) {
                        self.push(node, radius, status);
                    }
                }
            }
            self.close_group(start);
        }
        let start = self.entries.len();
        for side in geometry.area..geometry.area + N_SIDES {
            if geometry.distance(point, side as u16) == radius {
                self.push(side as u16, radius, Status::Neutral);
            }
        }
        self.close_group(start);
        self.next_radius += 1;
    }

    #[inline(always)]
    fn push(&mut self, node: u16, distance: u8, status: Status) {
        let place = self.entries.len();
        self.entries.push(Entry { node, group_end: 0, distance, status: status as u8 });
        self.of_status[status as usize][place / 64] |= 1 << (place % 64);
    }

    #[inline(always)]
    fn close_group(&mut self, start: usize) {
        let end = self.entries.len() as u16;
        for entry in &mut self.entries[start..] {
            entry.group_end = end;
        }
    }
}
