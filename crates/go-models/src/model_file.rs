//! The model file: magic, version, a readable header, a compressed body, a checksum. Same inputs, same bytes.
//!
//! ```text
//! TESUJI-MODEL 1\n          magic and version
//! {"kind": ...}\n           the header as one line of JSON
//! body length               8 bytes, little endian
//! body                      zstd over postcard
//! checksum                  8 bytes over everything before it
//! ```
//!
//! `head -2 FILE` shows what a model is. What the body holds depends on the kind.

use crate::Scope;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::Read;
use thiserror::Error;

const MAGIC: &[u8] = b"TESUJI-MODEL ";
/// The version that this program writes and reads.
pub const MODEL_VERSION: u32 = 1;
/// A body larger than this after decompression is refused: no model needs it, but a damaged length may claim it.
const MAX_BODY: usize = 1 << 30;
/// Weights and trees pack a few times over; what unpacks to more than this multiple was made to use up memory.
const MAX_RATIO: usize = 64;
/// Small models may unpack to this in any case.
const MIN_BODY: usize = 4 << 20;

/// What a model is and where it comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModelHeader {
    /// Which learner, as `factor`.
    pub kind: String,
    /// Its name.
    pub name: String,
    /// The version of the feature set that the model needs.
    pub feature_set: String,
    /// The board sizes that it was trained on.
    pub board_sizes: Vec<u8>,
    /// The positions it covers.
    #[serde(default, skip_serializing_if = "Scope::is_everything")]
    pub scope: Scope,
    /// The games that it was trained on.
    pub training: TrainingRecord,
    /// The settings of the learner.
    pub settings: serde_json::Value,
    /// The seed.
    pub seed: u64,
    /// Figures measured when it was made, with their data.
    pub metrics: BTreeMap<String, f64>,
}

/// The data behind a model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TrainingRecord {
    /// Names of the collections.
    pub collections: Vec<String>,
    /// The filter that the games passed, in words.
    pub filter: String,
    /// Games.
    pub n_games: usize,
    /// Positions that weights were trained on, every epoch counted.
    pub n_positions: usize,
    /// How positions were sampled, in words.
    pub sampling: String,
    /// Exclusive or of the fingerprints of the games: the same set of games has the same number.
    pub games_hash: u64,
}

/// Why a model file cannot be used.
#[derive(Debug, Error)]
pub enum ModelFileError {
    /// Another kind of file.
    #[error("this is not a Tesuji model file (it does not start with TESUJI-MODEL)")]
    NotAModel,
    /// Written by another version of the program.
    #[error(
        "the model file has version {found}; this program reads version {MODEL_VERSION}: train it anew or use the program that made it"
    )]
    Version {
        /// The version in the file.
        found: String,
    },
    /// The file ends too early or was changed.
    #[error("the model file is damaged ({0}): copy or train it again")]
    Damaged(&'static str),
    /// The header is invalid.
    #[error("the model file's header cannot be read: {0}")]
    Header(#[from] serde_json::Error),
    /// The body cannot be decoded.
    #[error("the model file's body cannot be read: {0}")]
    Body(String),
    /// A kind or feature set that this program does not know.
    #[error(
        "the model is of kind {kind:?} with features {feature_set:?}, which this program does not know: use the program that made it"
    )]
    Unknown {
        /// Its kind.
        kind: String,
        /// Its feature set.
        feature_set: String,
    },
}

/// Writes a model file.
pub fn write_model(header: &ModelHeader, body: &impl Serialize) -> Vec<u8> {
    seal_body(header, &postcard::to_stdvec(body).expect("a body is plain data"), LEVEL)
}

/// How hard zstd tries: a model is written once and read often.
const LEVEL: i32 = 19;

/// Writes a model file with this body, compressed at a level of zstd.
pub(crate) fn seal_body(header: &ModelHeader, plain: &[u8], level: i32) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(format!("{MODEL_VERSION}\n").bytes());
    bytes.extend(serde_json::to_string(header).expect("a header is plain data").bytes());
    bytes.push(b'\n');
    let packed = zstd::bulk::compress(plain, level).expect("compression into memory");
    bytes.extend((packed.len() as u64).to_le_bytes());
    bytes.extend(packed);
    bytes.extend(checksum(&bytes).to_le_bytes());
    bytes
}

/// A model file whose magic, version, length and checksum are right, taken apart.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelFile<'a> {
    /// What the model is.
    pub header: ModelHeader,
    body: &'a [u8],
}

impl<'a> ModelFile<'a> {
    /// Checks the file and reads its header.
    pub fn parse(bytes: &'a [u8]) -> Result<ModelFile<'a>, ModelFileError> {
        let (header, rest) = split_header(bytes)?;
        let (length, rest) = rest.split_at_checked(8).ok_or(ModelFileError::Damaged("it ends in the header"))?;
        let length = u64::from_le_bytes(length.try_into().expect("eight bytes"));
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        let (body, rest) = rest.split_at_checked(length).ok_or(ModelFileError::Damaged("it ends in the body"))?;
        let sum: [u8; 8] = rest.try_into().map_err(|_| ModelFileError::Damaged("its length is wrong"))?;
        if u64::from_le_bytes(sum) != checksum(&bytes[..bytes.len() - 8]) {
            return Err(ModelFileError::Damaged("its checksum is wrong"));
        }
        Ok(ModelFile { header: serde_json::from_slice(header)?, body })
    }

    /// Decompresses and decodes the body.
    pub fn decode_body<T: for<'de> Deserialize<'de>>(&self) -> Result<T, ModelFileError> {
        postcard::from_bytes(&self.plain_body()?).map_err(|e| ModelFileError::Body(e.to_string()))
    }

    /// The decompressed body.
    pub(crate) fn plain_body(&self) -> Result<Vec<u8>, ModelFileError> {
        unpack_body(self.body)
    }

    /// The error of a reader that does not know this kind or its feature sets.
    pub fn unknown(&self) -> ModelFileError {
        ModelFileError::Unknown { kind: self.header.kind.clone(), feature_set: self.header.feature_set.clone() }
    }
}

/// Unpacks a body up to a multiple of its length: a few kilobytes may claim to be gigabytes.
fn unpack_body(body: &[u8]) -> Result<Vec<u8>, ModelFileError> {
    let limit = body.len().saturating_mul(MAX_RATIO).clamp(MIN_BODY, MAX_BODY);
    let mut plain = Vec::new();
    let decoder = zstd::Decoder::with_buffer(body).map_err(|e| ModelFileError::Body(e.to_string()))?;
    decoder.take(limit as u64 + 1).read_to_end(&mut plain).map_err(|e| ModelFileError::Body(e.to_string()))?;
    if plain.len() > limit {
        return Err(ModelFileError::Body(format!("it unpacks to more than {limit} bytes, which no model does")));
    }
    Ok(plain)
}

/// The header alone. The checksum, which needs every byte, is not verified: for lists of models that are known to be sound.
pub fn read_header(bytes: &[u8]) -> Result<ModelHeader, ModelFileError> {
    Ok(serde_json::from_slice(split_header(bytes)?.0)?)
}

/// The line of the header and what follows it; checks magic and version.
fn split_header(bytes: &[u8]) -> Result<(&[u8], &[u8]), ModelFileError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(ModelFileError::NotAModel)?;
    let (version, rest) = split_line(rest).ok_or(ModelFileError::Damaged("no version"))?;
    if version != MODEL_VERSION.to_string().as_bytes() {
        return Err(ModelFileError::Version { found: String::from_utf8_lossy(version).chars().take(20).collect() });
    }
    split_line(rest).ok_or(ModelFileError::Damaged("no header"))
}

fn split_line(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().position(|&b| b == b'\n')?;
    Some((&bytes[..end], &bytes[end + 1..]))
}

/// Eight bytes at a time through SplitMix64: finds accidents, not forgeries.
pub fn checksum(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(bytes.len() as u64, |sum, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        stable_hash::splitmix64::mix(sum ^ u64::from_le_bytes(word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> ModelHeader {
        ModelHeader {
            kind: "test".into(),
            name: "a test".into(),
            feature_set: "none-1".into(),
            board_sizes: vec![9],
            scope: Scope::default(),
            training: TrainingRecord::default(),
            settings: serde_json::json!({"rate": 0.5}),
            seed: 7,
            metrics: BTreeMap::from([("m1".to_string(), 0.25)]),
        }
    }

    #[test]
    fn files_round_trip() {
        let body = vec![1u32, 2, 3, 500];
        let bytes = write_model(&header(), &body);
        assert_eq!(bytes, write_model(&header(), &body));
        let file = ModelFile::parse(&bytes).unwrap();
        assert_eq!(file.header, header());
        assert_eq!(read_header(&bytes).unwrap(), header());
        assert_eq!(file.decode_body::<Vec<u32>>().unwrap(), body);
        assert!(matches!(file.decode_body::<Vec<(u64, String)>>(), Err(ModelFileError::Body(_))));
        assert!(matches!(file.unknown(), ModelFileError::Unknown { kind, .. } if kind == "test"));
        assert!(bytes.starts_with(b"TESUJI-MODEL 1\n{\"kind\":\"test\""));
    }

    #[test]
    fn every_damage_is_noticed() {
        let bytes = write_model(&header(), &vec![1u32; 100]);
        for length in 0..bytes.len() {
            assert!(ModelFile::parse(&bytes[..length]).is_err(), "cut at {length}");
        }
        for idx in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[idx] ^= 0x20;
            assert!(ModelFile::parse(&changed).is_err(), "changed at {idx}");
        }
        let bomb = zstd::bulk::compress(&vec![0; 64 << 20], 19).unwrap();
        assert!(bomb.len() < 20_000);
        let error = unpack_body(&bomb).unwrap_err();
        assert!(error.to_string().contains("more than 4194304 bytes"), "{error}");
        let mut newer = bytes.clone();
        newer[MAGIC.len()] = b'9';
        assert!(matches!(ModelFile::parse(&newer), Err(ModelFileError::Version { .. })));
        assert!(matches!(ModelFile::parse(b"(;GM[1])"), Err(ModelFileError::NotAModel)));
    }
}
