//! Beginning with another machine: what carries over, and that the estimates of the accumulators are near the real ones.

use super::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const K: usize = 2;
const N_FEATURES: u32 = 40;

/// Ten candidates with three features each; the first feature of a candidate decides how likely it is chosen.
fn decision(rng: &mut Xoshiro256PlusPlus) -> (Rows, usize) {
    let mut rows = Rows::new();
    let mut strengths = Vec::new();
    for _ in 0..10 {
        let first = rng.random_range(0..20u32);
        strengths.push(1.0 + f64::from(first % 5));
        rows.push(first);
        rows.push(rng.random_range(20..30));
        rows.push(rng.random_range(30..N_FEATURES));
        rows.finish_row();
    }
    let mut drawn = rng.random_range(0.0..strengths.iter().sum());
    let chosen = strengths.iter().position(|s| {
        drawn -= s;
        drawn <= 0.0
    });
    (rows, chosen.unwrap_or(9))
}

fn decisions(n: usize, seed: u64) -> Vec<(Rows, usize)> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    (0..n).map(|_| decision(&mut rng)).collect()
}

fn describe<'d>(decisions: &'d [(Rows, usize)]) -> impl Fn(usize, &mut Rows) -> Option<usize> + Sync + 'd {
    |place, rows| {
        let (candidates, chosen) = &decisions[place];
        for features in candidates.iter() {
            features.iter().for_each(|&feature| rows.push(feature));
            rows.finish_row();
        }
        Some(*chosen)
    }
}

fn trained(settings: FactorSettings, all: &[(Rows, usize)]) -> FactorMachine<K> {
    let mut machine = FactorMachine::new(N_FEATURES as usize, settings, 1);
    let mut learner = BatchLearner::new();
    for (n, one) in all.chunks(1).enumerate() {
        learner.learn(&mut machine, 1, n as f32 / all.len() as f32, describe(one));
    }
    machine
}

fn begun(from: &FactorMachine<K>, settings: FactorSettings) -> FactorMachine<K> {
    let mut machine = FactorMachine::new(N_FEATURES as usize, settings, 2);
    (0..N_FEATURES).for_each(|f| machine.begin_with(f, from.weight(f), *from.factors(f)));
    machine
}

#[test]
fn measuring_moves_nothing_and_finds_the_slopes_of_the_training() {
    let settings = FactorSettings { negligible: 0.0, ..Default::default() };
    let old = trained(settings, &decisions(20_000, 3));
    let mut machine = begun(&old, settings);
    let sample = decisions(10_000, 4);
    let mut learner = BatchLearner::new();
    sample.chunks(1).for_each(|one| {
        learner.measure(&mut machine, 1, describe(one));
    });
    machine.scale_slopes(2.0);
    for f in 0..N_FEATURES {
        assert_eq!((machine.weight(f), machine.factors(f)), (old.weight(f), old.factors(f)));
        let (real, found) = (&old.rows[f as usize], &machine.rows[f as usize]);
        let ratio = found.weight_accumulator / real.weight_accumulator;
        assert!((0.8..1.25).contains(&ratio), "feature {f}: {found:?}, really {real:?}");
    }
}

/// `k (1 - k / n)` is a good guess for features that nothing else of the candidate tells about.
#[test]
fn sights_tell_the_slopes_of_rare_features() {
    let settings = FactorSettings { negligible: 0.0, ..Default::default() };
    let all = decisions(20_000, 5);
    let old = trained(settings, &all);
    let mut sights = vec![(0u32, 0u32); N_FEATURES as usize];
    for (candidates, chosen) in &all {
        for (place, features) in candidates.iter().enumerate() {
            for &feature in features {
                sights[feature as usize].0 += 1;
                sights[feature as usize].1 += u32::from(place == *chosen);
            }
        }
    }
    let mut machine = begun(&old, settings);
    machine.expect_slopes(0, sights);
    for f in 0..N_FEATURES as usize {
        let ratio = machine.rows[f].weight_accumulator / old.rows[f].weight_accumulator;
        assert!((0.7..1.6).contains(&ratio), "feature {f}: ratio {ratio}");
    }
}

/// With the estimates a second training leaves what is known in its place; with fresh accumulators its first steps throw it away.
#[test]
fn going_on_keeps_what_is_known() {
    let settings = FactorSettings { weight_rate: 0.5, negligible: 0.0, ..Default::default() };
    let all = decisions(20_000, 6);
    let old = trained(settings, &all);
    let next = decisions(20, 7);
    let distance = |machine: &FactorMachine<K>| -> f32 {
        (0..N_FEATURES).map(|f| (machine.weight(f) - old.weight(f)).powi(2)).sum()
    };
    let go_on = |mut machine: FactorMachine<K>| {
        BatchLearner::new().learn(&mut machine, next.len(), 0.5, describe(&next));
        machine
    };
    let fresh = distance(&go_on(begun(&old, settings)));
    let mut careful = begun(&old, settings);
    BatchLearner::new().measure(&mut careful, 2_000, describe(&all[..2_000]));
    careful.scale_slopes(10.0);
    let careful = distance(&go_on(careful));
    assert!(careful < fresh / 100.0, "moved by {careful}, with fresh accumulators by {fresh}");
}
