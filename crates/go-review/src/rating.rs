//! From judged positions to rated moves and mistakes.
//!
//! Where the search would have played something else, both moves were looked at alike ([`crate::Comparison`]): what the move lost, in points
//! and in win rate, is the difference of the two looks. Where it would have played the same, nothing was lost.
//!
//! A loss is remarked on only if it is above three times its error. The error comes from the game itself, forty moves to either side: where the search prefers the move that was
//! played, the outlook before and after it should be the same, and 1.48 times the median of the absolute differences is the standard
//! deviation of the difference of two searches (for normal errors; a median, because some of these moves lose something too). Nothing is marked
//! where the game is decided before and after the move: there players stop counting, and so does the model of their results.

use crate::course::{Course, Smoothing, Station};
use crate::expected_loss::ExpectedLoss;
use crate::grounds::rounded;
use crate::judgement::{Judgement, Look};
use crate::kind::Kind;
use crate::life::MissedLife;
use crate::mistake::Mistake;
use crate::signs::{Signs, Surroundings, signs};
use crate::subject::Subject;
use crate::verdict::{Loss, Verdict};
use go_board::Color;
use go_engine::Calibration;
use go_models::Predictor;
use serde::Serialize;

/// The unrest of a move's surroundings is taken from so many moves to either side.
const NEAR: usize = 40;
/// On boards up to this size no expected losses were fitted.
const SMALL: u8 = 11;
/// A game is decided when one side wins with at least this chance.
const DECIDED: f64 = 0.97;

/// A rated move.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Rating {
    /// Its number, from 1.
    pub number: usize,
    /// Whether Black made it.
    pub is_black: bool,
    /// Its name.
    pub mv: String,
    /// Its probability under the model.
    pub probability: f64,
    /// Its rank in the model's order.
    pub rank: usize,
    /// What the search would have played.
    pub best: Option<String>,
    /// The mover's win rate before it, by the course of the game; on small boards after the search's choice, where that was looked at.
    pub win_rate_before: f64,
    /// The mover's win rate after it.
    pub win_rate_after: f64,
    /// Win rate lost, 0 or more.
    pub loss: f64,
    /// The standard error of that.
    pub error: f64,
    /// The mover's lead in points before it, likewise.
    pub lead_before: f64,
    /// The mover's lead after it.
    pub lead_after: f64,
    /// Points lost, 0 or more.
    pub points_lost: f64,
    /// The standard error of that.
    pub points_error: f64,
    /// Points that it is expected to have lost by all that is known of it, where that was fitted.
    pub expected_loss: Option<f64>,
    /// The signs that this follows from.
    #[serde(skip)]
    pub signs: Option<Signs>,
    /// The judgement.
    pub verdict: Verdict,
}

impl Rating {
    /// Takes the outlook before the move from the course of the game; what the move lost stays.
    fn follow(&mut self, course: &Course) {
        let n = self.number - 1;
        let sign = if self.is_black { 1.0 } else { -1.0 };
        self.win_rate_before = rounded(0.5 + sign * (course.black_win_rates[n] - 0.5));
        self.win_rate_after = rounded((self.win_rate_before - self.loss).clamp(0.0, 1.0));
        if let Some(lead) = course.black_leads[n] {
            self.lead_before = rounded(sign * lead);
            self.lead_after = rounded(self.lead_before - self.points_lost);
        }
    }
}

/// A reviewed game.
#[derive(Debug, Clone)]
pub struct Review {
    /// Every move.
    pub ratings: Vec<Rating>,
    /// The mistakes, the largest loss first.
    pub mistakes: Vec<Mistake>,
    /// Black's win rate in every position, before the first move first: the course of the game.
    pub black_win_rates: Vec<f64>,
    /// Black's lead likewise, if the player counts points.
    pub black_leads: Vec<Option<f64>>,
    /// Chances to kill or to live that were missed, proved; empty unless the caller asked [`crate::missed_life`].
    pub missed_life: Vec<MissedLife>,
}

/// Points that compare with the whole of the win rate where mistakes are ordered by size: 10 points and 20% make a blunder.
const POINTS_OF_A_GAME: f64 = 50.0;
/// Standard deviation of a normal number over the median of its absolute value.
const OVER_MEDIAN: f64 = 1.4826;
/// The usual difference of two searches in points and in win rate, and the moves that it counts for: some games have few to tell it from.
const USUAL: (f64, f64) = (0.7, 0.02);
const N_USUAL: usize = 5;

impl Review {
    /// Combines judgements; those of an interrupted review may end early. The model names the missed reasons.
    pub fn new(subject: &Subject, judgements: &[Judgement], model: &dyn Predictor) -> Review {
        let judgements = &judgements[..judgements.len().min(subject.n_positions())];
        let mut ratings = rate_all(subject, judgements);
        let course = course(subject, judgements, &ratings);
        if course.is_smoothed {
            ratings.iter_mut().for_each(|rating| rating.follow(&course));
        }
        let Course { black_win_rates, black_leads, .. } = course;
        let is_mistake = |rating: &&Rating| rating.verdict >= Verdict::Inaccuracy;
        let mut mistakes: Vec<Mistake> =
            ratings.iter().filter(is_mistake).map(|rating| Mistake::of(subject, rating, judgements, model)).collect();
        let size = |mistake: &Mistake| mistake.rating.points_lost.max(mistake.rating.loss * POINTS_OF_A_GAME);
        mistakes.sort_by(|a, b| size(b).total_cmp(&size(a)).then(a.rating.number.cmp(&b.rating.number)));
        Review { ratings, mistakes, black_win_rates, black_leads, missed_life: Vec::new() }
    }

    /// The mistakes of each kind that there is, the largest loss first.
    pub fn by_kind(&self) -> Vec<(Kind, Vec<&Mistake>)> {
        let of = |kind| self.mistakes.iter().filter(|mistake| mistake.kind == kind).collect::<Vec<_>>();
        Kind::ALL.into_iter().map(|kind| (kind, of(kind))).filter(|(_, found)| !found.is_empty()).collect()
    }

    /// The share of a player's moves that the search would have played, and the mean loss in points; `None` without moves.
    pub fn accuracy(&self, color: Color) -> Option<(f64, f64)> {
        let own: Vec<&Rating> = self.ratings.iter().filter(|r| r.is_black == (color == Color::Black)).collect();
        let n = own.len() as f64;
        let n_best = own.iter().filter(|rating| rating.verdict == Verdict::Best).count() as f64;
        (!own.is_empty()).then(|| (n_best / n, own.iter().map(|rating| rating.points_lost).sum::<f64>() / n))
    }
}

/// Every move between two judged positions.
fn rate_all(subject: &Subject, judgements: &[Judgement]) -> Vec<Rating> {
    let change = |(n, pair): (usize, &[Judgement])| Change::new(subject, n, &pair[0], &pair[1]);
    let changes: Vec<Change> = judgements.windows(2).enumerate().map(change).collect();
    let rating = |(n, (change, before)): (usize, (&Change, &Judgement))| {
        let near = &changes[n.saturating_sub(NEAR)..changes.len().min(n + NEAR + 1)];
        let points = deviation(near, |outlook| outlook.lead, USUAL.0);
        let rate = deviation(near, |outlook| outlook.rate, USUAL.1);
        change.rating(subject, n, before, (points, rate))
    };
    changes.iter().zip(judgements).enumerate().map(rating).collect()
}

/// What is shown of every position; smoothed where moves have an expected loss.
fn course(subject: &Subject, judgements: &[Judgement], ratings: &[Rating]) -> Course {
    let numbered = judgements.iter().enumerate();
    let station = |(n, judgement): (usize, &Judgement)| {
        let sign = if mover(subject, n) == Color::Black { 1.0 } else { -1.0 };
        Station {
            rate: from_view(judgement.win_rate, mover(subject, n), Color::Black),
            lead: judgement.score_lead.map(|lead| sign * lead),
            unsettled: judgement.grounds.filter(|_| is_modelled(subject, judgement)).map(|at| at.mean.unsettled),
            fall: sign * ratings.get(n).and_then(|rating| rating.expected_loss).unwrap_or(0.0),
        }
    };
    let stations: Vec<Station> = numbered.map(station).collect();
    Course::new(&stations, Smoothing::default(), Calibration::of(subject.size(), true))
}

/// Whether expected losses were fitted for judgements like this one.
fn is_modelled(subject: &Subject, judgement: &Judgement) -> bool {
    subject.size().get() > SMALL && judgement.grounds.is_some_and(|grounds| grounds.appraised.is_some())
}

/// Who is to move after `n` moves.
fn mover(subject: &Subject, n: usize) -> Color {
    match subject.moves().get(n) {
        Some(recorded) => recorded.color,
        None => subject.moves()[n - 1].color.opponent(),
    }
}

/// A win rate of one side seen by another.
fn from_view(win_rate: f64, of: Color, to: Color) -> f64 {
    if of == to { win_rate } else { 1.0 - win_rate }
}

/// The mover's outlook.
#[derive(Clone, Copy)]
struct Outlook {
    rate: f64,
    lead: f64,
}

/// What a move did to the mover's outlook.
struct Change {
    before: Outlook,
    after: Outlook,
    /// The mover's lead in the position before less that in the position after, each judged on its own.
    drop: f64,
    /// How often each was searched.
    n_looks: u32,
    best: Option<String>,
    is_best: bool,
}

impl Change {
    fn new(subject: &Subject, n: usize, before: &Judgement, after: &Judgement) -> Change {
        let best = before.candidates.first().map(|candidate| candidate.mv.clone());
        let is_best = best.as_ref().is_none_or(|best| *best == subject.name(subject.moves()[n].mv));
        let sign = if mover(subject, n + 1) == mover(subject, n) { 1.0 } else { -1.0 };
        let drop = before.score_lead.unwrap_or(0.0) - sign * after.score_lead.unwrap_or(0.0);
        if let Some(compared) = before.comparison.as_ref().filter(|_| !is_best) {
            let outlook = |look: &Look| Outlook { rate: look.win_rate, lead: look.lead };
            let (before, after) = (outlook(&compared.best), outlook(&compared.played));
            return Change { before, after, drop, n_looks: compared.n_looks, best, is_best };
        }
        let rate = from_view(after.win_rate, mover(subject, n + 1), mover(subject, n));
        let after = Outlook { rate, lead: sign * after.score_lead.unwrap_or(0.0) };
        let before = Outlook { rate: before.win_rate, lead: before.score_lead.unwrap_or(0.0) };
        Change { before, after, drop, n_looks: 1, best, is_best }
    }

    /// Whether the game is over for all practical purposes before and after.
    fn is_decided(&self) -> bool {
        let both = [self.before.rate, self.after.rate];
        both.iter().all(|&rate| rate >= DECIDED) || both.iter().all(|&rate| rate <= 1.0 - DECIDED)
    }

    fn rating(&self, subject: &Subject, n: usize, before: &Judgement, (points, rate): (f64, f64)) -> Rating {
        let recorded = subject.moves()[n];
        let loss = |before: f64, after: f64, deviation: f64| Loss {
            lost: if self.is_best { 0.0 } else { (before - after).max(0.0) },
            error: deviation / f64::from(self.n_looks).sqrt(),
        };
        let points = loss(self.before.lead, self.after.lead, points);
        let rate = loss(self.before.rate, self.after.rate, rate);
        let around = Surroundings { drop: self.drop, points_error: points.error };
        let is_open = !self.is_best && is_modelled(subject, before);
        let signs = is_open.then(|| signs(before, around)).flatten();
        let expected_loss = signs.map(|signs| ExpectedLoss::fitted().of(&signs));
        let verdict = match self.is_best {
            true => Verdict::Best,
            false if self.is_decided() => Verdict::Good,
            false => Verdict::of(points, rate),
        };
        Rating {
            number: n + 1,
            is_black: recorded.color == Color::Black,
            mv: subject.name(recorded.mv),
            probability: before.probability.unwrap_or(0.0),
            rank: before.rank.unwrap_or(0),
            best: self.best.clone(),
            win_rate_before: self.before.rate,
            win_rate_after: self.after.rate,
            loss: rate.lost,
            error: rate.error,
            lead_before: self.before.lead,
            lead_after: self.after.lead,
            points_lost: points.lost,
            points_error: points.error,
            expected_loss,
            signs,
            verdict,
        }
    }
}

/// The standard deviation of the difference of two searches, from the moves that the search would have played too. With few such moves the usual
/// difference counts as some of them.
fn deviation(changes: &[Change], of: impl Fn(&Outlook) -> f64, usual: f64) -> f64 {
    let agreed = changes.iter().filter(|change| change.is_best);
    let differences = agreed.map(|change| OVER_MEDIAN * (of(&change.before) - of(&change.after)).abs());
    let mut differences: Vec<f64> = differences.chain([usual; N_USUAL]).collect();
    differences.sort_by(f64::total_cmp);
    differences[differences.len() / 2]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::Candidate;

    /// Moves along two rows, all of them the search's choice but the last; the mover's win rate before the last is
    /// `before`, after it `after`; in an even game every other search is too optimistic by `waver`.
    fn last_verdict(waver: f64, before: f64, after: f64) -> (Verdict, f64) {
        let places = ["c", "g"].into_iter().flat_map(|row| "abcdefghi".chars().map(move |x| format!("{x}{row}")));
        let moves: String = places.enumerate().map(|(n, place)| format!(";{}[{place}]", ["B", "W"][n % 2])).collect();
        let text = format!("(;SZ[9]{moves})");
        let subject = Subject::from_bytes(text.as_bytes()).expect("a game");
        let last = subject.moves().len() - 1;
        let judgement = |n: usize| {
            let wanted = subject.moves().get(n).filter(|_| n != last).map_or("pass".to_owned(), |m| subject.name(m.mv));
            let win_rate = match n {
                n if n == last => before,
                n if n > last => 1.0 - after,
                _ => 0.5 + waver,
            };
            let candidate = Candidate { mv: wanted.clone(), n_visits: 900, win_rate, variation: vec![wanted] };
            Judgement {
                n_playouts: 4000,
                win_rate,
                score_lead: Some(30.0 * (win_rate - 0.5)),
                candidates: vec![candidate],
                ownership: Vec::new(),
                probability: Some(0.1),
                rank: Some(1),
                likeliest: 0.3,
                played_visits: 10,
                grounds: None,
                comparison: None,
            }
        };
        let judgements: Vec<Judgement> = (0..subject.n_positions()).map(judgement).collect();
        let ratings = rate_all(&subject, &judgements);
        assert!(ratings[..last].iter().all(|rating| rating.verdict == Verdict::Best && rating.loss == 0.0));
        (ratings[last].verdict, ratings[last].error)
    }

    #[test]
    fn a_loss_counts_only_above_the_noise_of_the_game() {
        let (steady, small_error) = last_verdict(0.001, 0.5, 0.43);
        let (wavering, large_error) = last_verdict(0.04, 0.5, 0.43);
        assert_eq!((steady, wavering), (Verdict::Inaccuracy, Verdict::Good));
        assert!(small_error < 0.02 && large_error > 0.04, "{small_error} {large_error}");
        // A blunder is recognised at any unrest.
        assert_eq!(last_verdict(0.04, 0.7, 0.3).0, Verdict::Blunder);
        assert_eq!(last_verdict(0.0, 0.5, 0.47).0, Verdict::Good, "3 points are nothing");
    }
}
