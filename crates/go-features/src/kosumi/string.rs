//! Kosumi-strings and their attributes (b) to (n).

use super::height;
use go_board::{Board, Color, Point, PointMap, PointSet, TrueLiberties};

/// Stones of one colour connected along lines or by kosumi.
#[derive(Clone, Debug)]
pub struct KosumiString {
    /// Its colour.
    pub color: Color,
    /// Its stones.
    pub stones: Vec<Point>,
    numbers: [i16; N_NUMBERS],
}

/// Attributes (b) to (n).
const N_NUMBERS: usize = 13;

impl KosumiString {
    /// The attributes (b) to (n), in order.
    pub(super) fn numbers(&self) -> [i16; N_NUMBERS] {
        self.numbers
    }

    fn describe(board: &Board<TrueLiberties>, color: Color, stones: Vec<Point>) -> KosumiString {
        let size = board.size().get();
        let extent = |of: fn(Point) -> u8| {
            let values = || stones.iter().map(|&stone| of(stone));
            i16::from(values().max().unwrap_or(0) - values().min().unwrap_or(0)) + 1
        };
        let (x_extent, y_extent) = (extent(Point::x), extent(Point::y));
        let mut heights: Vec<i16> = stones.iter().map(|&stone| height(stone, size)).collect();
        heights.sort_unstable();
        let liberties = liberties(board, &stones);
        let n_forbidden = liberties.iter().filter(|&point| !board.is_legal(point, color.opponent())).count();
        let around = Surroundings::of(board, color, &stones);
        let numbers = [
            stones.len() as i16,
            x_extent.max(y_extent),
            x_extent.min(y_extent),
            discerption_points(board, color, &stones).len() as i16,
            liberties.len() as i16,
            n_forbidden as i16,
            around.empty,
            around.own,
            around.opposing,
            around.outside,
            heights[heights.len() - 1],
            heights[0],
            heights[heights.len() / 2],
        ];
        KosumiString { color, stones, numbers }
    }
}

fn liberties(board: &Board<TrueLiberties>, stones: &[Point]) -> PointSet {
    let neighbours = stones.iter().flat_map(|stone| stone.neighbours());
    neighbours.filter(|&point| board.is_empty(point)).collect()
}

/// The two points between diagonal neighbours.
fn between(stone: Point, diagonal: Point) -> [Point; 2] {
    let (dx, dy) = (i32::from(diagonal.x()) - i32::from(stone.x()), i32::from(diagonal.y()) - i32::from(stone.y()));
    [stone.shifted(dx, 0), stone.shifted(0, dy)]
}

/// Empty points where the opponent, who already holds the other side of a kosumi, would cut.
fn discerption_points(board: &Board<TrueLiberties>, color: Color, stones: &[Point]) -> PointSet {
    let mut points = PointSet::new();
    for &stone in stones {
        for diagonal in stone.diagonals().into_iter().filter(|&d| board.color_at(d) == Some(color)) {
            let [a, b] = between(stone, diagonal);
            for (empty, other) in [(a, b), (b, a)] {
                if board.is_empty(empty) && board.color_at(other) == Some(color.opponent()) {
                    points.insert(empty);
                }
            }
        }
    }
    points
}

/// Points at most two steps along lines from the stones of a string, the string itself left out.
#[derive(Default)]
struct Surroundings {
    empty: i16,
    own: i16,
    opposing: i16,
    outside: i16,
}

impl Surroundings {
    fn of(board: &Board<TrueLiberties>, color: Color, stones: &[Point]) -> Surroundings {
        let mut seen: PointSet = stones.iter().copied().collect();
        let mut around = Surroundings::default();
        for &stone in stones {
            for dy in -2i32..=2 {
                let width = 2 - dy.abs();
                for dx in -width..=width {
                    let point = stone.shifted(dx, dy);
                    if !seen.insert(point) {
                        continue;
                    }
                    match board.color_at(point) {
                        Some(found) if found == color => around.own += 1,
                        Some(_) => around.opposing += 1,
                        None if board.is_empty(point) => around.empty += 1,
                        None => around.outside += 1,
                    }
                }
            }
        }
        around
    }
}

/// All strings of a board.
pub(super) struct Strings {
    strings: Vec<KosumiString>,
    at: PointMap<u16>,
}

const NONE: u16 = u16::MAX;

impl Strings {
    pub(super) fn find(board: &Board<TrueLiberties>) -> Strings {
        let mut found = Strings { strings: Vec::new(), at: PointMap::filled(NONE) };
        for point in board.size().points() {
            let Some(color) = board.color_at(point).filter(|_| found.at[point] == NONE) else { continue };
            let number = found.strings.len() as u16;
            let mut stones = vec![point];
            found.at[point] = number;
            let mut next = 0;
            while next < stones.len() {
                let stone = stones[next];
                next += 1;
                let joined = stone.surrounding().into_iter().filter(|&other| is_joined(board, color, stone, other));
                for other in joined {
                    if found.at[other] == NONE {
                        found.at[other] = number;
                        stones.push(other);
                    }
                }
            }
            found.strings.push(KosumiString::describe(board, color, stones));
        }
        found
    }

    pub(super) fn at(&self, point: Point) -> Option<&KosumiString> {
        self.strings.get(usize::from(self.at[point]))
    }
}

/// Are the stone and its neighbour, orthogonal or diagonal, connected?
fn is_joined(board: &Board<TrueLiberties>, color: Color, stone: Point, other: Point) -> bool {
    if board.color_at(other) != Some(color) {
        return false;
    }
    let is_orthogonal = stone.x() == other.x() || stone.y() == other.y();
    is_orthogonal || between(stone, other).iter().any(|&point| board.color_at(point) != Some(color.opponent()))
}
