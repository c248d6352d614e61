//! Confidence intervals for a proportion, for a mean and for a standard deviation.
//!
//! Wilson (1927): the set of `p` with `|p̂ - p| <= z sqrt(p (1 - p) / n)`; Clopper and Pearson (1934): exact tails of
//! the binomial through the beta distribution. Wilson is the default for prediction rates: its coverage is close to
//! nominal at every `p`, while Clopper-Pearson never falls below nominal but is wider.

use statrs::distribution::{Beta, ChiSquared, ContinuousCDF, StudentsT};

use super::two_sided_z;

/// A closed interval of plausible values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// Whether `value` lies inside, ends included.
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Half of the length.
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// Wilson's score interval for `successes` out of `trials`; without trials, the whole of [0, 1].
pub fn wilson(successes: u64, trials: u64, confidence: f64) -> Interval {
    assert!(successes <= trials, "{successes} successes in {trials} trials");
    let z = two_sided_z(confidence);
    if trials == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let n = trials as f64;
    let rate = successes as f64 / n;
    let k = z * z / n;
    let centre = (rate + k / 2.0) / (1.0 + k);
    let half = z * (rate * (1.0 - rate) / n + k / (4.0 * n)).sqrt() / (1.0 + k);
    // At the ends the exact value is 0 or 1; rounding must not move it.
    Interval {
        low: if successes == 0 { 0.0 } else { (centre - half).max(0.0) },
        high: if successes == trials { 1.0 } else { (centre + half).min(1.0) },
    }
}

/// Clopper and Pearson's exact interval for `successes` out of `trials`; without trials, the whole of [0, 1].
pub fn clopper_pearson(successes: u64, trials: u64, confidence: f64) -> Interval {
    assert!(successes <= trials, "{successes} successes in {trials} trials");
    assert!(confidence > 0.0 && confidence < 1.0, "confidence {confidence} is not inside (0, 1)");
    let tail = (1.0 - confidence) / 2.0;
    let (s, f) = (successes as f64, (trials - successes) as f64);
    let low = if successes == 0 { 0.0 } else { beta_quantile(s, f + 1.0, tail) };
    let high = if successes == trials { 1.0 } else { beta_quantile(s + 1.0, f, 1.0 - tail) };
    Interval { low, high }
}

/// Student's interval for the mean of independent values; fewer than two values give an infinite interval.
pub fn mean_interval(values: &[f64], confidence: f64) -> Interval {
    assert!(confidence > 0.0 && confidence < 1.0, "confidence {confidence} is not inside (0, 1)");
    let n = values.len() as f64;
    if values.len() < 2 {
        return Interval { low: f64::NEG_INFINITY, high: f64::INFINITY };
    }
    let (mean, variance) = mean_and_variance(values);
    let t = StudentsT::new(0.0, 1.0, n - 1.0).expect("positive degrees of freedom").inverse_cdf(0.5 + confidence / 2.0);
    let half = t * (variance / n).sqrt();
    Interval { low: mean - half, high: mean + half }
}

/// The standard deviation of independent, normal values and its interval, from `(n - 1) s^2 / sigma^2`, which is distributed as chi squared; `None` for fewer than two values.
pub fn deviation_interval(values: &[f64], confidence: f64) -> Option<(f64, Interval)> {
    assert!(confidence > 0.0 && confidence < 1.0, "confidence {confidence} is not inside (0, 1)");
    if values.len() < 2 {
        return None;
    }
    let freedom = values.len() as f64 - 1.0;
    let variance = mean_and_variance(values).1;
    let chi_squared = ChiSquared::new(freedom).expect("positive degrees of freedom");
    let end = |probability: f64| (freedom * variance / chi_squared.inverse_cdf(probability)).sqrt();
    Some((variance.sqrt(), Interval { low: end(0.5 + confidence / 2.0), high: end(0.5 - confidence / 2.0) }))
}

/// Mean and unbiased variance; the variance of fewer than two values is 0.
pub(super) fn mean_and_variance(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    if values.is_empty() {
        return (0.0, 0.0);
    }
    let mean = values.iter().sum::<f64>() / n;
    let squares = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>();
    (mean, if values.len() < 2 { 0.0 } else { squares / (n - 1.0) })
}

fn beta_quantile(a: f64, b: f64, probability: f64) -> f64 {
    Beta::new(a, b).expect("positive shapes").inverse_cdf(probability)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(interval: Interval, low: f64, high: f64) {
        assert!((interval.low - low).abs() < 5e-5, "{interval:?}, expected low {low}");
        assert!((interval.high - high).abs() < 5e-5, "{interval:?}, expected high {high}");
    }

    /// Newcombe (1998), "Two-sided confidence intervals for the single proportion", Table I, methods 3 and 5.
    #[test]
    fn published_proportions() {
        check(wilson(81, 263, 0.95), 0.2553, 0.3662);
        check(wilson(15, 148, 0.95), 0.0624, 0.1605);
        check(wilson(0, 20, 0.95), 0.0, 0.1611);
        check(wilson(1, 29, 0.95), 0.0061, 0.1718);
        check(clopper_pearson(81, 263, 0.95), 0.2527, 0.3676);
        check(clopper_pearson(15, 148, 0.95), 0.0578, 0.1617);
        check(clopper_pearson(0, 20, 0.95), 0.0, 0.1684);
        check(clopper_pearson(1, 29, 0.95), 0.0009, 0.1776);
    }

    /// Student (1908), the sleep data's differences: R's `t.test` gives [-2.4598858, -0.7001142].
    #[test]
    fn published_mean() {
        let differences = [-1.2, -2.4, -1.3, -1.3, 0.0, -1.0, -1.8, -0.8, -4.6, -1.4];
        check(mean_interval(&differences, 0.95), -2.459_89, -0.700_11);
    }

    /// Quantiles of chi squared with 9 degrees of freedom from printed tables: 2.700 and 19.023.
    #[test]
    fn published_quantiles_of_a_deviation() {
        let values = [4.0, 2.0, 5.0, 8.0, 6.0, 1.0, 9.0, 3.0, 7.0, 5.0];
        let (deviation, interval) = deviation_interval(&values, 0.95).expect("ten values");
        assert!((deviation * deviation - 60.0 / 9.0).abs() < 1e-9, "{deviation}");
        assert!((interval.low.powi(2) - 60.0 / 19.023).abs() < 1e-3, "{interval:?}");
        assert!((interval.high.powi(2) - 60.0 / 2.700).abs() < 1e-2, "{interval:?}");
        assert_eq!(deviation_interval(&[1.0], 0.95), None);
    }

    proptest! {
        /// The ends of Wilson's interval solve its defining equation.
        #[test]
        fn wilson_solves_its_equation(trials in 1u64..10_000, share in 0.0f64..1.0, confidence in 0.5f64..0.999) {
            let successes = (trials as f64 * share) as u64;
            let z = two_sided_z(confidence);
            let rate = successes as f64 / trials as f64;
            let interval = wilson(successes, trials, confidence);
            prop_assert!(interval.contains(rate));
            for p in [interval.low, interval.high] {
                if p > 0.0 && p < 1.0 {
                    let distance = (rate - p).abs();
                    prop_assert!((distance - z * (p * (1.0 - p) / trials as f64).sqrt()).abs() < 1e-9);
                }
            }
        }

        #[test]
        fn exact_interval_is_symmetric(trials in 1u64..200, share in 0.0f64..1.0) {
            let successes = (trials as f64 * share) as u64;
            let a = clopper_pearson(successes, trials, 0.95);
            let b = clopper_pearson(trials - successes, trials, 0.95);
            prop_assert!((a.low - (1.0 - b.high)).abs() < 1e-6 && (a.high - (1.0 - b.low)).abs() < 1e-6);
        }
    }
}
