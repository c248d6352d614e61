//! Opinion pools: one distribution from those of several experts over the same candidates.
//!
//! | pool | formula | weights by |
//! |---|---|---|
//! | linear (Stone 1961) | `p = Σ w_v p_v`, `w_v >= 0`, `Σ w_v = 1` | expectation-maximisation |
//! | logarithmic (Genest and Zidek 1986) | `p ~ Π p_v^w_v`, any weights | L-BFGS; the likelihood is concave |
//!
//! Both maximise the mean log-probability of what was chosen ("stacking"). The logarithmic pool's weights are shrunk towards given ones by
//! `shrinkage / (2n) |w - w0|^2`, which matters where choices are few. It also sharpens or flattens: one expert with weight `w` is that
//! expert under the exponent `w`.

use crate::lbfgs::{LbfgsOptions, minimize};
use serde::{Deserialize, Serialize};

/// Which pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pool {
    /// The weighted mean of the probabilities.
    Linear,
    /// The weighted product of the probabilities, normalised.
    Logarithmic,
}

impl Pool {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Pool::Linear => "linear",
            Pool::Logarithmic => "logarithmic",
        }
    }
}

/// Choices with what every expert said about every candidate.
#[derive(Clone, Debug, Default)]
pub struct Opinions {
    n_experts: usize,
    /// Natural logarithms of probabilities: candidate by candidate, each with all experts.
    logs: Vec<f32>,
    /// The first candidate of every choice, and the candidate that was chosen, both counted over all choices.
    choices: Vec<(usize, usize)>,
}

/// A log-probability is not below this: an expert may call a chosen candidate impossible.
pub const LEAST_LOG: f32 = -18.0;

impl Opinions {
    /// No choices yet.
    pub fn new(n_experts: usize) -> Opinions {
        assert!(n_experts > 0, "an opinion needs an expert");
        Opinions { n_experts, ..Opinions::default() }
    }

    /// How many experts speak.
    pub fn n_experts(&self) -> usize {
        self.n_experts
    }

    /// The number of choices.
    pub fn len(&self) -> usize {
        self.choices.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.choices.is_empty()
    }

    /// Adds a choice: the candidate chosen, and the probabilities that each expert gave to all candidates. Panics if experts speak of
    /// different numbers of candidates, or the chosen one is not among them.
    pub fn push(&mut self, chosen: usize, experts: &[&[f32]]) {
        let n_candidates = experts[0].len();
        assert!(experts.len() == self.n_experts && experts.iter().all(|expert| expert.len() == n_candidates));
        assert!(chosen < n_candidates, "candidate {chosen} of {n_candidates}");
        let first = self.logs.len() / self.n_experts;
        self.choices.push((first, first + chosen));
        for candidate in 0..n_candidates {
            self.logs.extend(experts.iter().map(|expert| expert[candidate].ln().max(LEAST_LOG)));
        }
    }

    /// The choices of both.
    pub fn append(&mut self, other: &Opinions) {
        assert_eq!(self.n_experts, other.n_experts);
        let offset = self.logs.len() / self.n_experts;
        self.logs.extend(&other.logs);
        self.choices.extend(other.choices.iter().map(|&(first, chosen)| (first + offset, chosen + offset)));
    }

    fn opinion(&self, candidate: usize) -> &[f32] {
        &self.logs[candidate * self.n_experts..][..self.n_experts]
    }

    /// The candidates of every choice and the chosen one.
    fn each(&self) -> impl Iterator<Item = (std::ops::Range<usize>, usize)> + '_ {
        let ends = self.choices.iter().skip(1).map(|&(first, _)| first).chain([self.logs.len() / self.n_experts]);
        self.choices.iter().zip(ends).map(|(&(first, chosen), end)| (first..end, chosen))
    }

    /// The mean log-probability of what was chosen; 0 without choices.
    pub fn log_evidence(&self, pool: Pool, weights: &[f64]) -> f64 {
        let of_choice = |(candidates, chosen): (std::ops::Range<usize>, usize)| match pool {
            Pool::Linear => mean_probability(self.opinion(chosen), weights).max(f64::from(LEAST_LOG).exp()).ln(),
            Pool::Logarithmic => {
                let scores = candidates.map(|candidate| score(self.opinion(candidate), weights));
                score(self.opinion(chosen), weights) - log_sum_exp(scores)
            }
        };
        self.each().map(of_choice).sum::<f64>() / self.len().max(1) as f64
    }

    /// The weights of a linear pool: expectation-maximisation from equal weights, which climbs to the one maximum.
    pub fn linear_weights(&self) -> Vec<f64> {
        const MOST_STEPS: usize = 500;
        let n = self.n_experts;
        let mut weights = vec![1.0 / n as f64; n];
        for _ in 0..MOST_STEPS {
            let mut shares = vec![0.0; n];
            for (_, chosen) in self.each() {
                let opinion = self.opinion(chosen);
                let total = mean_probability(opinion, &weights);
                shares.iter_mut().zip(opinion).zip(&weights).for_each(|((share, &log), weight)| {
                    *share += weight * f64::from(log).exp() / total;
                });
            }
            let total: f64 = shares.iter().sum();
            if total <= 0.0 {
                break;
            }
            let change = shares.iter().zip(&weights).map(|(share, weight)| (share / total - weight).abs());
            let change = change.fold(0.0, f64::max);
            weights = shares.iter().map(|share| share / total).collect();
            if change < 1e-6 {
                break;
            }
        }
        weights
    }

    /// The weights of a logarithmic pool, shrunk towards these.
    pub fn logarithmic_weights(&self, towards: &[f64], shrinkage: f64) -> Vec<f64> {
        let mut weights = towards.to_vec();
        if self.is_empty() {
            return weights;
        }
        let n = self.len() as f64;
        let mut scores = Vec::new();
        let loss = |weights: &[f64], gradient: &mut [f64]| {
            let mut value = 0.0;
            gradient.fill(0.0);
            for (candidates, chosen) in self.each() {
                scores.clear();
                scores.extend(candidates.clone().map(|candidate| score(self.opinion(candidate), weights)));
                let total = log_sum_exp(scores.iter().copied());
                value += total - scores[chosen - candidates.start];
                for (candidate, score) in candidates.zip(&scores) {
                    let excess = (score - total).exp() - f64::from(u8::from(candidate == chosen));
                    gradient
                        .iter_mut()
                        .zip(self.opinion(candidate))
                        .for_each(|(g, &log)| *g += excess * f64::from(log));
                }
            }
            for ((g, weight), towards) in gradient.iter_mut().zip(weights).zip(towards) {
                *g = (*g + shrinkage * (weight - towards)) / n;
                value += shrinkage * (weight - towards).powi(2) / 2.0;
            }
            value / n
        };
        minimize(&mut weights, LbfgsOptions::default(), loss, |_, _| true);
        weights
    }
}

fn score(opinion: &[f32], weights: &[f64]) -> f64 {
    opinion.iter().zip(weights).map(|(&log, weight)| f64::from(log) * weight).sum()
}

fn mean_probability(opinion: &[f32], weights: &[f64]) -> f64 {
    opinion.iter().zip(weights).map(|(&log, weight)| weight * f64::from(log).exp()).sum()
}

fn log_sum_exp(scores: impl Iterator<Item = f64> + Clone) -> f64 {
    let most = scores.clone().fold(f64::NEG_INFINITY, f64::max);
    most + scores.map(|score| (score - most).exp()).sum::<f64>().ln()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// Choices drawn from a known pool of two random experts; a third one knows nothing.
    fn drawn(pool: Pool, truth: [f64; 3], n: usize) -> Opinions {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut opinions = Opinions::new(3);
        for _ in 0..n {
            let mut expert = || -> Vec<f32> {
                let raw: Vec<f32> = (0..8).map(|_| rng.random_range(-2.0f32..2.0).exp()).collect();
                let total: f32 = raw.iter().sum();
                raw.into_iter().map(|p| p / total).collect()
            };
            let experts = [expert(), expert(), vec![0.125; 8]];
            let strength = |candidate: usize| {
                let terms = experts.iter().zip(truth).map(|(expert, weight)| (f64::from(expert[candidate]), weight));
                match pool {
                    Pool::Linear => terms.map(|(p, weight)| p * weight).sum::<f64>(),
                    Pool::Logarithmic => terms.map(|(p, weight)| p.powf(weight)).product::<f64>(),
                }
            };
            let total: f64 = (0..8).map(strength).sum();
            let mut draw = rng.random_range(0.0..total);
            let chosen = (0..8).find(|&candidate| {
                draw -= strength(candidate);
                draw < 0.0
            });
            opinions.push(chosen.unwrap_or(7), &[&experts[0], &experts[1], &experts[2]]);
        }
        opinions
    }

    #[test]
    fn weights_of_a_known_pool_are_found() {
        let truth = [0.6, 0.3, 0.1];
        let found = drawn(Pool::Linear, truth, 20_000).linear_weights();
        assert!(found.iter().zip(truth).all(|(found, truth)| (found - truth).abs() < 0.05), "{found:?}");
        let truth = [1.2, -0.4, 0.0];
        let found = drawn(Pool::Logarithmic, truth, 20_000).logarithmic_weights(&[0.0; 3], 1.0);
        assert!(found.iter().zip(truth).all(|(found, truth)| (found - truth).abs() < 0.05), "{found:?}");
    }

    /// Each pool explains best what was drawn from it, and learned weights beat equal ones.
    #[test]
    fn the_right_pool_has_the_higher_evidence() {
        for pool in [Pool::Linear, Pool::Logarithmic] {
            let opinions = drawn(pool, [0.8, 0.2, 0.0], 5_000);
            let linear = opinions.log_evidence(Pool::Linear, &opinions.linear_weights());
            let weights = opinions.logarithmic_weights(&[1.0 / 3.0; 3], 1.0);
            let logarithmic = opinions.log_evidence(Pool::Logarithmic, &weights);
            assert_eq!(linear > logarithmic, pool == Pool::Linear, "{linear} {logarithmic}");
            assert!(logarithmic > opinions.log_evidence(Pool::Logarithmic, &[1.0 / 3.0; 3]));
            assert!(linear > opinions.log_evidence(Pool::Linear, &[1.0 / 3.0; 3]));
        }
    }

    #[test]
    fn strong_shrinkage_keeps_the_given_weights() {
        let opinions = drawn(Pool::Logarithmic, [1.0, 0.0, 0.0], 50);
        let kept = opinions.logarithmic_weights(&[0.2, 0.5, 0.3], 1e9);
        assert!(kept.iter().zip([0.2, 0.5, 0.3]).all(|(found, given)| (found - given).abs() < 1e-3), "{kept:?}");
        assert_eq!(Opinions::new(2).logarithmic_weights(&[0.5, 0.5], 1.0), [0.5, 0.5]);
    }

    #[test]
    fn appended_choices_count_the_same() {
        let whole = drawn(Pool::Linear, [0.5, 0.5, 0.0], 40);
        let mut twice = whole.clone();
        twice.append(&whole);
        let weights = [0.3, 0.3, 0.4];
        for pool in [Pool::Linear, Pool::Logarithmic] {
            assert!((twice.log_evidence(pool, &weights) - whole.log_evidence(pool, &weights)).abs() < 1e-12);
        }
        assert_eq!(twice.len(), 80);
    }

    #[test]
    fn an_impossible_choice_has_a_floor() {
        let mut opinions = Opinions::new(1);
        opinions.push(0, &[&[0.0, 1.0]]);
        for pool in [Pool::Linear, Pool::Logarithmic] {
            let evidence = opinions.log_evidence(pool, &[1.0]);
            assert!((evidence - f64::from(LEAST_LOG)).abs() < 1e-3, "{evidence}");
        }
    }
}
