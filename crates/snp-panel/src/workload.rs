//! Fixed workloads for speed measurements; the caller holds the clock.
//!
//! The evaluation workload is that of the project's target: panels of 12 SNPs, 957 people in 11 populations, 5 draws. It is
//! simulated, so it needs no data, and returns a sum that must not change unless the method does.

use rand::seq::index::sample;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::cohort::Cohort;
use crate::draws::{DrawSettings, draw_sets};
use crate::likelihood::Smoothing;
use crate::objective::{Classified, LogPosterior, Objective};
use crate::problem::{Problem, Rank, RankingSettings};
use crate::simulate::{SimulatedPopulation, SimulationSettings, simulate};

/// People of each of the eleven populations, 957 together.
const POPULATIONS: [usize; 11] = [49, 107, 81, 81, 87, 85, 87, 48, 140, 84, 108];

/// Panels to be evaluated from scratch and one SNP at a time.
pub struct EvaluationWorkload {
    problem: Problem,
    classified: Classified,
    log_posterior: LogPosterior,
}

impl EvaluationWorkload {
    /// Simulates and learns a problem of `n_snps` candidates.
    pub fn new(n_snps: usize) -> EvaluationWorkload {
        let population = |(number, &n_people): (usize, &usize)| SimulatedPopulation {
            name: format!("p{number:02}"),
            continent: number % 4,
            n_people,
        };
        let simulation = simulate(&SimulationSettings {
            populations: POPULATIONS.iter().enumerate().map(population).collect(),
            n_snps,
            ..SimulationSettings::demo()
        });
        let cohort = Cohort::new(&simulation.labels(), |_| true).expect("eleven classes");
        let all: Vec<usize> = (0..n_snps).collect();
        let problem = Problem::new(&simulation.genotypes, &simulation.snps, &all, &cohort, &RankingSettings::default());
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let draws = draw_sets(problem.class_of(), problem.class_names(), &DrawSettings::default(), &mut rng)
            .expect("no class is small");
        EvaluationWorkload {
            classified: Classified::new(&problem, &draws, Smoothing::default()),
            log_posterior: LogPosterior::new(&problem, Smoothing::default()),
            problem,
        }
    }

    /// Evaluates random panels of `size` SNPs from scratch by the method of section 5.5.2.
    pub fn classify_from_scratch(&self, n_panels: usize, size: usize) -> f64 {
        from_scratch(&self.classified, self.problem.n_candidates(), n_panels, size)
    }

    /// Evaluates random panels of `size` SNPs from scratch by the log-posterior.
    pub fn log_posterior_from_scratch(&self, n_panels: usize, size: usize) -> f64 {
        from_scratch(&self.log_posterior, self.problem.n_candidates(), n_panels, size)
    }

    /// Evaluates panels that differ in one SNP from a panel already scored, by the method of section 5.5.2.
    pub fn classify_one_more(&self, n_panels: usize, size: usize) -> f64 {
        one_more(&self.classified, self.problem.n_candidates(), n_panels, size)
    }

    /// The same by the log-posterior.
    pub fn log_posterior_one_more(&self, n_panels: usize, size: usize) -> f64 {
        one_more(&self.log_posterior, self.problem.n_candidates(), n_panels, size)
    }
}

fn from_scratch<O: Objective>(objective: &O, n_candidates: usize, n_panels: usize, size: usize) -> f64 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut evaluate = || {
        let panel: Vec<Rank> = sample(&mut rng, n_candidates, size).into_iter().map(|idx| Rank(idx as u32)).collect();
        objective.evaluate(&panel)
    };
    (0..n_panels).map(|_| evaluate()).sum()
}

fn one_more<O: Objective>(objective: &O, n_candidates: usize, n_panels: usize, size: usize) -> f64 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let panel: Vec<Rank> = sample(&mut rng, n_candidates, size - 1).into_iter().map(|idx| Rank(idx as u32)).collect();
    let scored = objective.score(&panel);
    (0..n_panels).map(|_| objective.value_with(&scored, Rank(rng.random_range(0..n_candidates as u32)))).sum()
}
