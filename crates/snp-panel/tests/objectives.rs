//! Slow references of both objectives: one person, one class, one SNP after the other, literally by the formulas.

use proptest::prelude::*;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use snp_panel::objective::{Classified, LogPosterior, Objective};
use snp_panel::{
    Cohort, Draw, DrawSettings, Genotype, GenotypeCounts, Problem, Rank, RankingSettings, SimulatedPopulation,
    SimulationSettings, Smoothing, draw_sets, simulate,
};

/// A small problem with this many people in each class.
fn problem(class_sizes: &[usize], seed: u64) -> Problem {
    let population = |(number, &n_people): (usize, &usize)| SimulatedPopulation {
        name: format!("p{number:02}"),
        continent: number % 2,
        n_people,
    };
    let simulation = simulate(&SimulationSettings {
        populations: class_sizes.iter().enumerate().map(population).collect(),
        n_snps: 30,
        missing_rate: 0.05,
        seed,
        ..SimulationSettings::demo()
    });
    let cohort = Cohort::new(&simulation.labels(), |_| true).unwrap();
    let all: Vec<usize> = (0..30).collect();
    Problem::new(&simulation.genotypes, &simulation.snps, &all, &cohort, &RankingSettings::default())
}

fn genotype(problem: &Problem, rank: Rank, place: usize) -> Genotype {
    problem.genotypes().get(rank.idx(), place)
}

/// Counts of a set of people at one SNP.
fn count(problem: &Problem, rank: Rank, people: impl Iterator<Item = usize>) -> GenotypeCounts {
    let mut counts = GenotypeCounts::default();
    people.for_each(|place| counts.add(genotype(problem, rank, place)));
    counts
}

/// Equations 5.40 to 5.42, with the log-probabilities rounded as documented.
fn slow_classified(problem: &Problem, draws: &[Draw], panel: &[Rank]) -> f64 {
    let (mut right, mut classified) = (0.0, 0.0);
    for draw in draws {
        let log_likelihood = |place: usize, class: usize| -> f64 {
            let of_snp = |&rank: &Rank| {
                let learned = count(problem, rank, draw.learning[class].iter().copied());
                let whole = count(problem, rank, draw.learning.iter().flatten().copied());
                let probabilities = Smoothing::default().probabilities(&learned, &whole);
                let code = genotype(problem, rank, place).code();
                (probabilities[usize::from(code)].ln() * 65536.0).round()
            };
            panel.iter().map(of_snp).sum()
        };
        // Confidence and whether right, of every tested person, least confident first.
        let mut tested: Vec<(f64, bool)> = draw
            .test
            .iter()
            .map(|&place| {
                let logs: Vec<f64> = (0..problem.n_classes()).map(|class| log_likelihood(place, class)).collect();
                let own = logs[usize::from(problem.class_of()[place])];
                let mut sorted = logs;
                sorted.sort_by(|a, b| b.total_cmp(a));
                (sorted[0] - sorted[1], own == sorted[0] && sorted[1] < sorted[0])
            })
            .collect();
        tested.sort_by(|a, b| a.0.total_cmp(&b.0));
        let n_discarded = tested.len() / 20;
        let threshold = tested[n_discarded].0;
        let tied: Vec<usize> = (0..tested.len()).filter(|&i| tested[i].0 == threshold).collect();
        let share = tied.iter().filter(|&&i| i >= n_discarded).count() as f64 / tied.len() as f64;
        right += tested.iter().filter(|&&(ratio, is_right)| is_right && ratio > threshold).count() as f64;
        right += share * tied.iter().filter(|&&i| tested[i].1).count() as f64;
        classified += (tested.len() - n_discarded) as f64;
    }
    right / classified
}

/// The formula at the head of the log-posterior, in double precision.
fn slow_log_posterior(problem: &Problem, panel: &[Rank]) -> f64 {
    let everybody = || 0..problem.n_people();
    let log_sum: f64 = everybody()
        .map(|person| {
            let own_class = problem.class_of()[person];
            let likelihood = |class: u16| -> f64 {
                let of_snp = |&rank: &Rank| {
                    // Leaving the person out changes only what is learned of its own class.
                    let is_learned = |&place: &usize| class != own_class || place != person;
                    let learned = everybody().filter(|&place| problem.class_of()[place] == class).filter(is_learned);
                    let learned = count(problem, rank, learned);
                    let whole = count(problem, rank, everybody().filter(is_learned));
                    let code = genotype(problem, rank, person).code();
                    Smoothing::default().probabilities(&learned, &whole)[usize::from(code)]
                };
                panel.iter().map(of_snp).product()
            };
            let all: f64 = (0..problem.n_classes() as u16).map(likelihood).sum();
            (likelihood(own_class) / all).ln()
        })
        .sum();
    (log_sum / problem.n_people() as f64).exp()
}

fn draws_of(problem: &Problem, seed: u64) -> Vec<Draw> {
    let settings = DrawSettings { n_draws: 3, test_share: 0.4 };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    draw_sets(problem.class_of(), problem.class_names(), &settings, &mut rng).unwrap()
}

/// Adding, removing and looking ahead must agree with scoring from scratch.
fn check_increments<O: Objective>(objective: &O, steps: &[u8], tolerance: f64) -> Result<(), TestCaseError> {
    let mut scored = objective.empty();
    for &step in steps {
        let rank = Rank(u32::from(step) % 30);
        match objective.panel(&scored).iter().position(|&other| other == rank) {
            Some(place) => objective.remove(&mut scored, place),
            None => {
                let looked_at = objective.value_with(&scored, rank);
                objective.add(&mut scored, rank);
                prop_assert!((objective.value(&scored) - looked_at).abs() <= tolerance);
            }
        }
        let from_scratch = objective.evaluate(objective.panel(&scored));
        prop_assert!((objective.value(&scored) - from_scratch).abs() <= tolerance);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn classified_is_equations_5_40_to_5_42(
        class_sizes in prop::collection::vec(6usize..14, 2..6),
        panel in prop::sample::subsequence((0..30).collect::<Vec<u32>>(), 0..9),
        seed: u64,
    ) {
        let problem = problem(&class_sizes, seed);
        let draws = draws_of(&problem, seed);
        let panel: Vec<Rank> = panel.into_iter().map(Rank).collect();
        let objective = Classified::new(&problem, &draws, Smoothing::default());
        let found = objective.evaluate(&panel);
        let expected = slow_classified(&problem, &draws, &panel);
        prop_assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
        let by_draw = objective.value_by_draw(&objective.score(&panel));
        let mean = by_draw.iter().sum::<f64>() / by_draw.len() as f64;
        prop_assert!((mean - expected).abs() < 1e-12, "{mean} is not {expected}");
    }

    #[test]
    fn classified_takes_back_what_it_adds(seed: u64, steps: [u8; 12]) {
        let problem = problem(&[9, 8, 7], seed);
        let objective = Classified::new(&problem, &draws_of(&problem, seed), Smoothing::default());
        check_increments(&objective, &steps, 0.0)?;
    }

    #[test]
    fn log_posterior_is_its_formula(
        class_sizes in prop::collection::vec(2usize..12, 2..6),
        panel in prop::sample::subsequence((0..30).collect::<Vec<u32>>(), 0..9),
        seed: u64,
    ) {
        let problem = problem(&class_sizes, seed);
        let panel: Vec<Rank> = panel.into_iter().map(Rank).collect();
        let found = LogPosterior::new(&problem, Smoothing::default()).evaluate(&panel);
        let expected = slow_log_posterior(&problem, &panel);
        prop_assert!((found - expected).abs() < 1e-5, "{found} is not {expected}");
    }

    #[test]
    fn log_posterior_takes_back_what_it_adds(seed: u64, steps: [u8; 12]) {
        let problem = problem(&[9, 8, 7], seed);
        check_increments(&LogPosterior::new(&problem, Smoothing::default()), &steps, 1e-6)?;
    }
}

/// More classes than two vectors hold take the plain path; it must be the same method.
#[test]
fn many_classes_are_classified_alike() {
    let problem = problem(&[4; 19], 3);
    let draws = draws_of(&problem, 3);
    let panel = [3, 1, 20, 11, 7].map(Rank);
    let objective = Classified::new(&problem, &draws, Smoothing::default());
    let (found, expected) = (objective.evaluate(&panel), slow_classified(&problem, &draws, &panel));
    assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
}

/// Without SNPs all classes are equally likely: no one is classified correctly, and the posterior is uniform.
#[test]
fn an_empty_panel_knows_nothing() {
    let problem = problem(&[9, 8, 7], 5);
    assert_eq!(Classified::new(&problem, &draws_of(&problem, 5), Smoothing::default()).evaluate(&[]), 0.0);
    assert!((LogPosterior::new(&problem, Smoothing::default()).evaluate(&[]) - 1.0 / 3.0).abs() < 1e-9);
}
