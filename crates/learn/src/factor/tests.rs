//! The machine against its definition: pair sums, finite differences, and a choice that only a pair can explain.

use super::*;
use crate::to_probabilities;

/// Learns from one decision alone; returns the log-probability that the chosen candidate had before.
pub(super) fn learn_one<const K: usize>(
    machine: &mut FactorMachine<K>,
    candidates: &Rows,
    chosen: usize,
    progress: f32,
) -> f64 {
    let describe = |_: usize, rows: &mut Rows| {
        rows.clone_from(candidates);
        Some(chosen)
    };
    BatchLearner::new().learn(machine, 1, progress, describe).log_likelihood
}

fn slow_score<const K: usize>(machine: &FactorMachine<K>, features: &[u32]) -> f64 {
    let mut score: f64 = features.iter().map(|&f| f64::from(machine.weight(f))).sum();
    for (i, &a) in features.iter().enumerate() {
        for &b in &features[i + 1..] {
            score += (0..K).map(|k| f64::from(machine.factors(a)[k]) * f64::from(machine.factors(b)[k])).sum::<f64>();
        }
    }
    score
}

#[test]
fn score_is_the_sum_over_pairs() {
    let settings = FactorSettings { factor_spread: 0.7, ..Default::default() };
    let machine = FactorMachine::<8>::new(20, settings, 3);
    for features in [&[0u32, 3, 7, 19][..], &[5], &[], &[1, 2, 4, 6, 8, 10, 12]] {
        let (fast, _) = forward::score_of(&machine.rows, features);
        assert!((f64::from(fast) - slow_score(&machine, features)).abs() < 1e-5);
    }
}

/// With a tiny step, no prior and accumulators of 1, a step moves every parameter against the numerical gradient.
#[test]
fn gradient_equals_finite_differences() {
    let rate = 1e-3;
    let settings = FactorSettings {
        weight_rate: rate,
        factor_rate: rate,
        final_share: 1.0,
        weight_decay: 0.0,
        factor_decay: 0.0,
        factor_spread: 0.5,
        initial_accumulator: 1e6,
        negligible: 0.0,
    };
    let machine = FactorMachine::<4>::new(9, settings, 1);
    let candidates: Rows = [&[0u32, 1, 2][..], &[3, 4, 5], &[6, 7, 8]].into_iter().collect();
    let chosen = 1;
    let loss = |machine: &FactorMachine<4>| {
        let mut scores = Vec::new();
        machine.scores(&candidates, &mut scores);
        -f64::from(to_probabilities(&mut scores, chosen))
    };
    let mut trained = machine.clone();
    learn_one(&mut trained, &candidates, chosen, 0.0);
    let h = 1e-2f32;
    for feature in 0..9usize {
        let mut up = machine.clone();
        let mut down = machine.clone();
        up.rows[feature].weight += h;
        down.rows[feature].weight -= h;
        let numeric = (loss(&up) - loss(&down)) / f64::from(2.0 * h);
        let moved = f64::from((machine.rows[feature].weight - trained.rows[feature].weight) / rate * 1e3);
        assert!((numeric - moved).abs() < 2e-3, "weight {feature}: {numeric} {moved}");
        for k in 0..4 {
            let (mut up, mut down) = (machine.clone(), machine.clone());
            up.rows[feature].factors[k] += h;
            down.rows[feature].factors[k] -= h;
            let numeric = (loss(&up) - loss(&down)) / f64::from(2.0 * h);
            let moved = f64::from((machine.rows[feature].factors[k] - trained.rows[feature].factors[k]) / rate * 1e3);
            assert!((numeric - moved).abs() < 2e-2, "factor {feature},{k}: {numeric} {moved}");
        }
    }
}

/// The chosen candidate alternates between equal and different features (exclusive or): weights alone cannot learn it.
#[test]
fn pairs_learn_what_weights_cannot() {
    let decision = |t: u32| -> (Rows, usize) {
        let context = t % 2;
        let candidates: Rows = [[context, 2], [context, 3]].iter().collect();
        (candidates, context as usize)
    };
    let mut machine = FactorMachine::<8>::new(4, FactorSettings { factor_spread: 0.3, ..Default::default() }, 5);
    let steps = 4000;
    let mut late = 0.0;
    for t in 0..steps {
        let (candidates, chosen) = decision(t);
        let log_probability = learn_one(&mut machine, &candidates, chosen, t as f32 / steps as f32);
        if t >= steps - 100 {
            late += log_probability / 100.0;
        }
    }
    assert!(late > -0.1, "mean log-probability {late}");
}

#[test]
fn training_is_deterministic() {
    let run = || {
        let mut machine = FactorMachine::<8>::new(6, FactorSettings::default(), 5);
        for t in 0..100u32 {
            let candidates: Rows = [[t % 3, 3 + t % 2], [(t + 1) % 3, 5]].iter().collect();
            learn_one(&mut machine, &candidates, (t % 2) as usize, 0.5);
        }
        (0..6).map(|f| (machine.weight(f).to_bits(), machine.factors(f).map(f32::to_bits))).collect::<Vec<_>>()
    };
    assert_eq!(run(), run());
}

#[test]
fn probabilities_sum_to_one_and_survive_large_scores() {
    let mut scores = vec![1000.0, 998.0, -1000.0];
    let log = to_probabilities(&mut scores, 1);
    assert!((scores.iter().sum::<f32>() - 1.0).abs() < 1e-6);
    assert!((log - scores[1].ln()).abs() < 1e-5);
}

/// Rounding to bytes keeps scores close: the error of a sum of 40 features stays below a twentieth of a nat.
#[test]
fn quantised_scores_are_close() {
    let settings = FactorSettings { factor_spread: 0.2, ..Default::default() };
    let mut machine = FactorMachine::<8>::new(200, settings, 11);
    for (i, row) in machine.rows.iter_mut().enumerate() {
        row.weight = 2.0 * unit(1, i as u64);
    }
    let quantised = QuantisedFactors::from_machine(&machine);
    let bytes = through_text(&quantised);
    for start in 0..100u32 {
        let features: Vec<u32> = (start..start + 40).collect();
        let exact = forward::score_of(&machine.rows, &features).0;
        assert!((quantised.score(&features) - exact).abs() < 0.05);
        assert_eq!(quantised.score(&features), bytes.score(&features));
    }
}

fn through_text(factors: &QuantisedFactors<8>) -> QuantisedFactors<8> {
    let json = serde_json::to_string(factors).unwrap();
    serde_json::from_str(&json).unwrap()
}
