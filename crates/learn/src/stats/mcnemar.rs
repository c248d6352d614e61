//! McNemar's test: do two predictors that saw the same positions differ?
//!
//! Only the discordant pairs matter: `b` cases that only the first predicted correctly, `c` that only the second did.
//! Under the null hypothesis `b ~ Binomial(b + c, 1/2)`. The chi-square form is `(b - c)² / (b + c)`, Edwards' version
//! subtracts 1 from `|b - c|`; the exact form doubles the smaller binomial tail (at most 1); mid-p takes half of the
//! observed point. With many pairs all agree; report the exact one.

use statrs::distribution::{ChiSquared, ContinuousCDF};
use statrs::function::gamma::ln_gamma;

/// The test's statistics and two-sided p-values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct McNemar {
    /// `(b - c)² / (b + c)`, 0 without discordant pairs.
    pub chi_square: f64,
    /// p-value of `chi_square` with one degree of freedom.
    pub p_chi_square: f64,
    /// p-value with Edwards' continuity correction.
    pub p_corrected: f64,
    /// Exact binomial p-value.
    pub p_exact: f64,
    /// Exact p-value with half of the observed point.
    pub p_mid: f64,
}

/// Tests whether `only_first` and `only_second` (the discordant counts) could come from equal predictors.
pub fn mcnemar(only_first: u64, only_second: u64) -> McNemar {
    let n = only_first + only_second;
    if n == 0 {
        return McNemar { chi_square: 0.0, p_chi_square: 1.0, p_corrected: 1.0, p_exact: 1.0, p_mid: 1.0 };
    }
    let difference = only_first.abs_diff(only_second) as f64;
    let chi_square = difference * difference / n as f64;
    let corrected = (difference - 1.0).max(0.0).powi(2) / n as f64;
    let smaller = only_first.min(only_second);
    let tail = lower_tail_of_fair_coin(smaller, n);
    let point = (ln_choose(n, smaller) - n as f64 * std::f64::consts::LN_2).exp();
    McNemar {
        chi_square,
        p_chi_square: chi_square_p(chi_square),
        p_corrected: chi_square_p(corrected),
        p_exact: (2.0 * tail).min(1.0),
        p_mid: (2.0 * tail - point).min(1.0),
    }
}

fn chi_square_p(statistic: f64) -> f64 {
    ChiSquared::new(1.0).expect("one degree of freedom").sf(statistic)
}

fn ln_choose(n: u64, k: u64) -> f64 {
    ln_gamma(n as f64 + 1.0) - ln_gamma(k as f64 + 1.0) - ln_gamma((n - k) as f64 + 1.0)
}

/// `P(X <= k)` for `X ~ Binomial(n, 1/2)` and `k <= n / 2`, summed downwards from the largest term.
fn lower_tail_of_fair_coin(k: u64, n: u64) -> f64 {
    let mut ratio = 1.0;
    let mut sum = 1.0;
    for i in (1..=k).rev() {
        ratio *= i as f64 / (n - i + 1) as f64;
        sum += ratio;
        if ratio < 1e-18 * sum {
            break;
        }
    }
    (ln_choose(n, k) - n as f64 * std::f64::consts::LN_2).exp() * sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Fagerland, Lydersen and Laake (2013), the airway-hyper-responsiveness table (b = 1, c = 7): asymptotic .034,
    /// corrected .077, exact .070, mid-p .039; and the 6 against 16 table: .033, .055, .0525, .035.
    #[test]
    fn published_tables() {
        let t = mcnemar(1, 7);
        assert!((t.chi_square - 4.5).abs() < 1e-12);
        for (ours, theirs) in [(t.p_chi_square, 0.034), (t.p_corrected, 0.077), (t.p_exact, 0.070), (t.p_mid, 0.039)] {
            assert!((ours - theirs).abs() < 5e-4, "{t:?}");
        }
        let t = mcnemar(6, 16);
        for (ours, theirs) in [(t.p_chi_square, 0.033), (t.p_corrected, 0.055), (t.p_exact, 0.0525), (t.p_mid, 0.035)] {
            assert!((ours - theirs).abs() < 5e-4, "{t:?}");
        }
        assert!((mcnemar(121, 59).chi_square - 21.36).abs() < 0.01);
    }

    proptest! {
        #[test]
        fn exact_tail_matches_the_plain_sum(a in 0u64..60, b in 0u64..60) {
            let n = a + b;
            let smaller = a.min(b);
            let mut choose = 1.0;
            let mut sum = 0.0;
            for k in 0..=smaller {
                sum += choose;
                choose *= (n - k) as f64 / (k + 1) as f64;
            }
            let expected = (2.0 * sum / 2f64.powi(n as i32)).min(1.0);
            prop_assert!((mcnemar(a, b).p_exact - expected).abs() < 1e-9);
        }

        #[test]
        fn order_does_not_matter(a in 0u64..1_000_000, b in 0u64..1_000_000) {
            let (t, u) = (mcnemar(a, b), mcnemar(b, a));
            prop_assert_eq!(t, u);
            prop_assert!((0.0..=1.0).contains(&t.p_exact));
        }
    }
}
