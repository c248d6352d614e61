//! The game database: many games in one compact file, about two bytes a move before compression.
//!
//! ```text
//! TESUJI-GAMES 1 games=18836 moves=3785271 plain=8116532 stored=4633218 checksum=0123456789abcdef\n
//! the games, one after the other (see `codec`), as one Zstandard frame of `stored` bytes that unpacks to `plain` bytes
//! ```
//!
//! The first line is readable. The checksum covers the rest of the line before it and the stored bytes. The same games
//! give the same bytes. Version 1 is frozen: a change of the layout is version 2, and readers report the version they
//! found.

use crate::budget::ReadBudget;
use crate::codec;
use crate::game::Game;
use crate::unpack::{UnpackError, unpack};
use stable_hash::splitmix64::mix;
use std::io::Write;

const MAGIC: &str = "TESUJI-GAMES";
const VERSION: u32 = 1;
/// A longer first line is not that of a database.
const MAX_HEADER: usize = 256;
const COMPRESSION_LEVEL: i32 = 6;

/// Why a file cannot be read as a database.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    /// Something else.
    #[error("not a game database: it starts with {found:?}; make one with `tesuji games import`")]
    NotADatabase {
        /// How the file starts.
        found: String,
    },
    /// Another version of the format.
    #[error("a game database of version {found}; this program reads version {VERSION}: import the games again")]
    OtherVersion {
        /// The version in the file.
        found: String,
    },
    /// Shorter than its first line says.
    #[error("the game database is cut off: {found} of {expected} bytes are there; import the games again")]
    CutOff {
        /// How many bytes there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// The contents do not match the header.
    #[error("the game database is damaged ({what}); import the games again")]
    Damaged {
        /// Where it shows.
        what: String,
    },
}

/// Whether the bytes start like a database, complete or not.
pub fn is_database(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC.as_bytes())
}

/// Writes games as a database.
pub fn write_database(games: &[Game], out: &mut (impl Write + ?Sized)) -> std::io::Result<()> {
    let plain = codec::encode(games);
    let stored = zstd::bulk::compress(&plain, COMPRESSION_LEVEL)?;
    let n_moves: usize = games.iter().map(|game| game.turns.len()).sum();
    let header = format!(
        "{MAGIC} {VERSION} games={} moves={n_moves} plain={} stored={}",
        games.len(),
        plain.len(),
        stored.len()
    );
    writeln!(out, "{header} checksum={:016x}", checksum(header.as_bytes(), &stored))?;
    out.write_all(&stored)
}

/// Reads a database. Never panics, and never allocates more than the file can hold games for.
pub fn read_database(bytes: &[u8]) -> Result<Vec<Game>, DatabaseError> {
    let (line, stored) = split_header(bytes)?;
    let header = Header::parse(line)?;
    if stored.len() < header.n_stored {
        let n_line = bytes.len() - stored.len();
        return Err(DatabaseError::CutOff { expected: n_line + header.n_stored, found: bytes.len() });
    }
    let damaged = |what: &str| DatabaseError::Damaged { what: what.to_string() };
    if stored.len() > header.n_stored {
        return Err(damaged("bytes after the end"));
    }
    if format!("{:016x}", checksum(header.summed.as_bytes(), stored)) != header.checksum {
        return Err(damaged("the checksum does not match"));
    }
    // Moves compress about twofold, names a little better: whoever claims more wants our memory.
    if header.n_plain > ReadBudget::default().unpacked(header.n_stored) {
        return Err(damaged("it claims to unpack to more than games can"));
    }
    let plain = unpack(stored, header.n_plain).map_err(|error| match error {
        UnpackError::Damaged { reason, .. } => DatabaseError::Damaged { what: reason.to_string() },
        UnpackError::TooLarge { .. } => damaged("it unpacks to more than it says"),
    })?;
    if plain.len() != header.n_plain {
        return Err(damaged("it unpacks to less than it says"));
    }
    let games = codec::decode(&plain, header.n_games)?;
    let n_moves: usize = games.iter().map(|game| game.turns.len()).sum();
    if n_moves == header.n_moves { Ok(games) } else { Err(damaged("the number of moves does not match")) }
}

/// The first line without its end, and what follows it.
fn split_header(bytes: &[u8]) -> Result<(&str, &[u8]), DatabaseError> {
    let start = &bytes[..bytes.len().min(MAX_HEADER)];
    if !is_database(bytes) {
        let cut_off = !bytes.is_empty() && MAGIC.as_bytes().starts_with(bytes);
        return Err(match cut_off {
            true => DatabaseError::CutOff { expected: MAX_HEADER, found: bytes.len() },
            false => DatabaseError::NotADatabase { found: String::from_utf8_lossy(start).chars().take(20).collect() },
        });
    }
    let Some(end) = start.iter().position(|&byte| byte == b'\n') else {
        return Err(match bytes.len() < MAX_HEADER {
            true => DatabaseError::CutOff { expected: MAX_HEADER, found: bytes.len() },
            false => DatabaseError::Damaged { what: "its first line does not end".to_string() },
        });
    };
    let line = std::str::from_utf8(&bytes[..end])
        .map_err(|_| DatabaseError::Damaged { what: "its first line is not text".to_string() })?;
    Ok((line, &bytes[end + 1..]))
}

/// The first line.
struct Header<'a> {
    n_games: usize,
    n_moves: usize,
    n_plain: usize,
    n_stored: usize,
    /// Compared as written: another spelling of the same number is damage too.
    checksum: &'a str,
    /// The part of the line that the checksum covers.
    summed: &'a str,
}

impl<'a> Header<'a> {
    fn parse(line: &'a str) -> Result<Header<'a>, DatabaseError> {
        let mut words = line.split(' ');
        let version = words.nth(1).unwrap_or_default();
        if version != VERSION.to_string() {
            return Err(DatabaseError::OtherVersion { found: version.chars().take(20).collect() });
        }
        Header::parse_fields(line, words)
            .ok_or_else(|| DatabaseError::Damaged { what: format!("its first line reads {line:?}") })
    }

    fn parse_fields(line: &'a str, mut words: std::str::Split<'a, char>) -> Option<Header<'a>> {
        let mut number = |name: &str| words.next()?.strip_prefix(name)?.strip_prefix('=')?.parse::<usize>().ok();
        let (n_games, n_moves) = (number("games")?, number("moves")?);
        let (n_plain, n_stored) = (number("plain")?, number("stored")?);
        let (summed, checksum) = line.split_once(" checksum=")?;
        Some(Header { n_games, n_moves, n_plain, n_stored, checksum, summed })
    }
}

/// Chained SplitMix64 over eight bytes at a time: a flipped bit anywhere changes it.
fn checksum(header: &[u8], stored: &[u8]) -> u64 {
    [header, stored].into_iter().fold(mix(u64::from(VERSION)), |sum, bytes| {
        let words = bytes.chunks_exact(8);
        let mut last = [0; 8];
        last[..words.remainder().len()].copy_from_slice(words.remainder());
        let sum = words.fold(sum, |sum, word| mix(sum ^ word.iter().rev().fold(0, |w, &b| w << 8 | u64::from(b))));
        mix(mix(sum ^ u64::from_le_bytes(last)) ^ bytes.len() as u64)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_beyond_the_budget_is_refused_before_anything_is_unpacked() {
        let plain = vec![0; 64 << 20];
        let stored = zstd::bulk::compress(&plain, 19).expect("packing into memory");
        let header = format!("{MAGIC} {VERSION} games=2000000 moves=0 plain={} stored={}", plain.len(), stored.len());
        let line = format!("{header} checksum={:016x}\n", checksum(header.as_bytes(), &stored));
        let error = read_database(&[line.as_bytes(), &stored].concat()).expect_err("beyond the budget");
        assert!(error.to_string().contains("unpack to more than games can"), "{error}");
    }
}
