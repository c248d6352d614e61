//! How well a rectangle fills a niche, and indices that find the best-fitting ones without a scan.
//!
//! The score follows the skyline heuristics of the packing literature (fitness numbers of Leung, Zhang and Sim 2011): a
//! rectangle as wide as the niche leaves no gap beside it; one that ends level with a wall leaves a longer flat floor.
//!
//! | rectangle | score |
//! |---|---|
//! | as wide as the niche, level with both walls | 7 |
//! | as wide, level with one wall | 5 |
//! | as wide, level with none, below the higher wall | 3 |
//! | as wide, above both walls | 2 |
//! | narrower, level with the wall it stands against | 2 |
//! | any other | 0 |

use std::ops::Range;

use crate::instance::{Kind, Orientation, Size};
use crate::skyline::Niche;

/// The score of the table above; larger is better. Only for rectangles that fit.
pub(crate) fn fit_score(niche: &Niche, size: Size) -> u32 {
    let top = niche.y + size.height;
    if size.width == niche.width {
        let level = u32::from(top == niche.left) + u32::from(top == niche.right);
        let towers = u32::from(top > niche.left && top > niche.right);
        3 + 2 * level - towers
    } else {
        2 * u32::from(top == niche.wall())
    }
}

/// Orientations by width and by height, for lookups by exact size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FitIndex {
    by_width: SideIndex,
    by_height: SideIndex,
    /// First orientation of each kind, and one past the last: orientations of a kind are neighbours.
    of_kind: Vec<Range<u16>>,
    /// Kinds by their minimum height, tallest first.
    stubborn_first: Vec<(u32, u16)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct SideIndex {
    lengths: Vec<u32>,
    starts: Vec<u32>,
    orientations: Vec<u16>,
}

impl SideIndex {
    fn new(orientations: &[Orientation], side: impl Fn(Size) -> u32) -> Self {
        let mut sorted: Vec<u16> = (0..orientations.len() as u16).collect();
        sorted.sort_by_key(|&o| side(orientations[usize::from(o)].size));
        let mut index = Self { lengths: Vec::new(), starts: Vec::new(), orientations: sorted };
        for (position, &o) in index.orientations.iter().enumerate() {
            let length = side(orientations[usize::from(o)].size);
            if index.lengths.last() != Some(&length) {
                index.lengths.push(length);
                index.starts.push(position as u32);
            }
        }
        index.starts.push(index.orientations.len() as u32);
        index
    }

    fn exactly(&self, length: u32) -> &[u16] {
        match self.lengths.binary_search(&length) {
            Ok(i) => &self.orientations[self.starts[i] as usize..self.starts[i + 1] as usize],
            Err(_) => &[],
        }
    }
}

impl FitIndex {
    /// Sorts the orientations once.
    pub fn new(kinds: &[Kind], orientations: &[Orientation]) -> Self {
        let mut of_kind: Vec<Range<u16>> = Vec::with_capacity(kinds.len());
        for (o, orientation) in orientations.iter().enumerate() {
            let kind = usize::from(orientation.kind);
            if of_kind.len() == kind {
                of_kind.push(o as u16..o as u16);
            }
            of_kind[kind].end = o as u16 + 1;
        }
        let least_height = |range: &Range<u16>| {
            orientations[usize::from(range.start)..usize::from(range.end)].iter().map(|o| o.size.height).min()
        };
        let mut stubborn_first: Vec<(u32, u16)> = of_kind
            .iter()
            .enumerate()
            .map(|(kind, range)| (least_height(range).expect("every kind lies on the strip somehow"), kind as u16))
            .collect();
        stubborn_first.sort_by_key(|&(height, _)| std::cmp::Reverse(height));
        Self {
            by_width: SideIndex::new(orientations, |size| size.width),
            by_height: SideIndex::new(orientations, |size| size.height),
            of_kind,
            stubborn_first,
        }
    }

    /// Orientations of exactly this width.
    pub fn of_width(&self, width: u32) -> &[u16] {
        self.by_width.exactly(width)
    }

    /// Orientations of exactly this height.
    pub fn of_height(&self, height: u32) -> &[u16] {
        self.by_height.exactly(height)
    }

    /// All orientations, narrow ones first.
    pub fn narrow_first(&self) -> &[u16] {
        &self.by_width.orientations
    }

    /// The orientations of a kind.
    pub fn of_kind(&self, kind: u16) -> Range<u16> {
        self.of_kind[usize::from(kind)].clone()
    }

    /// Kinds with their minimum height, tallest first: the first to become impossible.
    pub fn stubborn_first(&self) -> &[(u32, u16)] {
        &self.stubborn_first
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::{Instance, Item, Rotation};
    use crate::skyline::Skyline;

    #[test]
    fn the_table_of_scores() {
        let mut skyline = Skyline::new(10);
        skyline.place(&skyline.niche(), 2, 6);
        skyline.place(&skyline.niche(), 4, 3);
        let niche = skyline.niche();
        assert_eq!((niche.width, niche.left, niche.right), (4, 6, 3));
        let score = |width, height| fit_score(&niche, Size::new(width, height));
        assert_eq!(score(4, 3), 5, "level with the right wall, below the left one");
        assert_eq!(score(4, 6), 5, "level with the left wall");
        assert_eq!(score(4, 2), 3);
        assert_eq!(score(4, 7), 2, "a tower");
        assert_eq!(score(3, 6), 2, "level with the wall it stands against");
        assert_eq!(score(3, 3), 0);
        skyline.place(&niche, 4, 6);
        let niche = skyline.niche();
        assert_eq!(fit_score(&niche, Size::new(niche.width, 3)), 5, "one wall is the strip's");
    }

    #[test]
    fn the_index_finds_what_a_scan_finds() {
        let items = [(3, 2), (2, 2), (5, 3), (7, 2)].map(|(w, h)| Item { size: Size::new(w, h), copies: 1 });
        let instance = Instance::new("t", 6, items.to_vec(), Rotation::Allowed).expect("valid");
        let (index, all) = (instance.fit_index(), instance.orientations());
        for length in 0..9 {
            let scan = |side: fn(Size) -> u32| -> Vec<u16> {
                (0..all.len() as u16).filter(|&o| side(all[usize::from(o)].size) == length).collect()
            };
            assert_eq!(index.of_width(length), scan(|size| size.width));
            assert_eq!(index.of_height(length), scan(|size| size.height));
        }
        assert_eq!(index.stubborn_first(), [(7, 3), (3, 2), (2, 0), (2, 1)], "7 x 2 lies only upright on a strip of 6");
        for (o, orientation) in all.iter().enumerate() {
            assert!(index.of_kind(orientation.kind).contains(&(o as u16)));
        }
    }
}
