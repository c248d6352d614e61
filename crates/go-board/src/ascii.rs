//! Boards as text: `X` black, `O` white, `.` empty (also `+`), rows from the top, blanks ignored.
//!
//! Other characters mark an empty point that a test refers to: `parse_ascii` returns them with their points. A stone
//! cannot be marked; mark a neighbour instead.

use crate::{Board, BoardSize, Cell, Color, Liberties, Point};
use thiserror::Error;

/// A drawing that is not a board.
#[derive(Debug, Error, PartialEq, Eq, Clone)]
pub enum AsciiError {
    /// The numbers of rows and columns differ, or are not between 1 and 25.
    #[error("row {row} has {columns} cells; the drawing has {rows} rows, and 1 to 25 of each are needed")]
    NotSquare {
        /// The row, from 1.
        row: usize,
        /// Its cells.
        columns: usize,
        /// The rows of the drawing.
        rows: usize,
    },
    /// A chain without liberties.
    #[error("the chain at column {x}, row {y} (from 0, top left) has no liberty")]
    NoLiberty {
        /// Column.
        x: u8,
        /// Row.
        y: u8,
    },
}

impl<L: Liberties> Board<L> {
    /// Reads a drawing; returns the board and the marked points.
    pub fn parse_ascii(text: &str) -> Result<(Self, Vec<(char, Point)>), AsciiError> {
        let rows: Vec<Vec<char>> = text
            .lines()
            .map(|line| line.chars().filter(|c| !c.is_whitespace()).collect::<Vec<_>>())
            .filter(|row| !row.is_empty())
            .collect();
        let size = BoardSize::new(rows.len()).map_err(|_| AsciiError::NotSquare {
            row: 1,
            columns: rows.first().map_or(0, Vec::len),
            rows: rows.len(),
        })?;
        let mut board = Self::new(size);
        let mut marks = Vec::new();
        for (y, row) in rows.iter().enumerate() {
            if row.len() != rows.len() {
                return Err(AsciiError::NotSquare { row: y + 1, columns: row.len(), rows: rows.len() });
            }
            for (x, &c) in row.iter().enumerate() {
                let point = size.point(x, y).expect("inside the drawing");
                match c {
                    'X' | '#' => board.set_stone(point, Color::Black),
                    'O' => board.set_stone(point, Color::White),
                    '.' | '+' => {}
                    mark => marks.push((mark, point)),
                }
            }
        }
        match size.points().find(|&p| board.chain_at(p).is_some_and(|chain| board.liberties(chain).is_none())) {
            Some(point) => Err(AsciiError::NoLiberty { x: point.x(), y: point.y() }),
            None => Ok((board, marks)),
        }
    }

    /// The drawing of the board, one line per row, cells separated by blanks.
    pub fn to_ascii(&self) -> String {
        let mut text = String::new();
        for point in self.size().points() {
            text.push(match self.cell(point) {
                Cell::Black => 'X',
                Cell::White => 'O',
                Cell::Empty | Cell::OffBoard => '.',
            });
            text.push(if point.x() + 1 == self.size().get() { '\n' } else { ' ' });
        }
        text
    }
}
