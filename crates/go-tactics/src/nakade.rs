//! Killing shapes (nakade): stones which, captured, leave an eye space with one eye only (Basaldúa 2013, section
//! 4.3.3).
//!
//! A shape of up to six stones is identified by the number of stones, the number of adjacent pairs and the largest
//! number of neighbours of a stone.

use go_board::Point;

/// A killing shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum NakadeShape {
    /// One stone.
    One,
    /// Two stones.
    Two,
    /// Three in a row.
    StraightThree,
    /// Three around a corner.
    BentThree,
    /// Two by two.
    SquaredFour,
    /// Three in a row and one at the middle.
    PyramidFour,
    /// A stone with four neighbours.
    CrossedFive,
    /// Two by two and one more.
    BulkyFive,
    /// A cross with one corner filled; not in Basaldúa's list.
    RabbitySix,
}

impl NakadeShape {
    /// The stones of the largest shape.
    pub const MAX_STONES: usize = 6;

    /// The shape of connected stones.
    pub fn of(stones: &[Point]) -> Option<NakadeShape> {
        let (n_pairs, most) = neighbourhood(stones);
        match (stones.len(), n_pairs, most) {
            (1, ..) => Some(NakadeShape::One),
            (2, ..) => Some(NakadeShape::Two),
            (3, ..) if is_straight(stones) => Some(NakadeShape::StraightThree),
            (3, ..) => Some(NakadeShape::BentThree),
            (4, 4, _) => Some(NakadeShape::SquaredFour),
            (4, 3, 3) => Some(NakadeShape::PyramidFour),
            (5, 4, 4) => Some(NakadeShape::CrossedFive),
            (5, 5, _) => Some(NakadeShape::BulkyFive),
            (6, 6, 4) => Some(NakadeShape::RabbitySix),
            _ => None,
        }
    }

    /// The shape of connected stones of which the first was played last. As in Basaldúa 2013, a bent three only counts if that stone
    /// is at one of its ends, because filling its corner from the outside leaves the opponent the eye.
    pub fn played_last(stones: &[Point]) -> Option<NakadeShape> {
        let shape = NakadeShape::of(stones)?;
        (shape != NakadeShape::BentThree || n_neighbours(stones, stones[0]) == 1).then_some(shape)
    }
}

/// The number of points of the set that are next to the point.
pub(crate) fn n_neighbours(points: &[Point], point: Point) -> usize {
    point.neighbours().into_iter().filter(|n| points.contains(n)).count()
}

/// Adjacent pairs, and the largest number of neighbours that one point has.
pub(crate) fn neighbourhood(points: &[Point]) -> (usize, usize) {
    let degrees = points.iter().map(|&point| n_neighbours(points, point));
    let (sum, most) = degrees.fold((0, 0), |(sum, most), degree| (sum + degree, most.max(degree)));
    (sum / 2, most)
}

fn is_straight(points: &[Point]) -> bool {
    points.windows(2).all(|pair| pair[0].x() == pair[1].x()) || points.windows(2).all(|pair| pair[0].y() == pair[1].y())
}
