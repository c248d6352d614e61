//! The twelve regions of a 19x19 board: four small corners, four big corners, four sides (Basaldúa 2013, sections 3.4.9 and 6.1.2).
//!
//! The dissertation gives the number of cells, 66 for a big corner and 87 for a side, not their form. Forms with these numbers, chosen here:
//!
//! | region | form | cells |
//! |---|---|---|
//! | small corner | 7 x 7 | 49 |
//! | big corner | 9 x 9 without the 15 cells that lie farthest in (0-based x + y above 11) | 66 |
//! | side | the first five lines without the 2 x 2 cells of either corner | 87 |
//!
//! A *cell* is a place of a region's form, the same number in all regions of a kind: the corner of the board (or the left end of the
//! first line) comes first. Every form has one mirror image of itself.

use std::sync::LazyLock;

use go_board::{BoardSize, Point, Symmetry};

/// The only board that has these regions.
pub const REGION_BOARD: BoardSize = BoardSize::NINETEEN;

/// The number of regions.
pub const N_REGIONS: usize = 12;

/// A form of regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RegionKind {
    /// 7 x 7 cells, whatever lies around them.
    SmallCorner,
    /// 66 cells, of which those at the inner rim must be empty.
    BigCorner,
    /// 87 cells along an edge.
    Side,
}

impl RegionKind {
    /// All forms.
    pub const ALL: [RegionKind; 3] = [RegionKind::SmallCorner, RegionKind::BigCorner, RegionKind::Side];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            RegionKind::SmallCorner => "small corner",
            RegionKind::BigCorner => "big corner",
            RegionKind::Side => "side",
        }
    }

    /// Columns and rows of the smallest rectangle around the form.
    pub fn extent(self) -> (u8, u8) {
        match self {
            RegionKind::SmallCorner => (7, 7),
            RegionKind::BigCorner => (9, 9),
            RegionKind::Side => (19, 5),
        }
    }

    /// Is the place (column and row from 0) part of the form?
    pub fn holds(self, x: u8, y: u8) -> bool {
        let (columns, rows) = self.extent();
        let inside = x < columns && y < rows;
        inside
            && match self {
                RegionKind::SmallCorner => true,
                RegionKind::BigCorner => x + y <= 11,
                RegionKind::Side => y >= 2 || (2..=16).contains(&x),
            }
    }

    /// The places of the form in the order of their cells.
    pub fn places(self) -> impl Iterator<Item = (u8, u8)> {
        let (columns, rows) = self.extent();
        (0..rows).flat_map(move |y| (0..columns).map(move |x| (x, y))).filter(move |&(x, y)| self.holds(x, y))
    }

    /// The number of cells.
    pub fn n_cells(self) -> usize {
        self.places().count()
    }

    /// The form mirrored onto itself.
    fn mirrored(self, (x, y): (u8, u8)) -> (u8, u8) {
        match self {
            RegionKind::SmallCorner | RegionKind::BigCorner => (y, x),
            RegionKind::Side => (18 - x, y),
        }
    }
}

/// One of the twelve regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Region(u8);

/// The points of a region by cell, as they are and mirrored, and which of them are at its rim.
struct Map {
    points: [Vec<Point>; 2],
    cells: [Vec<Option<u8>>; 2],
    rim: Vec<bool>,
}

static MAPS: LazyLock<Vec<Map>> = LazyLock::new(|| Region::all().map(Map::of).collect());

impl Map {
    fn of(region: Region) -> Map {
        let kind = region.kind();
        // Rotations bring the form from the top left to the other corners and edges.
        let rotation = [(0, 0), (18, 0), (18, 18), (0, 18)][usize::from(region.0 % 4)];
        let turn = Symmetry::ALL.into_iter().find(|symmetry| {
            let corner = symmetry.apply(REGION_BOARD, at(0, 0));
            let next = symmetry.apply(REGION_BOARD, at(1, 0));
            // Clockwise: what goes right goes right, down, left and up.
            let step = [(1, 0), (0, 1), (-1, 0), (0, -1)][usize::from(region.0 % 4)];
            let moved = (next.x() as i32 - corner.x() as i32, next.y() as i32 - corner.y() as i32);
            (corner.x(), corner.y()) == rotation && moved == step
        });
        let turn = turn.expect("every rotation is a symmetry");
        let points = [false, true].map(|mirror| {
            let place = |place| if mirror { kind.mirrored(place) } else { place };
            kind.places().map(place).map(|(x, y)| turn.apply(REGION_BOARD, at(x, y))).collect::<Vec<Point>>()
        });
        let cells = [0, 1].map(|mirror: usize| {
            let mut cells = vec![None; REGION_BOARD.area()];
            for (cell, &point) in points[mirror].iter().enumerate() {
                cells[REGION_BOARD.dense_index(point)] = Some(cell as u8);
            }
            cells
        });
        let inside = |point: Point| !REGION_BOARD.contains(point) || points[0].contains(&point);
        let rim = points[0].iter().map(|point| !point.neighbours().into_iter().all(inside)).collect();
        Map { rim, cells, points }
    }
}

fn at(x: u8, y: u8) -> Point {
    Point::new(x, y).expect("a place of the board")
}

impl Region {
    /// All regions: small corners, big corners, sides, each clockwise from the top left.
    pub fn all() -> impl Iterator<Item = Region> {
        (0..N_REGIONS as u8).map(Region)
    }

    /// Its number in that order.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Its form.
    pub fn kind(self) -> RegionKind {
        RegionKind::ALL[usize::from(self.0) / 4]
    }

    /// The corner of another size at the same place; a side has none.
    pub fn other_corner(self) -> Option<Region> {
        match self.kind() {
            RegionKind::SmallCorner => Some(Region(self.0 + 4)),
            RegionKind::BigCorner => Some(Region(self.0 - 4)),
            RegionKind::Side => None,
        }
    }

    /// Its points by cell, mirrored or not.
    pub fn points(self, is_mirrored: bool) -> &'static [Point] {
        &MAPS[self.index()].points[usize::from(is_mirrored)]
    }

    /// The cell of a point, mirrored or not; none outside of the region.
    pub fn cell(self, point: Point, is_mirrored: bool) -> Option<u8> {
        MAPS[self.index()].cells[usize::from(is_mirrored)][REGION_BOARD.dense_index(point)]
    }

    /// Is the point one of the region next to a point of the board outside of it?
    pub fn is_rim(self, point: Point) -> bool {
        let map = &MAPS[self.index()];
        map.cells[0][REGION_BOARD.dense_index(point)].is_some_and(|cell| map.rim[usize::from(cell)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_forms_have_the_published_numbers_of_cells() {
        assert_eq!(RegionKind::ALL.map(RegionKind::n_cells), [49, 66, 87]);
    }

    #[test]
    fn regions_of_a_kind_are_turned_copies() {
        for kind in RegionKind::ALL {
            let regions: Vec<Region> = Region::all().filter(|region| region.kind() == kind).collect();
            assert_eq!(regions.len(), 4);
            let sets: HashSet<Vec<Point>> = regions
                .iter()
                .map(|region| {
                    let mut points = region.points(false).to_vec();
                    points.sort();
                    points
                })
                .collect();
            assert_eq!(sets.len(), 4, "four places");
            for region in regions {
                let (plain, mirrored) = (region.points(false), region.points(true));
                assert_eq!(plain.iter().collect::<HashSet<_>>(), mirrored.iter().collect::<HashSet<_>>());
                for (cell, &point) in plain.iter().enumerate() {
                    assert_eq!(region.cell(point, false), Some(cell as u8));
                    let line = REGION_BOARD.line(point);
                    assert_eq!(line, REGION_BOARD.line(regions_first(kind)[cell]), "lines stay lines");
                    assert_eq!(line, REGION_BOARD.line(mirrored[cell]));
                }
            }
        }
    }

    fn regions_first(kind: RegionKind) -> &'static [Point] {
        Region::all().find(|region| region.kind() == kind).expect("a region").points(false)
    }

    #[test]
    fn the_rim_faces_the_board() {
        let corner = Region::all().find(|region| region.kind() == RegionKind::BigCorner).expect("a corner");
        let point = |name: &str| REGION_BOARD.parse_point(name).expect("a point");
        assert!(corner.points(false).contains(&point("A19")) && !corner.is_rim(point("A19")));
        assert!(corner.is_rim(point("J19")) && corner.is_rim(point("A11")), "the ends on the first line");
        assert!(!corner.is_rim(point("D16")) && corner.is_rim(point("G14")));
        assert_eq!(corner.other_corner().map(Region::kind), Some(RegionKind::SmallCorner));
        assert_eq!(corner.other_corner().and_then(Region::other_corner), Some(corner));
    }
}
