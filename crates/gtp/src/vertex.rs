//! Colours, vertices and moves as GTP writes them: columns A to Z without I, rows from 1 at the bottom, boards up to 25.
//!
//! A vertex is not yet a point of any board; the engine converts it.

use std::fmt;

/// Largest board that the letters cover.
pub(crate) const MAX_SIZE: u8 = 25;

const COLUMNS: &[u8; MAX_SIZE as usize] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// A player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Color {
    /// Plays first in an even game.
    Black,
    /// Plays second in an even game.
    White,
}

impl Color {
    /// Reads `b`, `w`, `black` or `white`, in any case.
    pub fn parse(text: &str) -> Option<Self> {
        match text.to_ascii_lowercase().as_str() {
            "b" | "black" => Some(Self::Black),
            "w" | "white" => Some(Self::White),
            _ => None,
        }
    }

    /// The other player.
    pub fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Black => "b",
            Self::White => "w",
        })
    }
}

/// An intersection: column and row from 0 at the lower left corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Vertex {
    column: u8,
    row: u8,
}

impl Vertex {
    /// `None` beyond the largest board.
    pub fn new(column: u8, row: u8) -> Option<Self> {
        (column < MAX_SIZE && row < MAX_SIZE).then_some(Self { column, row })
    }

    /// Parses `D4`, in any case; `None` if it is not a vertex of a board of this size.
    pub fn parse(text: &str, size: u8) -> Option<Self> {
        let (letter, digits) = text.split_at_checked(1)?;
        let letter = letter.as_bytes()[0].to_ascii_uppercase();
        let column = u8::try_from(COLUMNS.iter().position(|&column| column == letter)?).ok()?;
        // `D04` and `D+4` are rejected.
        let is_number = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
        let row = digits.parse::<u8>().ok().filter(|_| is_number)?.checked_sub(1)?;
        Self::new(column, row).filter(|vertex| vertex.column < size && vertex.row < size)
    }

    /// From 0 at the left.
    pub fn column(self) -> u8 {
        self.column
    }

    /// From 0 at the bottom.
    pub fn row(self) -> u8 {
        self.row
    }
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(COLUMNS[usize::from(self.column)]), self.row + 1)
    }
}

/// What a player does in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Move {
    /// A stone.
    At(Vertex),
    /// No stone.
    Pass,
    /// The end.
    Resign,
}

impl Move {
    /// Reads a vertex, `pass` or `resign`, in any case.
    pub fn parse(text: &str, size: u8) -> Option<Self> {
        if text.eq_ignore_ascii_case("pass") {
            Some(Self::Pass)
        } else if text.eq_ignore_ascii_case("resign") {
            Some(Self::Resign)
        } else {
            Vertex::parse(text, size).map(Self::At)
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::At(vertex) => vertex.fmt(f),
            Self::Pass => f.write_str("pass"),
            Self::Resign => f.write_str("resign"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_vertex_of_every_size_reads_back() {
        for size in 1..=MAX_SIZE {
            let mut n_read = 0;
            for (column, row) in (0..MAX_SIZE).flat_map(|column| (0..MAX_SIZE).map(move |row| (column, row))) {
                let vertex = Vertex::new(column, row).expect("within the largest board");
                let text = vertex.to_string();
                let expected = (column < size && row < size).then_some(vertex);
                assert_eq!(Vertex::parse(&text, size), expected);
                assert_eq!(Vertex::parse(&text.to_lowercase(), size), expected);
                n_read += usize::from(expected.is_some());
            }
            assert_eq!(n_read, usize::from(size) * usize::from(size));
        }
    }

    #[test]
    fn known_names() {
        let at = |column, row| Vertex::new(column, row);
        assert_eq!(Vertex::parse("A1", 19), at(0, 0));
        assert_eq!(Vertex::parse("h8", 19), at(7, 7));
        assert_eq!(Vertex::parse("J9", 19), at(8, 8));
        assert_eq!(Vertex::parse("T19", 19), at(18, 18));
        assert_eq!(Vertex::parse("Z25", 25), at(24, 24));
    }

    #[test]
    fn words_that_are_not_vertices() {
        for text in [
            "",
            "I5",
            "i5",
            "A0",
            "A26",
            "A256",
            "A999999999999",
            "AA1",
            "1A",
            "A",
            "A-1",
            "A+1",
            "A01",
            "é5",
            "A1x",
            "@1",
        ] {
            assert_eq!(Vertex::parse(text, 25), None, "{text:?}");
        }
    }

    #[test]
    fn moves_and_colors() {
        assert_eq!(Move::parse("PASS", 9), Some(Move::Pass));
        assert_eq!(Move::parse("Resign", 9), Some(Move::Resign));
        assert_eq!(Move::parse("k10", 9), None);
        assert_eq!(Color::parse("WHITE"), Some(Color::White));
        assert_eq!(Color::parse("b"), Some(Color::Black));
        assert_eq!(Color::parse("blue"), None);
        assert_eq!(Color::Black.opponent(), Color::White);
    }
}
