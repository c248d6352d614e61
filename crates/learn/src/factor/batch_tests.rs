//! Batches against plain definitions: numeric derivatives, unbiased sampling, independence of the number of threads.

use super::decision::DecisionGradient;
use super::*;
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const K: usize = 4;

/// Weight and factors of every feature in double precision.
type Parameters = Vec<(f64, [f64; K])>;

fn settings(negligible: f32) -> FactorSettings {
    FactorSettings { factor_spread: 0.6, weight_decay: 0.0, factor_decay: 0.0, negligible, ..Default::default() }
}

/// Decisions over few features, so that candidates share most of them.
fn random_decision(rng: &mut Xoshiro256PlusPlus, n_features: u32) -> (Rows, usize) {
    let n = rng.random_range(2..9);
    let mut rows = Rows::new();
    for _ in 0..n {
        for feature in 0..n_features {
            if rng.random_bool(0.4) {
                rows.push(feature);
            }
        }
        rows.finish_row();
    }
    (rows, rng.random_range(0..n))
}

/// The loss in double precision, straight from the definition.
fn loss(parameters: &[(f64, [f64; K])], candidates: &Rows, chosen: usize) -> f64 {
    let scores: Vec<f64> = candidates
        .iter()
        .map(|features| {
            let mut score: f64 = features.iter().map(|&f| parameters[f as usize].0).sum();
            for (i, &a) in features.iter().enumerate() {
                for &b in &features[i + 1..] {
                    score += (0..K).map(|k| parameters[a as usize].1[k] * parameters[b as usize].1[k]).sum::<f64>();
                }
            }
            score
        })
        .collect();
    scores.iter().map(|s| s.exp()).sum::<f64>().ln() - scores[chosen]
}

fn parameters_of(machine: &FactorMachine<K>) -> Parameters {
    machine.rows.iter().map(|row| (f64::from(row.weight), row.factors.map(f64::from))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]
    /// Every component of the gathered gradient is the derivative of the loss, shared features included.
    #[test]
    fn gathered_gradient_is_the_derivative(seed in any::<u64>()) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut machine = FactorMachine::<K>::new(7, settings(0.0), seed);
        machine.rows.iter_mut().for_each(|row| row.weight = rng.random_range(-1.0..1.0));
        let mut gradient = DecisionGradient::default();
        // Twice, to see that reused memory starts clean.
        for _ in 0..2 {
            let (candidates, chosen) = random_decision(&mut rng, 7);
            let log_probability = gradient.compute(&machine, &candidates, chosen, 0);
            let at = parameters_of(&machine);
            prop_assert!((f64::from(log_probability) + loss(&at, &candidates, chosen)).abs() < 1e-4);
            let h = 1e-5;
            let derivative = |change: &dyn Fn(&mut Parameters, f64)| {
                let (mut up, mut down) = (at.clone(), at.clone());
                change(&mut up, h);
                change(&mut down, -h);
                (loss(&up, &candidates, chosen) - loss(&down, &candidates, chosen)) / (2.0 * h)
            };
            for feature in 0..7usize {
                let found = gradient.gathered.features.iter().position(|&f| f as usize == feature);
                let weight = found.map_or(0.0, |slot| f64::from(gradient.gathered.rows[slot].weight));
                let numeric = derivative(&|p, h| p[feature].0 += h);
                prop_assert!((weight - numeric).abs() < 1e-4, "weight {}: {} {}", feature, weight, numeric);
                for k in 0..K {
                    let factor = found.map_or(0.0, |slot| f64::from(gradient.gathered.rows[slot].factors[k]));
                    let numeric = derivative(&|p, h| p[feature].1[k] += h);
                    prop_assert!((factor - numeric).abs() < 1e-4, "factor {},{}: {} {}", feature, k, factor, numeric);
                }
            }
        }
    }
}

/// Averaged over many draws, leaving out negligible candidates changes nothing.
#[test]
fn sampling_is_unbiased() {
    let machine = FactorMachine::<K>::new(40, settings(0.2), 3);
    let candidates: Rows = (0..20u32).map(|c| [c, 20 + c % 7, 30 + c % 10]).collect();
    let mut exact = DecisionGradient::default();
    let without = FactorMachine::<K> { settings: settings(0.0), ..machine.clone() };
    exact.compute(&without, &candidates, 4, 0);
    let mut sampled = DecisionGradient::default();
    let mut sums = [0.0f64; 40];
    let draws = 20_000;
    for number in 0..draws {
        sampled.compute(&machine, &candidates, 4, number);
        for (&feature, row) in sampled.gathered.features.iter().zip(&sampled.gathered.rows) {
            sums[feature as usize] += f64::from(row.weight);
        }
    }
    for (&feature, row) in exact.gathered.features.iter().zip(&exact.gathered.rows) {
        let mean = sums[feature as usize] / draws as f64;
        assert!((mean - f64::from(row.weight)).abs() < 0.006, "feature {feature}: {mean}, exactly {}", row.weight);
    }
}

fn train(threads: usize, batch: usize) -> (Vec<u8>, f64) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a thread pool");
    let mut machine = FactorMachine::<K>::new(12, FactorSettings { factor_spread: 0.3, ..Default::default() }, 5);
    let mut learner = BatchLearner::new();
    let mut last = 0.0;
    let steps = 600 / batch;
    for step in 0..steps {
        let report = pool.install(|| {
            learner.learn(&mut machine, batch, step as f32 / steps as f32, |place, rows| {
                // The choice depends on a pair of features: even with even, odd with odd.
                let t = (step * batch + place) as u32;
                let context = t % 4;
                (4..12).for_each(|feature| rows.push_row(&[context, feature]));
                (!t.is_multiple_of(50)).then_some(((t / 4) % 2 * 2 + context % 2 * 4) as usize % 8)
            })
        });
        last = report.log_likelihood / report.decisions as f64;
    }
    (serde_json::to_vec(&machine).expect("serialises"), last)
}

#[test]
fn the_number_of_threads_does_not_change_the_result() {
    assert_eq!(train(1, 20), train(3, 20));
}

#[test]
fn batches_learn() {
    let start = -(8f64.ln());
    assert!(train(2, 1).1 > start + 0.6, "{}", train(2, 1).1);
    assert!(train(2, 10).1 > start + 0.6, "{}", train(2, 10).1);
}

/// Saved and loaded in the middle of training, the machine ends with the same bits.
#[test]
fn learning_resumes_where_it_stopped() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
    let decisions: Vec<(Rows, usize)> = (0..60).map(|_| random_decision(&mut rng, 10)).collect();
    let run = |interrupted: bool| {
        let mut machine = FactorMachine::<K>::new(10, FactorSettings::default(), 2);
        for (i, (rows, chosen)) in decisions.iter().enumerate() {
            if interrupted && i == 30 {
                let bytes = serde_json::to_vec(&machine).expect("serialises");
                machine = serde_json::from_slice(&bytes).expect("reads back");
            }
            super::tests::learn_one(&mut machine, rows, *chosen, i as f32 / 60.0);
        }
        serde_json::to_vec(&machine).expect("serialises")
    };
    assert_eq!(run(false), run(true));
    let wrong: Result<FactorMachine<8>, _> = serde_json::from_slice(&run(false));
    let message = wrong.err().expect("four factors are not eight").to_string();
    assert!(message.contains("10 weights of 8 factors") && message.contains("40 values"), "{message}");
}

/// The terms of an explanation add up to the score, and without a feature the score falls by its share.
#[test]
fn explanations_add_up() {
    let mut machine = FactorMachine::<K>::new(9, settings(0.0), 4);
    machine.rows.iter_mut().enumerate().for_each(|(i, row)| row.weight = (i as f32).sin());
    let features = [1, 3, 4, 8];
    let score = forward::score_of(&machine.rows, &features).0;
    let terms = machine.terms(&features);
    assert_eq!(terms.len(), 4 + 6);
    assert!((terms.iter().map(|t| t.value).sum::<f32>() - score).abs() < 1e-5);
    assert!(terms.windows(2).all(|pair| pair[0].value.abs() >= pair[1].value.abs()));
    let without = forward::score_of(&machine.rows, &[1, 4, 8]).0;
    assert!((score - without - machine.share_of(&features, 3)).abs() < 1e-5);
    let quantised = QuantisedFactors::from_machine(&machine);
    let rounded: f32 = quantised.terms(&features).iter().map(|t| t.value).sum();
    assert!((rounded - quantised.score(&features)).abs() < 1e-4);
}
