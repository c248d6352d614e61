//! Every rule against its formula, worked out by hand.

use super::*;

const NODE: NodeStats = NodeStats { visits: 100, mean: 0.4, chosen_mean: 0.6, rave_visits: 900, n_candidates: 10 };

const EDGE: EdgeStats =
    EdgeStats { visits: 20, sum: 9.0, rave_visits: 60, rave_sum: 36.0, prior: 0.3, value: Some(0.8), horizon: 50.0 };

const UNVISITED: EdgeStats =
    EdgeStats { visits: 0, sum: 0.0, rave_visits: 0, rave_sum: 0.0, prior: 0.1, value: None, horizon: 0.0 };

#[track_caller]
fn check(rules: Rules, edge: EdgeStats, expected: f64) {
    let score = f64::from(rules.score(&rules.frame(&NODE), &edge));
    assert!((score - expected).abs() < 1e-5 || score == expected, "{score} is not {expected}");
}

#[test]
fn ucb1_is_van_niekerk_eq_2_1() {
    check(Rules::ucb1(0.7), EDGE, 0.45 + 0.7 * (100.0_f64.ln() / 20.0).sqrt());
    check(Rules::ucb1(0.7), UNVISITED, f64::INFINITY);
}

#[test]
fn rave_is_basaldua_eq_3_9_to_3_13() {
    let beta = 60.0 / (60.0 + 20.0 + 60.0 * 20.0 / 3000.0);
    let uct = 0.45 + 0.1 * (100.0_f64.ln() / 20.0).sqrt();
    check(Rules::uct_rave(0.1, 1.0 / 3000.0), EDGE, beta * 0.6 + (1.0 - beta) * uct);
    check(Rules::uct_rave(0.1, 1.0 / 3000.0), UNVISITED, 1.0);
}

#[test]
fn simple_rave_is_basaldua_eq_3_14_with_both_bounds() {
    let rules = Rules { rave: Some(Rave::by_visits()), ..Rules::ucb1(0.31) };
    let beta = (100.0 / 160.0_f64).sqrt();
    let rave = 0.6 + 0.31 * (900.0_f64.ln() / 60.0).sqrt();
    let uct = 0.45 + 0.31 * (100.0_f64.ln() / 20.0).sqrt();
    check(rules, EDGE, beta * rave + (1.0 - beta) * uct);
}

#[test]
fn goknot_is_basaldua_eq_3_15_while_the_weights_are_convex() {
    let aged = EdgeStats { visits: 40, sum: 18.0, rave_visits: 30, rave_sum: 18.0, ..EDGE };
    let alpha = 10.0 / 50.0;
    let beta = 30.0 / (30.0 + 40.0 + 30.0 * 40.0 / 3000.0);
    let uct = 0.45 + 0.5 * (100.0_f64.ln() / 40.0).sqrt();
    check(Rules::goknot(0.5), aged, alpha * 0.8 + beta * 0.6 + (1.0 - alpha - beta) * uct);
    // Before the first visit only the a-priori value counts; past the horizon it does not.
    check(Rules::goknot(0.5), EdgeStats { visits: 0, sum: 0.0, ..EDGE }, 0.8);
    let old = EdgeStats { visits: 60, sum: 27.0, ..EDGE };
    let without = Rules { prior_value: PriorValue::Ignore, ..Rules::goknot(0.5) };
    check(Rules::goknot(0.5), old, f64::from(without.score(&without.frame(&NODE), &old)));
}

#[test]
fn oakfoam_has_bias_and_rave() {
    let (m, n) = (65.0, 20.0);
    let beta = m / (m + n + m * n / 3000.0);
    let uct = 0.45 + 0.02 * (100.0_f64.ln() / 20.0).sqrt();
    check(Rules::oakfoam(), EDGE, beta * 41.0 / 65.0 + (1.0 - beta) * uct + 10.0 * 0.3 / 21.0);
    check(Rules::oakfoam(), UNVISITED, 1.0 + 10.0 * 0.1);
}

#[test]
fn progressive_bias_is_van_niekerk_eq_2_3() {
    let rules = Rules { bias: Bias::Fading { weight: 1.0, offset: 0.0 }, ..Rules::ucb1(0.7) };
    check(rules, EDGE, 0.45 + 0.7 * (100.0_f64.ln() / 20.0).sqrt() + 0.3 / 20.0);
}

#[test]
fn puct_and_its_growing_constant() {
    check(Rules::puct(1.5), EDGE, 0.45 + 1.5 * 0.3 * 10.0 / 21.0);
    check(Rules::puct(1.5), UNVISITED, 0.4 - 0.1 + 1.5 * 0.1 * 10.0);
    let growing = Rules { explore: Explore::Puct { c: 1.5, growth: Some(500.0) }, ..Rules::puct(1.5) };
    check(growing, EDGE, 0.45 + (1.5 + (601.0_f64 / 500.0).ln()) * 0.3 * 10.0 / 21.0);
}

#[test]
fn pucb_is_rosins_with_a_floor() {
    let weight = |prior: f64| 0.0001 + (1.0 - 10.0 * 0.0001) * prior;
    let fade = (100.0_f64.ln() / 100.0).sqrt();
    let bound = (1.5 * 100.0_f64.ln() / 20.0).sqrt();
    check(Rules::pucb(0.1), EDGE, 0.45 + bound - 0.2 / weight(0.3) * fade);
    check(Rules::pucb(0.1), UNVISITED, 1.0 - 0.2 / weight(0.1) * fade);
}

#[test]
fn panel_is_basaldua_eq_5_44() {
    let bound = 0.7 * (101.0_f64.ln() / 21.0).sqrt();
    check(Rules::panel(0.7), EDGE, (9.0 + 0.8) / 21.0 + bound);
    let unvisited = EdgeStats { value: Some(0.8), ..UNVISITED };
    check(Rules::panel(0.7), unvisited, 0.8 + 0.7 * 101.0_f64.ln().sqrt());
}
