//! The course of a game: what is shown of its positions when all of them are known.
//!
//! One search of a position errs by several points, and two searches of neighbouring positions err apart, so that the differences of single judgements say little
//! about moves. The leads `x` that are shown follow from all judgements `y` of the game and from what every move is expected to have lost, `e` (0 where the search would have
//! played it; [`crate::expected_loss`]): they minimise
//!
//! ```text
//! sum (x[t] - y[t])^2 / r[t] + sum (x[t+1] - x[t] + s[t] e[t])^2 / q[t]
//! ```
//!
//! where `s` is 1 for a move of Black and -1 for one of White, `r` the square of [`NOISE`] uncertainties of the position's end, and `q` the square of [`STEP`] plus
//! [`STEP_OF_LOSS`] times the expected loss, in points: the smoother of Rauch, Tung and Striebel 1965 for a random walk with drift, solved as a tridiagonal system. The
//! chance follows from the lead as it does for a single position, so that both remain one judgement.

use go_engine::Calibration;

/// How far a single judgement is off, in uncertainties of the end.
const NOISE: f64 = 0.2;
/// How much a move may change the lead beyond what is expected, in points.
const STEP: f64 = 0.5;
/// The same for every point that it is expected to lose.
const STEP_OF_LOSS: f64 = 0.5;

/// No board has more: judgements may come from a page, which may send anything.
const MOST_POINTS: f64 = 1000.0;

/// How much is believed of what.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Smoothing {
    /// See [`NOISE`].
    pub(crate) noise: f64,
    /// See [`STEP`].
    pub(crate) step: f64,
    /// See [`STEP_OF_LOSS`].
    pub(crate) step_of_loss: f64,
}

impl Default for Smoothing {
    fn default() -> Smoothing {
        Smoothing { noise: NOISE, step: STEP, step_of_loss: STEP_OF_LOSS }
    }
}

/// A position of the game as it was judged on its own.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Station {
    /// Black's chance to win.
    pub(crate) rate: f64,
    /// Black's lead, if it was counted.
    pub(crate) lead: Option<f64>,
    /// How unsettled the board is, where judgements like this one were measured.
    pub(crate) unsettled: Option<f64>,
    /// Black's lead is less by this after the next move, as far as is expected: 0 or more for a move of Black, 0 or less for one of White.
    pub(crate) fall: f64,
}

/// What is shown of every position.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Course {
    pub(crate) black_win_rates: Vec<f64>,
    pub(crate) black_leads: Vec<Option<f64>>,
    /// Otherwise every position is shown as it was judged on its own.
    pub(crate) is_smoothed: bool,
}

impl Course {
    /// Smoothed; as each position was judged on its own if one of them was judged otherwise than those that the smoothing was measured on.
    pub(crate) fn new(stations: &[Station], smoothing: Smoothing, calibration: &Calibration) -> Course {
        let known: Option<Vec<(f64, f64, f64)>> = stations
            .iter()
            .map(|at| Some((at.lead.filter(|lead| lead.abs() <= MOST_POINTS)?, at.unsettled?, at.fall)))
            .collect();
        match known {
            Some(known) => {
                let leads = smoothing.leads(&known);
                let rate = |(&lead, at): (&f64, &(f64, f64, f64))| calibration.chance(lead, at.1);
                let black_win_rates = leads.iter().zip(&known).map(rate).collect();
                Course { black_win_rates, black_leads: leads.into_iter().map(Some).collect(), is_smoothed: true }
            }
            None => Course {
                black_win_rates: stations.iter().map(|at| at.rate).collect(),
                black_leads: stations.iter().map(|at| at.lead).collect(),
                is_smoothed: false,
            },
        }
    }
}

impl Smoothing {
    /// Black's lead in every position, from its lead, how unsettled it is, and by how much the next move is expected to lower the lead.
    fn leads(&self, positions: &[(f64, f64, f64)]) -> Vec<f64> {
        let n = positions.len();
        let (mut diagonal, mut right, mut step) = (vec![0.0; n], vec![0.0; n], vec![0.0; n]);
        for (t, &(lead, unsettled, fall)) in positions.iter().enumerate() {
            // Precisions of the judgement, and of the step to the next one.
            let own = (self.noise * Calibration::uncertainty(unsettled)).powi(-2);
            diagonal[t] += own;
            right[t] += own * lead;
            if t + 1 < n {
                step[t] = (self.step + self.step_of_loss * fall.abs()).powi(-2);
                diagonal[t] += step[t];
                diagonal[t + 1] += step[t];
                right[t] += step[t] * fall;
                right[t + 1] -= step[t] * fall;
            }
        }
        // Gauss without pivots: the matrix is symmetric, tridiagonal and diagonally dominant.
        for t in 1..n {
            let factor = step[t - 1] / diagonal[t - 1];
            diagonal[t] -= factor * step[t - 1];
            right[t] += factor * right[t - 1];
        }
        let mut leads = vec![0.0; n];
        for t in (0..n).rev() {
            let later = if t + 1 < n { step[t] * leads[t + 1] } else { 0.0 };
            leads[t] = (right[t] + later) / diagonal[t];
        }
        leads
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMOOTHING: Smoothing = Smoothing { noise: 0.2, step: 0.5, step_of_loss: 0.5 };

    /// What the leads minimise.
    fn cost(positions: &[(f64, f64, f64)], leads: &[f64]) -> f64 {
        let own = positions.iter().zip(leads).map(|(&(lead, unsettled, _), x)| {
            ((x - lead) / (SMOOTHING.noise * Calibration::uncertainty(unsettled))).powi(2)
        });
        let steps = positions.iter().zip(leads.windows(2)).map(|(&(.., fall), pair)| {
            ((pair[1] - pair[0] + fall) / (SMOOTHING.step + SMOOTHING.step_of_loss * fall.abs())).powi(2)
        });
        own.sum::<f64>() + steps.sum::<f64>()
    }

    #[test]
    fn no_other_leads_fit_better() {
        let positions: Vec<(f64, f64, f64)> = (0..30)
            .map(|t| {
                let t = f64::from(t);
                (4.0 * (t * 1.7).sin() - t / 5.0, 0.7 - t / 45.0, (t * 0.9).cos().max(0.0))
            })
            .collect();
        let leads = SMOOTHING.leads(&positions);
        let least = cost(&positions, &leads);
        for t in 0..leads.len() {
            for change in [-0.01, 0.01] {
                let mut other = leads.clone();
                other[t] += change;
                assert!(cost(&positions, &other) > least, "position {t}, {change}");
            }
        }
    }

    #[test]
    fn what_agrees_with_what_is_expected_stays() {
        let positions: Vec<(f64, f64, f64)> = (0..9).map(|t| (5.0 - f64::from(t), 0.4, 1.0)).collect();
        for (lead, (judged, ..)) in SMOOTHING.leads(&positions).iter().zip(&positions) {
            assert!((lead - judged).abs() < 1e-9);
        }
        assert!(SMOOTHING.leads(&[]).is_empty());
    }

    #[test]
    fn a_settled_game_is_not_talked_away() {
        let positions: Vec<(f64, f64, f64)> =
            (0..40).map(|t| (0.5, 0.01, if t % 2 == 0 { 0.7 } else { -0.7 })).chain([(0.5, 0.01, 0.7); 10]).collect();
        let leads = Smoothing::default().leads(&positions);
        assert!(leads.iter().all(|lead| (lead - 0.5).abs() < 0.25), "{leads:?}");
    }

    #[test]
    fn one_judgement_in_two_units_or_none_at_all() {
        let calibration = Calibration::of(go_board::BoardSize::new(19).expect("a board"), true);
        let mut stations: Vec<Station> = [3.0, -1.0, 4.0, -2.0]
            .iter()
            .map(|&lead| Station { rate: 0.5, lead: Some(lead), unsettled: Some(0.3), fall: 0.0 })
            .collect();
        let course = Course::new(&stations, SMOOTHING, calibration);
        for (rate, lead) in course.black_win_rates.iter().zip(&course.black_leads) {
            assert_eq!(lead.map(|lead| lead > 0.0), Some(*rate > 0.5));
        }
        stations[2].lead = Some(1e300);
        assert!(!Course::new(&stations, SMOOTHING, calibration).is_smoothed, "no such lead");
        stations[2].unsettled = None;
        let alone = Course::new(&stations, SMOOTHING, calibration);
        assert_eq!((alone.black_leads[1], alone.black_win_rates[1], alone.is_smoothed), (Some(-1.0), 0.5, false));
    }
}
