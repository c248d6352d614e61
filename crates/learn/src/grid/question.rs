//! Counting questions: "are there at least `e` cells of kind `t` in the window around the focus?" (section 4.1)

use super::{Cell, GrowthSettings, Kind, Scene};
use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

/// A counting question. The thesis says "greater than or equal" in its definition and "greater" where it grows trees; it is the
/// former here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// The kind that is counted.
    pub kind: Kind,
    /// How far the window reaches from the focus: the window's side is `2 * reach + 1`.
    pub reach: u8,
    /// The smallest count that is answered with yes.
    pub at_least: u16,
}

impl Question {
    /// The side of the window.
    pub fn window(&self) -> u8 {
        2 * self.reach + 1
    }

    /// The answer at a focus.
    #[inline]
    pub fn answer(&self, scene: &Scene, focus: Cell) -> bool {
        scene.count(self.kind, focus, self.reach) >= self.at_least
    }

    /// A random question: kind and window are drawn uniformly, the threshold is the count seen at a drawn example.
    ///
    /// The thesis also draws the focus at random, which would take the threshold from somewhere else than the example; here it is the
    /// example's own. A count of 0 makes the question trivial ("at least 0"); it becomes 1.
    pub(super) fn sample(
        scene: &Scene,
        focus: Cell,
        n_kinds: usize,
        settings: &GrowthSettings,
        rng: &mut impl Rng,
    ) -> Question {
        let kind = Kind(rng.random_range(0..n_kinds) as u16);
        let reach = rng.random_range(settings.smallest_question_window / 2..=settings.largest_question_window / 2);
        Question { kind, reach, at_least: scene.count(kind, focus, reach).max(1) }
    }
}
