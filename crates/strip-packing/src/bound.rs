//! Lower bounds on the height: no packing can be shorter.
//!
//! * **Area**: all rectangles' area over the strip's width.
//! * **Tallest**: the least height that some rectangle needs whichever way it lies.
//! * **Wide rectangles** (Martello and Vigo 1998, as dual feasible functions): for a threshold k, count a rectangle wider
//!   than `W - k` as filling the whole width, one narrower than k as nothing; areas computed with those widths still may
//!   not exceed `W * height`. With rotation each rectangle counts with the cheaper of its orientations. k = 0 is the
//!   area bound; large k says that wide rectangles must lie above each other. The largest k is half of W, rounded up: then
//!   whatever is wider than half of the strip counts fully and whatever is narrower counts nothing.
//! * **Reachable heights**: in some optimal packing everything has slid down, so the height is a sum of heights of
//!   rectangles stacked on each other. The bound rises to the next such sum.

use crate::instance::{Instance, Orientation};

/// Sums of heights are tabulated up to this many bits of work (rectangles times height); beyond, the step is left out.
const MAX_SUM_WORK: u64 = 1 << 31;

/// The best of the bounds above.
pub fn lower_bound(instance: &Instance) -> u32 {
    let tallest = instance.fit_index().stubborn_first().first().map_or(0, |&(height, _)| height);
    next_reachable(instance, tallest.max(wide_rectangles(instance)))
}

/// The best over all thresholds k; only widths of rectangles change the sum, so only those are tried.
fn wide_rectangles(instance: &Instance) -> u32 {
    let strip_width = instance.strip_width();
    let mut thresholds: Vec<u32> = vec![0];
    for orientation in instance.orientations() {
        let width = orientation.size.width;
        // Just above a narrow width it counts nothing; just above W - width a wide one counts fully.
        thresholds.extend([width + 1, strip_width - width + 1]);
    }
    thresholds.retain(|&k| k <= strip_width.div_ceil(2));
    thresholds.sort_unstable();
    thresholds.dedup();
    thresholds.into_iter().map(|k| bound_with_threshold(instance, k)).max().unwrap_or(0)
}

fn bound_with_threshold(instance: &Instance, k: u32) -> u32 {
    let strip_width = instance.strip_width();
    let counted = |orientation: &Orientation| {
        let width = orientation.size.width;
        let width = if width > strip_width - k {
            strip_width
        } else if width < k {
            0
        } else {
            width
        };
        u64::from(width) * u64::from(orientation.size.height)
    };
    let mut total = 0u64;
    for (kind, definition) in instance.kinds().iter().enumerate() {
        let range = instance.fit_index().of_kind(kind as u16);
        let orientations = &instance.orientations()[usize::from(range.start)..usize::from(range.end)];
        total += u64::from(definition.count) * orientations.iter().map(counted).min().unwrap_or(0);
    }
    total.div_ceil(u64::from(strip_width)) as u32
}

/// The smallest sum of heights, one orientation of each rectangle at most, that is not below `bound`.
fn next_reachable(instance: &Instance, bound: u32) -> u32 {
    // A rectangle adds at most its longest side, so a reachable sum lies within that of the bound.
    let longest = instance.orientations().iter().map(|o| o.size.height).max().unwrap_or(0);
    let limit = u64::from(bound) + u64::from(longest);
    if limit * instance.n_rectangles() as u64 > MAX_SUM_WORK {
        return bound;
    }
    let mut sums = Bits::with_zero(limit as usize + 1);
    for (kind, definition) in instance.kinds().iter().enumerate() {
        let range = instance.fit_index().of_kind(kind as u16);
        let orientations = &instance.orientations()[usize::from(range.start)..usize::from(range.end)];
        for _ in 0..definition.count {
            let before = sums.clone();
            for orientation in orientations {
                sums.add_shifted(&before, orientation.size.height as usize);
            }
        }
    }
    sums.first_from(bound as usize).map_or(bound, |sum| sum as u32)
}

/// A set of small numbers.
#[derive(Clone)]
struct Bits {
    words: Vec<u64>,
    len: usize,
}

impl Bits {
    fn with_zero(len: usize) -> Self {
        let mut words = vec![0; len.div_ceil(64)];
        words[0] = 1;
        Self { words, len }
    }

    /// Adds every number of `other` plus `shift` that is below the length.
    fn add_shifted(&mut self, other: &Bits, shift: usize) {
        let (skip, by) = (shift / 64, shift % 64);
        for i in (skip..self.words.len()).rev() {
            let low = other.words[i - skip] << by;
            let carry = if by > 0 && i > skip { other.words[i - skip - 1] >> (64 - by) } else { 0 };
            self.words[i] |= low | carry;
        }
    }

    fn first_from(&self, start: usize) -> Option<usize> {
        (start..self.len).find(|&i| self.words[i / 64] >> (i % 64) & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::instance::{Item, Rotation, Size};
    use crate::packing::{Action, Packing};

    fn instance(strip_width: u32, sizes: &[(u32, u32)], rotation: Rotation) -> Instance {
        let items = sizes.iter().map(|&(w, h)| Item { size: Size::new(w, h), copies: 1 }).collect();
        Instance::new("t", strip_width, items, rotation).expect("valid")
    }

    fn check(strip_width: u32, sizes: &[(u32, u32)], rotation: Rotation, expected: u32) {
        assert_eq!(lower_bound(&instance(strip_width, sizes, rotation)), expected, "{sizes:?}");
    }

    #[test]
    fn each_bound_has_its_case() {
        check(10, &[(5, 4), (5, 4), (10, 2)], Rotation::Fixed, 6);
        check(10, &[(1, 9), (2, 2)], Rotation::Fixed, 9);
        check(10, &[(6, 3), (6, 4), (6, 5)], Rotation::Fixed, 12);
        check(10, &[(6, 7), (7, 6), (6, 6)], Rotation::Allowed, 18);
        // On an odd strip two rectangles that are just wider than half of it lie above each other too.
        check(101, &[(51, 30), (51, 30), (50, 1)], Rotation::Fixed, 60);
        check(7, &[(4, 5), (4, 5), (3, 1)], Rotation::Fixed, 10);
        // Area says 3, but heights are 2 or 4.
        check(10, &[(9, 2), (4, 2), (1, 2)], Rotation::Fixed, 4);
    }

    /// The shortest packing that the bottom-left rule reaches, by trying everything.
    fn shortest(instance: &Instance) -> u32 {
        fn reachable(packing: &Packing<'_>) -> bool {
            if packing.is_dead() || packing.n_left() == 0 {
                return packing.is_complete();
            }
            let niche = packing.niche();
            let all = packing.instance().orientations();
            let places =
                (0..all.len() as u16).filter(|&o| packing.fits(&niche, &all[usize::from(o)])).map(Action::Place);
            places.chain([Action::Skip]).any(|action| {
                let mut next = packing.clone();
                next.apply_action(action);
                reachable(&next)
            })
        }
        let possible = |&target: &u32| {
            let mut packing = Packing::new(instance, target);
            packing.settle();
            reachable(&packing)
        };
        (1..200).find(possible).expect("everything in a row fits")
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn no_packing_is_shorter(
            strip_width in 2u32..9,
            sizes in prop::collection::vec((1u32..9, 1u32..9), 1..6),
            turning in any::<bool>(),
        ) {
            let rotation = if turning { Rotation::Allowed } else { Rotation::Fixed };
            let sizes: Vec<(u32, u32)> = sizes.into_iter().map(|(w, h)| (w.min(strip_width), h)).collect();
            let instance = instance(strip_width, &sizes, rotation);
            let bound = lower_bound(&instance);
            // Area of all rectangles over the width of the strip.
            prop_assert!(u64::from(bound) >= instance.area().div_ceil(u64::from(instance.strip_width())));
            prop_assert!(bound <= shortest(&instance), "{} > {}", bound, shortest(&instance));
        }
    }
}
