//! Best fit (Burke, Kendall and Whitwell 2004).
//!
//! The widest rectangle that fits goes into the lowest niche, the taller one of equally wide. It is placed at the left,
//! against the taller wall, or against the lower one; all three are tried. With rotation, *towers* are then removed:
//! while the topmost rectangle is upright and would end lower when turned, it is turned and placed again.

use crate::instance::{Instance, Rotation, Size};
use crate::layout::{Layout, Placement};
use crate::run::Run;
use crate::skyline::{Niche, Skyline};

/// The position of a rectangle in its niche.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stand {
    Left,
    TallerWall,
    LowerWall,
}

impl Stand {
    fn is_left(self, niche: &Niche) -> bool {
        match self {
            Stand::Left => true,
            Stand::TallerWall => niche.left >= niche.right,
            Stand::LowerWall => niche.left <= niche.right,
        }
    }
}

/// Packs once per position rule, or less often if the run ends first: thousands of rectangles take a while.
pub(crate) fn pack(run: &Run<'_>) {
    for stand in [Stand::Left, Stand::TallerWall, Stand::LowerWall] {
        if run.is_over() {
            return;
        }
        run.count();
        let mut placements = fill(run.instance(), stand);
        if run.instance().rotation() == Rotation::Allowed {
            while take_tower_down(run.instance().strip_width(), &mut placements) {}
        }
        run.offer(Layout::new(placements));
    }
}

fn fill(instance: &Instance, stand: Stand) -> Vec<Placement> {
    let all = instance.orientations();
    let mut by_fit: Vec<u16> = instance.fit_index().narrow_first().to_vec();
    by_fit.sort_by_key(|&o| {
        let Size { width, height } = all[usize::from(o)].size;
        std::cmp::Reverse((width, height))
    });
    let mut remaining: Vec<u16> = instance.kinds().iter().map(|kind| kind.count).collect();
    let mut skyline = Skyline::new(instance.strip_width());
    let mut placements = Vec::with_capacity(instance.n_rectangles());
    while placements.len() < instance.n_rectangles() {
        let niche = skyline.niche();
        let fits = |&&o: &&u16| {
            let orientation = &all[usize::from(o)];
            orientation.size.width <= niche.width && remaining[usize::from(orientation.kind)] > 0
        };
        let Some(&o) = by_fit.iter().find(fits) else {
            skyline.raise(&niche);
            continue;
        };
        let orientation = &all[usize::from(o)];
        let kind = usize::from(orientation.kind);
        remaining[kind] -= 1;
        let item = instance.kinds()[kind].items[usize::from(remaining[kind])];
        let x = skyline.place_at(&niche, orientation.size.width, orientation.size.height, stand.is_left(&niche));
        placements.push(Placement { item, x, y: niche.y, size: orientation.size });
    }
    placements
}

/// Turns the topmost rectangle if that makes the packing shorter; returns whether it did.
fn take_tower_down(strip_width: u32, placements: &mut [Placement]) -> bool {
    let top_of = |p: &Placement| p.y + p.size.height;
    let Some(highest) = (0..placements.len()).max_by_key(|&i| top_of(&placements[i])) else { return false };
    let tower = placements[highest];
    let lying = tower.size.turned();
    if lying.height >= tower.size.height || lying.width > strip_width {
        return false;
    }
    let mut skyline = Skyline::new(strip_width);
    let mut others: Vec<&Placement> = placements.iter().filter(|p| **p != tower).collect();
    // Lower ones first, since later rectangles cover earlier ones.
    others.sort_by_key(|p| top_of(p));
    for p in others {
        skyline.cover(p.x, p.size.width, top_of(p));
    }
    let Some((x, y)) = skyline.lowest_position(lying.width) else { return false };
    if y + lying.height >= top_of(&tower) {
        return false;
    }
    placements[highest] = Placement { x, y, size: lying, ..tower };
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tower_is_turned() {
        let size = Size::new;
        let at = |item, x, y, size| Placement { item, x, y, size };
        let mut placements = vec![at(0, 0, 0, size(10, 2)), at(1, 0, 2, size(2, 8))];
        assert!(take_tower_down(10, &mut placements));
        assert_eq!(placements[1], at(1, 0, 2, size(8, 2)));
        assert!(!take_tower_down(10, &mut placements), "no tower is left");
    }
}
