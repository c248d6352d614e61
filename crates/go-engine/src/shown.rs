//! What people are shown: a lead in points and the chance to win, one judgement in two units.
//!
//! A search knows the mean lead `l` of its playouts and its own win rate `q`. From the owners that playouts, a model of final ownership and the factors of
//! points expect ([`go_models::points`]) follow a lead `f` and how unsettled the board is, `t` (0 to 1). The chance that a player of the strength of the training games
//! wins is fitted on the *results* of such games, the lead on the counts of those that were counted (`cargo run --release -p lab --example calibrate`):
//!
//! ```text
//! shown lead = k(t) l + m(t) f + g(t) u logit(q) + b u        chance = 1 / (1 + exp(-c(t) lead / u))
//! ```
//!
//! with `u` the uncertainty of the end in points, 1 + 20 `t`, and `k`, `m`, `g`, `c` at least 0 and linear between a few knots of `t`. Near the end `u` is small: half a
//! point that is certain is a certain win, and a win rate says little about the lead. `b` is what having the move is worth beyond `f`. `g` is kept from falling below 0.15 (settled) to 0.7 (unsettled), although
//! results ask for less: owners are expected for the position as a whole, only the win rate tells its moves apart, and with it the lead agrees better with a strong referee's in the middle game. Lead and
//! chance have the same sign and order by construction, and both rise with everything that they are made of. The search itself goes on with its own
//! win rate. What is shown of a position lies between its best move and the mean of all playouts: the first is too hopeful, the mean too
//! gloomy, and the share was chosen so that neither side's outlook changes on average when it plays the search's own choice.

use go_board::BoardSize;
use go_models::points::shares_between;
use serde::{Deserialize, Serialize};

/// Shares of unsettled board at which the factors are given.
pub const KNOTS: [f64; 6] = [0.0, 0.03, 0.1, 0.25, 0.5, 0.8];
/// Win rates are kept this far from certainty before their logit is taken.
const LEAST_RATE: f64 = 0.002;
/// The uncertainty of the end of a settled game in points, and what an unsettled board adds.
const UNCERTAINTY: (f64, f64) = (1.0, 20.0);

/// No game is more certain.
const MOST_LOG_ODDS: f64 = 12.0;

/// What a search found out about a position or a move, for the side to move in the position.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Findings {
    /// The mean lead of the playouts.
    pub lead: f64,
    /// The lead that follows from the expected owners of all points.
    pub foreseen: f64,
    /// How unsettled the board is by these owners, from 0 to 1.
    pub unsettled: f64,
    /// The win rate of the search.
    pub win_rate: f64,
}

/// What people see.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shown {
    /// The chance to win.
    pub win_rate: f64,
    /// The expected lead in points.
    pub lead: f64,
}

/// The factors of one kind of board and evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct Calibration {
    /// k: the weight of the playouts' lead.
    pub by_lead: [f64; KNOTS.len()],
    /// m: the weight of the lead by expected owners.
    pub by_foreseen: [f64; KNOTS.len()],
    /// g: the weight of the search's win rate.
    pub by_rate: [f64; KNOTS.len()],
    /// c: the log-odds of winning for a lead of one uncertainty.
    pub certainty: [f64; KNOTS.len()],
    /// b: what having the move is worth, in uncertainties.
    pub tempo: f64,
    /// How much of what is shown of a position is its best move's; the rest is the mean of all playouts.
    pub best_share: f64,
}

/// Boards up to this size have factors of their own.
const SMALL: u8 = 11;

/// With the embedded model of final ownership, 19x19: `calibrate judged.jsonl 320 600 models/19x19.model models/territory-19x19.model`.
static EVALUATED: Calibration = Calibration {
    by_lead: [0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    by_foreseen: [0.9753, 1.0751, 1.0047, 0.7974, 0.7859, 0.4998],
    by_rate: [0.15, 0.15, 0.35, 0.7, 0.7, 0.7],
    certainty: [2.1075, 2.0933, 1.6325, 1.0157, 1.0392, 0.9697],
    tempo: 0.018,
    best_share: 0.3798,
};
/// The same on small boards: `calibrate judged.jsonl 300 600 models/9x9.model models/territory-9x9.model`.
static SMALL_EVALUATED: Calibration = Calibration {
    by_lead: [0.06, 0.064, 0.0708, 0.0747, 0.0783, 0.0811],
    by_foreseen: [0.876, 0.9009, 0.5376, 0.3433, 0.2943, 0.2519],
    by_rate: [0.15, 0.15, 0.35, 0.7, 0.7, 0.7],
    certainty: [1.5997, 1.2582, 1.2598, 1.6756, 2.4917, 2.8232],
    tempo: -0.0131,
    best_share: 0.4419,
};
/// Playouts alone, larger boards: the same games without the model.
static LARGE: Calibration = Calibration {
    by_lead: [0.0001, 0.0001, 0.0001, 0.0001, 0.0001, 0.0001],
    by_foreseen: [1.0066, 1.0519, 0.9535, 0.3519, 0.3259, 0.3392],
    by_rate: [0.1514, 0.1513, 0.3513, 0.7013, 0.7012, 0.7012],
    certainty: [1.0203, 0.8619, 0.521, 1.0011, 1.58, 1.6411],
    tempo: 0.0119,
    best_share: 0.2109,
};
/// Playouts alone, small boards: `calibrate train/ogs-9x9 1500 600 models/9x9.model`.
static SMALL_BOARD: Calibration = Calibration {
    by_lead: [0.0003, 0.0003, 0.0003, 0.0003, 0.0003, 0.0003],
    by_foreseen: [0.9561, 0.9614, 0.7974, 0.2128, 0.1224, 0.108],
    by_rate: [0.15, 0.15, 0.35, 0.7, 0.7, 0.7],
    certainty: [1.2463, 0.9573, 1.5228, 2.0262, 2.1403, 2.7272],
    tempo: 0.0075,
    best_share: 0.3363,
};

/// How much each knot counts on a board that is so unsettled: two neighbours at the most, together 1.
pub fn knot_shares(unsettled: f64) -> [f64; KNOTS.len()] {
    shares_between(&KNOTS, unsettled)
}

/// The log-odds of a chance.
fn logit(rate: f64) -> f64 {
    let rate = rate.clamp(LEAST_RATE, 1.0 - LEAST_RATE);
    (rate / (1.0 - rate)).ln()
}

fn at(factors: &[f64; KNOTS.len()], shares: &[f64; KNOTS.len()]) -> f64 {
    factors.iter().zip(shares).map(|(factor, share)| factor * share).sum()
}

impl Findings {
    /// u: the uncertainty of the end in points.
    pub fn uncertainty(&self) -> f64 {
        Calibration::uncertainty(self.unsettled)
    }

    /// What speaks for the side, in points: the lead of the playouts, the lead by expected owners, and the win rate.
    pub fn evidence(&self) -> [f64; 3] {
        [self.lead, self.foreseen, self.uncertainty() * logit(self.win_rate)]
    }
}

impl Calibration {
    /// The factors for a board, with a model of final ownership or without one.
    pub fn of(size: BoardSize, is_evaluated: bool) -> &'static Calibration {
        match is_evaluated {
            true if size.get() > SMALL => &EVALUATED,
            true => &SMALL_EVALUATED,
            false if size.get() > SMALL => &LARGE,
            false => &SMALL_BOARD,
        }
    }

    /// What is shown for these findings.
    pub fn show(&self, found: &Findings) -> Shown {
        let shares = knot_shares(found.unsettled);
        let weights = [&self.by_lead, &self.by_foreseen, &self.by_rate];
        let evidence = weights.iter().zip(found.evidence()).map(|(weight, points)| at(weight, &shares) * points);
        let lead = evidence.sum::<f64>() + self.tempo * found.uncertainty();
        Shown { win_rate: self.chance(lead, found.unsettled), lead }
    }

    /// The chance that goes with a shown lead on a board that is so unsettled.
    pub fn chance(&self, lead: f64, unsettled: f64) -> f64 {
        let log_odds = at(&self.certainty, &knot_shares(unsettled)) * lead / Calibration::uncertainty(unsettled);
        1.0 / (1.0 + (-log_odds.clamp(-MOST_LOG_ODDS, MOST_LOG_ODDS)).exp())
    }

    /// u: the uncertainty of the end in points on a board that is so unsettled.
    pub fn uncertainty(unsettled: f64) -> f64 {
        UNCERTAINTY.0 + UNCERTAINTY.1 * unsettled.clamp(0.0, 1.0)
    }

    /// The findings between the best move and the mean of all playouts.
    pub fn between(&self, best: &Findings, mean: &Findings) -> Findings {
        let mix = |best: f64, mean: f64| self.best_share * best + (1.0 - self.best_share) * mean;
        Findings { lead: mix(best.lead, mean.lead), win_rate: mix(best.win_rate, mean.win_rate), ..*best }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn calibration() -> Calibration {
        Calibration {
            by_lead: [0.2; 6],
            by_foreseen: [0.8; 6],
            by_rate: [0.3; 6],
            certainty: [1.5; 6],
            tempo: 0.0,
            best_share: 0.5,
        }
    }

    fn found(lead: f64, win_rate: f64, unsettled: f64) -> Findings {
        Findings { lead, foreseen: lead / 2.0, unsettled, win_rate }
    }

    #[test]
    fn knots_share_a_stage() {
        assert_eq!(knot_shares(0.0)[0], 1.0);
        assert_eq!(knot_shares(-1.0)[0], 1.0);
        assert_eq!(knot_shares(9.0)[5], 1.0);
        let between = knot_shares(0.065);
        assert!((between[1] - 0.5).abs() < 1e-9 && (between[2] - 0.5).abs() < 1e-9);
        for stage in 0..100 {
            assert!((knot_shares(f64::from(stage) / 100.0).iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn lead_and_chance_never_disagree() {
        for calibration in [&EVALUATED, &SMALL_EVALUATED, &LARGE, &SMALL_BOARD, &calibration()] {
            for stage in [0.0, 0.1, 0.3, 0.5, 0.9] {
                let mut last: Option<Shown> = None;
                for lead in -40..=40 {
                    let shown = calibration.show(&found(f64::from(lead), 0.5 + f64::from(lead) / 100.0, stage));
                    assert_eq!(shown.lead > 0.0, shown.win_rate > 0.5, "{shown:?}");
                    // The chance rises as well until it is as certain as a game can be.
                    let is_certain = (shown.win_rate - 0.5).abs() > 0.49999;
                    let rises = |last: Shown| {
                        shown.lead > last.lead
                            && (shown.win_rate > last.win_rate || is_certain && shown.win_rate >= last.win_rate)
                    };
                    assert!(last.is_none_or(rises), "{shown:?}");
                    last = Some(shown);
                }
            }
        }
    }

    #[test]
    fn having_the_move_is_worth_something() {
        let with_tempo = Calibration { tempo: 0.1, ..calibration() };
        let even = found(0.0, 0.5, 0.45);
        assert!((with_tempo.show(&even).lead - 1.0).abs() < 1e-9 && with_tempo.show(&even).win_rate > 0.5);
        assert_eq!(calibration().show(&even).lead, 0.0);
    }

    #[test]
    fn both_sides_see_the_same() {
        let (own, theirs) = (found(6.0, 0.7, 0.3), found(-6.0, 0.3, 0.3));
        let (a, b) = (calibration().show(&own), calibration().show(&theirs));
        assert!((a.win_rate + b.win_rate - 1.0).abs() < 1e-12 && (a.lead + b.lead).abs() < 1e-12);
    }

    #[test]
    fn a_settled_game_is_certain() {
        for calibration in [&EVALUATED, &SMALL_EVALUATED, &LARGE, &SMALL_BOARD] {
            let end = Findings { lead: 9.0, foreseen: 12.5, unsettled: 0.01, win_rate: 0.91 };
            let shown = calibration.show(&end);
            assert!(shown.win_rate > 0.999 && (shown.lead - 12.5).abs() < 1.0, "{shown:?}");
        }
    }
}
