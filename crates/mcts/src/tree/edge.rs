//! An action of a node and its statistics: at most 24 bytes for actions of four bytes.
//!
//! An edge stores the expander's knowledge and its RAVE statistics, also while it is hidden by widening, so that RAVE
//! can promote it (Basaldúa 2013, section 3.1.3). Visits and rewards are stored in the child node, which exists only
//! after the first visit.

use crate::Candidate;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// Where an edge leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// Not yet widened: not considered by the selection.
    Hidden,
    /// May be selected, has no node yet.
    Open,
    /// Has a node.
    Node(u32),
}

impl Target {
    #[inline]
    fn encode(self) -> u32 {
        match self {
            Target::Hidden => 0,
            Target::Open => 1,
            Target::Node(slot) => slot + 2,
        }
    }

    #[inline]
    fn decode(code: u32) -> Self {
        match code {
            0 => Target::Hidden,
            1 => Target::Open,
            _ => Target::Node(code - 2),
        }
    }
}

/// An action with its a-priori knowledge, its RAVE statistics and its child.
#[derive(Debug)]
pub(crate) struct Edge<A> {
    /// RAVE visits in the upper half, the sum of rewards as `f32` in the lower: one word, so that reads never tear.
    rave: AtomicU64,
    target: AtomicU32,
    pub(crate) prior: f32,
    /// A-priori value in steps of 1/65534; `u16::MAX` if there is none.
    value: u16,
    horizon: u16,
    pub(crate) action: A,
}

const NO_VALUE: u16 = u16::MAX;
const VALUE_STEPS: f32 = (u16::MAX - 1) as f32;
/// RAVE counts are halved at this limit: the sum keeps its precision, and recent playouts get more weight.
const RAVE_CAP: u32 = 1 << 22;

/// A value in steps.
fn packed(value: Option<f32>) -> u16 {
    value.map_or(NO_VALUE, |value| (value.clamp(0.0, 1.0) * VALUE_STEPS).round() as u16)
}

impl<A: Copy> Edge<A> {
    pub(crate) fn new(candidate: &Candidate<A>, target: Target) -> Self {
        Self {
            rave: AtomicU64::new(0),
            target: AtomicU32::new(target.encode()),
            prior: candidate.probability,
            value: packed(candidate.value),
            horizon: candidate.horizon,
            action: candidate.action,
        }
    }

    /// Replaces the a-priori value.
    pub(crate) fn set_value(&mut self, value: Option<f32>) {
        self.value = packed(value);
    }

    /// A-priori value, if the expander had one.
    #[inline]
    pub(crate) fn value(&self) -> Option<f32> {
        (self.value != NO_VALUE).then(|| f32::from(self.value) / VALUE_STEPS)
    }

    #[inline]
    pub(crate) fn horizon(&self) -> f32 {
        f32::from(self.horizon)
    }

    /// Acquire pairs with the release of [`Edge::link`]: a thread that sees the number also sees the node's chunk.
    #[inline]
    pub(crate) fn target(&self) -> Target {
        Target::decode(self.target.load(Ordering::Acquire))
    }

    /// Whether widening has opened it.
    #[inline]
    pub(crate) fn is_open(&self) -> bool {
        self.target() != Target::Hidden
    }

    /// Opens a hidden edge; false if another thread did.
    pub(crate) fn open(&self) -> bool {
        let (hidden, open) = (Target::Hidden.encode(), Target::Open.encode());
        self.target.compare_exchange(hidden, open, Ordering::AcqRel, Ordering::Acquire).is_ok()
    }

    /// Gives an open edge its node; on a race the node that came first.
    pub(crate) fn link(&self, slot: u32) -> Result<(), u32> {
        let (open, node) = (Target::Open.encode(), Target::Node(slot).encode());
        match self.target.compare_exchange(open, node, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) => Ok(()),
            Err(code) => match Target::decode(code) {
                Target::Node(first) => Err(first),
                Target::Hidden | Target::Open => unreachable!("an edge is linked only after it was opened"),
            },
        }
    }

    /// RAVE visits and the sum of their rewards from the point of view of the player to move.
    #[inline]
    pub(crate) fn rave(&self) -> (u32, f32) {
        let word = self.rave.load(Ordering::Relaxed);
        ((word >> 32) as u32, f32::from_bits(word as u32))
    }

    /// Counts one RAVE visit if `hit`. A load and a store instead of an atomic add: with several threads a count may
    /// get lost, which Basaldúa 2013, section 3.1.4 found not to be measurable, and a playout makes hundreds of these
    /// updates. The store is unconditional, because hit or miss is unpredictable and a branch would be mispredicted
    /// half of the time.
    #[inline]
    pub(crate) fn add_rave(&self, hit: bool, reward: f32) {
        let word = self.rave.load(Ordering::Relaxed);
        let (visits, sum) = ((word >> 32) as u32, f32::from_bits(word as u32));
        let more = if visits < RAVE_CAP {
            u64::from(visits + 1) << 32 | u64::from((sum + reward).to_bits())
        } else {
            u64::from(visits / 2 + 1) << 32 | u64::from((sum / 2.0 + reward).to_bits())
        };
        self.rave.store(if hit { more } else { word }, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_is_24_bytes() {
        assert_eq!(size_of::<Edge<u32>>(), 24);
        assert_eq!(size_of::<Edge<u16>>(), 24);
        assert_eq!(size_of::<Edge<u8>>(), 24);
    }

    #[test]
    fn keeps_value_and_horizon() {
        let edge = Edge::new(&Candidate::new(3_u16, 0.25).with_value(0.6, 40), Target::Hidden);
        assert!((edge.value().unwrap() - 0.6).abs() < 1e-4);
        assert_eq!((edge.horizon(), edge.prior, edge.action), (40.0, 0.25, 3));
        for exact in [0.0, 1.0] {
            assert_eq!(Edge::new(&Candidate::new(0_u8, 1.0).with_value(exact, 1), Target::Open).value(), Some(exact));
        }
        assert_eq!(Edge::new(&Candidate::new(0_u8, 1.0), Target::Open).value(), None);
    }

    #[test]
    fn goes_from_hidden_to_open_to_a_node() {
        let edge = Edge::new(&Candidate::new((), 1.0), Target::Hidden);
        assert_eq!(edge.target(), Target::Hidden);
        assert!(edge.open() && !edge.open());
        assert_eq!(edge.target(), Target::Open);
        assert_eq!((edge.link(5), edge.link(6)), (Ok(()), Err(5)));
        assert_eq!(edge.target(), Target::Node(5));
    }

    #[test]
    fn rave_means_survive_halving() {
        let edge = Edge::new(&Candidate::new((), 1.0), Target::Hidden);
        for i in 0..RAVE_CAP + 1000 {
            edge.add_rave(true, if i % 4 == 0 { 1.0 } else { 0.0 });
            edge.add_rave(false, 1.0);
        }
        let (visits, sum) = edge.rave();
        assert!(visits > RAVE_CAP / 2 && visits < RAVE_CAP);
        assert!((f64::from(sum) / f64::from(visits) - 0.25).abs() < 1e-3);
    }
}
