//! The 64-bit FNV-1a hash (Fowler, Noll and Vo; RFC 9923): one exclusive or and one multiplication for each byte.

const OFFSET_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0100_0000_01b3;

/// A hash of the bytes written so far.
#[derive(Clone, Debug)]
pub struct Fnv1a(u64);

impl Default for Fnv1a {
    fn default() -> Self {
        Fnv1a(OFFSET_BASIS)
    }
}

impl Fnv1a {
    /// The hash of one run of bytes.
    pub fn of(bytes: &[u8]) -> u64 {
        let mut hash = Fnv1a::default();
        hash.write(bytes);
        hash.finish()
    }

    /// Hashes more bytes. Only their concatenation matters, not the calls it was written by.
    pub fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(PRIME);
        }
    }

    /// Hashes a text preceded by its length, so that ("ab", "c") and ("a", "bc") differ.
    pub fn write_text(&mut self, text: &str) {
        self.write(&(text.len() as u64).to_le_bytes());
        self.write(text.as_bytes());
    }

    /// The hash.
    pub fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_the_published_ones() {
        let ours = ["", "a", "foobar"].map(|text| Fnv1a::of(text.as_bytes()));
        assert_eq!(ours, [0xcbf2_9ce4_8422_2325, 0xaf63_dc4c_8601_ec8c, 0x8594_4171_f739_67e8]);
    }

    #[test]
    fn texts_have_ends() {
        let of = |texts: [&str; 2]| {
            let mut hash = Fnv1a::default();
            texts.iter().for_each(|text| hash.write_text(text));
            hash.finish()
        };
        assert_ne!(of(["ab", "c"]), of(["a", "bc"]));
    }
}
