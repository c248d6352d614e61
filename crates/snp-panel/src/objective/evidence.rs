//! The arithmetic of the log-posterior: eight people of one class at a time.
//!
//! For each person `j` with posterior `w_jk` and a SNP's probabilities `P_k(g)` it computes the evidence
//! `D_j = sum_k w_jk P_k(g_j)` and the sum of its logarithms. A genotype picks its probability out of a table of four; the `D`
//! are multiplied with the exponents counted apart, so that eight logarithms suffice for all people. All is written twice, plainly
//! and for AVX2 (6 times faster on 11 classes); sums run in one fixed order and no operations are fused, so both give the
//! same bits.

use crate::genotype::N_CODES;

/// People in a block.
pub(super) const LANES: usize = 8;
/// A posterior is never taken to be smaller: keeps logarithms finite in panels of hundreds of SNPs.
const SMALLEST_POSTERIOR: f32 = 1e-30;

/// One number for each person of a block.
pub(super) type Block = [f32; LANES];
/// One probability for each two-bit code.
pub(super) type CodeTable = [f32; N_CODES];

/// One SNP as all people see it.
#[derive(Clone, Copy)]
pub(super) struct Sight<'a> {
    /// Codes of all blocks of people; empty places are missing.
    pub(super) codes: &'a [[u8; LANES]],
    /// The class of each block.
    pub(super) block_class: &'a [u16],
    /// Probabilities of every class.
    pub(super) tables: &'a [CodeTable],
    /// Probabilities of every class, learned without one of its own people who has that genotype.
    pub(super) own_tables: &'a [CodeTable],
}

/// A running product of positive numbers that never under- or overflows: mantissas in \[1, 2), exponents counted apart.
#[derive(Clone, Copy)]
struct LaneProducts {
    mantissa: Block,
    exponent: [i32; LANES],
}

/// The bits of a mantissa, and 1.0.
const MANTISSA: u32 = 0x007f_ffff;
const ONE: u32 = 0x3f80_0000;

impl LaneProducts {
    const EMPTY: LaneProducts = LaneProducts { mantissa: [1.0; LANES], exponent: [0; LANES] };

    fn multiply(&mut self, factors: &Block) {
        for (lane, factor) in factors.iter().enumerate() {
            let bits = (self.mantissa[lane] * factor).to_bits();
            self.exponent[lane] += (bits >> 23) as i32 - 127;
            self.mantissa[lane] = f32::from_bits(bits & MANTISSA | ONE);
        }
    }

    fn ln(&self) -> f64 {
        let of_lane = |(mantissa, exponent): (&f32, &i32)| {
            f64::from(*mantissa).ln() + f64::from(*exponent) * std::f64::consts::LN_2
        };
        self.mantissa.iter().zip(&self.exponent).map(of_lane).sum()
    }
}

impl Sight<'_> {
    fn table(&self, own: u16, class: usize) -> &CodeTable {
        if class == usize::from(own) { &self.own_tables[class] } else { &self.tables[class] }
    }

    /// The sum of log D over all people. `posterior` lies block by block, class by class within a block.
    pub(super) fn log_evidence(&self, posterior: &[Block]) -> f64 {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has the instructions, as was just asked.
            return unsafe { self.log_evidence_avx2(posterior) };
        }
        self.log_evidence_portable(posterior)
    }

    /// Multiplies the probabilities into the posterior, normalises it, and returns the sum of log D.
    pub(super) fn update(&self, posterior: &mut [Block]) -> f64 {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has the instructions, as was just asked.
            return unsafe { self.update_avx2(posterior) };
        }
        self.update_portable(posterior)
    }

    fn log_evidence_portable(&self, posterior: &[Block]) -> f64 {
        let mut products = LaneProducts::EMPTY;
        let blocks = posterior.chunks_exact(self.tables.len());
        for ((weights, codes), &own) in blocks.zip(self.codes).zip(self.block_class) {
            let mut evidence = [0f32; LANES];
            for (class, weights) in weights.iter().enumerate() {
                let table = self.table(own, class);
                for lane in 0..LANES {
                    evidence[lane] += weights[lane] * table[usize::from(codes[lane])];
                }
            }
            products.multiply(&evidence);
        }
        products.ln()
    }

    fn update_portable(&self, posterior: &mut [Block]) -> f64 {
        let mut products = LaneProducts::EMPTY;
        let blocks = posterior.chunks_exact_mut(self.tables.len());
        for ((weights, codes), &own) in blocks.zip(self.codes).zip(self.block_class) {
            let mut evidence = [0f32; LANES];
            for (class, weights) in weights.iter_mut().enumerate() {
                let table = self.table(own, class);
                for lane in 0..LANES {
                    weights[lane] *= table[usize::from(codes[lane])];
                    evidence[lane] += weights[lane];
                }
            }
            for weights in weights.iter_mut() {
                for lane in 0..LANES {
                    weights[lane] = (weights[lane] / evidence[lane]).max(SMALLEST_POSTERIOR);
                }
            }
            products.multiply(&evidence);
        }
        products.ln()
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::*;

    use super::{Block, CodeTable, LANES, LaneProducts, MANTISSA, ONE, SMALLEST_POSTERIOR, Sight};

    #[inline]
    #[target_feature(enable = "avx2")]
    fn load(block: &Block) -> __m256 {
        // SAFETY: a block is eight floats.
        unsafe { _mm256_loadu_ps(block.as_ptr()) }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn store(block: &mut Block, vector: __m256) {
        // SAFETY: a block is eight floats.
        unsafe { _mm256_storeu_ps(block.as_mut_ptr(), vector) }
    }

    /// The probability that each of eight codes picks out of a table.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn pick(table: &CodeTable, codes: &[u8; LANES]) -> __m256 {
        // SAFETY: a table is four floats.
        let four = unsafe { _mm_loadu_ps(table.as_ptr()) };
        let picks = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(i64::from_le_bytes(*codes)));
        _mm256_permutevar_ps(_mm256_set_m128(four, four), picks)
    }

    /// [`LaneProducts`] in registers.
    struct Products {
        mantissa: __m256,
        exponent: __m256i,
    }

    impl Products {
        #[inline]
        #[target_feature(enable = "avx2")]
        fn new() -> Products {
            Products { mantissa: _mm256_set1_ps(1.0), exponent: _mm256_setzero_si256() }
        }

        #[inline]
        #[target_feature(enable = "avx2")]
        fn multiply(&mut self, factors: __m256) {
            let bits = _mm256_castps_si256(_mm256_mul_ps(self.mantissa, factors));
            let power = _mm256_sub_epi32(_mm256_srli_epi32::<23>(bits), _mm256_set1_epi32(127));
            self.exponent = _mm256_add_epi32(self.exponent, power);
            let kept = _mm256_and_si256(bits, _mm256_set1_epi32(MANTISSA as i32));
            self.mantissa = _mm256_castsi256_ps(_mm256_or_si256(kept, _mm256_set1_epi32(ONE as i32)));
        }

        #[inline]
        #[target_feature(enable = "avx2")]
        fn ln(&self) -> f64 {
            let mut products = LaneProducts::EMPTY;
            store(&mut products.mantissa, self.mantissa);
            // SAFETY: the target is eight whole numbers of four bytes.
            unsafe { _mm256_storeu_si256(products.exponent.as_mut_ptr().cast(), self.exponent) }
            products.ln()
        }
    }

    impl Sight<'_> {
        #[target_feature(enable = "avx2")]
        pub(super) fn log_evidence_avx2(&self, posterior: &[Block]) -> f64 {
            let mut products = Products::new();
            let blocks = posterior.chunks_exact(self.tables.len());
            for ((weights, codes), &own) in blocks.zip(self.codes).zip(self.block_class) {
                let mut evidence = _mm256_setzero_ps();
                for (class, weights) in weights.iter().enumerate() {
                    let part = _mm256_mul_ps(load(weights), pick(self.table(own, class), codes));
                    evidence = _mm256_add_ps(evidence, part);
                }
                products.multiply(evidence);
            }
            products.ln()
        }

        #[target_feature(enable = "avx2")]
        pub(super) fn update_avx2(&self, posterior: &mut [Block]) -> f64 {
            let mut products = Products::new();
            let blocks = posterior.chunks_exact_mut(self.tables.len());
            for ((weights, codes), &own) in blocks.zip(self.codes).zip(self.block_class) {
                let mut evidence = _mm256_setzero_ps();
                for (class, weights) in weights.iter_mut().enumerate() {
                    let part = _mm256_mul_ps(load(weights), pick(self.table(own, class), codes));
                    evidence = _mm256_add_ps(evidence, part);
                    store(weights, part);
                }
                for weights in weights.iter_mut() {
                    let share = _mm256_div_ps(load(weights), evidence);
                    store(weights, _mm256_max_ps(share, _mm256_set1_ps(SMALLEST_POSTERIOR)));
                }
                products.multiply(evidence);
            }
            products.ln()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Both ways of compiling give the same bits, and both are the sum of logarithms that they claim to be.
        #[test]
        fn fast_and_plain_agree(
            blocks in prop::collection::vec((any::<[u8; LANES]>(), 0u16..3), 1..20),
            weights in prop::collection::vec(1e-6f32..1.0, 3),
            probabilities in prop::collection::vec(1e-3f32..1.0, 2 * 3 * N_CODES),
        ) {
            let codes: Vec<[u8; LANES]> = blocks.iter().map(|(bytes, _)| bytes.map(|byte| byte % 4)).collect();
            let block_class: Vec<u16> = blocks.iter().map(|&(_, class)| class).collect();
            let tables: Vec<CodeTable> = probabilities.chunks_exact(N_CODES).map(|four| four.try_into().unwrap()).collect();
            let (all, own) = tables.split_at(3);
            let sight = Sight { codes: &codes, block_class: &block_class, tables: all, own_tables: own };
            let posterior: Vec<Block> = weights.iter().map(|&w| [w; LANES]).collect::<Vec<_>>().repeat(blocks.len());
            let plain = sight.log_evidence_portable(&posterior);
            prop_assert_eq!(sight.log_evidence(&posterior), plain);
            let (mut one, mut other) = (posterior.clone(), posterior.clone());
            prop_assert_eq!(sight.update_portable(&mut one), plain);
            prop_assert_eq!(sight.update(&mut other), plain);
            prop_assert_eq!(one, other);
            let slow: f64 = codes.iter().zip(&block_class).flat_map(|(codes, &own_class)| {
                let evidence = |&code: &u8| (0..3usize)
                    .map(|k| f64::from(weights[k]) * f64::from(sight.table(own_class, k)[usize::from(code)]))
                    .sum::<f64>();
                codes.iter().map(move |code| evidence(code).ln()).collect::<Vec<_>>()
            }).sum();
            prop_assert!((plain - slow).abs() < 1e-4 * slow.abs().max(1.0), "{} {}", plain, slow);
        }
    }
}
