//! Whether two things are the same, as a number: FNV-1a over their bytes.
//!
//! Stable over releases and machines, unlike the standard library's hashes, so it may be written to files. Against mistakes,
//! not against malice.

/// A number under way.
pub(crate) struct Fingerprint(u64);

impl Default for Fingerprint {
    fn default() -> Self {
        Fingerprint(0xcbf2_9ce4_8422_2325)
    }
}

impl Fingerprint {
    /// Takes more bytes; where one thing ends and the next begins makes no difference.
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// Takes a text with its length, so that its end does make a difference.
    pub(crate) fn add_text(&mut self, text: &str) {
        self.add(&(text.len() as u64).to_le_bytes());
        self.add(text.as_bytes());
    }

    /// The number.
    pub(crate) fn value(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_those_of_fnv_1a() {
        let of = |text: &str| {
            let mut hash = Fingerprint::default();
            hash.add(text.as_bytes());
            hash.value()
        };
        assert_eq!((of(""), of("a"), of("foobar")), (0xcbf29ce484222325, 0xaf63dc4c8601ec8c, 0x85944171f73967e8));
    }

    #[test]
    fn texts_have_ends() {
        let of = |texts: [&str; 2]| {
            let mut hash = Fingerprint::default();
            texts.iter().for_each(|text| hash.add_text(text));
            hash.value()
        };
        assert_ne!(of(["ab", "c"]), of(["a", "bc"]));
    }
}
