//! The three optimisers on 20,000 competitions of 250 candidates: seven tactical groups and one of 200,000 patterns.

use std::time::Instant;

use learn::Rows;
use learn::bradley_terry::{
    CompetitionStore, EmptyTeams, LbfgsFitOptions, LevelGroups, MmOptions, Prior, StreamingOptions, fit_lbfgs,
    fit_streaming, mean_log_likelihood, minorize_maximize,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const N_COMPETITIONS: usize = 20_000;
const N_CANDIDATES: usize = 250;

pub(crate) fn run() {
    let store = world(N_COMPETITIONS, 1);
    let fresh = world(N_COMPETITIONS / 10, 2);
    println!(
        "{} competitions, {:.0} bytes each, {:.2} bytes per candidate; mean log-likelihood: learnt, fresh",
        store.n_competitions(),
        store.n_bytes() as f64 / store.n_competitions() as f64,
        store.n_bytes() as f64 / store.n_candidates() as f64
    );
    let uniform = -(N_CANDIDATES as f64).ln();
    let show = |what: &str, start: Instant, walks: usize, log_weights: &[f64]| {
        let seconds = start.elapsed().as_secs_f64();
        let learnt = mean_log_likelihood(&store, log_weights);
        let unseen = mean_log_likelihood(&fresh, log_weights);
        println!("{what}: {walks} walks, {seconds:.2} s, {learnt:.4}, {unseen:.4}");
        assert!(unseen > uniform + 0.3, "{what} learnt nothing");
    };

    let start = Instant::now();
    let mm = minorize_maximize(&store, MmOptions::default(), |_| {});
    let log_weights: Vec<f64> = mm.weights.iter().map(|w| w.ln()).collect();
    show("MM", start, mm.updates.len() + 2, &log_weights);

    for prior in [Prior::ONE_WIN_IN_TWO, Prior::Ridge { precision: 1.0 }] {
        let start = Instant::now();
        let fit = fit_lbfgs(&store, LbfgsFitOptions { prior, ..LbfgsFitOptions::default() }, None, |_, _| true);
        show(&format!("L-BFGS {prior:?}"), start, fit.evaluations, &fit.log_weights);
    }

    let start = Instant::now();
    let options = StreamingOptions::default();
    let epochs = options.epochs;
    let log_weights = fit_streaming(store.groups().n_levels(), &mut &store, options, |_, _| {});
    show("streaming", start, epochs, &log_weights);
}

fn world(n_competitions: usize, seed: u64) -> CompetitionStore {
    let sizes = [6, 2, 2, 3, 4, 9, 9, 200_000];
    let groups = LevelGroups::from_sizes(&sizes);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
    let hidden: Vec<f64> = (0..groups.n_levels()).map(|_| rng.random_range(-1.5..1.5)).collect();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut store = CompetitionStore::new(groups.clone(), EmptyTeams::WeightOne);
    let mut candidates = Rows::new();
    for _ in 0..n_competitions {
        candidates.clear();
        let mut strengths = Vec::with_capacity(N_CANDIDATES);
        for _ in 0..N_CANDIDATES {
            let mut strength = 0.0;
            for group in 0..sizes.len() {
                let range = groups.range(group);
                let present = [0.02, 0.02, 0.02, 0.05, 0.5, 0.3, 0.3, 0.9][group];
                // Squaring twice makes a few levels common and most rare, as patterns are.
                let u: f64 = rng.random::<f64>().powi(4);
                let level = range.start + (u * range.len() as f64) as u32;
                if rng.random_bool(present) {
                    candidates.push(level);
                    strength += hidden[level as usize];
                }
            }
            candidates.finish_row();
            strengths.push(strength.exp());
        }
        let mut ticket = rng.random_range(0.0..strengths.iter().sum::<f64>());
        let winner = strengths.iter().position(|s| {
            ticket -= s;
            ticket < 0.0
        });
        store.push(&candidates, winner.unwrap_or(0)).expect("valid competition");
    }
    store
}
