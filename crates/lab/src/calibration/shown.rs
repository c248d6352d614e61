//! The fit of lead and chance: both at once, because the chance follows from the lead.
//!
//! The loss of an outcome is the log loss of the chance plus [`POINTS`] times the absolute error of the lead of a counted game over its uncertainty. Factors are
//! exponentials of what is fitted, so that they stay above 0.

use std::fmt::Write;

use go_engine::{Calibration, Findings, KNOTS, knot_shares};
use learn::lbfgs::{LbfgsOptions, minimize};

use super::owners::softplus;

/// What an error of one uncertainty weighs beside the log loss.
const POINTS: f64 = 0.5;
/// Errors below this many points count as squares.
const SMALL_ERROR: f64 = 0.5;
/// How much neighbouring knots hold together, in outcomes.
const PULL: f64 = 3.0;
/// The least factors of the win rate: see `go_engine::Calibration`. Chosen on training games that a referee had judged.
const LEAST_BY_RATE: [f64; KNOTS.len()] = [0.15, 0.15, 0.35, 0.7, 0.7, 0.7];
/// Having the move is worth at most so many uncertainties.
const MOST_TEMPO: f64 = 0.5;
/// Families of factors: of the playouts' lead, of the lead by owners, of the win rate; and the certainty.
const N_FAMILIES: usize = 4;

/// A searched position for its side to move, and what became of it.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// About the best move.
    pub best: Findings,
    /// Over all playouts.
    pub mean: Findings,
    /// The same of the next position, for its own side to move, where the search's choice was played.
    pub next: Option<[Findings; 2]>,
    /// The side won.
    pub has_won: bool,
    /// Its lead at the end, if it was counted.
    pub lead: Option<f64>,
}

/// How much of what is shown is the best move's, so that the win rate does not change on average where the search's own choice was played.
pub fn best_share(outcomes: &[Outcome]) -> f64 {
    let (mut of_best, mut of_mean) = (0.0, 0.0);
    for outcome in outcomes {
        if let Some([best, mean]) = outcome.next {
            of_best += outcome.best.win_rate - (1.0 - best.win_rate);
            of_mean += outcome.mean.win_rate - (1.0 - mean.win_rate);
        }
    }
    let share = -of_mean / (of_best - of_mean);
    if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.5 }
}

/// By how much the shown win rate falls where the search's choice was played.
fn falls(calibration: &Calibration, outcomes: &[Outcome]) -> Vec<f64> {
    let shown = |[best, mean]: [Findings; 2]| calibration.show(&calibration.between(&best, &mean)).win_rate;
    let fall = |outcome: &Outcome| Some(shown([outcome.best, outcome.mean]) - (1.0 - shown(outcome.next?)));
    outcomes.iter().filter_map(fall).collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// The calibration with the least loss; then what having the move is worth, so that nothing changes on average where the search's choice was played.
pub fn fit_shown(outcomes: &[Outcome], best_share: f64) -> Calibration {
    let mut calibration = fit_factors(outcomes, best_share);
    if outcomes.iter().all(|outcome| outcome.next.is_none()) {
        return calibration;
    }
    let (mut low, mut high) = (-MOST_TEMPO, MOST_TEMPO);
    for _ in 0..30 {
        calibration.tempo = (low + high) / 2.0;
        if mean(&falls(&calibration, outcomes)) < 0.0 { low = calibration.tempo } else { high = calibration.tempo }
    }
    calibration.tempo = (calibration.tempo * 1e4).round() / 1e4;
    calibration
}

fn fit_factors(outcomes: &[Outcome], best_share: f64) -> Calibration {
    let n = KNOTS.len();
    let blank = Calibration {
        by_lead: [0.0; 6],
        by_foreseen: [0.0; 6],
        by_rate: [0.0; 6],
        certainty: [0.0; 6],
        tempo: 0.0,
        best_share,
    };
    let rows: Vec<(Findings, &Outcome)> =
        outcomes.iter().map(|outcome| (blank.between(&outcome.best, &outcome.mean), outcome)).collect();
    let count = rows.len().max(1) as f64;
    let n_counted = outcomes.iter().filter(|outcome| outcome.lead.is_some()).count().max(1) as f64;
    let mut x: Vec<f64> = [0.05_f64, 0.8, 0.2, 1.5].iter().flat_map(|start| vec![start.ln(); n]).collect();
    let loss = |x: &[f64], slope: &mut [f64]| {
        slope.fill(0.0);
        let risen: Vec<f64> = x.iter().map(|x| x.exp()).collect();
        let factors: Vec<f64> = risen.iter().enumerate().map(|(i, risen)| risen + least(i / n, i % n)).collect();
        let mut value = 0.0;
        for (found, outcome) in &rows {
            let shares = knot_shares(found.unsettled);
            let at = |family: usize| factors[family * n..][..n].iter().zip(shares).map(|(a, b)| a * b).sum::<f64>();
            let (evidence, u) = (found.evidence(), found.uncertainty());
            let lead: f64 = (0..3).map(|family| at(family) * evidence[family]).sum();
            let certainty = at(3);
            let z = certainty * lead / u * if outcome.has_won { 1.0 } else { -1.0 };
            value += softplus(-z) / count;
            let by_z = -1.0 / (1.0 + z.exp()) * if outcome.has_won { 1.0 } else { -1.0 } / count;
            let mut by_lead = by_z * certainty / u;
            if let Some(counted) = outcome.lead {
                let error = lead - counted;
                let length = (error * error + SMALL_ERROR * SMALL_ERROR).sqrt();
                value += POINTS * length / u / n_counted;
                by_lead += POINTS * error / length / u / n_counted;
            }
            for (knot, share) in shares.iter().enumerate() {
                for family in 0..3 {
                    slope[family * n + knot] += by_lead * evidence[family] * share * risen[family * n + knot];
                }
                slope[3 * n + knot] += by_z * lead / u * share * risen[3 * n + knot];
            }
        }
        for family in 0..N_FAMILIES {
            for knot in 1..n {
                let (a, b) = (family * n + knot - 1, family * n + knot);
                let step = x[b] - x[a];
                value += PULL / count * step * step;
                slope[b] += 2.0 * PULL / count * step;
                slope[a] -= 2.0 * PULL / count * step;
            }
        }
        value
    };
    minimize(&mut x, LbfgsOptions { max_iterations: 1000, ..LbfgsOptions::default() }, loss, |_, _| true);
    let family = |number: usize| {
        std::array::from_fn(|knot| ((x[number * n + knot].exp() + least(number, knot)) * 1e4).round() / 1e4)
    };
    Calibration {
        by_lead: family(0),
        by_foreseen: family(1),
        by_rate: family(2),
        certainty: family(3),
        tempo: 0.0,
        best_share,
    }
}

/// The least factor of a family at a knot.
fn least(family: usize, knot: usize) -> f64 {
    if family == 2 { LEAST_BY_RATE[knot] } else { 0.0 }
}

/// Chances against results in ten bins, leads against counts by how unsettled the board is, and what changes where the search's choice was played.
pub(super) fn report(calibration: &Calibration, held: &[Outcome]) -> String {
    let mut text = String::new();
    let shown = |outcome: &Outcome| calibration.show(&calibration.between(&outcome.best, &outcome.mean));
    let mut bins = [(0.0, 0.0, 0_u32); 10];
    let mut loss = 0.0;
    for outcome in held {
        let chance = shown(outcome).win_rate;
        loss -= (if outcome.has_won { chance } else { 1.0 - chance }).max(1e-6).ln() / held.len().max(1) as f64;
        let bin = &mut bins[((chance * 10.0) as usize).min(9)];
        *bin = (bin.0 + chance, bin.1 + f64::from(u8::from(outcome.has_won)), bin.2 + 1);
    }
    let _ = writeln!(text, "chances, held out: {} positions, log loss {loss:.4}", held.len());
    for (chance, won, n) in bins {
        let count = f64::from(n.max(1));
        let _ = writeln!(text, "  {n:>5} positions: shown {:.3}, won {:.3}", chance / count, won / count);
    }
    let mut last = 0.0;
    for limit in [0.03, 0.06, 0.1, 0.2, 0.4, 1.0] {
        let inside = held.iter().filter(|outcome| (last..limit).contains(&outcome.mean.unsettled));
        let mut errors: Vec<f64> =
            inside.filter_map(|outcome| Some((shown(outcome).lead - outcome.lead?).abs())).collect();
        errors.sort_by(f64::total_cmp);
        if let Some(median) = errors.get(errors.len() / 2) {
            let mean = errors.iter().sum::<f64>() / errors.len() as f64;
            let _ = writeln!(
                text,
                "unsettled {last:.2} to {limit:.2}: error of the lead {median:.2} (median), {mean:.2} (mean), {} counted",
                errors.len()
            );
        }
        last = limit;
    }
    let falls = falls(calibration, held);
    let deviation = (falls.iter().map(|fall| fall * fall).sum::<f64>() / falls.len().max(1) as f64).sqrt();
    let _ = writeln!(
        text,
        "where the search's choice was played the win rate falls by {:+.4} (error {:.4}, {} positions)",
        mean(&falls),
        deviation / (falls.len().max(1) as f64).sqrt(),
        falls.len()
    );
    text
}
