//! The greedy playout: always the best-fitting rectangle, the preferred one among equals.
//!
//! The orientation with the highest [`fit_score`] goes into the niche; among equal scores the
//! first in an [`Order`]. When nothing fits, the niche is skipped. Because only exact widths and level heights score,
//! the indices of [`FitIndex`](crate::fit::FitIndex) find those directly; only for score 0 the order itself is scanned,
//! up to the first orientation that fits, along a linked list without the exhausted kinds.
//!
//! Tests compare each choice with a scan over everything.

use crate::fit::fit_score;
use crate::instance::Instance;
use crate::order::Order;
use crate::packing::{Action, Packing};
use crate::skyline::Niche;

/// Buffers of the greedy playout; one per thread.
#[derive(Debug, Clone)]
pub(crate) struct Filler {
    /// Position after each position of the order, used-up ones left out; the list's head is the last entry.
    next: Vec<u16>,
    previous: Vec<u16>,
    actions: Vec<Action>,
}

impl Filler {
    /// Buffers for an instance.
    pub(crate) fn new(instance: &Instance) -> Self {
        let n = instance.orientations().len();
        Self { next: vec![0; n + 1], previous: vec![0; n + 1], actions: Vec::with_capacity(instance.n_rectangles()) }
    }

    /// Fills `packing` until it is complete or dead.
    pub(crate) fn fill(&mut self, packing: &mut Packing<'_>, order: &Order) {
        let instance = packing.instance();
        let all = instance.orientations();
        self.link(packing, order);
        self.actions.clear();
        while packing.n_left() > 0 && !packing.is_dead() {
            let niche = packing.niche();
            packing.check_stubborn(niche.y);
            if packing.is_dead() {
                break;
            }
            match self.choose(packing, &niche, order) {
                Some(o) => {
                    let orientation = &all[usize::from(o)];
                    packing.place(&niche, orientation);
                    self.actions.push(Action::Place(o));
                    if packing.remaining()[usize::from(orientation.kind)] == 0 {
                        for sibling in instance.fit_index().of_kind(orientation.kind) {
                            self.unlink(order.rank(sibling));
                        }
                    }
                }
                None => packing.skip(&niche),
            }
        }
    }

    /// What the last [`Filler::fill`] placed, in order. Given-up niches are not among them: nothing fitted there, so
    /// [`Packing::settle`] gives them up again on replay.
    pub(crate) fn actions(&self) -> &[Action] {
        &self.actions
    }

    fn choose(&self, packing: &Packing<'_>, niche: &Niche, order: &Order) -> Option<u16> {
        let instance = packing.instance();
        let all = instance.orientations();
        let index = instance.fit_index();
        let mut best: Option<(u32, u16, u16)> = None;
        let mut offer = |o: u16, score: u32| {
            let rank = order.rank(o);
            if best.is_none_or(|(top, first, _)| score > top || (score == top && rank < first)) {
                best = Some((score, rank, o));
            }
        };
        for &o in index.of_width(niche.width) {
            let orientation = &all[usize::from(o)];
            if packing.fits(niche, orientation) {
                offer(o, fit_score(niche, orientation.size));
            }
        }
        let rise = niche.wall() - niche.y;
        if rise <= packing.target() {
            for &o in index.of_height(rise) {
                let orientation = &all[usize::from(o)];
                if orientation.size.width < niche.width && packing.fits(niche, orientation) {
                    offer(o, 2);
                }
            }
        }
        best.map(|(_, _, o)| o).or_else(|| self.first_fitting(packing, niche, order))
    }

    fn first_fitting(&self, packing: &Packing<'_>, niche: &Niche, order: &Order) -> Option<u16> {
        let all = packing.instance().orientations();
        let end = order.sequence().len();
        let (width, height) = (niche.width, packing.target() - niche.y);
        let mut position = usize::from(self.next[end]);
        while position < end {
            let o = order.sequence()[position];
            let size = all[usize::from(o)].size;
            if size.width <= width && size.height <= height {
                return Some(o);
            }
            position = usize::from(self.next[position]);
        }
        None
    }

    /// Links the remaining orientations in the order's sequence.
    fn link(&mut self, packing: &Packing<'_>, order: &Order) {
        let all = packing.instance().orientations();
        let end = order.sequence().len();
        let mut last = end;
        for (position, &o) in order.sequence().iter().enumerate() {
            if packing.remaining()[usize::from(all[usize::from(o)].kind)] > 0 {
                self.next[last] = position as u16;
                self.previous[position] = last as u16;
                last = position;
            }
        }
        self.next[last] = end as u16;
        self.previous[end] = last as u16;
    }

    fn unlink(&mut self, position: u16) {
        let (before, after) = (self.previous[usize::from(position)], self.next[usize::from(position)]);
        self.next[usize::from(before)] = after;
        self.previous[usize::from(after)] = before;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::instance::{Item, Rotation, Size};
    use crate::order::SortKey;

    /// The reference: score everything, take the best, the preferred among equals.
    fn fill_slowly(packing: &mut Packing<'_>, order: &Order) -> Vec<Action> {
        let all = packing.instance().orientations();
        let mut actions = Vec::new();
        while packing.n_left() > 0 && !packing.is_dead() {
            let niche = packing.niche();
            packing.check_stubborn(niche.y);
            if packing.is_dead() {
                break;
            }
            let fitting = (0..all.len() as u16).filter(|&o| packing.fits(&niche, &all[usize::from(o)]));
            let best = fitting
                .max_by_key(|&o| (fit_score(&niche, all[usize::from(o)].size), std::cmp::Reverse(order.rank(o))));
            match best {
                Some(o) => {
                    packing.place(&niche, &all[usize::from(o)]);
                    actions.push(Action::Place(o));
                }
                None => packing.skip(&niche),
            }
        }
        actions
    }

    proptest! {
        #[test]
        fn chooses_what_a_full_scan_chooses(
            strip_width in 3u32..16,
            sizes in prop::collection::vec((1u32..9, 1u32..9, 1u32..3), 1..16),
            seed in any::<u64>(),
            turning in any::<bool>(),
            slack in 0u32..40,
        ) {
            let rotation = if turning { Rotation::Allowed } else { Rotation::Fixed };
            let items = sizes.into_iter().map(|(w, h, copies)| Item { size: Size::new(w.min(strip_width), h), copies });
            let instance = Instance::new("t", strip_width, items.collect(), rotation).expect("valid");
            let target = (instance.area() as u32).div_ceil(strip_width) + slack;
            let mut order = Order::sorted(&instance, SortKey::Area);
            order.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
            let mut filler = Filler::new(&instance);
            let (mut fast, mut slow) = (Packing::new(&instance, target), Packing::new(&instance, target));
            filler.fill(&mut fast, &order);
            let expected = fill_slowly(&mut slow, &order);
            prop_assert_eq!(filler.actions(), &expected);
            prop_assert_eq!((fast.is_complete(), fast.placed_area()), (slow.is_complete(), slow.placed_area()));
            let mut played = Packing::new(&instance, target);
            played.settle();
            for (step, &action) in filler.actions().iter().enumerate() {
                prop_assert!(!played.is_dead(), "over before step {}", step);
                played.apply_action(action);
            }
            prop_assert_eq!((played.is_complete(), played.is_dead()), (fast.is_complete(), fast.is_dead()));
            if fast.is_complete() {
                let layout = Packing::replay(&instance, target, filler.actions().iter().copied()).expect("complete");
                prop_assert_eq!(layout.check(&instance), Ok(()));
            }
        }
    }
}
