//! Classifiers as bytes: magic and version, the learner as a readable line, the length of the body, the body
//! (postcard), a checksum.

use stable_hash::Fnv1a;
use thiserror::Error;

use super::classifier::Classifier;

const MAGIC: &[u8] = b"TESUJI-CLASSIFIER ";
const VERSION: &[u8] = b"1";

/// Why bytes are not a classifier.
#[derive(Debug, Error, PartialEq)]
pub enum FileError {
    /// Another kind of file.
    #[error("this is not a classifier (it does not start with TESUJI-CLASSIFIER)")]
    NotAClassifier,
    /// Written by another version of the program.
    #[error("the classifier has version {0:?}; this program reads version 1: train it again")]
    Version(String),
    /// The file ends too early or was changed.
    #[error("the classifier's file is damaged ({0}): copy or train it again")]
    Damaged(&'static str),
}

impl Classifier {
    /// The classifier as bytes; the same classifier gives the same bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = [MAGIC, VERSION, b"\n", self.learner.as_bytes(), b"\n"].concat();
        let body = postcard::to_stdvec(self).expect("a classifier is plain data");
        bytes.extend((body.len() as u64).to_le_bytes());
        bytes.extend(body);
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads what [`Classifier::to_bytes`] wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Classifier, FileError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(FileError::NotAClassifier)?;
        let (version, rest) = split_line(rest).ok_or(FileError::Damaged("no version"))?;
        if version != VERSION {
            return Err(FileError::Version(String::from_utf8_lossy(version).chars().take(20).collect()));
        }
        let (learner, rest) = split_line(rest).ok_or(FileError::Damaged("no learner"))?;
        let (length, rest) = rest.split_at_checked(8).ok_or(FileError::Damaged("it ends before the body"))?;
        let length = u64::from_le_bytes(length.try_into().expect("eight bytes"));
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        let (body, sum) = rest.split_at_checked(length).ok_or(FileError::Damaged("it ends in the body"))?;
        let sum: [u8; 8] = sum.try_into().map_err(|_| FileError::Damaged("its length is wrong"))?;
        if u64::from_le_bytes(sum) != checksum(&bytes[..bytes.len() - 8]) {
            return Err(FileError::Damaged("its checksum is wrong"));
        }
        let classifier: Classifier =
            postcard::from_bytes(body).map_err(|_| FileError::Damaged("its body cannot be read"))?;
        match classifier.is_sound() && classifier.learner.as_bytes() == learner {
            true => Ok(classifier),
            false => Err(FileError::Damaged("its parts do not fit each other")),
        }
    }
}

fn split_line(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().position(|&byte| byte == b'\n')?;
    Some((&bytes[..end], &bytes[end + 1..]))
}

/// Finds accidents, not forgeries.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    Fnv1a::of(bytes)
}

#[cfg(test)]
mod tests {
    use super::super::Learner;
    use super::super::tests::noisy_table;
    use super::*;

    #[test]
    fn files_round_trip_and_damage_is_detected() {
        let table = noisy_table(60, 5);
        let classifier = "forest:trees=3".parse::<Learner>().unwrap().fit(&table, None, 1).unwrap();
        let bytes = classifier.to_bytes();
        assert!(bytes.starts_with(b"TESUJI-CLASSIFIER 1\nforest:trees=3\n"));
        assert_eq!(Classifier::from_bytes(&bytes), Ok(classifier));
        for length in 0..bytes.len() {
            assert!(Classifier::from_bytes(&bytes[..length]).is_err(), "cut at {length}");
        }
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 0x10;
            assert!(Classifier::from_bytes(&changed).is_err(), "changed at {place}");
        }
        assert_eq!(Classifier::from_bytes(b"@relation x"), Err(FileError::NotAClassifier));
    }
}
