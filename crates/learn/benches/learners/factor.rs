//! The factor machine on decisions among 260 candidates with 40 of 500,000 features each.

use std::time::Instant;

use learn::Rows;
use learn::factor::{BatchLearner, FactorMachine, FactorSettings, QuantisedFactors};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const N_DECISIONS: usize = 2_000;
const N_CANDIDATES: usize = 260;
const N_ACTIVE: usize = 40;
const N_FEATURES: usize = 500_000;
const BATCH: usize = 32;

pub(crate) fn run() {
    let decisions: Vec<(Rows, usize)> = {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        (0..N_DECISIONS).map(|_| decision(&mut rng)).collect()
    };
    measure::<8>(&decisions);
    measure::<16>(&decisions);
}

fn measure<const K: usize>(decisions: &[(Rows, usize)]) {
    let uniform = -(N_CANDIDATES as f64).ln();
    let micros = |start: Instant| start.elapsed().as_secs_f64() * 1e6 / decisions.len() as f64;

    let mut machine = FactorMachine::<K>::new(N_FEATURES, FactorSettings::default(), 1);
    let mut learner = BatchLearner::new();
    let start = Instant::now();
    let mut likelihood = 0.0;
    for (i, batch) in decisions.chunks(BATCH).enumerate() {
        let progress = (i * BATCH) as f32 / N_DECISIONS as f32;
        let report = learner.learn(&mut machine, batch.len(), progress, |place, rows| {
            rows.clone_from(&batch[place].0);
            Some(batch[place].1)
        });
        likelihood += report.log_likelihood;
    }
    let mean = likelihood / N_DECISIONS as f64;
    println!("{K} factors: batches of {BATCH} {:.0} us a decision, mean log-likelihood {mean:.3}", micros(start));
    assert!(mean > uniform + 0.3, "nothing learnt: {mean}");

    let quantised = QuantisedFactors::from_machine(&machine);
    let (mut exact, mut rounded) = (Vec::new(), Vec::new());
    let start = Instant::now();
    decisions.iter().for_each(|(rows, _)| machine.scores(rows, &mut exact));
    let float_time = micros(start);
    let start = Instant::now();
    decisions.iter().for_each(|(rows, _)| quantised.scores(rows, &mut rounded));
    let worst = exact.iter().zip(&rounded).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
    println!("{K} factors: scores {float_time:.0} us, quantised {:.0} us, off by at most {worst:.4}", micros(start));
    assert!(worst < 0.2, "rounding changed a score by {worst}");
}

/// Feature frequencies fall off like those of words; the winner is drawn by the common features.
fn decision(rng: &mut Xoshiro256PlusPlus) -> (Rows, usize) {
    let mut rows = Rows::new();
    let mut strengths = Vec::with_capacity(N_CANDIDATES);
    for _ in 0..N_CANDIDATES {
        let mut strength = 0.0;
        for _ in 0..N_ACTIVE {
            let feature = ((N_FEATURES as f64).powf(rng.random::<f64>()) - 1.0) as u32;
            rows.push(feature);
            strength += if feature < 100 { f64::from(feature).sin() } else { 0.0 };
        }
        rows.finish_row();
        strengths.push(f64::exp(strength));
    }
    let mut ticket = rng.random_range(0.0..strengths.iter().sum::<f64>());
    let winner = strengths.iter().position(|s| {
        ticket -= s;
        ticket < 0.0
    });
    (rows, winner.unwrap_or(0))
}
