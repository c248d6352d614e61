//! The part of a board that contains a local problem: a rectangle.
//!
//! GoTools' problems are small boards of their own (Foulds 2006, section 5.1: about 6x7 points on average). A problem on a full board is cut
//! out: the smallest rectangle round all stones, wider by a margin and clipped at the edges. Beyond the rectangle there is nothing.

use go_board::{Board, BoardSize, Liberties, Point};

/// A rectangle of points, the last ones included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    left: u8,
    top: u8,
    right: u8,
    bottom: u8,
}

impl Area {
    /// The whole board.
    pub fn whole(size: BoardSize) -> Area {
        Area { left: 0, top: 0, right: size.get() - 1, bottom: size.get() - 1 }
    }

    /// The smallest rectangle round these points.
    pub fn around(points: impl Iterator<Item = Point>) -> Option<Area> {
        points.fold(None, |area: Option<Area>, point| {
            let (x, y) = (point.x(), point.y());
            let area = area.unwrap_or(Area { left: x, top: y, right: x, bottom: y });
            Some(Area {
                left: area.left.min(x),
                top: area.top.min(y),
                right: area.right.max(x),
                bottom: area.bottom.max(y),
            })
        })
    }

    /// The smallest rectangle around all stones, extended by `margin` on every side within the board; the whole board
    /// without stones.
    pub fn of_stones<L: Liberties>(board: &Board<L>, margin: u8) -> Area {
        let size = board.size();
        let stones = size.points().filter(|&point| !board.is_empty(point));
        Area::around(stones).map_or(Area::whole(size), |area| area.wider(margin, size))
    }

    /// Wider by `margin` on every side where the board goes on.
    pub fn wider(self, margin: u8, size: BoardSize) -> Area {
        Area {
            left: self.left.saturating_sub(margin),
            top: self.top.saturating_sub(margin),
            right: self.right.saturating_add(margin).min(size.get() - 1),
            bottom: self.bottom.saturating_add(margin).min(size.get() - 1),
        }
    }

    /// Is the point inside?
    pub fn contains(&self, point: Point) -> bool {
        (self.left..=self.right).contains(&point.x()) && (self.top..=self.bottom).contains(&point.y())
    }

    /// Its points, row by row.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (self.top..=self.bottom).flat_map(move |y| (self.left..=self.right).filter_map(move |x| Point::new(x, y)))
    }

    /// The number of its points.
    pub fn n_points(&self) -> usize {
        (self.right - self.left + 1) as usize * (self.bottom - self.top + 1) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rectangle_round_the_stones() {
        let (board, _): (Board, _) =
            Board::parse_ascii(". . . . .\n. X . . .\n. . . O .\n. . . . .\n. . . . .").unwrap();
        let area = Area::of_stones(&board, 0);
        assert_eq!(area.n_points(), 6);
        assert_eq!(area.points().count(), 6);
        assert!(area.points().all(|point| area.contains(point)));
        assert_eq!(Area::of_stones(&board, 1).n_points(), 20);
        assert_eq!(Area::of_stones(&board, 9), Area::whole(board.size()));
        assert_eq!(Area::of_stones(&Board::<go_board::TrueLiberties>::new(board.size()), 1), Area::whole(board.size()));
    }
}
