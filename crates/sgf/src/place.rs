//! A place in a text: line and column as an editor shows them.
//!
//! A line ends at `\n`, `\r`, `\r\n` or `\n\r`, the four line breaks of SGF. Columns count characters, not bytes, so
//! that an editor jumps to the right place whatever the encoding was. File names are *not* known here: the caller adds
//! them.

use std::fmt;

/// A place in a decoded text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// Byte offset in the decoded text, from 0.
    pub offset: usize,
}

impl Place {
    /// The beginning of a text.
    pub const START: Place = Place { line: 1, column: 1, offset: 0 };
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Converts rising byte offsets to places in one pass over the text.
///
/// Counting from the start for every problem would take quadratic time on a damaged file.
#[derive(Clone, Debug)]
pub(crate) struct Locator<'a> {
    bytes: &'a [u8],
    /// Offset of `bytes[0]` in the whole text.
    base: usize,
    at: Place,
    previous: u8,
}

impl<'a> Locator<'a> {
    /// A locator for `text`, whose first byte stands at `origin`.
    pub(crate) fn new(text: &'a str, origin: Place) -> Locator<'a> {
        Locator { bytes: text.as_bytes(), base: origin.offset, at: origin, previous: 0 }
    }

    /// The place of byte `offset` of the text; an offset before the last one gives the last place again.
    pub(crate) fn locate(&mut self, offset: usize) -> Place {
        let end = offset.min(self.bytes.len());
        let start = self.at.offset - self.base;
        let passed = self.bytes.get(start..end).unwrap_or_default();
        if self.previous != b'\r' && !passed.contains(&b'\r') {
            self.pass_without_returns(passed);
        } else {
            self.pass(passed);
        }
        self.at
    }

    /// The common case, written so that the compiler vectorises it: the place of every game is computed.
    fn pass_without_returns(&mut self, passed: &[u8]) {
        let n_lines = passed.iter().filter(|&&byte| byte == b'\n').count();
        let mut last_line = passed;
        if n_lines > 0 {
            let after_break = passed.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            last_line = &passed[after_break..];
            self.at.column = 1;
        }
        let n_characters = last_line.iter().filter(|&&byte| !matches!(byte, 0x80..=0xBF)).count();
        self.at.line = self.at.line.saturating_add(u32::try_from(n_lines).unwrap_or(u32::MAX));
        self.at.column = self.at.column.saturating_add(u32::try_from(n_characters).unwrap_or(u32::MAX));
        self.at.offset += passed.len();
        self.previous = passed.last().copied().unwrap_or(self.previous);
    }

    fn pass(&mut self, passed: &[u8]) {
        for &byte in passed {
            match (self.previous, byte) {
                (b'\r', b'\n') | (b'\n', b'\r') => {
                    // The second half of one line break: the next `\n` starts a new one.
                    self.previous = 0;
                    self.at.offset += 1;
                    continue;
                }
                (_, b'\n' | b'\r') => {
                    self.at.line = self.at.line.saturating_add(1);
                    self.at.column = 1;
                }
                (_, 0x80..=0xBF) => {}
                _ => self.at.column = self.at.column.saturating_add(1),
            }
            self.previous = byte;
            self.at.offset += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, offset: usize, line: u32, column: u32) {
        let place = Locator::new(text, Place::START).locate(offset);
        assert_eq!((place.line, place.column), (line, column), "{text:?} at {offset}");
    }

    #[test]
    fn all_four_line_breaks_count_once() {
        check("ab\ncd", 3, 2, 1);
        check("ab\rcd", 3, 2, 1);
        check("ab\r\ncd", 4, 2, 1);
        check("ab\n\rcd", 4, 2, 1);
        check("ab\n\ncd", 4, 3, 1);
        check("ab\r\n\r\ncd", 6, 3, 1);
    }

    #[test]
    fn columns_count_characters() {
        check("9段x", 4, 1, 3);
        check("", 0, 1, 1);
        check("ab", 99, 1, 3);
    }

    #[test]
    fn the_fast_pass_equals_the_plain_one() {
        let text = "ab\n\nc段\nde\n";
        for end in 0..=text.len() {
            let mut plain = Locator::new(text, Place::START);
            plain.pass(&text.as_bytes()[..end]);
            assert_eq!(Locator::new(text, Place::START).locate(end), plain.at);
        }
    }

    #[test]
    fn asking_twice_equals_asking_once() {
        for text in ["a\r\nbc\n\rd\n\ne段f", "ab\n\nc段\nd"] {
            asking_twice_in(text);
        }
    }

    fn asking_twice_in(text: &str) {
        for first in 0..=text.len() {
            for second in first..=text.len() {
                let mut twice = Locator::new(text, Place::START);
                twice.locate(first);
                assert_eq!(twice.locate(second), Locator::new(text, Place::START).locate(second));
            }
        }
    }
}
