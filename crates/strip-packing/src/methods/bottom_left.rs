//! Bottom-left decreasing (Baker, Coffman and Rivest 1980, on a contour): sort, then place each rectangle as low as
//! possible, leftmost of equals.
//!
//! All sort keys are tried, with rectangles as given, all horizontal and all upright where rotation is allowed. The
//! contour hides holes below overhangs, so this is the contour version of the rule, not the hole-filling one.

use crate::instance::{Instance, Rotation, Size};
use crate::layout::{Layout, Placement};
use crate::order::SortKey;
use crate::run::Run;
use crate::skyline::Skyline;

/// The orientation of rectangles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pose {
    Given,
    Lying,
    Standing,
}

/// Packs once per sort key and pose, or less often if the run is over before.
pub(super) fn pack(run: &Run<'_>) {
    let instance = run.instance();
    let poses: &[Pose] = match instance.rotation() {
        Rotation::Allowed => &[Pose::Given, Pose::Lying, Pose::Standing],
        Rotation::Fixed => &[Pose::Given],
    };
    for &pose in poses {
        for key in SortKey::ALL {
            if run.is_over() {
                return;
            }
            run.count();
            run.offer(pack_sorted(instance, key, pose));
        }
    }
}

fn pack_sorted(instance: &Instance, key: SortKey, pose: Pose) -> Layout {
    let strip_width = instance.strip_width();
    let posed = |size: Size| {
        let wanted = match pose {
            Pose::Given => size,
            Pose::Lying if size.height > size.width => size.turned(),
            Pose::Standing if size.width > size.height => size.turned(),
            Pose::Lying | Pose::Standing => size,
        };
        if wanted.width <= strip_width { wanted } else { wanted.turned() }
    };
    let mut rectangles: Vec<(u32, Size)> =
        instance.kinds().iter().flat_map(|kind| kind.items.iter().map(move |&item| (item, posed(kind.size)))).collect();
    rectangles.sort_by_key(|&(_, size)| std::cmp::Reverse(key.measure(size)));
    let mut skyline = Skyline::new(strip_width);
    let mut placements = Vec::with_capacity(rectangles.len());
    for (item, size) in rectangles {
        let (x, y) = skyline.lowest_position(size.width).expect("every pose is narrower than the strip");
        skyline.cover(x, size.width, y + size.height);
        placements.push(Placement { item, x, y, size });
    }
    Layout::new(placements)
}
