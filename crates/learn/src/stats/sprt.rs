//! The generalised sequential probability ratio test: stop a match as soon as it is decided.
//!
//! Two hypotheses, `H0: elo = elo0` and `H1: elo = elo1`. After every game (or pair) the log-likelihood ratio
//! `LLR = N Σ p̂_i ln(p1_i / p0_i)` is compared with Wald's bounds `ln(β/(1-α))` and `ln((1-β)/α)`. `p0` and `p1` are
//! the most likely result distributions with the hypothesised mean `s`: `p_i = p̂_i / (1 + x (a_i - s))`, `x` solving
//! `Σ p̂_i (a_i - s) / (1 + x (a_i - s)) = 0`. Results never seen are counted as 0.001, so that the equation has a
//! root. Trinomial (loss, draw, win) and pentanomial (game pairs) results go through the same code.
//!
//! Overshoot is not corrected for: with whole games its effect is far below the requested error rates.

use super::score_from_elo;

/// Hypotheses and error rates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// Elo difference under H0.
    pub elo0: f64,
    /// Elo difference under H1, larger than `elo0`.
    pub elo1: f64,
    /// Chance of accepting H1 when H0 holds.
    pub alpha: f64,
    /// Chance of accepting H0 when H1 holds.
    pub beta: f64,
}

/// Whether to continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtDecision {
    /// Not decided yet.
    Continue,
    /// The weaker hypothesis is accepted.
    AcceptH0,
    /// The stronger hypothesis is accepted.
    AcceptH1,
}

/// State of a running test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtStatus {
    /// Log-likelihood ratio so far.
    pub llr: f64,
    /// At or below this, H0 is accepted.
    pub lower: f64,
    /// At or above this, H1 is accepted.
    pub upper: f64,
    /// The decision.
    pub decision: SprtDecision,
}

impl Sprt {
    /// Evaluates results given as counts of equally spaced scores from 0 to 1: 3 counts (loss, draw, win) for single
    /// games, 5 for pairs.
    pub fn judge(&self, counts: &[u64]) -> SprtStatus {
        let llr = self.log_likelihood_ratio(counts);
        let (lower, upper) = self.bounds();
        let decision = if llr >= upper {
            SprtDecision::AcceptH1
        } else if llr <= lower {
            SprtDecision::AcceptH0
        } else {
            SprtDecision::Continue
        };
        SprtStatus { llr, lower, upper, decision }
    }

    /// Wald's bounds.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The ratio alone; 0 without results.
    pub fn log_likelihood_ratio(&self, counts: &[u64]) -> f64 {
        assert!(counts.len() >= 2, "at least two possible results, not {}", counts.len());
        assert!(self.elo0 < self.elo1, "elo0 {} is not below elo1 {}", self.elo0, self.elo1);
        if counts.iter().all(|&c| c == 0) {
            return 0.0;
        }
        let counts: Vec<f64> = counts.iter().map(|&c| if c == 0 { 1e-3 } else { c as f64 }).collect();
        let total: f64 = counts.iter().sum();
        let last = (counts.len() - 1) as f64;
        let shares: Vec<(f64, f64)> = counts.iter().enumerate().map(|(i, c)| (i as f64 / last, c / total)).collect();
        let tilt = |elo: f64| {
            let s = score_from_elo(elo);
            (s, most_likely_tilt(&shares, s))
        };
        let ((s0, x0), (s1, x1)) = (tilt(self.elo0), tilt(self.elo1));
        shares.iter().map(|(a, p)| total * p * ((1.0 + x0 * (a - s0)) / (1.0 + x1 * (a - s1))).ln()).sum()
    }
}

/// Root of the (strictly falling) secular equation between its two poles, by bisection.
fn most_likely_tilt(shares: &[(f64, f64)], mean: f64) -> f64 {
    let value = |x: f64| shares.iter().map(|(a, p)| p * (a - mean) / (1.0 + x * (a - mean))).sum::<f64>();
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if middle <= low || middle >= high {
            break;
        }
        if value(middle) > 0.0 { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn check(elo0: f64, elo1: f64, counts: &[u64], published: f64) {
        let llr = Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }.log_likelihood_ratio(counts);
        assert!((llr - published).abs() < 0.0051, "{elo0}..{elo1} {counts:?}: {llr}, published {published}");
    }

    /// Final states of public Stockfish tests (logistic Elo, pentanomial): pull requests 3209, 3098, 2971, 2951, 2950
    /// and 2493.
    #[test]
    fn published_pentanomial_ratios() {
        check(-0.25, 1.25, &[253, 4282, 17604, 4431, 286], 2.94);
        check(0.25, 1.25, &[58, 3302, 33130, 3518, 84], 2.97);
        check(-0.25, 1.25, &[491, 7345, 29693, 7670, 465], 2.96);
        check(-0.5, 1.5, &[17, 253, 1042, 337, 39], 2.96);
        check(0.25, 1.75, &[11, 407, 3238, 513, 11], 2.93);
        check(-0.5, 1.5, &[59, 754, 2467, 865, 75], 2.95);
        check(0.25, 1.75, &[149, 4748, 32785, 5063, 159], 2.95);
        check(-1.0, 3.0, &[424, 2948, 5832, 3045, 460], 2.94);
    }

    #[test]
    fn bounds_of_wald() {
        let (lower, upper) = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 }.bounds();
        assert!((lower + 2.944).abs() < 5e-4 && (upper - 2.944).abs() < 5e-4);
    }

    /// With two possible results the ratio is the plain binomial one.
    #[test]
    fn binomial_case() {
        let test = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 };
        let (s0, s1) = (score_from_elo(0.0), score_from_elo(50.0));
        let expected = 60.0 * (s1 / s0).ln() + 40.0 * ((1.0 - s1) / (1.0 - s0)).ln();
        assert!((test.log_likelihood_ratio(&[40, 60]) - expected).abs() < 1e-9);
    }

    /// Simulated matches: the wrong hypothesis is accepted about as rarely as requested.
    #[test]
    fn error_rates_hold() {
        let test = Sprt { elo0: 0.0, elo1: 60.0, alpha: 0.05, beta: 0.05 };
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
        for (elo, wrong) in [(0.0, SprtDecision::AcceptH1), (60.0, SprtDecision::AcceptH0)] {
            let draw_rate = 0.2;
            let win_rate = score_from_elo(elo) - draw_rate / 2.0;
            let mut mistakes = 0;
            for _ in 0..400 {
                let mut counts = [0u64; 3];
                loop {
                    let u: f64 = rng.random();
                    let result = if u < win_rate { 2 } else { usize::from(u < win_rate + draw_rate) };
                    counts[result] += 1;
                    let decision = test.judge(&counts).decision;
                    if counts.iter().sum::<u64>() >= 10 && decision != SprtDecision::Continue {
                        mistakes += u32::from(decision == wrong);
                        break;
                    }
                }
            }
            assert!((4..=34).contains(&mistakes), "{mistakes} wrong out of 400 at elo {elo}");
        }
    }

    proptest! {
        /// The tilted shares are a distribution with the requested mean.
        #[test]
        fn tilt_keeps_a_distribution(counts in prop::array::uniform5(1u64..5_000), elo in -300.0f64..300.0) {
            let total: u64 = counts.iter().sum();
            let shares: Vec<(f64, f64)> =
                counts.iter().enumerate().map(|(i, &c)| (i as f64 / 4.0, c as f64 / total as f64)).collect();
            let s = score_from_elo(elo);
            let x = most_likely_tilt(&shares, s);
            let tilted: Vec<f64> = shares.iter().map(|(a, p)| p / (1.0 + x * (a - s))).collect();
            prop_assert!((tilted.iter().sum::<f64>() - 1.0).abs() < 1e-6);
            let mean: f64 = tilted.iter().zip(&shares).map(|(p, (a, _))| p * a).sum();
            prop_assert!((mean - s).abs() < 1e-6);
        }
    }
}
