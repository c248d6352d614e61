//! Random draws that are cheap enough for playouts.

use rand::Rng;

/// A chance in units of 2^-32.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chance(u64);

impl Chance {
    pub(super) fn new(probability: f64) -> Self {
        Chance((probability.clamp(0.0, 1.0) * (1u64 << 32) as f64) as u64)
    }

    #[inline(always)]
    pub(super) fn draw(self, random: &mut impl Rng) -> bool {
        u64::from(random.next_u32()) < self.0
    }
}

/// A number below `n`; the bias does not matter here.
#[inline(always)]
pub(super) fn below(random: &mut impl Rng, n: usize) -> usize {
    ((u64::from(random.next_u32()) * n as u64) >> 32) as usize
}
