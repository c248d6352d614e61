//! Weir and Cockerham's theta: the share of an allele's variance between the classes.
//!
//! Basaldúa 2013, equations 5.36-5.38; Weir and Cockerham 1984, *Estimating F-statistics for the analysis of population
//! structure*, equations 2-4. With `r` classes, `n_i` people read in class `i`, `p_i` the allele's frequency and `h_i` the
//! share of heterozygotes:
//!
//! ```text
//! n_mean = sum n_i / r          n_c = (r n_mean - sum n_i^2 / (r n_mean)) / (r - 1)
//! p = sum n_i p_i / (r n_mean)  s2 = sum n_i (p_i - p)^2 / ((r - 1) n_mean)   h = sum n_i h_i / (r n_mean)
//! between    = n_mean/n_c (s2 - (p(1-p) - s2 (r-1)/r - h/4) / (n_mean - 1))
//! within     = n_mean/(n_mean - 1) (p(1-p) - s2 (r-1)/r - h (2 n_mean - 1)/(4 n_mean))
//! individual = h / 2
//! theta      = between / (between + within + individual)
//! ```

use crate::tally::GenotypeCounts;

/// The three parts of the variance of one allele (equation 5.37).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct VarianceComponents {
    /// Between classes (sigma_B squared).
    pub between: f64,
    /// Between people within classes (sigma_W squared).
    pub within: f64,
    /// Between the two alleles of a person (sigma_I squared).
    pub individual: f64,
}

impl VarianceComponents {
    /// Their ratio, equation 5.36 for a single SNP; 0 for a SNP that does not vary.
    pub fn theta(&self) -> f64 {
        let total = self.between + self.within + self.individual;
        if total > 0.0 { self.between / total } else { 0.0 }
    }
}

/// Sums over the classes that were read at this SNP.
struct Moments {
    n_classes: f64,
    n_mean: f64,
    n_squares: f64,
    frequency: f64,
    variance: f64,
    heterozygosity: f64,
}

impl Moments {
    fn of(classes: &[GenotypeCounts]) -> Option<Moments> {
        let read = || classes.iter().filter(|counts| counts.known() > 0);
        let n_classes = read().count() as f64;
        if n_classes < 2.0 {
            return None;
        }
        let total: f64 = read().map(|counts| f64::from(counts.known())).sum();
        let n_mean = total / n_classes;
        let frequency = read().map(|counts| f64::from(counts.first_alleles())).sum::<f64>() / (2.0 * total);
        let spread = |counts: &GenotypeCounts| {
            let n = f64::from(counts.known());
            n * (f64::from(counts.first_alleles()) / (2.0 * n) - frequency).powi(2)
        };
        Some(Moments {
            n_classes,
            n_mean,
            n_squares: read().map(|counts| f64::from(counts.known()).powi(2)).sum(),
            frequency,
            variance: read().map(spread).sum::<f64>() / ((n_classes - 1.0) * n_mean),
            heterozygosity: read().map(|counts| f64::from(counts.heterozygous)).sum::<f64>() / total,
        })
    }
}

/// The variance components of one SNP; all zero when fewer than two classes were read.
pub fn variance_components(classes: &[GenotypeCounts]) -> VarianceComponents {
    let Some(moments) = Moments::of(classes) else { return VarianceComponents::default() };
    let Moments { n_classes: r, n_mean, n_squares, frequency: p, variance, heterozygosity: h } = moments;
    if n_mean <= 1.0 {
        return VarianceComponents::default();
    }
    let n_c = (r * n_mean - n_squares / (r * n_mean)) / (r - 1.0);
    let common = p * (1.0 - p) - variance * (r - 1.0) / r;
    VarianceComponents {
        between: n_mean / n_c * (variance - (common - h / 4.0) / (n_mean - 1.0)),
        within: n_mean / (n_mean - 1.0) * (common - h * (2.0 * n_mean - 1.0) / (4.0 * n_mean)),
        individual: h / 2.0,
    }
}

/// The large-sample form (equation 5.38): variance of the frequencies over that of a single draw.
pub fn theta_large_sample(classes: &[GenotypeCounts]) -> f64 {
    let Some(Moments { frequency, variance, .. }) = Moments::of(classes) else { return 0.0 };
    let single = frequency * (1.0 - frequency);
    if single > 0.0 { variance / single } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::super::tests::counts;
    use super::*;

    /// Fixed differences: all variance lies between the classes.
    #[test]
    fn fixed_differences_have_theta_one() {
        let classes = [counts(20, 0, 0), counts(0, 0, 20)];
        assert!((variance_components(&classes).theta() - 1.0).abs() < 1e-12);
        // Equation 5.38 divides by r - 1, so it reaches 2 for two equal classes; the thesis only ranks by it.
        assert!((theta_large_sample(&classes) - 2.0).abs() < 1e-12);
    }

    /// Equal classes in Hardy-Weinberg proportions: theta is slightly negative, an unbiased estimate of 0.
    #[test]
    fn equal_classes_have_theta_about_zero() {
        let classes = [counts(25, 50, 25), counts(25, 50, 25)];
        let theta = variance_components(&classes).theta();
        assert!((-0.02..0.0).contains(&theta), "{theta}");
        assert_eq!(theta_large_sample(&classes), 0.0);
    }

    /// Worked by hand: 10 people with p = 0.8, h = 0.2 and 20 people with p = 0.3, h = 0.4.
    #[test]
    fn components_by_hand() {
        let components = variance_components(&[counts(7, 2, 1), counts(2, 8, 10)]);
        // n_mean = 15, n_c = 30 - 500/30 = 40/3, p = 14/30, s2 = (10/9 + 5/9)/15 = 1/9, h = 10/30.
        let common = (14.0 / 30.0) * (16.0 / 30.0) - 1.0 / 18.0;
        let between = 15.0 / (40.0 / 3.0) * (1.0 / 9.0 - (common - 1.0 / 12.0) / 14.0);
        let within = 15.0 / 14.0 * (common - 29.0 / 180.0);
        assert!((components.between - between).abs() < 1e-12);
        assert!((components.within - within).abs() < 1e-12);
        assert!((components.individual - 1.0 / 6.0).abs() < 1e-12);
    }

    #[test]
    fn a_snp_that_does_not_vary_has_none() {
        assert_eq!(variance_components(&[counts(5, 0, 0), counts(9, 0, 0)]).theta(), 0.0);
        assert_eq!(variance_components(&[counts(5, 1, 0)]), VarianceComponents::default());
        assert_eq!(theta_large_sample(&[counts(5, 0, 0), counts(0, 0, 0)]), 0.0);
    }
}
