//! A finished packing: the position of every rectangle, and an independent validator.
//!
//! [`Layout::check`] is the slow, independent reference of every incremental structure here: it does not use skylines
//! and compares all pairs. No solution leaves this crate without having passed it.

use thiserror::Error;

use crate::instance::{Instance, Rotation, Size};

/// One rectangle on the strip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placement {
    /// Index into [`Instance::items`].
    pub item: u32,
    /// Left edge, across the strip.
    pub x: u32,
    /// Lower edge, along the strip.
    pub y: u32,
    /// As laid down.
    pub size: Size,
}

impl Placement {
    fn overlaps(&self, other: &Placement) -> bool {
        self.x < other.x + other.size.width
            && other.x < self.x + self.size.width
            && self.y < other.y + other.size.height
            && other.y < self.y + self.size.height
    }
}

/// All rectangles of an instance on the strip.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Layout {
    placements: Vec<Placement>,
}

/// A fault of a packing.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LayoutFault {
    /// An item that the instance does not have.
    #[error("placement {placement} names item {item}, but there are only {n_items}")]
    UnknownItem {
        /// Index of the placement.
        placement: usize,
        /// The item it names.
        item: u32,
        /// How many items there are.
        n_items: usize,
    },
    /// A rectangle of another size, or turned where that is not allowed.
    #[error("placement {placement}: item {item} is {expected:?}, but is placed as {found:?}")]
    WrongSize {
        /// Index of the placement.
        placement: usize,
        /// The item.
        item: u32,
        /// Its size.
        expected: Size,
        /// As laid down.
        found: Size,
    },
    /// A rectangle that sticks out.
    #[error("placement {placement} reaches {right}, beyond the strip's width {strip_width}")]
    Outside {
        /// Index of the placement.
        placement: usize,
        /// Its right edge.
        right: u64,
        /// Width of the strip.
        strip_width: u32,
    },
    /// A rectangle beyond all lengths that an instance may have.
    #[error("placement {placement} reaches the height {top}")]
    TooHigh {
        /// Index of the placement.
        placement: usize,
        /// Its upper edge.
        top: u64,
    },
    /// Two rectangles in one place.
    #[error("placements {first} and {second} overlap")]
    Overlap {
        /// Index of one placement.
        first: usize,
        /// Index of the other.
        second: usize,
    },
    /// Missing or surplus copies.
    #[error("item {item} must be placed {expected} times, but is placed {found} times")]
    Copies {
        /// The item.
        item: usize,
        /// Copies required.
        expected: u32,
        /// Copies placed.
        found: u32,
    },
}

impl Layout {
    /// An unchecked packing.
    pub fn new(placements: Vec<Placement>) -> Self {
        Self { placements }
    }

    /// The rectangles.
    pub fn placements(&self) -> &[Placement] {
        &self.placements
    }

    /// The strip's used length: the highest upper edge.
    pub fn height(&self) -> u32 {
        self.placements.iter().map(|p| p.y.saturating_add(p.size.height)).max().unwrap_or(0)
    }

    /// Checks that this is a packing of `instance`: every copy placed once, inside the strip, with its own size, and no
    /// two overlapping.
    pub fn check(&self, instance: &Instance) -> Result<(), LayoutFault> {
        let items = instance.items();
        let mut placed = vec![0u32; items.len()];
        for (placement, p) in self.placements.iter().enumerate() {
            let item = items.get(p.item as usize).ok_or(LayoutFault::UnknownItem {
                placement,
                item: p.item,
                n_items: items.len(),
            })?;
            placed[p.item as usize] += 1;
            let turned = instance.rotation() == Rotation::Allowed && p.size == item.size.turned();
            if p.size != item.size && !turned {
                return Err(LayoutFault::WrongSize { placement, item: p.item, expected: item.size, found: p.size });
            }
            let (right, top) = (u64::from(p.x) + u64::from(p.size.width), u64::from(p.y) + u64::from(p.size.height));
            if right > u64::from(instance.strip_width()) {
                return Err(LayoutFault::Outside { placement, right, strip_width: instance.strip_width() });
            }
            if top > u64::from(u32::MAX) {
                return Err(LayoutFault::TooHigh { placement, top });
            }
        }
        for (item, (wanted, &found)) in items.iter().zip(&placed).enumerate() {
            if wanted.copies != found {
                return Err(LayoutFault::Copies { item, expected: wanted.copies, found });
            }
        }
        for (first, a) in self.placements.iter().enumerate() {
            for (offset, b) in self.placements[first + 1..].iter().enumerate() {
                if a.overlaps(b) {
                    return Err(LayoutFault::Overlap { first, second: first + 1 + offset });
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::Item;

    fn at(item: u32, x: u32, y: u32, width: u32, height: u32) -> Placement {
        Placement { item, x, y, size: Size::new(width, height) }
    }

    fn check(rotation: Rotation, placements: &[Placement], expected: &str) {
        let items = vec![Item { size: Size::new(2, 3), copies: 2 }, Item { size: Size::new(4, 1), copies: 1 }];
        let instance = Instance::new("t", 4, items, rotation).expect("valid");
        let verdict = Layout::new(placements.to_vec()).check(&instance);
        assert_eq!(verdict.map_or_else(|fault| fault.to_string(), |()| "fine".into()), expected);
    }

    #[test]
    fn every_fault_is_found() {
        use Rotation::{Allowed, Fixed};
        let good = [at(0, 0, 0, 2, 3), at(0, 2, 0, 2, 3), at(1, 0, 3, 4, 1)];
        check(Fixed, &good, "fine");
        let lying = [at(0, 0, 0, 3, 2), at(0, 0, 2, 3, 2), at(1, 3, 0, 1, 4)];
        check(Allowed, &lying, "fine");
        check(
            Fixed,
            &lying,
            "placement 0: item 0 is Size { width: 2, height: 3 }, but is placed as Size { width: 3, height: 2 }",
        );
        check(Fixed, &good[1..], "item 0 must be placed 2 times, but is placed 1 times");
        check(Fixed, &[good[0], good[0], good[2]], "placements 0 and 1 overlap");
        check(Fixed, &[good[0], good[1], at(1, 1, 3, 4, 1)], "placement 2 reaches 5, beyond the strip's width 4");
        check(Fixed, &[at(2, 0, 0, 1, 1)], "placement 0 names item 2, but there are only 2");
        check(Fixed, &[at(1, 0, u32::MAX, 4, 1)], "placement 0 reaches the height 4294967296");
    }

    #[test]
    fn height_is_the_highest_edge() {
        assert_eq!(Layout::new(vec![at(0, 0, 5, 2, 3), at(1, 0, 2, 4, 1)]).height(), 8);
        assert_eq!(Layout::default().height(), 0);
    }
}
