//! The eight symmetries of the square.

use crate::{BoardSize, Point};

/// One of the eight rotations and reflections of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry {
    flip_x: bool,
    flip_y: bool,
    transpose: bool,
}

impl Symmetry {
    /// The identity.
    pub const IDENTITY: Symmetry = Symmetry { flip_x: false, flip_y: false, transpose: false };

    /// All eight, the identity first.
    pub const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry::IDENTITY; 8];
        let mut i = 0;
        while i < 8 {
            all[i] = Symmetry { flip_x: i & 1 != 0, flip_y: i & 2 != 0, transpose: i & 4 != 0 };
            i += 1;
        }
        all
    };

    /// The image of an offset from the centre: first mirrored, then transposed.
    pub const fn apply_offset(self, dx: i32, dy: i32) -> (i32, i32) {
        let x = if self.flip_x { -dx } else { dx };
        let y = if self.flip_y { -dy } else { dy };
        if self.transpose { (y, x) } else { (x, y) }
    }

    /// The image of a point of the board.
    pub fn apply(self, size: BoardSize, point: Point) -> Point {
        let last = size.get() - 1;
        let x = if self.flip_x { last - point.x() } else { point.x() };
        let y = if self.flip_y { last - point.y() } else { point.y() };
        let (x, y) = if self.transpose { (y, x) } else { (x, y) };
        Point::new(x, y).expect("a symmetry maps the board onto itself")
    }

    /// The inverse symmetry.
    pub const fn inverse(self) -> Symmetry {
        if self.transpose { Symmetry { flip_x: self.flip_y, flip_y: self.flip_x, transpose: true } } else { self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_are_a_group_of_distinct_bijections() {
        for n in [1, 2, 5, 19] {
            let size = BoardSize::new(n).unwrap();
            for symmetry in Symmetry::ALL {
                let mut images: Vec<Point> = size.points().map(|p| symmetry.apply(size, p)).collect();
                assert!(size.points().all(|p| symmetry.inverse().apply(size, symmetry.apply(size, p)) == p));
                images.sort_unstable();
                assert_eq!(images, size.points().collect::<Vec<_>>());
            }
        }
        let corner = Point::new(1, 0).unwrap();
        let orbit: std::collections::BTreeSet<Point> =
            Symmetry::ALL.iter().map(|s| s.apply(BoardSize::NINE, corner)).collect();
        assert_eq!(orbit.len(), 8);
    }

    #[test]
    fn offsets_and_points_agree() {
        let size = BoardSize::NINE;
        let centre = size.point(4, 4).unwrap();
        for symmetry in Symmetry::ALL {
            for p in size.points() {
                let (dx, dy) = (p.x() as i32 - 4, p.y() as i32 - 4);
                let (x, y) = symmetry.apply_offset(dx, dy);
                assert_eq!(size.offset(centre, x, y), Some(symmetry.apply(size, p)));
            }
        }
    }
}
