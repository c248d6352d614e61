//! Board sizes 1 to 25.

use crate::Point;
use thiserror::Error;

/// The largest board.
pub const MAX_SIZE: u8 = 25;

/// A checked board size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct BoardSize(u8);

/// A board size outside 1 to 25.
#[derive(Debug, Error, PartialEq, Eq, Clone, Copy)]
#[error("board size {0} is not between 1 and 25")]
pub struct SizeError(pub usize);

impl BoardSize {
    /// 9x9.
    pub const NINE: BoardSize = BoardSize(9);
    /// 13x13.
    pub const THIRTEEN: BoardSize = BoardSize(13);
    /// 19x19.
    pub const NINETEEN: BoardSize = BoardSize(19);

    /// Checks that the size is between 1 and 25.
    pub const fn new(size: usize) -> Result<BoardSize, SizeError> {
        if size >= 1 && size <= MAX_SIZE as usize { Ok(BoardSize(size as u8)) } else { Err(SizeError(size)) }
    }

    /// Lines per side.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// Intersections of the board.
    pub const fn area(self) -> usize {
        self.0 as usize * self.0 as usize
    }

    /// Whether the point is on a board of this size.
    #[inline(always)]
    pub const fn contains(self, point: Point) -> bool {
        point.x() < self.0 && point.y() < self.0
    }

    /// The point at that column and row (from 0, row 0 on top), if it is on the board.
    pub const fn point(self, x: usize, y: usize) -> Option<Point> {
        if x < self.0 as usize && y < self.0 as usize { Point::new(x as u8, y as u8) } else { None }
    }

    /// The point `dx` to the right and `dy` below, if it is on the board; any distance.
    #[inline]
    pub const fn offset(self, point: Point, dx: i32, dy: i32) -> Option<Point> {
        let (x, y) = (point.x() as i32 + dx, point.y() as i32 + dy);
        if x >= 0 && y >= 0 { self.point(x as usize, y as usize) } else { None }
    }

    /// All points, row by row from the top left.
    pub fn points(self) -> impl DoubleEndedIterator<Item = Point> + Clone + use<> {
        (0..self.area()).map(move |i| Point::from_index(self.grid_index(i)))
    }

    const fn grid_index(self, dense: usize) -> usize {
        let (x, y) = (dense % self.0 as usize, dense / self.0 as usize);
        match Point::new(x as u8, y as u8) {
            Some(point) => point.index(),
            None => 0,
        }
    }

    /// The point's number, row by row from the top left, from 0 to `area() - 1`.
    pub const fn dense_index(self, point: Point) -> usize {
        point.y() as usize * self.0 as usize + point.x() as usize
    }

    /// The point with that number, if there is one.
    pub const fn from_dense_index(self, dense: usize) -> Option<Point> {
        self.point(dense % self.0 as usize, dense / self.0 as usize)
    }

    /// Lines between the point and the nearest edge, 1 on the first line.
    pub const fn line(self, point: Point) -> u8 {
        let x = if point.x() < self.0 - 1 - point.x() { point.x() } else { self.0 - 1 - point.x() };
        let y = if point.y() < self.0 - 1 - point.y() { point.y() } else { self.0 - 1 - point.y() };
        (if x < y { x } else { y }) + 1
    }
}

impl std::fmt::Display for BoardSize {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{0}x{0}", self.0)
    }
}

impl TryFrom<usize> for BoardSize {
    type Error = SizeError;
    fn try_from(size: usize) -> Result<Self, SizeError> {
        BoardSize::new(size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_checked() {
        assert_eq!(BoardSize::new(0), Err(SizeError(0)));
        assert_eq!(BoardSize::new(26), Err(SizeError(26)));
        assert_eq!(BoardSize::new(19), Ok(BoardSize::NINETEEN));
    }

    #[test]
    fn numbers_round_trip_on_every_size() {
        for n in 1..=25 {
            let size = BoardSize::new(n).unwrap();
            for (i, point) in size.points().enumerate() {
                assert_eq!(size.dense_index(point), i);
                assert_eq!(size.from_dense_index(i), Some(point));
                assert!(size.contains(point));
            }
            assert_eq!(size.points().count(), size.area());
            assert_eq!(size.from_dense_index(size.area()), None);
        }
    }
}
