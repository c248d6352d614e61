//! The checksum: eight bytes at a time through the finaliser of SplitMix64 (Steele, Lea and Flood 2014).
//!
//! ```text
//! s_0 = length,  s_i = mix(s_(i-1) xor word_i)
//! ```
//! `mix` is a bijection, so any change within one word is noticed with certainty, and any other with probability 1 - 2^-64.

/// The checksum of some bytes.
pub fn checksum(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(bytes.len() as u64, |sum, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        mix(sum ^ u64::from_le_bytes(word))
    })
}

fn mix(mut z: u64) -> u64 {
    z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_stays_what_it_is() {
        // Files on disks depend on it.
        assert_eq!(checksum(b""), 0);
        assert_eq!(checksum(b"checkpoint"), 0xf6f475685195ca2b);
    }

    #[test]
    fn every_bit_and_the_length_count() {
        let bytes: Vec<u8> = (0..40).collect();
        let sum = checksum(&bytes);
        for bit in 0..8 * bytes.len() {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert_ne!(checksum(&changed), sum, "bit {bit}");
        }
        assert_ne!(checksum(&[0; 8]), checksum(&[0; 7]));
    }
}
