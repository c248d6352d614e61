//! Potential: every stone radiates `64 / 2^distance`, Black's count for and White's against.

use go_board::{Board, Color, Point, PointMap, TrueLiberties};

/// Distances beyond this radiate nothing: `64 / 2^7` is less than 1.
const REACH: i32 = 6;

pub(super) struct Influence {
    potential: PointMap<i16>,
}

impl Influence {
    pub(super) fn of(board: &Board<TrueLiberties>) -> Influence {
        let mut potential = PointMap::filled(0);
        let size = i32::from(board.size().get());
        for point in board.size().points() {
            let Some(color) = board.color_at(point) else { continue };
            let sign = if color == Color::Black { 1 } else { -1 };
            let (x, y) = (i32::from(point.x()), i32::from(point.y()));
            for dy in -REACH..=REACH {
                let width = REACH - dy.abs();
                for dx in -width..=width {
                    if (0..size).contains(&(x + dx)) && (0..size).contains(&(y + dy)) {
                        let at = Point::new((x + dx) as u8, (y + dy) as u8).expect("inside the board");
                        potential[at] += sign * (64 >> (dx.abs() + dy.abs())) as i16;
                    }
                }
            }
        }
        Influence { potential }
    }

    pub(super) fn at(&self, point: Point) -> i16 {
        self.potential[point]
    }
}
