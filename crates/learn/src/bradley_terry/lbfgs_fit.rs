//! The same likelihood maximised in `θ = ln γ` by L-BFGS over all competitions.
//!
//! Minimises `-(Σ_c ln P(winner_c) + Σ_i ln prior(θ_i)) / N`, which is convex. Levels differ in frequency by five
//! orders of magnitude, so variables are scaled by the square root of the curvature at the start (Jacobi
//! preconditioning). One evaluation is one parallel pass over the data, the same work as one MM update, but it updates
//! every group.

use super::{CompetitionStore, Prior, PriorStrengths, pass};
use crate::lbfgs::{LbfgsOptions, minimize};

/// How to fit.
#[derive(Clone, Debug)]
pub struct LbfgsFitOptions {
    /// Prior of each weight.
    pub prior: Prior,
    /// Multiples of its strength, by level.
    pub strengths: PriorStrengths,
    /// The minimiser's settings.
    pub lbfgs: LbfgsOptions,
}

impl Default for LbfgsFitOptions {
    fn default() -> Self {
        let prior = Prior::Ridge { precision: 1.0 };
        LbfgsFitOptions { prior, strengths: PriorStrengths::default(), lbfgs: LbfgsOptions::default() }
    }
}

/// Weights and how they were found.
#[derive(Clone, Debug)]
pub struct LbfgsFit {
    /// `ln γ` of every level.
    pub log_weights: Vec<f64>,
    /// Mean log-likelihood of the data, without the prior.
    pub mean_log_likelihood: f64,
    /// Passes over the data.
    pub evaluations: usize,
}

/// Fits from weight 1, or from `start` if given; `progress` is called with the iteration and the penalised mean
/// log-likelihood and returns whether to continue.
pub fn fit_lbfgs(
    store: &CompetitionStore,
    options: LbfgsFitOptions,
    start: Option<&[f64]>,
    mut progress: impl FnMut(usize, f64) -> bool,
) -> LbfgsFit {
    let n_levels = store.groups().n_levels();
    let n = store.n_competitions().max(1) as f64;
    let wins = pass::wins(store);
    let mut log_weights = start.map_or_else(|| vec![0.0; n_levels], <[f64]>::to_vec);
    assert!(log_weights.len() == n_levels, "{} start weights for {n_levels} levels", log_weights.len());
    let first = pass::all_masses(store, &exponentials(&log_weights), true);
    let prior = |level: usize| options.prior.times(options.strengths.of(level));
    let scale = |(level, c): (usize, &f64)| (n / (c + prior(level).curvature())).sqrt();
    let scales: Vec<f64> = first.curvature.iter().enumerate().map(scale).collect();
    let mut x: Vec<f64> = log_weights.iter().zip(&scales).map(|(t, s)| t / s).collect();
    let outcome = minimize(
        &mut x,
        options.lbfgs,
        |x, gradient| {
            for ((t, x), s) in log_weights.iter_mut().zip(x).zip(&scales) {
                *t = x * s;
            }
            let walk = pass::all_masses(store, &exponentials(&log_weights), false);
            let mut penalised = walk.log_likelihood;
            for (i, g) in gradient.iter_mut().enumerate() {
                let theta = log_weights[i];
                penalised += prior(i).log_density(theta);
                *g = -(wins[i] - walk.masses[i] + prior(i).slope(theta)) * scales[i] / n;
            }
            -penalised / n
        },
        |iteration, value| progress(iteration, -value),
    );
    let log_weights: Vec<f64> = x.iter().zip(&scales).map(|(x, s)| x * s).collect();
    let mean_log_likelihood = super::mean_log_likelihood(store, &log_weights);
    LbfgsFit { log_weights, mean_log_likelihood, evaluations: outcome.evaluations + 2 }
}

fn exponentials(log_weights: &[f64]) -> Vec<f64> {
    log_weights.iter().map(|t| t.exp()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{random_world, store_of};
    use super::super::{EmptyTeams, MmOptions, mean_log_likelihood, minorize_maximize};
    use super::*;

    fn penalised(store: &CompetitionStore, log_weights: &[f64], options: &LbfgsFitOptions) -> f64 {
        let strength = |level| options.strengths.of(level);
        let density = |(level, &t): (usize, &f64)| strength(level) * options.prior.log_density(t);
        let prior: f64 = log_weights.iter().enumerate().map(density).sum();
        mean_log_likelihood(store, log_weights) + prior / store.n_competitions() as f64
    }

    /// On the objective that MM maximises, L-BFGS ends at least as high with fewer passes over the data.
    #[test]
    fn at_least_as_good_as_mm_and_cheaper() {
        let everywhere = [1.0; 6];
        let by_group = [1.0, 1.0, 4.0, 0.5, 20.0, 1.0];
        for (seed, prior_pairs, strengths) in [(0, 1.0, everywhere), (1, 1.0, by_group), (2, 6.0, everywhere)] {
            let (groups, plain) = random_world(&[4, 6, 3, 8, 5, 7], 600, seed);
            let store = store_of(&groups, &plain, EmptyTeams::WeightOne);
            let strengths = PriorStrengths::by_group(&groups, &strengths);
            let mm_options = MmOptions { prior_pairs, strengths: strengths.clone(), ..MmOptions::default() };
            let mm = minorize_maximize(&store, mm_options, |_| {});
            let logs: Vec<f64> = mm.weights.iter().map(|w| w.ln()).collect();
            let prior = Prior::EvenGames { pairs: prior_pairs };
            let options = LbfgsFitOptions { prior, strengths, ..LbfgsFitOptions::default() };
            let fit = fit_lbfgs(&store, options.clone(), None, |_, _| true);
            let (ours, theirs) = (penalised(&store, &fit.log_weights, &options), penalised(&store, &logs, &options));
            assert!(ours >= theirs - 1e-9, "seed {seed}: {ours} below {theirs}");
            assert!(fit.evaluations < mm.updates.len(), "{} walks, MM {}", fit.evaluations, mm.updates.len());
        }
    }

    /// Central differences of the objective agree with the gradient wherever the fit ends: it is a stationary point.
    #[test]
    fn ends_where_the_numeric_gradient_vanishes() {
        let (groups, plain) = random_world(&[3, 4, 2], 120, 9);
        let store = store_of(&groups, &plain, EmptyTeams::WeightOne);
        let options = LbfgsFitOptions {
            prior: Prior::Ridge { precision: 2.0 },
            strengths: PriorStrengths::by_group(&groups, &[1.0, 8.0, 0.25]),
            lbfgs: LbfgsOptions { relative_decrease: 0.0, ..LbfgsOptions::default() },
        };
        let fit = fit_lbfgs(&store, options.clone(), None, |_, _| true);
        for i in 0..groups.n_levels() {
            let at = |shift: f64| {
                let mut logs = fit.log_weights.clone();
                logs[i] += shift;
                penalised(&store, &logs, &options)
            };
            let slope = (at(1e-4) - at(-1e-4)) / 2e-4;
            assert!(slope.abs() < 1e-6, "level {i}: slope {slope}");
        }
    }

    #[test]
    fn a_stronger_prior_means_smaller_weights() {
        let (groups, plain) = random_world(&[4, 4], 200, 2);
        let store = store_of(&groups, &plain, EmptyTeams::WeightOne);
        let norm = |prior: Prior| {
            let options = LbfgsFitOptions { prior, ..LbfgsFitOptions::default() };
            fit_lbfgs(&store, options, None, |_, _| true).log_weights.iter().map(|t| t * t).sum::<f64>()
        };
        assert!(norm(Prior::Ridge { precision: 100.0 }) < norm(Prior::Ridge { precision: 1.0 }));
        assert!(norm(Prior::EvenGames { pairs: 30.0 }) < norm(Prior::ONE_WIN_IN_TWO));
    }

    /// The number of threads must not change a bit of the result.
    #[test]
    fn threads_do_not_matter() {
        let (groups, plain) = random_world(&[400, 40_000], 30_000, 4);
        let store = store_of(&groups, &plain, EmptyTeams::WeightOne);
        assert!(store.shards().len() > 2, "the test needs several blocks: {}", store.n_bytes());
        let lbfgs = LbfgsOptions { max_iterations: 3, ..LbfgsOptions::default() };
        let run = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a thread pool");
            let options = LbfgsFitOptions { lbfgs, ..LbfgsFitOptions::default() };
            pool.install(|| fit_lbfgs(&store, options, None, |_, _| true).log_weights)
        };
        assert_eq!(run(1), run(3));
    }
}
