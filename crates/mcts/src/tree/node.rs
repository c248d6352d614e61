//! A visited state: its visits, its rewards, what was measured, whether it is settled, and its edges.
//!
//! Rewards are summed in fixed point, so that the sum does not depend on the order in which threads add.

use super::Branches;
use super::measure::MeasureSums;
use crate::Measured;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// 2^31 steps in one reward: 2^32 visits cannot overflow the sum.
const REWARD_STEPS: f64 = (1_u64 << 31) as f64;

/// Not settled and not being expanded. Both marks are bit patterns that no reward in \[0, 1\] has.
const UNSETTLED: u32 = u32::MAX;
/// A thread is calling the expander.
const EXPANDING: u32 = u32::MAX - 1;

/// A node of the tree; 56 bytes. A `Default` node is unvisited.
///
/// The order of the fields is kept: selection reads the first 16 bytes of every visited child, and most of these then lie in one cache line.
#[repr(C)]
pub(crate) struct Node<A> {
    visits: AtomicU32,
    settled: AtomicU32,
    sum: AtomicU64,
    branches: OnceLock<Box<Branches<A>>>,
    measure: MeasureSums,
}

impl<A> Default for Node<A> {
    fn default() -> Self {
        Self {
            visits: AtomicU32::new(0),
            settled: AtomicU32::new(UNSETTLED),
            sum: AtomicU64::new(0),
            branches: OnceLock::new(),
            measure: MeasureSums::default(),
        }
    }
}

impl<A> Node<A> {
    /// Visits, including those of running playouts.
    #[inline]
    pub(crate) fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    /// Sum of the rewards from the point of view of the player who chose this node.
    #[inline]
    pub(crate) fn sum(&self) -> f64 {
        self.sum.load(Ordering::Relaxed) as f64 / REWARD_STEPS
    }

    /// Mean reward from the point of view of the player who chose this node; 0 without visits.
    #[inline]
    pub(crate) fn mean(&self) -> f64 {
        self.sum() / f64::from(self.visits().max(1))
    }

    /// Enters the node: adds `virtual_visits` without a reward and returns the visits before (virtual loss, Basaldúa
    /// 2013, section 3.1.4).
    #[inline]
    pub(crate) fn enter(&self, virtual_visits: u32) -> u32 {
        self.visits.fetch_add(virtual_visits, Ordering::Relaxed)
    }

    /// Leaves the node with a reward: one of the virtual visits stays as the real one.
    #[inline]
    pub(crate) fn leave(&self, virtual_visits: u32, reward: f64) {
        self.visits.fetch_add(1_u32.wrapping_sub(virtual_visits), Ordering::Relaxed);
        self.sum.fetch_add((reward * REWARD_STEPS) as u64, Ordering::Relaxed);
    }

    /// Counts a measured quantity from the first player's point of view.
    #[inline]
    pub(crate) fn add_measure(&self, measure: f64) {
        self.measure.add(measure);
    }

    /// Mean and spread of the measured quantity from the first player's point of view.
    pub(crate) fn measured(&self) -> Option<Measured> {
        self.measure.measured()
    }

    /// The exact value from the point of view of the first player, once nothing below can change it.
    #[inline]
    pub(crate) fn settled(&self) -> Option<f64> {
        match self.settled.load(Ordering::Relaxed) {
            UNSETTLED | EXPANDING => None,
            bits => Some(f64::from(f32::from_bits(bits))),
        }
    }

    pub(crate) fn settle(&self, value: f64) {
        self.settled.store((value as f32).to_bits(), Ordering::Relaxed);
    }

    /// Reopens a settled node whose deciding edges were cut.
    pub(crate) fn unsettle(&mut self) {
        *self.settled.get_mut() = UNSETTLED;
    }

    /// The edges, if the node was expanded.
    #[inline]
    pub(crate) fn branches(&self) -> Option<&Branches<A>> {
        self.branches.get().map(Box::as_ref)
    }

    pub(crate) fn branches_mut(&mut self) -> Option<&mut Branches<A>> {
        self.branches.get_mut().map(Box::as_mut)
    }

    /// Claims the right to expand; false while another thread has it, so that threads never wait.
    pub(crate) fn claim_expansion(&self) -> bool {
        self.settled.compare_exchange(UNSETTLED, EXPANDING, Ordering::Acquire, Ordering::Relaxed).is_ok()
    }

    /// Publishes the edges and releases the claim.
    pub(crate) fn publish(&self, branches: Branches<A>) -> &Branches<A> {
        let published = self.branches.get_or_init(|| Box::new(branches));
        self.release_claim();
        published
    }

    /// Releases the claim. Not a plain store: once the edges are published another thread may settle the node.
    pub(crate) fn release_claim(&self) {
        let _ = self.settled.compare_exchange(EXPANDING, UNSETTLED, Ordering::Release, Ordering::Relaxed);
    }

    /// Turns the node into a leaf: the edges are dropped, the statistics stay.
    pub(crate) fn collapse(&mut self) {
        self.branches = OnceLock::new();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_56_bytes() {
        assert_eq!(size_of::<Node<u16>>(), 56);
    }

    #[test]
    fn a_virtual_loss_is_gone_after_the_visit() {
        let node = Node::<()>::default();
        for virtual_visits in [0, 1, 3] {
            node.enter(virtual_visits);
            node.leave(virtual_visits, 0.5);
        }
        assert_eq!((node.visits(), node.sum(), node.mean()), (3, 1.5, 0.5));
        assert_eq!(node.enter(2), 3);
        assert_eq!(node.visits(), 5, "a visit under way counts as two losses");
    }

    #[test]
    fn settles_once_expanded_or_not() {
        let node = Node::<()>::default();
        assert!(node.claim_expansion() && !node.claim_expansion());
        assert_eq!(node.settled(), None);
        node.settle(0.0);
        node.release_claim();
        assert_eq!(node.settled(), Some(0.0), "a claim given back late does not undo it");
        assert!(!node.claim_expansion());
    }
}
