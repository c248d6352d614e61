//! A part of the board in all its places: a corner, or everything.
//!
//! Points are told in the region's *home*: the upper right corner of a board whose row 0 is on top. The big corner of Basaldúa
//! 2013 (3.4.9) has 66 points; its outline is only drawn there, and not in the text. Ours is the triangle of the points
//! that are at most ten steps along lines from the corner point of a 19x19 board, which has 66 points; on another board
//! the reach is half of its lines, rounded up.

use go_board::{BoardSize, Point, Symmetry};

/// What part of the board is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegionKind {
    /// The points near a corner point: 66 of them on 19x19.
    Corner,
    /// So many columns and rows at a corner.
    Square(u8),
    /// The whole board.
    Board,
}

/// A region of a board of one size, with everything that is known beforehand.
#[derive(Clone, Debug)]
pub struct Region {
    size: BoardSize,
    kind: RegionKind,
    /// By point of the board: whether it is in the region's home.
    is_home: Vec<bool>,
    /// By point of the board: whether it is outside the home and next to it.
    is_border: Vec<bool>,
    /// The ways to bring each place home; all places have as many, those of the home itself leave it where it is.
    places: Vec<Vec<Symmetry>>,
    /// For each way of the first place, the home itself: the image of every point.
    own_images: Vec<Vec<u16>>,
}

impl Region {
    /// The region on boards of that size.
    pub fn new(size: BoardSize, kind: RegionKind) -> Region {
        let n = usize::from(size.get());
        let inside = |point: Point| {
            let (from_right, from_top) = (n - 1 - usize::from(point.x()), usize::from(point.y()));
            match kind {
                RegionKind::Corner => from_right + from_top <= n.div_ceil(2),
                RegionKind::Square(side) => from_right.max(from_top) < usize::from(side),
                RegionKind::Board => true,
            }
        };
        let is_home: Vec<bool> = size.points().map(inside).collect();
        let next_to = |point: Point| [(0, 1), (1, 0), (0, -1), (-1, 0)].map(|(dx, dy)| size.offset(point, dx, dy));
        let border = |point: Point| !inside(point) && next_to(point).into_iter().flatten().any(inside);
        let is_border = size.points().map(border).collect();
        // A place is told by the points that a way brings home; ways of the same place stand together.
        let mut found: Vec<(Vec<bool>, Vec<Symmetry>)> = Vec::new();
        for way in Symmetry::ALL {
            let place: Vec<bool> = size.points().map(|point| inside(way.apply(size, point))).collect();
            match found.iter_mut().find(|known| known.0 == place) {
                Some(known) => known.1.push(way),
                None => found.push((place, vec![way])),
            }
        }
        let places: Vec<Vec<Symmetry>> = found.into_iter().map(|(_, ways)| ways).collect();
        let images = |way: &Symmetry| size.points().map(|p| size.dense_index(way.apply(size, p)) as u16).collect();
        let own_images = places[0].iter().map(images).collect();
        Region { size, kind, is_home, is_border, places, own_images }
    }

    /// The board.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The kind of region.
    pub fn kind(&self) -> RegionKind {
        self.kind
    }

    /// In how many places of the board the region lies: four for a corner, one for the board.
    pub fn n_places(&self) -> usize {
        self.places.len()
    }

    /// The points of its home, in board order.
    pub fn points(&self) -> impl Iterator<Item = Point> + '_ {
        self.size.points().filter(|&point| self.is_home[self.size.dense_index(point)])
    }

    /// Where a point of the board is when the place is brought home. The point may lie outside the region.
    pub fn bring_home(&self, place: usize, point: Point) -> Point {
        self.places[place][0].apply(self.size, point)
    }

    /// The other way round: the point of the board that [`Region::bring_home`] takes there.
    pub fn take_back(&self, place: usize, home: Point) -> Point {
        self.places[place][0].inverse().apply(self.size, home)
    }

    /// Whether a point of the home belongs to the region.
    pub fn contains(&self, home: Point) -> bool {
        self.is_home[self.size.dense_index(home)]
    }

    /// Whether a point of the home lies just outside the region.
    pub(super) fn borders(&self, home: Point) -> bool {
        self.is_border[self.size.dense_index(home)]
    }

    /// The place that a point belongs to most clearly: of the places that hold it, the one whose corner is nearest.
    pub fn place_of(&self, point: Point) -> Option<usize> {
        let from_corner = |place: usize| {
            let home = self.bring_home(place, point);
            self.contains(home).then(|| usize::from(self.size.get() - 1 - home.x()) + usize::from(home.y()))
        };
        (0..self.n_places()).filter_map(|place| Some((from_corner(place)?, place))).min().map(|(_, place)| place)
    }

    /// The symmetries of the home itself as tables of points, the identity first.
    pub(super) fn own_images(&self) -> &[Vec<u16>] {
        &self.own_images
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_big_corner_has_the_points_of_the_thesis_in_four_places() {
        let corner = Region::new(BoardSize::NINETEEN, RegionKind::Corner);
        assert_eq!((corner.points().count(), corner.n_places(), corner.own_images().len()), (66, 4, 2));
        let board = Region::new(BoardSize::NINETEEN, RegionKind::Board);
        assert_eq!((board.points().count(), board.n_places(), board.own_images().len()), (361, 1, 8));
        assert_eq!(Region::new(BoardSize::NINE, RegionKind::Square(4)).points().count(), 16);
    }

    #[test]
    fn points_go_home_and_back() {
        for (n, kind) in [(19, RegionKind::Corner), (9, RegionKind::Square(5)), (13, RegionKind::Board)] {
            let size = BoardSize::new(n).expect("a size");
            let region = Region::new(size, kind);
            let mut n_inside = 0;
            for place in 0..region.n_places() {
                for point in size.points() {
                    let home = region.bring_home(place, point);
                    assert_eq!(region.take_back(place, home), point);
                    n_inside += usize::from(region.contains(home));
                }
            }
            assert_eq!(n_inside, region.n_places() * region.points().count());
        }
    }

    #[test]
    fn a_point_belongs_to_its_nearest_corner() {
        let size = BoardSize::NINETEEN;
        let region = Region::new(size, RegionKind::Corner);
        let place = |name: &str| region.place_of(size.parse_point(name).expect("a point"));
        assert_eq!(place("Q16"), Some(0), "the home");
        assert_eq!(place("K10"), None);
        let corners: std::collections::BTreeSet<_> = ["D4", "Q4", "D16", "R17"].map(place).into_iter().collect();
        assert_eq!(corners.len(), 4);
        assert_eq!(place("L1"), place("Q4"));
    }

    #[test]
    fn the_border_is_next_to_the_region() {
        let size = BoardSize::NINE;
        let region = Region::new(size, RegionKind::Square(3));
        let border: Vec<String> =
            size.points().filter(|&point| region.borders(point)).map(|point| size.name(point)).collect();
        assert_eq!(border, ["F9", "F8", "F7", "G6", "H6", "J6"]);
    }
}
