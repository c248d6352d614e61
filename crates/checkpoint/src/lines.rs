//! A journal of JSON objects, one a line, each with a checksum as its last member: still JSON to every other program.
//!
//! ```text
//! {"game":0,"winner":"a","sum":"5f0c9f3d2b1a7788"}
//! ```
//! The checksum is over the [`Key`] and the object without it, so that a line copied from the journal of other work is
//! refused like a damaged one. The key itself is written by the caller, who knows what a first line should say.

use thiserror::Error;

use crate::{Key, checksum};

const MEMBER: &str = ",\"sum\":\"";
/// The member, sixteen digits, a quote and a brace.
const N_TAIL: usize = MEMBER.len() + 16 + 2;

/// Why a line is not believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum LineError {
    /// There is no checksum where one should be.
    #[error("the line has no checksum at its end")]
    NoSum,
    /// The checksum is another one.
    #[error("the line's checksum is wrong: it was changed, or is of other work or of another version of the program")]
    Wrong,
}

/// Seals and opens the lines of one journal.
#[derive(Debug, Clone, Copy)]
pub struct Lines {
    key: u64,
}

impl Lines {
    /// For the journal of the work that the key names.
    pub fn new(key: &Key<'_>) -> Self {
        Self { key: checksum(key.line().as_bytes()) }
    }

    /// The line of a JSON object that has at least one member, line end included.
    ///
    /// # Panics
    /// When `object` is not one object on one line: that is a mistake of the caller.
    pub fn seal(&self, object: &str) -> String {
        let inside = object.strip_suffix('}').filter(|inside| inside.len() > 1 && !inside.contains('\n'));
        let inside = inside.expect("a JSON object on one line");
        format!("{inside}{MEMBER}{:016x}\"}}\n", self.sum(inside))
    }

    /// The object of a line, with or without its line end.
    pub fn open(&self, line: &str) -> Result<String, LineError> {
        let line = line.strip_suffix('\n').unwrap_or(line);
        let cut = line.len().checked_sub(N_TAIL).filter(|&cut| line.is_char_boundary(cut)).ok_or(LineError::NoSum)?;
        let (inside, tail) = line.split_at(cut);
        if !tail.starts_with(MEMBER) {
            return Err(LineError::NoSum);
        }
        if tail != format!("{MEMBER}{:016x}\"}}", self.sum(inside)) {
            return Err(LineError::Wrong);
        }
        Ok(format!("{inside}}}"))
    }

    fn sum(&self, inside: &str) -> u64 {
        checksum(&[&self.key.to_le_bytes(), inside.as_bytes()].concat())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: Key<'_> = Key { kind: "test", program: "1", work: "a" };

    #[test]
    fn lines_stay_json_and_are_opened_by_their_own_journal() {
        let lines = Lines::new(&KEY);
        let line = lines.seal("{\"n\":1}");
        assert!(line.starts_with("{\"n\":1,\"sum\":\"") && line.ends_with("\"}\n"), "{line}");
        assert_eq!(lines.open(&line), Ok("{\"n\":1}".to_owned()));
        let other = Lines::new(&Key { work: "b", ..KEY });
        assert_eq!(other.open(&line), Err(LineError::Wrong));
        assert_eq!(lines.open("{\"n\":1}"), Err(LineError::NoSum));
    }

    #[test]
    fn every_bit_counts() {
        let lines = Lines::new(&KEY);
        let line = lines.seal("{\"name\":\"é\",\"n\":12}");
        let bytes = line.trim_end().as_bytes();
        for bit in 0..8 * bytes.len() {
            let mut changed = bytes.to_vec();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert!(lines.open(&String::from_utf8_lossy(&changed)).is_err(), "bit {bit}");
        }
        for end in 0..bytes.len() {
            assert!(lines.open(&String::from_utf8_lossy(&bytes[..end])).is_err(), "cut at {end}");
        }
    }
}
