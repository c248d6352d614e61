//! Fits what people are shown on games: the factors of points ([`go_models::points`]) on the final owners of counted games, and lead and chance
//! ([`go_engine::Calibration`]) on counts and results.
//!
//! One random position of every game is searched, of counted games also one of the last moves, and the position after each where the search's own choice was played. A fifth of the
//! games is held out; [`Fitted::report`] says how well everything holds there. Deterministic by the games.

mod owners;
mod sample;
mod shown;
#[cfg(test)]
mod tests;

use std::fmt::Write;

use go_engine::Calibration;
use go_models::points::PointFactors;

pub use owners::{OwnerRow, fit_owners, owner_rows};
pub use sample::{Sample, Searcher, Searches};
pub use shown::{Outcome, best_share, fit_shown};

/// Factors and calibration of one kind of board and evaluation.
pub struct Fitted {
    /// Who owns what.
    pub factors: PointFactors,
    /// What is shown.
    pub calibration: Calibration,
    /// How well it holds on the games that were left out.
    pub report: String,
}

/// Fits both on samples; without the model of final ownership if `is_blind`.
pub fn fit(samples: &[Sample], is_blind: bool) -> Fitted {
    let mut report = String::new();
    let rows = |held: bool| owner_rows(samples.iter().filter(|sample| sample.is_held == held), is_blind);
    let (learned, held) = (rows(false), rows(true));
    let factors = fit_owners(&learned);
    let _ = writeln!(report, "owners of points: {} to learn from, {} held out", learned.len(), held.len());
    for (name, loss) in owners::losses(&factors, &held) {
        let _ = writeln!(report, "  log loss {loss:.4} {name}");
    }
    let outcomes: Vec<(Outcome, bool)> =
        samples.iter().map(|sample| (sample.outcome(&factors, is_blind), sample.is_held)).collect();
    let learned: Vec<Outcome> = outcomes.iter().filter(|(_, held)| !held).map(|(outcome, _)| *outcome).collect();
    let held: Vec<Outcome> = outcomes.iter().filter(|(_, held)| *held).map(|(outcome, _)| *outcome).collect();
    let calibration = fit_shown(&learned, best_share(&learned));
    report.push_str(&shown::report(&calibration, &held));
    Fitted { factors, calibration, report }
}
