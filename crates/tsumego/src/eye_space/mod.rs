//! Eye spaces: empty points that one chain surrounds, without any other liberty. What becomes of the chain is proved for every shape of up to
//! seven points in the middle, on the side and in the corner, and kept in `table.txt`.
//!
//! `cargo run --release -p tsumego --example eye_spaces > crates/tsumego/src/eye_space/table.txt` writes the table; a test proves a part of
//! it again with the exhaustive twin. Outside liberties are *not* a column: shapes that live without any live with them too (the attacker
//! only loses moves, and a turn spent elsewhere can be answered by a pass), and for the others the solver reads.
//!
//! A shape whose surroundings fall apart into several chains is no eye space in this sense and is left out.

mod facts;

pub(crate) use facts::lives;

use std::collections::BTreeSet;
use std::fmt;

use go_board::{Board, BoardSize, Color, Point, PointSet};

use crate::problem::Problem;
use crate::side::Side;
use crate::solve::Solver;
use crate::status::Status;
use crate::zone::Table;

/// The largest shapes of the table.
pub const MAX_EYE_SPACE: usize = 7;

/// Where a shape lies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Place {
    /// Away from the edge.
    Middle,
    /// Its top row is on the edge.
    Side,
    /// Its top row and its left column are on the edges.
    Corner,
}

/// A shape in its place.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct EyeSpace {
    place: Place,
    /// Columns and rows from the upper left corner of its frame, sorted.
    cells: Vec<(usize, usize)>,
}

impl EyeSpace {
    /// Every shape of `n` points, once.
    pub fn all(n: usize) -> Vec<EyeSpace> {
        let mut found = BTreeSet::new();
        for place in [Place::Middle, Place::Side, Place::Corner] {
            found.extend(fixed(n).into_iter().map(|cells| EyeSpace { place, cells }.canonical()));
        }
        found.into_iter().filter(|space| space.problem().is_some()).collect()
    }

    /// The least of the shapes that differ only by a symmetry that keeps the place.
    fn canonical(self) -> EyeSpace {
        let turns: &[u8] = match self.place {
            Place::Middle => &[0, 1, 2, 3, 4, 5, 6, 7],
            Place::Side => &[0, 1],
            Place::Corner => &[0, 4],
        };
        let turned = |turn: u8| {
            let cells = self.cells.iter().map(|&(x, y)| {
                let (x, y) = if turn & 4 != 0 { (y, x) } else { (x, y) };
                (if turn & 1 != 0 { MAX_EYE_SPACE - x } else { x }, if turn & 2 != 0 { MAX_EYE_SPACE - y } else { y })
            });
            normal(cells.collect())
        };
        let cells = turns.iter().map(|&turn| turned(turn)).min().unwrap_or_default();
        EyeSpace { place: self.place, cells }
    }

    /// The chain around it, Black's, on a board that holds nothing else; `None` if it would be several chains.
    pub fn problem(&self) -> Option<Problem> {
        let size = BoardSize::new(MAX_EYE_SPACE + 2).ok()?;
        let (dx, dy) = match self.place {
            Place::Middle => (1, 1),
            Place::Side => (1, 0),
            Place::Corner => (0, 0),
        };
        let room: PointSet = self.cells.iter().filter_map(|&(x, y)| size.point(x + dx, y + dy)).collect();
        let mut board: Board = Board::new(size);
        let walls = || size.points().filter(|&p| !room.contains(p));
        walls().for_each(|point| board.set_stone(point, Color::Black));
        let first: Point = walls().next()?;
        let is_one_chain = walls().all(|point| board.chain_at(point) == board.chain_at(first));
        is_one_chain.then(|| Problem::new(board, &[first], &room, Color::White).ok()).flatten()
    }

    /// What becomes of the chain when the side begins, by the solver. Its region spans the board, so the table is not used.
    pub fn status(&self, first: Side, table: &mut Table) -> Option<Status> {
        let problem = self.problem()?;
        Some(Solver::new(&problem, table, u64::MAX).status(first))
    }

    /// A line of the table: points, place, shape, what becomes of it when the attacker and when the defender begins.
    pub fn line(&self, attacker_first: Status, defender_first: Status) -> String {
        format!("{} {self} {attacker_first} {defender_first}", self.cells.len())
    }
}

impl fmt::Display for EyeSpace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.cells.iter().map(|c| c.0 + 1).max().unwrap_or(0);
        let height = self.cells.iter().map(|c| c.1 + 1).max().unwrap_or(0);
        let row =
            |y: usize| -> String { (0..width).map(|x| if self.cells.contains(&(x, y)) { '#' } else { '.' }).collect() };
        let rows: Vec<String> = (0..height).map(row).collect();
        write!(f, "{} {}", format!("{:?}", self.place).to_lowercase(), rows.join("/"))
    }
}

/// Moved to the upper left corner of its frame, and sorted.
fn normal(mut cells: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    let left = cells.iter().map(|c| c.0).min().unwrap_or(0);
    let top = cells.iter().map(|c| c.1).min().unwrap_or(0);
    cells.iter_mut().for_each(|c| *c = (c.0 - left, c.1 - top));
    cells.sort_unstable();
    cells
}

/// The connected shapes of `n` cells, turned ones counted apart: every shape of one cell less with a cell more.
fn fixed(n: usize) -> BTreeSet<Vec<(usize, usize)>> {
    let mut shapes: BTreeSet<Vec<(usize, usize)>> = [vec![(0, 0)]].into_iter().collect();
    for _ in 1..n {
        let mut larger = BTreeSet::new();
        for shape in &shapes {
            // One further from the corner, so that cells to the left and above have coordinates.
            let moved: Vec<(usize, usize)> = shape.iter().map(|&(x, y)| (x + 1, y + 1)).collect();
            for &(x, y) in &moved {
                for cell in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)] {
                    if !moved.contains(&cell) {
                        larger.insert(normal(moved.iter().copied().chain([cell]).collect()));
                    }
                }
            }
        }
        shapes = larger;
    }
    shapes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exhaustive;

    pub(super) const TABLE: &str = include_str!("table.txt");

    #[test]
    fn shapes_are_counted_as_polyominoes_are() {
        assert_eq!((1..=6).map(|n| fixed(n).len()).collect::<Vec<_>>(), [1, 2, 6, 19, 63, 216]);
        let n_middle = |n| EyeSpace::all(n).iter().filter(|s| s.place == Place::Middle).count();
        assert_eq!((1..=5).map(n_middle).collect::<Vec<_>>(), [1, 1, 2, 5, 12]);
    }

    /// The golden file again, up to four points by the exhaustive twin and five by the solver.
    #[test]
    fn the_golden_table_is_proved_again_in_part() {
        let mut table = Table::with_bytes(1 << 20);
        for n in 1..=5 {
            let lines: Vec<String> = EyeSpace::all(n)
                .iter()
                .map(|space| {
                    let mut status = |side| {
                        let found = space.status(side, &mut table).expect("an eye space");
                        if n <= 4 {
                            let problem = space.problem().expect("an eye space");
                            let twin = exhaustive::status(&problem, side).expect("few positions");
                            assert_eq!(found.to_string(), twin.to_string(), "{space}, {side:?} first");
                        }
                        found
                    };
                    space.line(status(Side::Attacker), status(Side::Defender))
                })
                .collect();
            let golden: Vec<&str> = TABLE.lines().filter(|line| line.starts_with(&format!("{n} "))).collect();
            assert_eq!(lines, golden);
        }
    }

    #[test]
    fn the_table_knows_the_proverbs() {
        let says = |shape: &str| TABLE.lines().find_map(|line| line.strip_prefix(shape)).map(str::trim);
        for (shape, statuses) in [
            ("3 middle #/#/#", "dead alive"),
            ("4 middle #/#/#/#", "alive alive"),
            ("4 middle ##/##", "dead dead"),
            ("4 corner ##/#./#.", "ko alive"),
            ("5 middle .#./###/.#.", "dead alive"),
            ("6 corner ##/##/##", "dead alive"),
        ] {
            assert_eq!(says(shape), Some(statuses), "{shape}");
        }
    }
}
