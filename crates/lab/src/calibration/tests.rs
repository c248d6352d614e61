//! Both fits find what made data.

use go_engine::Findings;
use go_features::points::{N_POINT_FEATURES, PointFeature};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;

#[test]
fn factors_of_points_are_found_again() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let truth = |unsettled: f64| 2.0 - 2.0 * unsettled;
    let rows: Vec<OwnerRow> = (0..20_000)
        .map(|n| {
            let mut features = [0.0; N_POINT_FEATURES];
            features[PointFeature::Stone as usize] = if random.random_bool(0.5) { 1.0 } else { -1.0 };
            let unsettled: f32 = random.random_range(0.0..0.8);
            let z = truth(f64::from(unsettled)) * f64::from(features[PointFeature::Stone as usize]);
            let chance = 1.0 / (1.0 + (-z).exp());
            // Every other row is a referee's, who knows the chance.
            let black = if n % 2 == 0 { f32::from(u8::from(random.random_bool(chance))) } else { chance as f32 };
            OwnerRow { features, unsettled, black }
        })
        .collect();
    let factors = fit_owners(&rows);
    for unsettled in [0.1, 0.3, 0.6] {
        let weights = factors.at(unsettled);
        let found = weights[PointFeature::Stone as usize];
        assert!((found - truth(unsettled)).abs() < 0.15, "{found} at {unsettled}");
        assert_eq!(weights[PointFeature::InAtari as usize], 0.0);
    }
}

/// Games whose end is the expected lead with a spread of twice the uncertainty; playouts and win rate say nothing.
#[test]
fn lead_and_chance_are_found_again() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    let outcomes: Vec<Outcome> = (0..6_000)
        .map(|n| {
            let (foreseen, unsettled) = (random.random_range(-20.0..20.0), random.random_range(0.0..0.8));
            let found = Findings { lead: random.random_range(-9.0..9.0), foreseen, unsettled, win_rate: 0.5 };
            // A logistic spread with the scale of the uncertainty.
            let chance: f64 = random.random_range(0.001..0.999);
            let lead = foreseen + found.uncertainty() * (chance / (1.0 - chance)).ln();
            Outcome { best: found, mean: found, next: None, has_won: lead > 0.0, lead: (n % 2 == 0).then_some(lead) }
        })
        .collect();
    let calibration = fit_shown(&outcomes, 0.5);
    let found = Findings { lead: 0.0, foreseen: 10.0, unsettled: 0.4, win_rate: 0.5 };
    let shown = calibration.show(&found);
    assert!((shown.lead - 10.0).abs() < 0.6, "{shown:?}");
    let expected = 1.0 / (1.0 + (-10.0 / found.uncertainty()).exp());
    assert!((shown.win_rate - expected).abs() < 0.03, "{shown:?}, {expected}");
}

#[test]
fn the_share_of_the_best_move_keeps_the_outlook() {
    let found = |win_rate: f64| Findings { lead: 0.0, foreseen: 0.0, unsettled: 0.5, win_rate };
    let outcome = Outcome {
        best: found(0.56),
        mean: found(0.50),
        next: Some([found(0.47), found(0.49)]),
        has_won: true,
        lead: None,
    };
    assert!((best_share(&[outcome]) - 0.25).abs() < 1e-9);
    assert_eq!(best_share(&[]), 0.5);
}
