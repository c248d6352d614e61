//! Decompression of Zstandard streams; other bytes are passed through.

use std::borrow::Cow;
use std::io::Read;

/// The first four bytes of a Zstandard frame.
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// Why a stream could not be unpacked.
#[derive(Debug, thiserror::Error)]
pub enum UnpackError {
    /// Damaged or cut off.
    #[error(
        "the Zstandard stream is damaged or cut off after {unpacked} unpacked bytes ({reason}); get the file again"
    )]
    Damaged {
        /// How far it could be unpacked.
        unpacked: usize,
        /// What the decoder said.
        reason: std::io::Error,
    },
    /// More than the limit.
    #[error(
        "the Zstandard stream unpacks to more than {limit} bytes, its budget; if you trust it, raise the budget with --max-unpacked MIB"
    )]
    TooLarge {
        /// The limit.
        limit: usize,
    },
}

/// Unpacks a Zstandard stream up to `limit` bytes; other bytes are borrowed as they are.
pub fn unpack(bytes: &[u8], limit: usize) -> Result<Cow<'_, [u8]>, UnpackError> {
    if !bytes.starts_with(&ZSTD_MAGIC) {
        return Ok(Cow::Borrowed(bytes));
    }
    let mut plain = Vec::new();
    let outcome = zstd::Decoder::with_buffer(bytes).and_then(|decoder| {
        let mut limited = decoder.take(limit as u64 + 1);
        limited.read_to_end(&mut plain)
    });
    match outcome {
        Err(reason) => Err(UnpackError::Damaged { unpacked: plain.len(), reason }),
        Ok(_) if plain.len() > limit => Err(UnpackError::TooLarge { limit }),
        Ok(_) => Ok(Cow::Owned(plain)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_unpacked_and_limits_kept() {
        let text = b"(;B[aa])".repeat(1000);
        let packed = zstd::encode_all(&text[..], 3).unwrap();
        assert_eq!(&*unpack(&packed, 8000).unwrap(), &text[..]);
        assert!(matches!(unpack(&packed, 7999), Err(UnpackError::TooLarge { limit: 7999 })));
        assert!(matches!(unpack(&packed[..packed.len() - 3], 8000), Err(UnpackError::Damaged { .. })));
        assert!(matches!(unpack(b"(;B[aa])", 0), Ok(Cow::Borrowed(_))));
        let two_frames = [&packed[..], &packed[..]].concat();
        assert_eq!(unpack(&two_frames, 16000).unwrap().len(), 16000);
    }
}
