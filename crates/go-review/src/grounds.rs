//! What a judgement stands on: the findings of a search before they became what is shown, and the opinion of a model of final ownership.
//!
//! Kept with every judgement, so that what is shown and marked can be fitted again on judged games without searching again (`lab::marks`). Values are rounded
//! to four digits, whose decimal form is read back exactly.

use go_board::{Color, GameBoard};
use go_engine::{Analysis, Findings};
use serde::{Deserialize, Serialize};

/// What a judgement of a position stands on, for the side to move there.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grounds {
    /// What the search found about its best move.
    pub best: Findings,
    /// The same over all playouts.
    pub mean: Findings,
    /// Chance to win and lead by a model of final ownership that looked at the position, if there is one.
    pub appraised: Option<(f64, f64)>,
}

/// To four digits; nothing that is no number.
pub(crate) fn rounded(value: f64) -> f64 {
    if value.is_finite() { (value * 1e4).round() / 1e4 } else { 0.0 }
}

impl Grounds {
    /// What an analysis of this position stands on; nothing if the player gives no findings.
    pub(crate) fn of(board: &GameBoard, analysis: &Analysis) -> Option<Grounds> {
        let (best, mean) = analysis.findings?;
        let is_black = board.to_move() == Color::Black;
        let appraised = analysis.appraisal.as_ref().map(|seen| {
            let (win, lead) = (f64::from(seen.black_wins), f64::from(seen.area_lead - board.position().komi));
            if is_black { (rounded(win), rounded(lead)) } else { (rounded(1.0 - win), rounded(-lead)) }
        });
        Some(Grounds { best: of_four_digits(best), mean: of_four_digits(mean), appraised })
    }
}

fn of_four_digits(found: Findings) -> Findings {
    Findings {
        lead: rounded(found.lead),
        foreseen: rounded(found.foreseen),
        unsettled: rounded(found.unsettled),
        win_rate: rounded(found.win_rate),
    }
}
