//! How well one SNP alone distinguishes the classes: the measures of Basaldúa 2013, section 5.3.
//!
//! All are functions of the genotype counts of the classes, so one pass of bit counts serves them all. They rank SNPs;
//! none of them is turned into a p-value except the trend test, whose statistic is chi-squared with one degree of
//! freedom. A class without known genotypes at a SNP has no allele frequency and is left out at that SNP.

mod armitage;
mod theta;

pub use armitage::{InheritanceModel, trend_chi_squared, trend_p_value};
pub use theta::{VarianceComponents, theta_large_sample, variance_components};

use rayon::prelude::*;

use crate::genotype::GenotypeMatrix;
use crate::tally::{GenotypeCounts, Tally};

/// The frequency of the first allele (equation 5.35); `None` without known genotypes.
pub fn allele_frequency(counts: &GenotypeCounts) -> Option<f64> {
    let known = counts.known();
    (known > 0).then(|| f64::from(counts.first_alleles()) / f64::from(2 * known))
}

fn frequencies(classes: &[GenotypeCounts]) -> impl Iterator<Item = f64> + Clone {
    classes.iter().filter_map(allele_frequency)
}

/// Rosenberg's informativeness for assignment I_n (equation 5.39), in nats: 0 when the classes do not differ, ln K at most.
pub fn informativeness(classes: &[GenotypeCounts]) -> f64 {
    let p_log_p = |p: f64| if p > 0.0 { p * p.ln() } else { 0.0 };
    let k = frequencies(classes).count() as f64;
    if k < 2.0 {
        return 0.0;
    }
    let of_allele = |frequency: &dyn Fn(f64) -> f64| {
        let mean = frequencies(classes).map(frequency).sum::<f64>() / k;
        frequencies(classes).map(|p| p_log_p(frequency(p))).sum::<f64>() / k - p_log_p(mean)
    };
    (of_allele(&|p| p) + of_allele(&|p| 1.0 - p)).max(0.0)
}

/// The mean absolute difference of allele frequencies over all pairs of classes (equation 5.43).
pub fn delta(classes: &[GenotypeCounts]) -> f64 {
    let mut sum = 0.0;
    let mut n_pairs = 0u32;
    let mut rest = frequencies(classes);
    while let Some(first) = rest.next() {
        for second in rest.clone() {
            sum += (first - second).abs();
            n_pairs += 1;
        }
    }
    if n_pairs == 0 { 0.0 } else { sum / f64::from(n_pairs) }
}

/// The measures of one SNP.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Measures {
    /// Rosenberg's I_n (5.39).
    pub informativeness: f64,
    /// Mean difference of allele frequencies (5.43).
    pub delta: f64,
    /// Weir and Cockerham's theta in the large-sample form (5.38), which Basaldúa 2013 ranks by.
    pub theta: f64,
    /// The same from its three variance components (5.36-5.37), as PLINK's `--fst` prints it.
    pub theta_components: f64,
    /// Frequency of the first allele in all classes together (5.35).
    pub frequency: f64,
}

impl Measures {
    /// From the genotype counts of the classes.
    pub fn of(classes: &[GenotypeCounts]) -> Measures {
        Measures {
            informativeness: informativeness(classes),
            delta: delta(classes),
            theta: theta_large_sample(classes),
            theta_components: variance_components(classes).theta(),
            frequency: allele_frequency(&classes.iter().copied().sum()).unwrap_or(0.0),
        }
    }
}

/// The measures of the given SNPs, in their order, on all threads of the current rayon pool.
pub fn measure_snps(genotypes: &GenotypeMatrix<'_>, tally: &Tally, snp_idxs: &[usize]) -> Vec<Measures> {
    let new_counts = || vec![GenotypeCounts::default(); tally.n_groups()];
    let measure = |counts: &mut Vec<GenotypeCounts>, &snp_idx: &usize| {
        tally.count(genotypes.snp(snp_idx), counts);
        Measures::of(counts)
    };
    snp_idxs.par_iter().with_min_len(256).map_init(new_counts, measure).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    pub(crate) fn counts(homozygous_first: u32, heterozygous: u32, homozygous_second: u32) -> GenotypeCounts {
        GenotypeCounts { homozygous_first, heterozygous, homozygous_second, missing: 0 }
    }

    fn close(left: f64, right: f64) {
        assert!((left - right).abs() < 1e-12, "{left} is not {right}");
    }

    #[test]
    fn frequency_by_hand() {
        assert_eq!(allele_frequency(&counts(1, 2, 1)), Some(0.5));
        assert_eq!(allele_frequency(&GenotypeCounts { missing: 9, ..counts(3, 1, 0) }), Some(7.0 / 8.0));
        assert_eq!(allele_frequency(&GenotypeCounts { missing: 9, ..counts(0, 0, 0) }), None);
    }

    /// Rosenberg et al. 2003: fixed differences give ln 2 for two populations; equal frequencies give 0. Between them,
    /// p = 3/4 against 1/4 gives ln 2 minus the entropy of (3/4, 1/4).
    #[test]
    fn informativeness_of_the_published_limits() {
        close(informativeness(&[counts(10, 0, 0), counts(0, 0, 7)]), 2f64.ln());
        close(informativeness(&[counts(5, 10, 5), counts(1, 2, 1)]), 0.0);
        let entropy = -(0.75 * 0.75f64.ln() + 0.25 * 0.25f64.ln());
        close(informativeness(&[counts(1, 1, 0), counts(0, 1, 1)]), 2f64.ln() - entropy);
        // One of three populations fixed for the other allele: ln 3 - (2/3) ln 2.
        close(informativeness(&[counts(4, 0, 0), counts(0, 0, 4), counts(0, 0, 4)]), 3f64.ln() - 2.0 / 3.0 * 2f64.ln());
    }

    #[test]
    fn delta_is_the_mean_over_pairs() {
        close(delta(&[counts(10, 0, 0), counts(0, 0, 10)]), 1.0);
        close(delta(&[counts(10, 0, 0), counts(0, 10, 0), counts(0, 0, 10)]), (0.5 + 1.0 + 0.5) / 3.0);
        close(delta(&[counts(10, 0, 0)]), 0.0);
    }

    proptest! {
        /// Naming the other allele first, or the classes in another order, changes no measure.
        #[test]
        fn measures_do_not_depend_on_names(rows in prop::collection::vec([0u32..40, 0..40, 1..40], 2..7)) {
            let classes: Vec<_> = rows.iter().map(|&[a, b, c]| counts(a, b, c)).collect();
            let swapped: Vec<_> = rows.iter().rev().map(|&[a, b, c]| counts(c, b, a)).collect();
            let (one, other) = (Measures::of(&classes), Measures::of(&swapped));
            for (left, right) in [
                (one.informativeness, other.informativeness),
                (one.delta, other.delta),
                (one.theta, other.theta),
                (one.theta_components, other.theta_components),
                (one.frequency, 1.0 - other.frequency),
            ] {
                prop_assert!((left - right).abs() < 1e-9, "{left} {right}");
            }
            prop_assert!((0.0..=(classes.len() as f64).ln() + 1e-12).contains(&one.informativeness));
            prop_assert!((0.0..=1.0).contains(&one.delta));
        }
    }
}
