//! Names of moves: `D4`, `pass`. Columns are letters without I from the left, rows are numbered from the bottom.
//!
//! A [`Point`] counts rows from the top, so its name depends on the board size. [`Vertex`] is the name itself, as in GTP: it can be read
//! and written before a board is known. [`BoardSize::vertex`] and [`Vertex::on`] lead from one to the other.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::{BoardSize, MAX_SIZE, Move, Point};

const COLUMN_LETTERS: &[u8; MAX_SIZE as usize] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The name of a move: an intersection or a pass.
///
/// ```
/// use go_board::{BoardSize, Move, Vertex};
/// let vertex: Vertex = "d4".parse()?;
/// assert_eq!(vertex.to_string(), "D4");
/// assert_eq!(BoardSize::NINE.vertex(vertex.on(BoardSize::NINE).expect("a point of the board")), vertex);
/// assert_eq!(Vertex::Pass.on(BoardSize::NINE), Some(Move::Pass));
/// # Ok::<(), go_board::VertexError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Vertex {
    /// The intersection at that column, from 0 at the left, and row, from 0 at the bottom.
    At {
        /// 0 to 24.
        column: u8,
        /// 0 to 24.
        row: u8,
    },
    /// No stone.
    Pass,
}

/// A text that does not name a vertex of any board.
#[derive(Debug, Error, PartialEq, Eq, Clone)]
#[error("{name:?} is not a vertex (expected a column letter without I, then a row, as in D4, or pass)")]
pub struct VertexError {
    /// What was given, cut to 40 characters.
    pub name: String,
}

/// A name that is not a point of the board.
#[derive(Debug, Error, PartialEq, Eq, Clone)]
#[error("{name:?} is not a point of a {size}x{size} board (expected a column letter without I, then a row, as in D4)")]
pub struct PointNameError {
    /// What was given, cut to 40 characters.
    pub name: String,
    /// The size of the board.
    pub size: u8,
}

impl Vertex {
    /// The move on a board of this size; `None` if the vertex lies beyond it.
    pub fn on(self, size: BoardSize) -> Option<Move> {
        match self {
            Vertex::Pass => Some(Move::Pass),
            Vertex::At { column, row } => {
                let y = size.get().checked_sub(row + 1)?;
                size.point(usize::from(column), usize::from(y)).map(Move::Play)
            }
        }
    }
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Vertex::Pass => f.pad("pass"),
            Vertex::At { column, row } => {
                f.pad(&format!("{}{}", COLUMN_LETTERS[usize::from(column % MAX_SIZE)] as char, row + 1))
            }
        }
    }
}

impl FromStr for Vertex {
    type Err = VertexError;

    /// Reads a name in either case.
    fn from_str(name: &str) -> Result<Self, VertexError> {
        let error = || VertexError { name: shortened(name) };
        if name.eq_ignore_ascii_case("pass") {
            return Ok(Vertex::Pass);
        }
        let (letter, row) = name.split_at_checked(1).ok_or_else(error)?;
        let letter = letter.as_bytes()[0].to_ascii_uppercase();
        let column = COLUMN_LETTERS.iter().position(|&c| c == letter).ok_or_else(error)?;
        if !row.bytes().all(|b| b.is_ascii_digit()) {
            return Err(error());
        }
        match row.parse() {
            Ok(row @ 1..=MAX_SIZE) => Ok(Vertex::At { column: column as u8, row: row - 1 }),
            _ => Err(error()),
        }
    }
}

impl BoardSize {
    /// The name of a move on this board.
    pub fn vertex(self, mv: Move) -> Vertex {
        match mv {
            Move::Pass => Vertex::Pass,
            Move::Play(point) => Vertex::At { column: point.x(), row: self.get().saturating_sub(point.y() + 1) },
        }
    }

    /// The point's name as in GTP: letter without I, row from the bottom.
    pub fn name(self, point: Point) -> String {
        self.vertex(Move::Play(point)).to_string()
    }

    /// The move with that name on this board, in either case: `D4` or `pass`.
    pub fn parse_move(self, name: &str) -> Result<Move, PointNameError> {
        let mv = name.parse::<Vertex>().ok().and_then(|vertex| vertex.on(self));
        mv.ok_or_else(|| PointNameError { name: shortened(name), size: self.get() })
    }

    /// The point with that name, in either case.
    pub fn parse_point(self, name: &str) -> Result<Point, PointNameError> {
        let point = self.parse_move(name)?.point();
        point.ok_or_else(|| PointNameError { name: shortened(name), size: self.get() })
    }
}

/// Foreign text as an error message may hold it.
fn shortened(name: &str) -> String {
    name.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_on_every_size() {
        for n in 1..=25 {
            let size = BoardSize::new(n).unwrap();
            for point in size.points() {
                assert_eq!(size.parse_point(&size.name(point)), Ok(point));
                assert_eq!(size.parse_point(&size.name(point).to_lowercase()), Ok(point));
                let vertex = size.vertex(Move::Play(point));
                assert_eq!(vertex.to_string().parse(), Ok(vertex));
                assert_eq!(vertex.on(size), Some(Move::Play(point)));
            }
            assert_eq!(size.parse_move("PASS"), Ok(Move::Pass));
            assert_eq!(size.vertex(Move::Pass).to_string(), "pass");
        }
    }

    #[test]
    fn names_off_the_board_are_refused() {
        for name in ["", "A", "A0", "A20", "U1", "I5", "D+4", "4D", "pass", "ä4", "A99999999999999999999"] {
            assert!(BoardSize::NINETEEN.parse_point(name).is_err(), "{name}");
        }
        assert_eq!(BoardSize::NINETEEN.parse_point("A19"), Ok(Point::new(0, 0).unwrap()));
        assert_eq!(BoardSize::NINETEEN.parse_point("T1"), Ok(Point::new(18, 18).unwrap()));
    }
}
