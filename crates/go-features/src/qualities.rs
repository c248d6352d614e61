//! Qualities of a position for one side that need nothing but the board: six of the eight numbers of Basaldúa 2013, Table 3.2. The territory of corners and
//! sides needs a model (`go_models::m_eval`).
//!
//! Every quality is a number from 0 on that its side wants to be large; what counts is the difference of both sides. The table defines some as differences, which
//! a non-negative factorisation cannot take: here each side has its own number. Where the table is silent:
//!
//! - *liberties* are empty points next to stones of the side, each counted once;
//! - *semeai*: for chains a of the side and b of the opponent that touch, with as many liberties, the sum of max(0, a - b) / (a + b): a lead is
//!   "compensated" for the size of the race;
//! - *urgency* is the sum of the urgencies of points for the *opponent*, were it the opponent's turn: bad shape is urgent shape, so a side has the quality that the opponent's is bad. (As a
//!   quality of the side whose points are urgent it would fall with every urgent move that the side makes.) The caller knows the urgencies.
//!
//! *Low* and *high* are empty points of the third and fourth line, and above, not farther than 4 steps from a stone of the side.

use go_board::{Board, Color, Liberties, Point};

/// The names of the eight qualities, in the order of their numbers.
pub const QUALITIES: [&str; N_QUALITIES] =
    ["corner territory", "side territory", "stones", "liberties", "semeai", "urgency", "low reach", "high reach"];

/// The number of qualities.
pub const N_QUALITIES: usize = 8;

/// The eight numbers of one side.
pub type Qualities = [f32; N_QUALITIES];

/// How far stones reach.
const REACH: usize = 4;

/// Points of a board as bits, row by row.
type Rows = [u32; 25];

fn rows(board: &Board<impl Liberties>, holds: impl Fn(Point) -> bool) -> Rows {
    let mut rows = [0; 25];
    for point in board.size().points().filter(|&point| holds(point)) {
        rows[usize::from(point.y())] |= 1 << point.x();
    }
    rows
}

/// The points and their neighbours.
fn grown(rows: &Rows, side: usize) -> Rows {
    let mask = u32::MAX >> (32 - side);
    let mut out = [0; 25];
    for (y, row) in out.iter_mut().enumerate().take(side) {
        let above = if y > 0 { rows[y - 1] } else { 0 };
        let below = if y + 1 < side { rows[y + 1] } else { 0 };
        *row = (rows[y] | rows[y] << 1 | rows[y] >> 1 | above | below) & mask;
    }
    out
}

fn count(rows: &Rows, other: &Rows) -> f32 {
    rows.iter().zip(other).map(|(a, b)| (a & b).count_ones()).sum::<u32>() as f32
}

/// The qualities of both sides, Black's first, that follow from the stones. Territory and urgency are left at 0.
pub fn qualities_of_stones<L: Liberties>(board: &Board<L>) -> [Qualities; 2] {
    let (size, side) = (board.size(), usize::from(board.size().get()));
    let empty = rows(board, |point| board.is_empty(point));
    let low = rows(board, |point| board.is_empty(point) && (3..=4).contains(&size.line(point)));
    let high = rows(board, |point| board.is_empty(point) && size.line(point) > 4);
    let races = races(board);
    Color::BOTH.map(|color| {
        let stones = rows(board, |point| board.color_at(point) == Some(color));
        let mut reach = stones;
        let mut liberties = 0.0;
        for step in 0..REACH {
            reach = grown(&reach, side);
            if step == 0 {
                liberties = count(&reach, &empty);
            }
        }
        let mut qualities = [0.0; N_QUALITIES];
        qualities[2] = board.n_stones(color) as f32;
        qualities[3] = liberties;
        qualities[4] = races[color.index()];
        qualities[6] = count(&reach, &low);
        qualities[7] = count(&reach, &high);
        qualities
    })
}

/// The leads in liberties of both sides over all pairs of touching chains.
fn races<L: Liberties>(board: &Board<L>) -> [f32; 2] {
    let mut pairs: Vec<(Point, Point)> = Vec::new();
    for point in board.size().points() {
        let Some(chain) = board.chain_at(point).filter(|&chain| board.chain_color(chain) == Color::Black) else {
            continue;
        };
        for neighbour in point.neighbours() {
            if let Some(other) = board.chain_at(neighbour).filter(|&other| board.chain_color(other) == Color::White) {
                pairs.push((board.chain_stone(chain), board.chain_stone(other)));
            }
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    let n_liberties = |stone: Point| board.chain_at(stone).map_or(0, |chain| board.liberties(chain).count()) as f32;
    let mut leads = [0.0; 2];
    for (black, white) in pairs {
        let (a, b) = (n_liberties(black), n_liberties(white));
        leads[0] += (a - b).max(0.0) / (a + b).max(1.0);
        leads[1] += (b - a).max(0.0) / (a + b).max(1.0);
    }
    leads
}

#[cfg(test)]
mod tests {
    use super::*;
    use go_board::{BoardSize, Symmetry};
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// Point by point, stone by stone.
    fn slowly(board: &Board, color: Color) -> Qualities {
        let size = board.size();
        let stones: Vec<Point> = size.points().filter(|&point| board.color_at(point) == Some(color)).collect();
        let steps = |a: Point, b: Point| a.x().abs_diff(b.x()) + a.y().abs_diff(b.y());
        let near = |from: u8, to: u8, reach: u8| {
            let fits = |point: &Point| {
                board.is_empty(*point)
                    && (from..=to).contains(&size.line(*point))
                    && stones.iter().any(|&stone| steps(stone, *point) <= reach)
            };
            size.points().filter(fits).count() as f32
        };
        let mut races = std::collections::BTreeMap::new();
        for &stone in &stones {
            for other in stone.neighbours() {
                if board.color_at(other) == Some(color.opponent()) {
                    let chains = [stone, other].map(|point| board.chain_at(point).expect("a chain"));
                    let [a, b] = chains.map(|chain| board.liberties(chain).count() as f32);
                    races.insert(chains.map(|chain| board.chain_stone(chain)), (a - b).max(0.0) / (a + b));
                }
            }
        }
        [0.0, 0.0, stones.len() as f32, near(1, 30, 1), races.values().sum(), 0.0, near(3, 4, 4), near(5, 30, 4)]
    }

    #[test]
    fn the_slow_twin_agrees_in_all_orientations() {
        for (seed, side) in [(1, 19), (2, 19), (3, 9), (4, 13)] {
            let size = BoardSize::new(side).expect("a size");
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut board: Board = Board::new(size);
            let mut color = Color::Black;
            for n in 0..120 {
                let legal: Vec<Point> = size.points().filter(|&p| board.is_legal(p, color)).collect();
                board.play_unchecked(legal[random.random_range(0..legal.len())], color);
                color = color.opponent();
                if n % 10 != 9 {
                    continue;
                }
                let found = qualities_of_stones(&board);
                for color in Color::BOTH {
                    let slow = slowly(&board, color);
                    let fast = found[color.index()];
                    assert!(fast.iter().zip(slow).all(|(a, b)| (a - b).abs() < 1e-3), "{fast:?} {slow:?}");
                }
                let symmetry = Symmetry::ALL[random.random_range(0..8)];
                let mut turned: Board = Board::new(size);
                for point in size.points() {
                    if let Some(color) = board.color_at(point) {
                        turned.set_stone(symmetry.apply(size, point), color.opponent());
                    }
                }
                let [white, black] = qualities_of_stones(&turned);
                for (a, b) in found[0].iter().chain(&found[1]).zip(black.iter().chain(&white)) {
                    assert!((a - b).abs() < 1e-3, "turned, colours exchanged");
                }
            }
        }
    }
}
