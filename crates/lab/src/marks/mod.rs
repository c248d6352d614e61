//! Fits how many points a move is expected to have lost ([`go_review::ExpectedLoss`]), and how likely it was a real mistake, on games that a referee judged and that were reviewed.
//!
//! The chance is for study: `least_chance` says from which chance on four marks of five would be real. No review uses it (results/judge.md says why).
//!
//! Reviews are read from the journals that `tesuji judge` keeps, so that nothing is searched again; a game may be judged in part. Everything is measured on games left out
//! of the fit, one after the other.

mod fit;
mod journals;
#[cfg(test)]
mod tests;

use std::fmt::Write;

use go_models::Predictor;
use go_review::{ExpectedLoss, Judgement, Review, SIGN_NAMES, Signs};

use crate::judge::JudgedGame;

pub use fit::{chance, fit_chance, fit_loss, least_chance};
pub use journals::{Journals, ReviewedGame};

/// Marks are to be real in so many cases.
pub const WANTED_PRECISION: f64 = 0.8;
/// A referee's losses are kept within these points before they are fitted: a few large ones would decide alone.
const LOSSES: (f64, f64) = (-3.0, 25.0);

/// A move with its signs, and what the referee says of it.
#[derive(Debug, Clone, Copy)]
pub struct MoveRow {
    /// The game, by number.
    pub game: usize,
    /// What the review knows.
    pub signs: Signs,
    /// Whether it was a real mistake.
    pub is_real: bool,
    /// Points lost by the referee.
    pub lost: f64,
}

/// The moves of a reviewed game that have signs and that the referee judged.
pub fn rows(number: usize, game: &JudgedGame, judgements: &[Judgement], model: &dyn Predictor) -> Vec<MoveRow> {
    let review = Review::new(&game.subject, judgements, model);
    let values = |ply: usize| game.positions[ply].as_ref().map(|position| position.values);
    let row = |rating: &go_review::Rating| {
        let ply = rating.number - 1;
        let (before, after) = (values(ply)?, values(ply + 1)?);
        let sign = if rating.is_black { 1.0 } else { -1.0 };
        let lost = sign * (before.lead? - after.lead?);
        let is_real = lost >= 2.0 || sign * (before.win - after.win) >= 0.05;
        Some(MoveRow { game: number, signs: rating.signs?, is_real, lost: lost.clamp(LOSSES.0, LOSSES.1) })
    };
    review.ratings.iter().filter_map(row).collect()
}

/// Fits on all rows, and says how well a fit holds on every game that is left out of it.
pub fn fit_and_report(rows: &[MoveRow]) -> (ExpectedLoss, String) {
    let n_games = rows.iter().map(|row| row.game + 1).max().unwrap_or(0);
    let mut left_out: Vec<(f64, f64, MoveRow)> = Vec::new();
    for game in 0..n_games {
        let (own, others): (Vec<MoveRow>, Vec<MoveRow>) = rows.iter().partition(|row| row.game == game);
        let (by_sign, loss) = (fit_chance(&others), fit_loss(&others));
        left_out.extend(own.iter().map(|row| (chance(&by_sign, &row.signs), loss.of(&row.signs), *row)));
    }
    let chances: Vec<(f64, bool)> = left_out.iter().map(|(chance, _, row)| (*chance, row.is_real)).collect();
    let (by_sign, loss) = (fit_chance(rows), fit_loss(rows));
    let mut text = String::new();
    let n_real = rows.iter().filter(|row| row.is_real).count();
    let _ = writeln!(text, "{} moves with signs of {n_games} games, {n_real} of them real mistakes", rows.len());
    for (name, (log_odds, points)) in SIGN_NAMES.iter().zip(by_sign.iter().zip(&loss.factors)) {
        let _ = writeln!(text, "  {name:<10} log-odds {log_odds:+.4}, points {points:+.4}");
    }
    let expected: Vec<f64> = left_out.iter().map(|(_, expected, _)| *expected).collect();
    let lost: Vec<f64> = left_out.iter().map(|(.., row)| row.lost).collect();
    if expected.len() > 1 {
        let rho = learn::stats::spearman(&expected, &lost).coefficient;
        let _ = writeln!(text, "left out: rank correlation of expected and real loss {rho:.3}");
    }
    for n in [10, 20, 40] {
        let mut surest = chances.clone();
        surest.sort_by(|a, b| b.0.total_cmp(&a.0));
        surest.truncate(n);
        let n_real = surest.iter().filter(|(_, is_real)| *is_real).count();
        let _ = writeln!(text, "left out: of the {} likeliest mistakes {n_real} are real", surest.len());
    }
    match least_chance(&chances, WANTED_PRECISION) {
        Some(least) => {
            writeln!(text, "left out: {WANTED_PRECISION} of the marks are real from a chance of {least:.3} on")
        }
        None => writeln!(text, "left out: from no chance on {WANTED_PRECISION} of the marks are real"),
    }
    .expect("a string takes everything");
    (loss, text)
}
