//! From judged positions to rated moves and mistakes.
//!
//! The mover's win rate before a move is the search's at that position; after it, one less the opponent's at the next. The loss
//! is the difference, and none if the search would have played the same. A loss counts as a mistake only if it is above 5 points
//! of win rate and above twice its error.
//!
//! The error: independent playouts would give sqrt(p (1 - p) / n) for either side, but those of a tree search are
//! correlated, so win rates vary more than the binomial error. The excess is estimated from the game itself: where the
//! search prefers the move that was played, both win rates estimate the same line, and the square of their difference
//! over the sum of the variances would be 1 on average. The median of these ratios over that of a squared normal number
//! (0.455) is the game's *unrest*, at least 1, and every error is multiplied by its root.

use crate::judgement::Judgement;
use crate::kind::Kind;
use crate::life::MissedLife;
use crate::subject::Subject;
use go_board::{Color, Point};
use go_models::{Predictor, Reason};
use serde::Serialize;

/// How a move is rated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// What the search would have played.
    Best,
    /// Nothing to say against it.
    Good,
    /// 5 points of win rate lost.
    Inaccuracy,
    /// 10 points of win rate lost.
    Mistake,
    /// 20 points of win rate lost.
    Blunder,
}

impl Verdict {
    fn of(loss: f64, error: f64, is_best: bool) -> Verdict {
        match loss {
            _ if is_best => Verdict::Best,
            loss if loss < 0.05 || loss < 2.0 * error => Verdict::Good,
            loss if loss < 0.1 => Verdict::Inaccuracy,
            loss if loss < 0.2 => Verdict::Mistake,
            _ => Verdict::Blunder,
        }
    }

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Best => "best",
            Verdict::Good => "good",
            Verdict::Inaccuracy => "inaccuracy",
            Verdict::Mistake => "mistake",
            Verdict::Blunder => "blunder",
        }
    }
}

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
    /// The mover's win rate before it.
    pub win_rate_before: f64,
    /// The mover's win rate after it.
    pub win_rate_after: f64,
    /// Win rate lost, 0 or more.
    pub loss: f64,
    /// The standard error of the difference between both win rates, the unrest of the game's searches counted in.
    pub error: f64,
    /// The judgement.
    pub verdict: Verdict,
}

/// A move that lost something.
#[derive(Debug, Clone)]
pub struct Mistake {
    /// The move.
    pub rating: Rating,
    /// What was lost.
    pub kind: Kind,
    /// The points that changed hands.
    pub points: Vec<Point>,
    /// The better line, its first move first.
    pub better: Vec<String>,
    /// How the search would have punished the move played, the answer first.
    pub answer: Vec<String>,
    /// What the model sees in the better move and not in the one played, the strongest first.
    pub missed: Vec<Reason>,
}

/// A reviewed game.
#[derive(Debug, Clone)]
pub struct Review {
    /// Every move.
    pub ratings: Vec<Rating>,
    /// The mistakes, the largest loss first.
    pub mistakes: Vec<Mistake>,
    /// Black's win rate in every position, before the first move first.
    pub black_win_rates: Vec<f64>,
    /// Chances to kill or to live that were missed, proved; empty unless the caller asked [`crate::missed_life`].
    pub missed_life: Vec<MissedLife>,
}

/// So many reasons are listed.
const MAX_MISSED: usize = 3;
/// The median of the square of a normal number.
const MEDIAN_OF_SQUARE: f64 = 0.455;
/// The unrest of games in which nothing is known of it, and the moves that it counts for.
const USUAL_UNREST: f64 = 4.0;
const N_USUAL: usize = 5;

impl Review {
    /// Combines judgements; those of an interrupted review may end early. The model names the missed reasons.
    pub fn new(subject: &Subject, judgements: &[Judgement], model: &dyn Predictor) -> Review {
        let judgements = &judgements[..judgements.len().min(subject.n_positions())];
        let to_black =
            |(n, judgement): (usize, &Judgement)| from_view(judgement.win_rate, mover(subject, n), Color::Black);
        let black_win_rates = judgements.iter().enumerate().map(to_black).collect();
        let ratings = rate_all(subject, judgements);
        let is_mistake = |rating: &&Rating| rating.verdict >= Verdict::Inaccuracy;
        let mut mistakes: Vec<Mistake> =
            ratings.iter().filter(is_mistake).map(|rating| explain(subject, rating, judgements, model)).collect();
        mistakes.sort_by(|a, b| b.rating.loss.total_cmp(&a.rating.loss).then(a.rating.number.cmp(&b.rating.number)));
        Review { ratings, mistakes, black_win_rates, missed_life: Vec::new() }
    }

    /// The mistakes of each kind that there is, the largest loss first.
    pub fn by_kind(&self) -> Vec<(Kind, Vec<&Mistake>)> {
        let of = |kind| self.mistakes.iter().filter(|mistake| mistake.kind == kind).collect::<Vec<_>>();
        Kind::ALL.into_iter().map(|kind| (kind, of(kind))).filter(|(_, found)| !found.is_empty()).collect()
    }

    /// The share of a player's moves that the search would have played, and the mean loss; `None` without moves.
    pub fn accuracy(&self, color: Color) -> Option<(f64, f64)> {
        let own: Vec<&Rating> = self.ratings.iter().filter(|r| r.is_black == (color == Color::Black)).collect();
        let n = own.len() as f64;
        let n_best = own.iter().filter(|rating| rating.verdict == Verdict::Best).count() as f64;
        (!own.is_empty()).then(|| (n_best / n, own.iter().map(|rating| rating.loss).sum::<f64>() / n))
    }
}

/// Every move between two judged positions.
fn rate_all(subject: &Subject, judgements: &[Judgement]) -> Vec<Rating> {
    let change = |(n, pair): (usize, &[Judgement])| Change::new(subject, n, &pair[0], &pair[1]);
    let changes: Vec<Change> = judgements.windows(2).enumerate().map(change).collect();
    let unrest = unrest(&changes);
    let rated = changes.iter().zip(judgements).enumerate();
    rated.map(|(n, (change, before))| change.rating(subject, n, before, unrest)).collect()
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

/// What a move did to the mover's win rate.
struct Change {
    before: f64,
    after: f64,
    /// The sum of both variances if playouts were independent.
    variance: f64,
    best: Option<String>,
    is_best: bool,
}

impl Change {
    fn new(subject: &Subject, n: usize, before: &Judgement, after: &Judgement) -> Change {
        let best = before.candidates.first().map(|candidate| candidate.mv.clone());
        let is_best = best.as_ref().is_none_or(|best| *best == subject.name(subject.moves()[n].mv));
        // A win rate of 0 or 1 is not certain either: two playouts are added, one of each outcome.
        let variance = |judgement: &Judgement| {
            let n = judgement.n_playouts as f64 + 2.0;
            let p = (judgement.win_rate * judgement.n_playouts as f64 + 1.0) / n;
            (p * (1.0 - p) / n).max(0.0)
        };
        let variance = variance(before) + variance(after);
        let after = from_view(after.win_rate, mover(subject, n + 1), mover(subject, n));
        Change { before: before.win_rate, after, variance, best, is_best }
    }

    fn rating(&self, subject: &Subject, n: usize, before: &Judgement, unrest: f64) -> Rating {
        let recorded = subject.moves()[n];
        let loss = if self.is_best { 0.0 } else { (self.before - self.after).max(0.0) };
        let error = (unrest * self.variance).sqrt();
        Rating {
            number: n + 1,
            is_black: recorded.color == Color::Black,
            mv: subject.name(recorded.mv),
            probability: before.probability.unwrap_or(0.0),
            rank: before.rank.unwrap_or(0),
            best: self.best.clone(),
            win_rate_before: self.before,
            win_rate_after: self.after,
            loss,
            error,
            verdict: Verdict::of(loss, error, self.is_best),
        }
    }
}

/// How much more the win rates of a game vary than those of independent playouts (1: not at all), estimated from the
/// moves that the search would have played too. With few such moves the usual unrest counts as some of them.
fn unrest(changes: &[Change]) -> f64 {
    let agreed = changes.iter().filter(|change| change.is_best && change.variance > 0.0);
    let ratio = |change: &Change| (change.before - change.after).powi(2) / change.variance / MEDIAN_OF_SQUARE;
    let mut ratios: Vec<f64> = agreed.map(ratio).chain([USUAL_UNREST; N_USUAL]).collect();
    ratios.sort_by(f64::total_cmp);
    ratios[ratios.len() / 2].max(1.0)
}

fn explain(subject: &Subject, rating: &Rating, judgements: &[Judgement], model: &dyn Predictor) -> Mistake {
    let n = rating.number - 1;
    let (before, after) = (&judgements[n], &judgements[n + 1]);
    let board = subject.position(n);
    let recorded = subject.moves()[n];
    let (kind, points) = Kind::of(&board, recorded.color, recorded.mv, &before.ownership, &after.ownership);
    let line = |judgement: &Judgement| judgement.candidates.first().map(|c| c.variation.clone()).unwrap_or_default();
    let explain = |mv| model.explain(board.position(), mv);
    let better = rating.best.as_deref().and_then(|best| subject.parse(best)).and_then(explain);
    let missed = match (better, explain(recorded.mv)) {
        (Some(better), Some(played)) => better.advantages_over(&played).take(MAX_MISSED).cloned().collect(),
        // A record may hold a move that the rules forbid: there is nothing to compare with.
        _ => Vec::new(),
    };
    Mistake { rating: rating.clone(), kind, points, better: line(before), answer: line(after), missed }
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
                score_lead: None,
                candidates: vec![candidate],
                ownership: Vec::new(),
                probability: Some(0.1),
                rank: Some(1),
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
