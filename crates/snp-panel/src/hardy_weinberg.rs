//! The exact test of Hardy-Weinberg proportions.
//!
//! Wigginton, Cutler and Abecasis 2005, *A note on exact tests of Hardy-Weinberg equilibrium*: given the allele counts, the
//! probability of every possible number of heterozygotes follows from that of its neighbour,
//! `P(h - 2) / P(h) = h (h - 1) / (4 (a + 1)(b + 1))` with `a`, `b` the homozygotes that belong to `h`; the p-value is the sum
//! of all probabilities not above that of the observed number. PLINK prints the same in `--hardy`.
//!
//! Several populations pooled are never in these proportions, so quality control asks each class for itself.

use crate::tally::GenotypeCounts;

/// Observed and equally likely numbers must not be split by rounding.
const TIE_TOLERANCE: f64 = 1e-10;

/// The p-value: small when the genotypes deviate from random pairs of the alleles. 1 without known genotypes.
pub fn hardy_weinberg_p_value(counts: &GenotypeCounts) -> f64 {
    let observed = u64::from(counts.heterozygous);
    let firsts = u64::from(counts.first_alleles());
    let alleles = 2 * u64::from(counts.known());
    let rare = firsts.min(alleles - firsts);
    if rare == 0 {
        return 1.0;
    }
    // Start at the most likely number, of the right parity, so that everything else underflows harmlessly.
    let mut middle = rare * (alleles - rare) / alleles;
    middle += (rare - middle) % 2;
    let relative = relative_probabilities(rare, alleles, middle);
    let of_observed = relative[(observed / 2) as usize];
    let total: f64 = relative.iter().sum();
    let as_unlikely = |&&probability: &&f64| probability <= of_observed * (1.0 + TIE_TOLERANCE);
    (relative.iter().filter(as_unlikely).sum::<f64>() / total).min(1.0)
}

/// Probabilities of `rare % 2, rare % 2 + 2, .., rare` heterozygotes, relative to that of `middle`.
fn relative_probabilities(rare: u64, alleles: u64, middle: u64) -> Vec<f64> {
    let homozygotes = |heterozygous: u64| ((rare - heterozygous) / 2, (alleles - rare - heterozygous) / 2);
    let mut relative = vec![0.0; (rare / 2 + 1) as usize];
    relative[(middle / 2) as usize] = 1.0;
    let mut heterozygous = middle;
    while heterozygous >= 2 {
        let (a, b) = homozygotes(heterozygous);
        let ratio = (heterozygous * (heterozygous - 1)) as f64 / (4.0 * (a + 1) as f64 * (b + 1) as f64);
        relative[(heterozygous / 2 - 1) as usize] = relative[(heterozygous / 2) as usize] * ratio;
        heterozygous -= 2;
    }
    heterozygous = middle;
    while heterozygous + 2 <= rare {
        let (a, b) = homozygotes(heterozygous);
        let ratio = 4.0 * a as f64 * b as f64 / ((heterozygous + 2) * (heterozygous + 1)) as f64;
        relative[(heterozygous / 2 + 1) as usize] = relative[(heterozygous / 2) as usize] * ratio;
        heterozygous += 2;
    }
    relative
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn p_value(homozygous_first: u32, heterozygous: u32, homozygous_second: u32) -> f64 {
        hardy_weinberg_p_value(&GenotypeCounts { homozygous_first, heterozygous, homozygous_second, missing: 3 })
    }

    /// Wigginton et al. 2005, Table 1: 100 people, 21 rare alleles; p-values by number of heterozygotes.
    #[test]
    fn published_table() {
        for (heterozygous, expected) in [
            (7, 0.000_001),
            (9, 0.000_048),
            (11, 0.000_919),
            (13, 0.010_293),
            (15, 0.069_576),
            (17, 0.284_042),
            (19, 1.0),
            (21, 0.593_645),
        ] {
            let rare = (21 - heterozygous) / 2;
            let found = p_value(rare, heterozygous, 100 - rare - heterozygous);
            assert!((found - expected).abs() < 6e-7, "{heterozygous}: {found} is not {expected}");
        }
        assert_eq!(p_value(0, 0, 50), 1.0);
    }

    proptest! {
        /// The slow twin computes every probability from factorials.
        #[test]
        fn equals_the_sum_over_all_tables(first in 0u32..30, heterozygous in 0u32..30, second in 0u32..30) {
            prop_assume!(first + heterozygous + second > 0);
            let ln_factorial = |n: u32| (1..=n).map(|i| f64::from(i).ln()).sum::<f64>();
            let (n, alleles) = (first + heterozygous + second, 2 * first + heterozygous);
            let weight = |h: u32| {
                let (a, b) = ((alleles - h) / 2, (2 * n - alleles - h) / 2);
                f64::from(h) * 2f64.ln() - ln_factorial(a) - ln_factorial(h) - ln_factorial(b)
            };
            let rare = alleles.min(2 * n - alleles);
            let weights: Vec<f64> = (rare % 2..=rare).step_by(2).map(weight).collect();
            let highest = weights.iter().copied().fold(f64::MIN, f64::max);
            let observed = weight(heterozygous);
            let total: f64 = weights.iter().map(|w| (w - highest).exp()).sum();
            let tail: f64 = weights.iter().filter(|&&w| w <= observed + 1e-9).map(|w| (w - highest).exp()).sum();
            prop_assert!((p_value(first, heterozygous, second) - tail / total).abs() < 1e-9);
        }
    }
}
