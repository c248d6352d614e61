//! Tests on paired differences: Student's t and Wilcoxon's signed ranks.
//!
//! Wilcoxon (1945): zero differences are dropped, the rest ranked by absolute value (ties share their mean rank);
//! `V` is the rank sum of the positive ones. Up to 60 differences the p-value is exact, ties included, by counting
//! all sign patterns of the observed ranks; above that the normal approximation with tie and continuity correction.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::interval::mean_and_variance;
use super::{mid_ranks, normal_cdf};

/// Result of a paired t-test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairedTTest {
    /// Mean of first minus second.
    pub mean_difference: f64,
    /// The statistic.
    pub t: f64,
    /// Degrees of freedom.
    pub degrees: usize,
    /// Two-sided p-value.
    pub p: f64,
}

/// Result of Wilcoxon's signed-rank test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WilcoxonSignedRank {
    /// Rank sum of the positive differences.
    pub v: f64,
    /// Number of non-zero differences.
    pub n: usize,
    /// Whether `p` is exact.
    pub exact: bool,
    /// Two-sided p-value.
    pub p: f64,
}

/// Student's test that the mean of `first[i] - second[i]` is 0. Needs at least two pairs.
pub fn paired_t_test(first: &[f64], second: &[f64]) -> PairedTTest {
    assert!(first.len() == second.len() && first.len() > 1, "{} and {} values", first.len(), second.len());
    let differences: Vec<f64> = first.iter().zip(second).map(|(a, b)| a - b).collect();
    let (mean_difference, variance) = mean_and_variance(&differences);
    let degrees = differences.len() - 1;
    let standard_error = (variance / differences.len() as f64).sqrt();
    let t = if mean_difference == 0.0 { 0.0 } else { mean_difference / standard_error };
    let p = if t.is_infinite() {
        0.0
    } else {
        2.0 * StudentsT::new(0.0, 1.0, degrees as f64).expect("positive degrees of freedom").sf(t.abs())
    };
    PairedTTest { mean_difference, t, degrees, p }
}

/// Largest sample for which sign patterns are counted exactly.
const EXACT_UP_TO: usize = 60;

/// Wilcoxon's test that `first[i] - second[i]` is symmetric around 0.
pub fn wilcoxon_signed_rank(first: &[f64], second: &[f64]) -> WilcoxonSignedRank {
    assert!(first.len() == second.len(), "{} and {} values", first.len(), second.len());
    let differences: Vec<f64> = first.iter().zip(second).map(|(a, b)| a - b).filter(|d| *d != 0.0).collect();
    let n = differences.len();
    let sizes: Vec<f64> = differences.iter().map(|d| d.abs()).collect();
    let ranks = mid_ranks(&sizes);
    let v: f64 = differences.iter().zip(&ranks).filter(|(d, _)| **d > 0.0).map(|(_, r)| r).sum();
    let exact = n <= EXACT_UP_TO;
    let p = if n == 0 {
        1.0
    } else if exact {
        exact_p(&ranks, v)
    } else {
        approximate_p(&ranks, v)
    };
    WilcoxonSignedRank { v, n, exact, p }
}

/// Counts sign patterns by rank sum. Ranks are doubled to make shared ranks whole numbers.
fn exact_p(ranks: &[f64], v: f64) -> f64 {
    let doubled: Vec<usize> = ranks.iter().map(|r| (2.0 * r).round() as usize).collect();
    let total: usize = doubled.iter().sum();
    let mut probability = vec![0.0; total + 1];
    probability[0] = 1.0;
    let mut reached = 0;
    for rank in doubled {
        reached += rank;
        for sum in (0..=reached).rev() {
            let with = if sum >= rank { probability[sum - rank] } else { 0.0 };
            probability[sum] = (probability[sum] + with) / 2.0;
        }
    }
    let observed = (2.0 * v).round() as usize;
    let nearer_end = observed.min(total - observed);
    (2.0 * probability[..=nearer_end].iter().sum::<f64>()).min(1.0)
}

fn approximate_p(ranks: &[f64], v: f64) -> f64 {
    let total: f64 = ranks.iter().sum();
    // The variance of a sum of independent signs times ranks; ties are already in the shared ranks.
    let variance: f64 = ranks.iter().map(|r| r * r).sum::<f64>() / 4.0;
    let distance = ((v - total / 2.0).abs() - 0.5).max(0.0);
    2.0 * normal_cdf(-distance / variance.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const EXTRA: [f64; 10] = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
    const EXTRA_2: [f64; 10] = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];

    /// Student (1908), sleep data: t = -4.0621 on 9 degrees, p = .002833.
    #[test]
    fn sleep() {
        let t = paired_t_test(&EXTRA, &EXTRA_2);
        assert!((t.t + 4.0621).abs() < 5e-5 && t.degrees == 9 && (t.p - 0.002833).abs() < 5e-7, "{t:?}");
    }

    /// Hollander and Wolfe (1973), depression scale: V = 40, two-sided p = .03906.
    #[test]
    #[expect(clippy::approx_constant, reason = "3.14 is a measurement of the published table")]
    fn depression() {
        let before = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30];
        let after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29];
        let w = wilcoxon_signed_rank(&before, &after);
        assert_eq!((w.v, w.n, w.exact), (40.0, 9, true));
        assert!((w.p - 0.03906).abs() < 5e-6, "{w:?}");
    }

    #[test]
    fn equal_samples_do_not_differ() {
        assert_eq!(wilcoxon_signed_rank(&[1.0, 2.0], &[1.0, 2.0]).p, 1.0);
        assert_eq!(paired_t_test(&[1.0, 2.0], &[1.0, 2.0]).p, 1.0);
    }

    fn brute_force_p(differences: &[f64]) -> f64 {
        let sizes: Vec<f64> = differences.iter().map(|d| d.abs()).collect();
        let ranks = mid_ranks(&sizes);
        let total: f64 = ranks.iter().sum();
        let v: f64 = differences.iter().zip(&ranks).filter(|(d, _)| **d > 0.0).map(|(_, r)| r).sum();
        let end = v.min(total - v);
        let patterns = 1u32 << ranks.len();
        let hits = (0..patterns)
            .filter(|p| (0..ranks.len()).filter(|i| p >> i & 1 == 1).map(|i| ranks[i]).sum::<f64>() <= end + 1e-9)
            .count();
        (2.0 * hits as f64 / patterns as f64).min(1.0)
    }

    proptest! {
        #[test]
        fn exact_p_counts_all_sign_patterns(differences in prop::collection::vec(-6i32..=6, 1..10)) {
            let values: Vec<f64> = differences.iter().filter(|d| **d != 0).map(|d| f64::from(*d)).collect();
            let zeros = vec![0.0; values.len()];
            let ours = wilcoxon_signed_rank(&values, &zeros).p;
            let expected = if values.is_empty() { 1.0 } else { brute_force_p(&values) };
            prop_assert!((ours - expected).abs() < 1e-9, "{} {}", ours, expected);
        }

        /// Where both are defined, the approximation is near the exact value.
        #[test]
        fn approximation_is_close(values in prop::collection::vec(-3.0f64..4.0, 45..60)) {
            let sizes: Vec<f64> = values.iter().map(|d| d.abs()).collect();
            let ranks = mid_ranks(&sizes);
            let v: f64 = values.iter().zip(&ranks).filter(|(d, _)| **d > 0.0).map(|(_, r)| r).sum();
            prop_assert!((exact_p(&ranks, v) - approximate_p(&ranks, v)).abs() < 0.01);
        }
    }
}
