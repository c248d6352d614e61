//! Signs that a move was a mistake: what a review knows of it, as numbers for [`crate::ExpectedLoss`] and for studies of marks (`lab::marks`).
//!
//! Most of them are evidence in the same direction: the larger, the likelier a mistake. A move that the search would have played itself has no signs, and neither has one
//! that was not looked at beside another: nothing is said against them.

use crate::grounds::Grounds;
use crate::judgement::{Comparison, Judgement, Look};

/// How many signs there are.
pub const N_SIGNS: usize = 9;

/// Their names, for tables and for the constants.
pub const SIGN_NAMES: [&str; N_SIGNS] =
    ["points", "rate", "sure", "surprise", "neglect", "foreseen", "drop", "unsettled", "open"];

/// So many of them are evidence: a larger one never makes a mistake less likely.
pub const N_EVIDENCE: usize = 7;

/// The signs of one move.
pub type Signs = [f64; N_SIGNS];

/// Probabilities below this are all the same: the model has not seen enough moves to tell them apart.
const LEAST_PROBABILITY: f64 = 1e-4;

/// What belongs to a move beside its own judgement.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Surroundings {
    /// The mover's shown lead in the position before less that in the position after.
    pub(crate) drop: f64,
    /// The standard error of a difference of two looks, in points.
    pub(crate) points_error: f64,
}

/// The signs of the move that was played in a judged position, where it was looked at beside the search's choice.
pub(crate) fn signs(before: &Judgement, around: Surroundings) -> Option<Signs> {
    let Comparison { best, played, .. } = before.comparison.as_ref()?;
    let points = best.lead - played.lead;
    let probability = before.probability.unwrap_or(0.0).max(LEAST_PROBABILITY);
    let surprise = (before.likeliest.max(LEAST_PROBABILITY) / probability).ln();
    let neglect = ((before.n_playouts as f64 + 1.0) / (before.played_visits as f64 + 1.0)).ln();
    let unsettled = before.grounds.map_or(0.5, |grounds| grounds.mean.unsettled);
    Some([
        points.clamp(-4.0, 20.0),
        (20.0 * (best.win_rate - played.win_rate)).clamp(-2.0, 10.0),
        (points / around.points_error.max(0.1)).clamp(-2.0, 6.0),
        surprise.clamp(0.0, 8.0),
        neglect.clamp(0.0, 8.0),
        foreseen(best, played).clamp(-5.0, 10.0),
        around.drop.clamp(-5.0, 15.0),
        unsettled,
        4.0 * best.win_rate * (1.0 - best.win_rate),
    ])
}

/// The mover's lead after the search's choice less that after the move played, by a model of final ownership that looks at both positions.
fn foreseen(best: &Look, played: &Look) -> f64 {
    let lead =
        |look: &Look| look.grounds.first().and_then(|grounds: &Grounds| grounds.appraised).map(|(_, lead)| -lead);
    lead(best).zip(lead(played)).map_or(0.0, |(best, played)| best - played)
}
