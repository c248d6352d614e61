//! What people are shown: a lead in points and the chance to win, one judgement in two units.
//!
//! A search knows the mean lead `l` of its playouts, their deviation `s`, and its own win rate `q`; a model of final ownership, where there is one, foresees
//! a lead `f`. The chance that a player of the strength of the training games wins is fitted on the *results* of such games
//! (`cargo run --release -p lab --example calibrate`):
//!
//! ```text
//! x = (k(t) l + m(t) f + g(t) s logit(q)) / u        chance = 1 / (1 + exp(-x))        shown lead = c(t) u x
//! ```
//!
//! with `t` the share of the board that is covered by stones, `u` the uncertainty of the end (10 points, or less where playouts agree: a fifth of `s`, at least 1), and `k`, `m`, `g`, `c` at least 0 and
//! linear between a few knots. Lead and
//! chance have the same sign and order by construction, and both rise with everything that they are made of. The search itself goes on with its own
//! win rate. What is shown of a position lies between its best move and the mean of all playouts: the first is too hopeful, the mean too
//! gloomy, and the share was chosen so that neither side's outlook changes on average when it plays the search's own choice.

use go_board::BoardSize;

/// Shares of the board at which the factors are given.
pub const KNOTS: [f64; 6] = [0.0, 0.1, 0.2, 0.35, 0.55, 0.75];
/// Win rates are kept this far from certainty before their logit is taken.
const LEAST_RATE: f64 = 0.002;
/// The least and the largest uncertainty of an end in points, and the deviation of playouts for a point of it.
const UNCERTAINTY: (f64, f64) = (1.0, 10.0);
const DEVIATION_OF_A_POINT: f64 = 5.0;

/// What a search found out about a position or a move, for one side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Findings {
    /// The mean lead of the playouts.
    pub lead: f64,
    /// Its standard deviation from playout to playout.
    pub spread: f64,
    /// The lead that a model of final ownership foresees; 0 without one.
    pub foreseen: f64,
    /// The win rate of the search.
    pub win_rate: f64,
    /// The share of the board that has been played: moves over points.
    pub stage: f64,
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
    /// m: the weight of the foreseen lead.
    pub by_foreseen: [f64; KNOTS.len()],
    /// g: the weight of the search's win rate.
    pub by_rate: [f64; KNOTS.len()],
    /// c: the shown lead for a unit of the log-odds.
    pub points: [f64; KNOTS.len()],
    /// How much of what is shown of a position is its best move's; the rest is the mean of all playouts.
    pub best_share: f64,
}

/// Boards up to this size have factors of their own.
const SMALL: u8 = 11;

/// With the embedded model of final ownership, 19x19: `calibrate train/kgs-6d 3000 600 models/19x19.model models/territory-19x19.model`.
static EVALUATED: Calibration = Calibration {
    by_lead: [0.0, 0.0, 0.0232, 0.0103, 0.0, 0.0007],
    by_foreseen: [0.6894, 0.7013, 0.7280, 0.7399, 0.7447, 0.7443],
    by_rate: [0.1477, 0.2009, 0.2947, 0.3301, 0.3615, 0.3717],
    points: [0.4175, 0.4175, 1.0411, 0.8357, 0.5573, 0.5125],
    best_share: 0.2574,
};
/// Playouts alone, larger boards: the same games without the model.
static LARGE: Calibration = Calibration {
    by_lead: [0.0, 0.0, 0.0166, 0.0024, 0.0, 0.0],
    by_foreseen: [0.0; KNOTS.len()],
    by_rate: [0.1910, 0.2445, 0.3426, 0.3905, 0.4363, 0.4441],
    points: [0.3254, 0.3254, 0.9556, 0.6464, 0.5563, 0.5860],
    best_share: 0.2574,
};
/// Playouts alone, small boards: `calibrate train/ogs-9x9 2500 600 models/9x9.model`.
static SMALL_BOARD: Calibration = Calibration {
    by_lead: [0.0066, 0.0093, 0.0028, 0.0, 0.0197, 0.0393],
    by_foreseen: [0.0; KNOTS.len()],
    by_rate: [0.4407, 0.4490, 0.4619, 0.4550, 0.4210, 0.4130],
    points: [0.9691, 0.9691, 0.5182, 0.5239, 0.4084, 0.8668],
    best_share: 0.3344,
};

/// How much each knot counts at a stage: two neighbours at the most, together 1.
pub fn knot_shares(stage: f64) -> [f64; KNOTS.len()] {
    let mut shares = [0.0; KNOTS.len()];
    let stage = stage.clamp(KNOTS[0], KNOTS[KNOTS.len() - 1]);
    let after = KNOTS.iter().position(|&knot| knot > stage).unwrap_or(KNOTS.len() - 1).max(1);
    let share = (stage - KNOTS[after - 1]) / (KNOTS[after] - KNOTS[after - 1]);
    (shares[after - 1], shares[after]) = (1.0 - share, share);
    shares
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
    /// The uncertainty of the end in points.
    pub fn uncertainty(&self) -> f64 {
        (self.spread / DEVIATION_OF_A_POINT).clamp(UNCERTAINTY.0, UNCERTAINTY.1)
    }

    /// What speaks for the side, over the uncertainty: the lead of the playouts, the foreseen lead, and the win rate as points.
    pub fn evidence(&self) -> [f64; 3] {
        [self.lead, self.foreseen, self.spread * logit(self.win_rate)].map(|points| points / self.uncertainty())
    }
}

impl Calibration {
    /// The factors for a board, with a model of final ownership or without one.
    pub fn of(size: BoardSize, is_evaluated: bool) -> &'static Calibration {
        match is_evaluated {
            true => &EVALUATED,
            false if size.get() > SMALL => &LARGE,
            false => &SMALL_BOARD,
        }
    }

    /// The log-odds of winning.
    pub fn log_odds(&self, found: &Findings) -> f64 {
        let shares = knot_shares(found.stage);
        let weights = [&self.by_lead, &self.by_foreseen, &self.by_rate];
        weights.iter().zip(found.evidence()).map(|(weight, evidence)| at(weight, &shares) * evidence).sum()
    }

    /// What is shown for these findings.
    pub fn show(&self, found: &Findings) -> Shown {
        let x = self.log_odds(found);
        let points = at(&self.points, &knot_shares(found.stage)) * found.uncertainty();
        Shown { win_rate: 1.0 / (1.0 + (-x).exp()), lead: points * x }
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
        Calibration { by_lead: [1.0; 6], by_foreseen: [0.0; 6], by_rate: [0.5; 6], points: [0.4; 6], best_share: 0.5 }
    }

    fn found(lead: f64, win_rate: f64, stage: f64) -> Findings {
        Findings { lead, spread: 10.0, foreseen: lead / 2.0, win_rate, stage }
    }

    #[test]
    fn knots_share_a_stage() {
        assert_eq!(knot_shares(0.0)[0], 1.0);
        assert_eq!(knot_shares(-1.0)[0], 1.0);
        assert_eq!(knot_shares(9.0)[5], 1.0);
        let between = knot_shares(0.15);
        assert!((between[1] - 0.5).abs() < 1e-9 && (between[2] - 0.5).abs() < 1e-9);
        for stage in 0..100 {
            assert!((knot_shares(f64::from(stage) / 100.0).iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn lead_and_chance_never_disagree() {
        for calibration in [&EVALUATED, &LARGE, &SMALL_BOARD, &calibration()] {
            for stage in [0.0, 0.1, 0.3, 0.5, 0.9] {
                let mut last: Option<Shown> = None;
                for lead in -40..=40 {
                    let shown = calibration.show(&found(f64::from(lead), 0.5 + f64::from(lead) / 100.0, stage));
                    assert_eq!(shown.lead > 0.0, shown.win_rate > 0.5, "{shown:?}");
                    assert!(
                        last.is_none_or(|last| shown.lead > last.lead && shown.win_rate > last.win_rate),
                        "{shown:?}"
                    );
                    last = Some(shown);
                }
            }
        }
    }

    #[test]
    fn both_sides_see_the_same() {
        let (own, theirs) = (found(6.0, 0.7, 0.3), found(-6.0, 0.3, 0.3));
        let (a, b) = (calibration().show(&own), calibration().show(&theirs));
        assert!((a.win_rate + b.win_rate - 1.0).abs() < 1e-12 && (a.lead + b.lead).abs() < 1e-12);
    }

    #[test]
    fn a_settled_game_is_certain() {
        let end = Findings { lead: 12.5, spread: 0.0, foreseen: 0.0, win_rate: 0.91, stage: 0.8 };
        assert!(calibration().show(&end).win_rate > 0.999);
    }
}
