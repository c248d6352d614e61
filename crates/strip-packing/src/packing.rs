//! A partial packing: the contour, the remaining rectangles and the waste, under a height that must not be exceeded.
//!
//! The *target* turns the search into a decision problem: can everything be packed within this height? Then only
//! `width * target - area of all rectangles` may be wasted, and a partial packing that has wasted more is dead, as is one with
//! a rectangle that no longer fits below the target. On instances cut from a full rectangle this makes playouts short:
//! at the optimal height nothing may be wasted at all.
//!
//! Only packings that the bottom-left rule reaches can be made: rectangles go into the lowest niche, against its higher
//! wall. For packings without waste nothing is lost (the corner must be covered by some rectangle); with waste some
//! optimal packings may be unreachable.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::instance::{Instance, Orientation};
use crate::layout::{Layout, Placement};
use crate::skyline::{Niche, Skyline};

/// One decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Action {
    /// Puts this orientation (index into [`Instance::orientations`]) into the niche.
    Place(u16),
    /// Skips the niche ("pass" in Basaldúa 2013, section 2.3.4).
    Skip,
}

/// A partial packing.
#[derive(Debug)]
pub(crate) struct Packing<'a> {
    instance: &'a Instance,
    target: u32,
    waste_left: u64,
    skyline: Skyline,
    remaining: Vec<u16>,
    n_left: usize,
    placed_area: u64,
    stubborn: usize,
    dead: bool,
}

impl Clone for Packing<'_> {
    fn clone(&self) -> Self {
        Self { skyline: self.skyline.clone(), remaining: self.remaining.clone(), ..*self }
    }

    fn clone_from(&mut self, source: &Self) {
        self.skyline.clone_from(&source.skyline);
        self.remaining.clone_from(&source.remaining);
        self.instance = source.instance;
        self.target = source.target;
        self.waste_left = source.waste_left;
        self.n_left = source.n_left;
        self.placed_area = source.placed_area;
        self.stubborn = source.stubborn;
        self.dead = source.dead;
    }
}

impl<'a> Packing<'a> {
    /// An empty strip with a height limit of `target`.
    pub(crate) fn new(instance: &'a Instance, target: u32) -> Self {
        let room = u64::from(instance.strip_width()) * u64::from(target);
        let mut packing = Self {
            instance,
            target,
            waste_left: room.saturating_sub(instance.area()),
            skyline: Skyline::new(instance.strip_width()),
            remaining: instance.kinds().iter().map(|kind| kind.count).collect(),
            n_left: instance.n_rectangles(),
            placed_area: 0,
            stubborn: 0,
            dead: room < instance.area(),
        };
        packing.check_stubborn(0);
        packing
    }

    /// The instance.
    pub(crate) fn instance(&self) -> &'a Instance {
        self.instance
    }

    /// The height that must not be exceeded.
    pub(crate) fn target(&self) -> u32 {
        self.target
    }

    /// The contour.
    pub(crate) fn skyline(&self) -> &Skyline {
        &self.skyline
    }

    /// Where the next rectangle goes.
    pub(crate) fn niche(&self) -> Niche {
        self.skyline.niche()
    }

    /// The remaining rectangles of each kind.
    pub(crate) fn remaining(&self) -> &[u16] {
        &self.remaining
    }

    /// The number of remaining rectangles.
    pub(crate) fn n_left(&self) -> usize {
        self.n_left
    }

    /// Area that may still be wasted.
    pub(crate) fn waste_left(&self) -> u64 {
        self.waste_left
    }

    /// Area of the placed rectangles.
    pub(crate) fn placed_area(&self) -> u64 {
        self.placed_area
    }

    /// Whether everything is placed within the target.
    pub(crate) fn is_complete(&self) -> bool {
        self.n_left == 0 && !self.dead
    }

    /// Whether the target is out of reach from here.
    pub(crate) fn is_dead(&self) -> bool {
        self.dead
    }

    /// Whether rectangles of this orientation are left and one fits in the niche.
    pub(crate) fn fits(&self, niche: &Niche, orientation: &Orientation) -> bool {
        self.remaining[usize::from(orientation.kind)] > 0
            && orientation.size.width <= niche.width
            && orientation.size.height <= self.target - niche.y
    }

    /// Places an orientation that fits in the niche and returns its left edge. Does not skip niches: see
    /// [`Packing::settle`].
    pub(crate) fn place(&mut self, niche: &Niche, orientation: &Orientation) -> u32 {
        debug_assert!(self.fits(niche, orientation));
        let size = orientation.size;
        self.remaining[usize::from(orientation.kind)] -= 1;
        self.n_left -= 1;
        self.placed_area += size.area();
        self.skyline.place(niche, size.width, size.height)
    }

    /// Skips the niche; the packing is dead if that wastes too much or there is no other niche.
    pub(crate) fn skip(&mut self, niche: &Niche) {
        if self.skyline.is_flat() || niche.area() > self.waste_left {
            self.dead = true;
            return;
        }
        self.waste_left -= niche.area();
        self.skyline.raise(niche);
    }

    /// Skips niches while nothing fits into them: afterwards something does, or the packing is over.
    pub(crate) fn settle(&mut self) {
        while self.n_left > 0 && !self.dead {
            let niche = self.niche();
            self.check_stubborn(niche.y);
            if self.dead || self.anything_fits(&niche) {
                return;
            }
            self.skip(&niche);
        }
    }

    fn anything_fits(&self, niche: &Niche) -> bool {
        let all = self.instance.orientations();
        let narrow_first = self.instance.fit_index().narrow_first().iter().map(|&o| &all[usize::from(o)]);
        narrow_first.take_while(|o| o.size.width <= niche.width).any(|o| self.fits(niche, o))
    }

    /// Marks the packing dead if the rectangle with the largest minimum height no longer fits above `floor`, the lowest
    /// position.
    pub(crate) fn check_stubborn(&mut self, floor: u32) {
        let stubborn_first = self.instance.fit_index().stubborn_first();
        while let Some(&(height, kind)) = stubborn_first.get(self.stubborn) {
            if self.remaining[usize::from(kind)] > 0 {
                self.dead |= height > self.target.saturating_sub(floor);
                return;
            }
            self.stubborn += 1;
        }
    }

    /// A hash of contour and remaining rectangles: packings with equal hashes have the same future.
    pub(crate) fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.remaining.hash(&mut hasher);
        for segment in self.skyline.segments() {
            (segment.x, segment.y).hash(&mut hasher);
        }
        (self.target, self.waste_left, self.dead).hash(&mut hasher);
        hasher.finish()
    }

    /// Plays one action of a settled packing and settles it again.
    pub(crate) fn apply_action(&mut self, action: Action) {
        let niche = self.niche();
        match action {
            Action::Place(o) => {
                self.place(&niche, &self.instance.orientations()[usize::from(o)]);
            }
            Action::Skip => self.skip(&niche),
        }
        self.settle();
    }

    /// Replays actions from the empty strip and assigns the items: the layout of a complete packing. `None` if the
    /// actions do not lead to one.
    pub(crate) fn replay(
        instance: &'a Instance,
        target: u32,
        actions: impl IntoIterator<Item = Action>,
    ) -> Option<Layout> {
        let mut packing = Self::new(instance, target);
        packing.settle();
        let mut placements = Vec::with_capacity(instance.n_rectangles());
        for action in actions {
            let niche = packing.niche();
            match action {
                Action::Place(o) => {
                    let orientation = instance.orientations().get(usize::from(o))?;
                    if packing.dead || !packing.fits(&niche, orientation) {
                        return None;
                    }
                    let kind = usize::from(orientation.kind);
                    let item = instance.kinds()[kind].items[usize::from(packing.remaining[kind]) - 1];
                    let x = packing.place(&niche, orientation);
                    placements.push(Placement { item, x, y: niche.y, size: orientation.size });
                }
                Action::Skip => packing.skip(&niche),
            }
            packing.settle();
        }
        packing.is_complete().then(|| Layout::new(placements))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::instance::{Item, Rotation, Size};

    fn instance(strip_width: u32, sizes: &[(u32, u32)], rotation: Rotation) -> Instance {
        let items = sizes.iter().map(|&(w, h)| Item { size: Size::new(w, h), copies: 1 }).collect();
        Instance::new("t", strip_width, items, rotation).expect("valid")
    }

    #[test]
    fn waste_kills() {
        let square = instance(4, &[(2, 2), (2, 2), (3, 2)], Rotation::Fixed);
        let mut packing = Packing::new(&square, 4);
        packing.settle();
        assert_eq!(packing.waste_left(), 2);
        packing.apply_action(Action::Place(1));
        assert!(!packing.is_dead(), "the column beside 3 x 2 costs exactly 2");
        assert_eq!((packing.niche().y, packing.waste_left()), (2, 0));
        packing.apply_action(Action::Place(0));
        packing.apply_action(Action::Place(0));
        assert!(packing.is_complete());
        let mut tight = Packing::new(&square, 3);
        tight.settle();
        assert!(tight.is_dead(), "14 cells do not fit into 12");
    }

    #[test]
    fn a_rectangle_that_no_longer_fits_kills() {
        let tall = instance(6, &[(1, 5), (6, 1), (2, 2)], Rotation::Fixed);
        let mut packing = Packing::new(&tall, 5);
        packing.settle();
        packing.apply_action(Action::Place(1));
        assert!(packing.is_dead(), "1 x 5 cannot stand on 6 x 1 below 5");
    }

    #[test]
    fn replay_rejects_impossible_actions() {
        let pair = instance(4, &[(2, 2), (2, 2)], Rotation::Fixed);
        assert!(Packing::replay(&pair, 2, [Action::Place(0), Action::Place(0)]).is_some());
        assert!(Packing::replay(&pair, 2, [Action::Place(0)]).is_none());
        assert!(Packing::replay(&pair, 2, [Action::Place(9)]).is_none());
        assert!(Packing::replay(&pair, 2, [Action::Place(0); 3]).is_none());
    }

    proptest! {
        #[test]
        fn whatever_is_played_to_the_end_passes_the_judge(
            strip_width in 3u32..12,
            sizes in prop::collection::vec((1u32..9, 1u32..9), 1..14),
            choices in prop::collection::vec(any::<u16>(), 40),
            turning in any::<bool>(),
            slack in 0u32..30,
        ) {
            let rotation = if turning { Rotation::Allowed } else { Rotation::Fixed };
            let sizes: Vec<(u32, u32)> = sizes.into_iter().map(|(w, h)| (w.min(strip_width), h)).collect();
            let instance = instance(strip_width, &sizes, rotation);
            let target = (instance.area() as u32).div_ceil(strip_width) + slack;
            let mut packing = Packing::new(&instance, target);
            packing.settle();
            let mut actions = Vec::new();
            for choice in choices {
                if packing.n_left() == 0 || packing.is_dead() {
                    break;
                }
                let niche = packing.niche();
                let fitting: Vec<u16> = (0..instance.orientations().len() as u16)
                    .filter(|&o| packing.fits(&niche, &instance.orientations()[usize::from(o)]))
                    .collect();
                prop_assert!(!fitting.is_empty(), "a settled packing has a move");
                let action = match choice % 11 {
                    0 => Action::Skip,
                    _ => Action::Place(fitting[usize::from(choice) % fitting.len()]),
                };
                packing.apply_action(action);
                actions.push(action);
            }
            if packing.is_complete() {
                let layout = Packing::replay(&instance, target, actions).expect("the same actions");
                prop_assert_eq!(layout.check(&instance), Ok(()));
                prop_assert!(layout.height() <= target);
                prop_assert_eq!(layout.height(), packing.skyline().top());
            }
        }
    }
}
