//! Points and boards as SGF writes them: two letters, column then row, from the upper left corner.
//!
//! `a`..`z` are 1 to 26, `A`..`Z` 27 to 52. These are SGF's own types; the points of a Go board are another crate's.

use std::fmt;

/// A point: column and row, each from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// Column, from 0 at the left.
    pub column: u8,
    /// Row, from 0 at the top.
    pub row: u8,
}

impl Point {
    /// The point named by two letters, independent of any board.
    #[inline]
    pub fn parse(letters: &str) -> Option<Point> {
        match *letters.as_bytes() {
            [column, row] => Some(Point { column: letter_index(column)?, row: letter_index(row)? }),
            _ => None,
        }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", index_letter(self.column), index_letter(self.row))
    }
}

#[inline]
fn letter_index(letter: u8) -> Option<u8> {
    match letter {
        b'a'..=b'z' => Some(letter - b'a'),
        b'A'..=b'Z' => Some(letter - b'A' + 26),
        _ => None,
    }
}

/// The letter of an index; `?` beyond 52, which no checked point has.
fn index_letter(index: u8) -> char {
    match index {
        0..=25 => (b'a' + index) as char,
        26..=51 => (b'A' + index - 26) as char,
        _ => '?',
    }
}

/// The size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    /// Number of columns, 1 to 52.
    pub columns: u8,
    /// Number of rows, 1 to 52.
    pub rows: u8,
}

impl Size {
    /// The board of a game without `SZ`.
    pub const DEFAULT: Size = Size { columns: 19, rows: 19 };

    /// The largest side that two letters can name.
    pub const MAX_SIDE: u8 = 52;

    /// Reads the value of `SZ`: `19`, or `19:13` for columns and rows.
    pub fn parse(raw: &str) -> Option<Size> {
        let side = |text: &str| {
            let side: u8 = text.trim().parse().ok()?;
            (1..=Size::MAX_SIDE).contains(&side).then_some(side)
        };
        let (columns, rows) = raw.split_once(':').unwrap_or((raw, raw));
        Some(Size { columns: side(columns)?, rows: side(rows)? })
    }

    /// Whether the point is on the board.
    #[inline]
    pub fn contains(self, point: Point) -> bool {
        point.column < self.columns && point.row < self.rows
    }

    /// Whether `tt` is a pass: up to 19x19 there is no such point, and FF\[3\] wrote passes that way.
    #[inline]
    pub fn tt_is_pass(self) -> bool {
        self.columns <= 19 && self.rows <= 19
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.columns == self.rows {
            write!(f, "{}", self.columns)
        } else {
            write!(f, "{}:{}", self.columns, self.rows)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_is_written_as_it_is_read() {
        for column in 0..52 {
            for row in 0..52 {
                let point = Point { column, row };
                assert_eq!(Point::parse(&point.to_string()), Some(point));
            }
        }
        for bad in ["", "a", "aaa", "a1", "a ", "é"] {
            assert_eq!(Point::parse(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn sizes() {
        assert_eq!(Size::parse("19"), Some(Size::DEFAULT));
        assert_eq!(Size::parse("7:52"), Some(Size { columns: 7, rows: 52 }));
        assert_eq!(Size::parse("7:52").map(|size| size.to_string()).as_deref(), Some("7:52"));
        for bad in ["", "0", "53", "-1", "19x19", "19:", "19:0", "1000"] {
            assert_eq!(Size::parse(bad), None, "{bad:?}");
        }
    }
}
