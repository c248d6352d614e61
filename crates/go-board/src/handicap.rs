//! Handicap points: the fixed ones of the GTP specification, and a check for freely placed ones.

use crate::{BoardSize, Point, PointSet};
use thiserror::Error;

/// Why handicap stones cannot be placed.
#[derive(Debug, Error, PartialEq, Eq, Clone)]
pub enum HandicapError {
    /// The number is not possible on this board.
    #[error("{n} handicap stones are not possible on {size}; 2 to {most} are")]
    Number {
        /// The requested number.
        n: usize,
        /// The board.
        size: BoardSize,
        /// The largest possible number (below 2: none).
        most: usize,
    },
    /// A point is named twice.
    #[error("handicap point {0} is named twice")]
    Twice(String),
}

/// The largest number of fixed handicap stones (0 below 7x7).
pub const fn max_fixed_handicap(size: BoardSize) -> usize {
    match size.get() {
        0..=6 => 0,
        7 => 4,
        n if n % 2 == 0 => 4,
        _ => 9,
    }
}

/// The points of `n` fixed handicap stones in the order of the GTP specification.
pub fn fixed_handicap(size: BoardSize, n: usize) -> Result<Vec<Point>, HandicapError> {
    let most = max_fixed_handicap(size);
    if n < 2 || n > most {
        return Err(HandicapError::Number { n, size, most });
    }
    let last = size.get() as usize - 1;
    let near = if size.get() >= 13 { 3 } else { 2 };
    let (far, middle) = (last - near, last / 2);
    let at = |x: usize, y: usize| size.point(x, y).expect("a handicap point is on the board");
    // Rows count from the top: `far` is the lower side, where the specification places the first two stones diagonally.
    let corners = [at(near, far), at(far, near), at(near, near), at(far, far)];
    let sides = [at(near, middle), at(far, middle), at(middle, far), at(middle, near)];
    let mut points: Vec<Point> = corners.into_iter().take(n).collect();
    match n {
        6 | 7 => points.extend(&sides[..2]),
        8 | 9 => points.extend(&sides),
        _ => {}
    }
    if n % 2 == 1 && n >= 5 {
        points.push(at(middle, middle));
    }
    Ok(points)
}

/// Checks freely chosen handicap points: 2 or more, fewer than the board has points, none twice.
pub fn check_free_handicap(size: BoardSize, points: &[Point]) -> Result<(), HandicapError> {
    let most = size.area().saturating_sub(1);
    if points.len() < 2 || points.len() > most {
        return Err(HandicapError::Number { n: points.len(), size, most });
    }
    let mut seen = PointSet::new();
    match points.iter().find(|&&point| !seen.insert(point)) {
        Some(&twice) => Err(HandicapError::Twice(size.name(twice))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(n_lines: usize, n: usize) -> String {
        let size = BoardSize::new(n_lines).unwrap();
        let mut names: Vec<String> = fixed_handicap(size, n).unwrap().iter().map(|&p| size.name(p)).collect();
        names.sort();
        names.join(" ")
    }

    #[test]
    fn fixed_points_are_those_of_the_specification() {
        assert_eq!(names(19, 2), "D4 Q16");
        assert_eq!(names(19, 3), "D16 D4 Q16");
        assert_eq!(names(19, 4), "D16 D4 Q16 Q4");
        assert_eq!(names(19, 5), "D16 D4 K10 Q16 Q4");
        assert_eq!(names(19, 6), "D10 D16 D4 Q10 Q16 Q4");
        assert_eq!(names(19, 7), "D10 D16 D4 K10 Q10 Q16 Q4");
        assert_eq!(names(19, 8), "D10 D16 D4 K16 K4 Q10 Q16 Q4");
        assert_eq!(names(19, 9), "D10 D16 D4 K10 K16 K4 Q10 Q16 Q4");
        assert_eq!(names(9, 4), "C3 C7 G3 G7");
        assert_eq!(names(13, 5), "D10 D4 G7 K10 K4");
    }

    #[test]
    fn impossible_numbers_are_rejected() {
        for (n_lines, n) in [(19, 1), (19, 10), (8, 5), (7, 5), (6, 2), (5, 2)] {
            assert!(fixed_handicap(BoardSize::new(n_lines).unwrap(), n).is_err(), "{n} on {n_lines}");
        }
    }

    #[test]
    fn free_points_must_differ() {
        let size = BoardSize::NINE;
        let (a, b) = (size.point(1, 1).unwrap(), size.point(2, 2).unwrap());
        assert_eq!(check_free_handicap(size, &[a, b]), Ok(()));
        assert_eq!(check_free_handicap(size, &[a, a]), Err(HandicapError::Twice("B8".into())));
        assert!(check_free_handicap(size, &[a]).is_err());
    }
}
