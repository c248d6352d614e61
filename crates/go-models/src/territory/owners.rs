//! The owner of every point at the end of a game.

use go_board::{BoardSize, Color, Point};
use serde::{Deserialize, Serialize};

/// Who owned each point: row by row from the top left, 1 for Black, -1 for White, 0 for nobody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Owners {
    size: u8,
    points: Vec<i8>,
}

impl Owners {
    /// Takes down the owners.
    pub fn new(size: BoardSize, owner: impl Fn(Point) -> Option<Color>) -> Owners {
        let sign = |point| match owner(point) {
            Some(Color::Black) => 1,
            Some(Color::White) => -1,
            None => 0,
        };
        Owners { size: size.get(), points: size.points().map(sign).collect() }
    }

    /// The owner of a point of this board.
    pub fn of(&self, point: Point) -> Option<Color> {
        let size = BoardSize::new(usize::from(self.size)).ok()?;
        match self.points.get(size.dense_index(point))? {
            1 => Some(Color::Black),
            -1 => Some(Color::White),
            _ => None,
        }
    }

    /// 100 for Black's, -100 for White's, 0 for nobody's: row by row from the top left.
    pub fn percent(&self) -> impl Iterator<Item = i8> {
        self.points.iter().map(|&sign| 100 * sign)
    }

    /// Black's points less White's.
    pub fn lead(&self) -> i32 {
        self.points.iter().map(|&sign| i32::from(sign)).sum()
    }
}
