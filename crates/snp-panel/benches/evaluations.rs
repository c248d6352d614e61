//! Evaluations of SNP panels a second, on one thread. Run with `cargo bench -p snp-panel`.
//!
//! The workload is that of the project's target: panels of 12 SNPs, 957 simulated people in 11 populations, 5 draws (Basaldúa 2013,
//! section 5.5.2). Each figure is the best of five rounds, because noise only ever makes a round slower; the mean value of the panels is
//! asserted, so that a fast wrong evaluation does not look good.

use std::time::Instant;

use rand::seq::index::sample;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use snp_panel::objective::{Classified, LogPosterior, Objective};
use snp_panel::{
    Cohort, DrawSettings, Problem, Rank, RankingSettings, SimulatedPopulation, SimulationSettings, Smoothing,
    draw_sets, simulate,
};

/// People of each of the eleven populations, 957 together.
const POPULATIONS: [usize; 11] = [49, 107, 81, 81, 87, 85, 87, 48, 140, 84, 108];

/// Candidate SNPs.
const N_SNPS: usize = 1000;
/// Panels that are evaluated in a round.
const N_PANELS: usize = 4000;
/// SNPs of a panel.
const SIZE: usize = 12;
/// Rounds, of which the best counts.
const ROUNDS: usize = 5;
/// The mean value of the panels by classification: the same on any machine.
const MEAN_VALUE: f64 = 0.40671;

fn main() {
    let workload = Workload::new();
    let (per_second, sum) = rate(|| from_scratch(&workload.classified));
    let mean = sum / N_PANELS as f64;
    assert!(
        (mean - MEAN_VALUE).abs() < 1e-4,
        "random panels classify {mean:.4} of the people correctly, not {MEAN_VALUE}"
    );
    println!("panel_evaluations_per_s {per_second:.0}");
    println!("panel_evaluations_one_more_per_s {:.0}", rate(|| one_more(&workload.classified)).0);
    println!("log_posterior_per_s {:.0}", rate(|| from_scratch(&workload.log_posterior)).0);
    println!("log_posterior_one_more_per_s {:.0}", rate(|| one_more(&workload.log_posterior)).0);
}

/// Panels a second in the best round, and the sum that the last one returned.
fn rate(work: impl Fn() -> f64) -> (f64, f64) {
    let mut best = 0.0_f64;
    let mut answer = 0.0;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        answer = work();
        best = best.max(N_PANELS as f64 / start.elapsed().as_secs_f64());
    }
    (best, answer)
}

/// Both objectives, learned from the simulated people.
struct Workload {
    classified: Classified,
    log_posterior: LogPosterior,
}

impl Workload {
    fn new() -> Self {
        let population = |(number, &n_people): (usize, &usize)| SimulatedPopulation {
            name: format!("p{number:02}"),
            continent: number % 4,
            n_people,
        };
        let simulation = simulate(&SimulationSettings {
            populations: POPULATIONS.iter().enumerate().map(population).collect(),
            n_snps: N_SNPS,
            ..SimulationSettings::demo()
        });
        let cohort = Cohort::new(&simulation.labels(), |_| true).expect("eleven classes");
        let all: Vec<usize> = (0..N_SNPS).collect();
        let problem = Problem::new(&simulation.genotypes, &simulation.snps, &all, &cohort, &RankingSettings::default());
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let draws = draw_sets(problem.class_of(), problem.class_names(), &DrawSettings::default(), &mut rng)
            .expect("no class is small");
        Self {
            classified: Classified::new(&problem, &draws, Smoothing::default()),
            log_posterior: LogPosterior::new(&problem, Smoothing::default()),
        }
    }
}

/// Evaluates random panels from scratch.
fn from_scratch<O: Objective>(objective: &O) -> f64 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut evaluate = || {
        let panel: Vec<Rank> = sample(&mut rng, N_SNPS, SIZE).into_iter().map(|idx| Rank(idx as u32)).collect();
        objective.evaluate(&panel)
    };
    (0..N_PANELS).map(|_| evaluate()).sum()
}

/// Evaluates panels that differ in one SNP from a panel already scored.
fn one_more<O: Objective>(objective: &O) -> f64 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let panel: Vec<Rank> = sample(&mut rng, N_SNPS, SIZE - 1).into_iter().map(|idx| Rank(idx as u32)).collect();
    let scored = objective.score(&panel);
    (0..N_PANELS).map(|_| objective.value_with(&scored, Rank(rng.random_range(0..N_SNPS as u32)))).sum()
}
