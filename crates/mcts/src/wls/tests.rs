//! The conditions of Basaldúa 2013, section 4.5.2, and the published tables.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::correlation::spearman;

#[test]
fn the_largest_scales_fit_their_integers() {
    assert_eq!(WinLossScale::<u8>::new(21).n_states(), 253);
    assert_eq!(WinLossScale::<u8>::new(99).n_states(), 253);
    assert_eq!(WinLossScale::<u16>::new(999).n_states(), 65_341);
    assert_eq!(WinLossScale::<u32>::new(400).n_states(), 401 * 402 / 2);
}

/// Conditions 2 and 3 of section 4.5.2.
fn keeps_the_conditions<S: WinLossState>(end: usize, saturation: Saturation) {
    let scale = WinLossScale::<S>::with_saturation(end, saturation);
    for index in 1..scale.n_states() {
        let state = S::from_index(index);
        let (wins, trials) = scale.counts(state);
        let end = end as u32;
        assert_eq!(scale.state(wins as usize, trials as usize), state);
        assert_eq!(scale.won(state) > state, (wins, trials) != (end, end), "{wins}/{trials} of {end}");
        assert_eq!(scale.lost(state) < state, (wins, trials) != (0, end), "{wins}/{trials} of {end}");
        if trials < end {
            assert_eq!(scale.counts(scale.won(state)), (wins + 1, trials + 1));
            assert_eq!(scale.counts(scale.lost(state)), (wins, trials + 1));
        }
    }
    assert!(end < 8 || (scale.state(6, 8) > scale.state(3, 4) && scale.state(2, 8) < scale.state(1, 4)));
}

#[test]
fn results_move_the_state_the_right_way() {
    for end in 1..=21 {
        keeps_the_conditions::<u8>(end, Saturation::default());
        keeps_the_conditions::<u8>(end, Saturation::Counter);
    }
    for end in [30, 100] {
        keeps_the_conditions::<u16>(end, Saturation::default());
        keeps_the_conditions::<u32>(end, Saturation::Counter);
    }
}

#[test]
fn a_threshold_may_have_more_trials_than_the_scale() {
    let scale = WinLossScale::<u8>::new(21);
    for index in 1..scale.n_states() {
        let state = u8::from_index(index);
        let (wins, trials) = scale.counts(state);
        assert_eq!(scale.threshold(wins, trials), state, "{wins}/{trials}");
    }
    // Basaldúa 2013, Table 4.7: the threshold of edge moves.
    let threshold = scale.threshold(125, 200);
    assert!(threshold > scale.state(13, 21) && threshold < scale.state(15, 21) && threshold <= scale.state(1, 1));
    assert_eq!(scale.threshold(199, 200), scale.state(21, 21));
}

#[test]
fn one_scale_is_the_same_in_every_integer() {
    let (narrow, wide) = (WinLossScale::<u8>::new(21), WinLossScale::<u32>::new(21));
    for index in 0..narrow.n_states() {
        let (a, b) = (u8::from_index(index), u32::from_index(index));
        assert_eq!(narrow.counts(a), wide.counts(b));
        assert_eq!((narrow.won(a).index(), narrow.lost(a).index()), (wide.won(b).index(), wide.lost(b).index()));
    }
}

#[test]
fn the_scale_of_figure_4_9_jumps_back() {
    // End of scale 3: a loss at 3/3 and a win at 2/3 go back to fewer trials.
    let scale = WinLossScale::<u8>::new(3);
    assert_eq!(scale.n_states(), 10);
    assert_eq!(scale.counts(scale.won(scale.state(3, 3))), (3, 3));
    assert!(scale.counts(scale.lost(scale.state(3, 3))).1 < 3);
    assert!(scale.counts(scale.won(scale.state(2, 3))).1 < 3);
}

/// Deviation and rank correlation of 21 rates after so many results each (section 4.5.5).
fn quality(scale: &WinLossScale<u8>, updates: std::ops::RangeInclusive<u32>) -> (f64, f64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let rates: Vec<f64> = (0..21).map(|i| f64::from(i) * 0.05).collect();
    let experiments = 600;
    let (mut deviation, mut correlation) = (0.0, 0.0);
    for _ in 0..experiments {
        let updates = rng.random_range(updates.clone());
        let estimate = |rate: &f64| {
            let update = |state, _| if rng.random_bool(*rate) { scale.won(state) } else { scale.lost(state) };
            scale.rate((0..updates).fold(scale.unseen(), update))
        };
        let estimates: Vec<f64> = rates.iter().map(estimate).collect();
        let squares: f64 = rates.iter().zip(&estimates).map(|(p, q)| (p - q).powi(2)).sum();
        deviation += (squares / 20.0).sqrt();
        correlation += spearman(&rates, &estimates).unwrap();
    }
    (deviation / f64::from(experiments), correlation / f64::from(experiments))
}

/// A deviation within 0.0025 of the published one and a rank correlation within `tolerance`: 600 experiments instead of 25,000.
fn check(label: &str, (deviation, correlation): (f64, f64), published: (f64, f64), tolerance: f64) {
    assert!((deviation - published.0).abs() < 0.0025, "{label}: {deviation:.4}, published {}", published.0);
    assert!((correlation - published.1).abs() < tolerance, "{label}: {correlation:.4}, published {}", published.1);
}

#[test]
fn table_4_5_comes_out() {
    let scale = WinLossScale::<u8>::with_saturation(21, Saturation::Counter);
    check("not saturated", quality(&scale, 20..=20), (0.0899, 0.9624), 0.002);
    check("saturated", quality(&scale, 200..=200), (0.2316, 0.9170), 0.004);
}

/// Not K = 1: there every jump is a half, and the last bit of a division decided where it went.
#[test]
fn table_4_6_comes_out() {
    for (jump, deviation, correlation) in [
        (0.9, 0.1084, 0.9742),
        (1.1, 0.0970, 0.9753),
        (1.2, 0.0881, 0.9759),
        (1.3, 0.0817, 0.9759),
        (1.4, 0.0838, 0.9746),
    ] {
        let scale = WinLossScale::<u8>::with_saturation(21, Saturation::Jump { jump });
        check(&format!("K = {jump}"), quality(&scale, 150..=250), (deviation, correlation), 0.002);
    }
}

/// Updates until a rate of 1/4 that became 3/4 is measured as 3/4 within 2.5%, the mean of 25 (section 4.5.7).
fn settling_time(end: usize, rng: &mut Xoshiro256PlusPlus) -> f64 {
    let scale = WinLossScale::<u32>::new(end);
    let repetitions = 25;
    let mut n_updates = 0;
    for _ in 0..repetitions {
        let mut state = scale.state(end / 4, end);
        for _ in 0..2 * end {
            state = if rng.random_bool(0.25) { scale.won(state) } else { scale.lost(state) };
        }
        while (scale.rate(state) - 0.75).abs() > 0.025 {
            state = if rng.random_bool(0.75) { scale.won(state) } else { scale.lost(state) };
            n_updates += 1;
        }
    }
    f64::from(n_updates) / f64::from(repetitions)
}

/// Figure 4.11: the settling time is a linear function of the end of scale. Published: adjusted R^2 = 0.99968 over 25, 50, ... 1000.
#[test]
fn figure_4_11_comes_out() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let points: Vec<(f64, f64)> =
        (50..=1000).step_by(95).map(|end| (end as f64, settling_time(end, &mut rng))).collect();
    let n = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
    let (x_mean, y_mean) = (mean(|p| p.0), mean(|p| p.1));
    let sum = |of: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>();
    let covariance = sum(&|p| (p.0 - x_mean) * (p.1 - y_mean));
    let (x_square, y_square) = (sum(&|p| (p.0 - x_mean).powi(2)), sum(&|p| (p.1 - y_mean).powi(2)));
    let r_square = covariance * covariance / (x_square * y_square);
    assert!(r_square > 0.995 && covariance > 0.0, "R^2 = {r_square:.5} of {points:?}");
}

#[test]
fn a_table_counts_and_forgets() {
    let table = WinLossTable::new(WinLossScale::<u16>::new(50), 10);
    table.update(3, true);
    table.update(3, true);
    table.update(3, false);
    assert_eq!(table.scale().counts(table.get(3)), (2, 3));
    assert_eq!(table.get(4), table.scale().unseen());
    table.clear();
    assert_eq!(table.get(3), table.scale().unseen());
}

#[test]
fn initial_counts_are_where_a_state_begins() {
    let scale = WinLossScale::<u8>::new(21);
    let initial = scale.state(3, 6);
    let table = WinLossTable::with_initial(scale, 4, initial);
    table.update(1, true);
    assert_eq!(table.scale().counts(table.get(1)), (4, 7));
    table.clear();
    assert_eq!(table.get(1), initial);
    assert!(table.scale().state(2, 2) > initial && initial > table.scale().state(0, 2));
}
