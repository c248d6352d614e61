//! An intersection, and maps and sets keyed by intersections.
//!
//! A `Point` is an index into a grid of 32 x 32 cells in which every board from 1x1 to 25x25 starts at the same cell:
//! column `x` at grid column `x + 1`, row `y` (0 is the *top* row, as in SGF) at grid row `y + 4`. Neighbours are at
//! constant distances (1 and 32) for every board size, and all arithmetic wraps at 1,024, so that indexing a `PointMap`
//! needs neither a bounds check nor `unsafe`. Around any board there are at least four off-board rows and (because rows
//! follow each other) columns: local patterns up to distance 4 never wrap onto the board.
//!
//! A `Point` does not know the size of the board; `BoardSize::contains` tests whether it is on a given board.

use std::ops::{Index, IndexMut};

/// Cells of the padded grid.
pub const GRID_CELLS: usize = 1024;
const STRIDE: i32 = 32;
const FIRST_COLUMN: i32 = 1;
const FIRST_ROW: i32 = 4;

/// An intersection of the padded grid, on the board or in its margin.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u16);

impl Point {
    /// The point at column `x` from the left and row `y` from the top, both from 0; both must be below 25.
    pub const fn new(x: u8, y: u8) -> Option<Point> {
        if x < 25 && y < 25 { Some(Point::at(x as i32, y as i32)) } else { None }
    }

    const fn at(x: i32, y: i32) -> Point {
        Point((((y + FIRST_ROW) * STRIDE + x + FIRST_COLUMN) & (GRID_CELLS as i32 - 1)) as u16)
    }

    /// Column from the left, from 0. Meaningless for a point of the margin.
    pub const fn x(self) -> u8 {
        ((self.0 as i32 & (STRIDE - 1)) - FIRST_COLUMN) as u8
    }

    /// Row from the top, from 0. Meaningless for a point of the margin.
    pub const fn y(self) -> u8 {
        ((self.0 as i32 / STRIDE) - FIRST_ROW) as u8
    }

    /// The index in the padded grid, below `GRID_CELLS`.
    pub const fn index(self) -> usize {
        self.0 as usize & (GRID_CELLS - 1)
    }

    /// The point of the grid with that index (wrapped into the grid).
    pub const fn from_index(index: usize) -> Point {
        Point((index & (GRID_CELLS - 1)) as u16)
    }

    /// The point `dx` columns to the right and `dy` rows down. Exact up to distance 4 from a board point; farther away
    /// the margin wraps, so check the coordinates first.
    pub const fn shifted(self, dx: i32, dy: i32) -> Point {
        Point(((self.0 as i32 + dy * STRIDE + dx) & (GRID_CELLS as i32 - 1)) as u16)
    }

    /// The four orthogonal neighbours: up, left, right, down.
    #[inline(always)]
    pub const fn neighbours(self) -> [Point; 4] {
        [self.shifted(0, -1), self.shifted(-1, 0), self.shifted(1, 0), self.shifted(0, 1)]
    }

    /// The four diagonal neighbours.
    #[inline(always)]
    pub const fn diagonals(self) -> [Point; 4] {
        [self.shifted(-1, -1), self.shifted(1, -1), self.shifted(-1, 1), self.shifted(1, 1)]
    }

    /// All eight neighbours, orthogonal ones first.
    #[inline(always)]
    pub const fn surrounding(self) -> [Point; 8] {
        let [a, b, c, d] = self.neighbours();
        let [e, f, g, h] = self.diagonals();
        [a, b, c, d, e, f, g, h]
    }
}

impl std::fmt::Debug for Point {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({}, {})", self.x() as i8, self.y() as i8)
    }
}

/// One value per cell of the padded grid.
#[derive(Clone)]
pub struct PointMap<T>([T; GRID_CELLS]);

impl<T: Copy> PointMap<T> {
    /// A map with `value` in every cell.
    pub const fn filled(value: T) -> Self {
        PointMap([value; GRID_CELLS])
    }

    /// Copies the rows of a board of `size` rows and its margin; about half of the cells on 9x9.
    pub fn copy_rows_from(&mut self, other: &Self, size: usize) {
        let rows = STRIDE as usize * (FIRST_ROW as usize - 1)..STRIDE as usize * (FIRST_ROW as usize + size + 1);
        self.0[rows.clone()].copy_from_slice(&other.0[rows]);
    }

    /// Sets every cell to `value`.
    pub fn fill(&mut self, value: T) {
        self.0.fill(value);
    }
}

impl<T> Index<Point> for PointMap<T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, point: Point) -> &T {
        &self.0[point.index()]
    }
}

impl<T> IndexMut<Point> for PointMap<T> {
    #[inline(always)]
    fn index_mut(&mut self, point: Point) -> &mut T {
        &mut self.0[point.index()]
    }
}

/// A set of points: one bit per cell of the padded grid.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct PointSet {
    rows: [u32; 32],
}

impl PointSet {
    /// The empty set.
    pub const fn new() -> Self {
        PointSet { rows: [0; 32] }
    }

    /// Adds a point; returns whether it is new.
    #[inline(always)]
    pub fn insert(&mut self, point: Point) -> bool {
        let (row, bit) = Self::place(point);
        let new = self.rows[row] & bit == 0;
        self.rows[row] |= bit;
        new
    }

    /// Removes a point; returns whether it was there.
    #[inline(always)]
    pub fn remove(&mut self, point: Point) -> bool {
        let (row, bit) = Self::place(point);
        let present = self.rows[row] & bit != 0;
        self.rows[row] &= !bit;
        present
    }

    /// Whether the point is in the set.
    #[inline(always)]
    pub fn contains(&self, point: Point) -> bool {
        let (row, bit) = Self::place(point);
        self.rows[row] & bit != 0
    }

    /// The number of points.
    pub fn len(&self) -> usize {
        self.rows.iter().map(|r| r.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.rows.iter().all(|&r| r == 0)
    }

    /// Adds every point of the other set.
    pub fn extend_set(&mut self, other: &PointSet) {
        for (mine, theirs) in self.rows.iter_mut().zip(other.rows) {
            *mine |= theirs;
        }
    }

    /// The points, row by row from the top, left to right.
    pub fn iter(&self) -> impl Iterator<Item = Point> + use<> {
        let rows = self.rows;
        (0..32).flat_map(move |row| Bits(rows[row]).map(move |bit| Point::from_index(row * STRIDE as usize + bit)))
    }

    const fn place(point: Point) -> (usize, u32) {
        (point.index() / STRIDE as usize, 1 << (point.index() % STRIDE as usize))
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = PointSet::new();
        for point in points {
            set.insert(point);
        }
        set
    }
}

impl std::fmt::Debug for PointSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The set bits of a word, lowest first.
#[derive(Clone)]
pub(crate) struct Bits(pub(crate) u32);

impl Iterator for Bits {
    type Item = usize;
    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_round_trip() {
        for x in 0..25 {
            for y in 0..25 {
                let point = Point::new(x, y).unwrap();
                assert_eq!((point.x(), point.y()), (x, y));
            }
        }
        assert_eq!(Point::new(25, 0), None);
        assert_eq!(Point::new(0, 25), None);
    }

    #[test]
    fn four_steps_off_the_board_never_land_on_it() {
        for x in 0..25i32 {
            for y in 0..25i32 {
                let point = Point::new(x as u8, y as u8).unwrap();
                for dx in -4..=4i32 {
                    for dy in -4..=4i32 {
                        let inside = (0..25).contains(&(x + dx)) && (0..25).contains(&(y + dy));
                        let there = point.shifted(dx, dy);
                        let on_grid = there.x() < 25 && there.y() < 25;
                        assert_eq!(inside, on_grid, "{point:?} + ({dx}, {dy})");
                    }
                }
            }
        }
    }

    #[test]
    fn insertion_and_removal() {
        let points: Vec<Point> = (0..25).map(|i| Point::new(i, (i * 7) % 25).unwrap()).collect();
        let mut set: PointSet = points.iter().copied().collect();
        assert_eq!(set.len(), 25);
        assert!(points.iter().all(|&p| set.contains(p)));
        assert!(set.remove(points[3]) && !set.remove(points[3]) && !set.contains(points[3]));
        assert_eq!(set.iter().count(), 24);
    }
}
