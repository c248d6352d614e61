//! What lies in a region, up to its symmetries and colour: the key of a dictionary.
//!
//! Stones are those of the side whose turn it is in the region, or the opponent's: exchanging colours changes nothing. Of the
//! images under the symmetries that leave the region where it is, the one whose sorted list of stones is the least is
//! kept. The order in which stones were played plays no part, nor does what lies outside.

use super::region::Region;
use go_board::{BoardSize, Color, Point};

/// A stone of a local position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LocalStone {
    /// Where, in the home of the region.
    pub point: Point,
    /// Whether it belongs to the side whose turn it is.
    pub is_own: bool,
}

/// A local position: the stones of a region, seen by the side whose turn it is there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Local {
    /// Twice the point's number in board order, and one more for an own stone; sorted.
    codes: Box<[u16]>,
}

/// The ways that lead to the kept image; more than one for a position that is symmetric itself.
#[derive(Clone, Debug)]
pub(super) struct Ways(Vec<usize>);

impl Ways {
    /// A point of the home in the kept image; of points that the position's own symmetry makes equal, the first.
    pub(super) fn image(&self, region: &Region, home: Point) -> Point {
        let size = region.size();
        let from = size.dense_index(home);
        let least = self.0.iter().map(|&way| region.own_images()[way][from]).min();
        size.from_dense_index(usize::from(least.expect("a position has an image"))).expect("images are on the board")
    }

    /// The point of the home that a point of the kept image comes from; of points that the position's own symmetry makes
    /// equal, the one that is drawn by custom: near the upper right.
    pub(super) fn origin(&self, region: &Region, image: Point) -> Point {
        let size = region.size();
        let wanted = size.dense_index(image) as u16;
        let from = |&way: &usize| {
            let from = region.own_images()[way].iter().position(|&to| to == wanted)?;
            size.from_dense_index(from)
        };
        let by_custom = |point: &Point| (i32::from(point.x()) - i32::from(point.y()), point.x());
        self.0.iter().filter_map(from).max_by_key(by_custom).expect("a symmetry reaches every point")
    }
}

impl Local {
    /// The local position of these stones in the home of the region.
    pub fn new(region: &Region, stones: &[LocalStone]) -> Local {
        Local::with_ways(region, stones).0
    }

    /// The same from coloured stones and the side whose turn it is.
    pub fn of_colors(region: &Region, stones: &[(Point, Color)], turn: Color) -> Local {
        Local::new(region, &seen_by(stones, turn))
    }

    pub(super) fn with_ways(region: &Region, stones: &[LocalStone]) -> (Local, Ways) {
        let size = region.size();
        let mut best: Option<(Vec<u16>, Vec<usize>)> = None;
        for (way, images) in region.own_images().iter().enumerate() {
            let code = |stone: &LocalStone| images[size.dense_index(stone.point)] << 1 | u16::from(stone.is_own);
            let mut codes: Vec<u16> = stones.iter().map(code).collect();
            codes.sort_unstable();
            match &mut best {
                Some((least, ways)) if *least == codes => ways.push(way),
                Some((least, _)) if *least < codes => {}
                _ => best = Some((codes, vec![way])),
            }
        }
        let (codes, ways) = best.expect("the identity is a symmetry");
        (Local { codes: codes.into() }, Ways(ways))
    }

    /// How many stones there are.
    pub fn n_stones(&self) -> usize {
        self.codes.len()
    }

    /// The stones, in board order.
    pub fn stones(&self, size: BoardSize) -> impl Iterator<Item = LocalStone> + '_ {
        self.codes.iter().filter_map(move |&code| {
            Some(LocalStone { point: size.from_dense_index(usize::from(code >> 1))?, is_own: code & 1 == 1 })
        })
    }
}

/// Coloured stones as a side sees them.
pub(super) fn seen_by(stones: &[(Point, Color)], turn: Color) -> Vec<LocalStone> {
    stones.iter().map(|&(point, color)| LocalStone { point, is_own: color == turn }).collect()
}
