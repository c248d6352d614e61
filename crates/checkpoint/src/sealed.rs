//! A checkpoint that is written whole.
//!
//! ```text
//! TESUJI-CHECKPOINT 1
//! KIND | PROGRAM | WORK
//! LENGTH CHECKSUM
//! BODY
//! ```
//! The three lines are text, so that a person sees what a file is; the body is whatever the kind of work makes it. The
//! checksum is over the key's line and the body.

use thiserror::Error;

use crate::{Key, checksum};

const MAGIC: &[u8] = b"TESUJI-CHECKPOINT 1\n";

/// Why bytes are not the checkpoint that is wanted.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SealError {
    /// Something else, or of a version that had no seal.
    #[error("this is no checkpoint of this program; name another file, or delete it to begin anew")]
    NoCheckpoint,
    /// Cut off or changed.
    #[error("the checkpoint is damaged; delete it to begin anew")]
    Damaged,
    /// Whole, and of other work or of another version.
    #[error(
        "the checkpoint is of other work (it says {found:?}, wanted {wanted:?}); name another file, or delete it to begin anew"
    )]
    Other {
        /// Kind, program and work in the file.
        found: String,
        /// What was asked for.
        wanted: String,
    },
}

/// The bytes of a file.
pub fn seal(key: &Key<'_>, body: &[u8]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(key.line().as_bytes());
    bytes.extend(format!("{} {:016x}\n", body.len(), sum(&key.line(), body)).as_bytes());
    bytes.extend(body);
    bytes
}

/// The body of a file that [`seal`] made with the same key.
pub fn open<'a>(key: &Key<'_>, bytes: &'a [u8]) -> Result<&'a [u8], SealError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(SealError::NoCheckpoint)?;
    let (found, rest) = text_line(rest).ok_or(SealError::Damaged)?;
    let (measures, body) = text_line(rest).ok_or(SealError::Damaged)?;
    // Compared as text: other spellings of the same numbers are damage.
    if measures != format!("{} {:016x}\n", body.len(), sum(found, body)) {
        return Err(SealError::Damaged);
    }
    let wanted = key.line();
    if found != wanted {
        return Err(SealError::Other { found: found.trim_end().to_owned(), wanted: wanted.trim_end().to_owned() });
    }
    Ok(body)
}

fn sum(key: &str, body: &[u8]) -> u64 {
    checksum(&[&checksum(key.as_bytes()).to_le_bytes(), body].concat())
}

/// The first line with its end, and what follows.
fn text_line(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let end = bytes.iter().position(|&byte| byte == b'\n')? + 1;
    Some((std::str::from_utf8(&bytes[..end]).ok()?, &bytes[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: Key<'_> = Key { kind: "test", program: "1.2.3 (commit abc)", work: "7 things" };

    #[test]
    fn what_is_sealed_is_opened() {
        for body in [&b""[..], b"x", b"several\nlines\n", &[0xff; 1000]] {
            assert_eq!(open(&KEY, &seal(&KEY, body)), Ok(body));
        }
    }

    #[test]
    fn other_work_is_refused_and_named() {
        let bytes = seal(&KEY, b"body");
        for other in [
            Key { kind: "tests", ..KEY },
            Key { program: "1.2.4 (commit abc)", ..KEY },
            Key { work: "8 things", ..KEY },
        ] {
            let error = open(&other, &bytes).expect_err("of other work");
            assert!(matches!(error, SealError::Other { .. }));
            assert!(error.to_string().contains("test | 1.2.3 (commit abc) | 7 things"), "{error}");
        }
        assert_eq!(open(&KEY, b"{\"version\": 1}"), Err(SealError::NoCheckpoint));
    }

    #[test]
    fn every_bit_counts() {
        let bytes = seal(&KEY, b"the body of it");
        for bit in 0..8 * bytes.len() {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            let refused = open(&KEY, &changed).expect_err("changed");
            assert!(!matches!(refused, SealError::Other { .. }), "bit {bit}: damage is not taken for other work");
        }
        for end in 0..bytes.len() {
            assert!(open(&KEY, &bytes[..end]).is_err(), "cut at {end}");
        }
        assert_eq!(open(&KEY, &[&bytes[..], b"x"].concat()), Err(SealError::Damaged));
    }
}
