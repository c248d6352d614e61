//! From judged positions to rated moves and mistakes.
//!
//! The mover's win rate before a move is the search's at that position; after it, one less the opponent's at the next. The loss
//! is the difference, and none if the search would have played the same. Both are estimates from playouts, so a loss counts as
//! a mistake only if it is above 5 points of win rate and above twice its standard error, sqrt(p (1 - p) / n) for either side.

use crate::judgement::Judgement;
use crate::kind::Kind;
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
    /// The judgement.
    pub verdict: Verdict,
}

/// A move that lost something.
#[derive(Debug, Clone)]
pub struct Mistake {
    /// The move.
    pub rating: Rating,
    /// What it cost.
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
}

/// So many reasons are listed.
const MAX_MISSED: usize = 3;

impl Review {
    /// Puts judgements together; those of a review that was stopped may end early. The model tells what was missed.
    pub fn new(subject: &Subject, judgements: &[Judgement], model: &dyn Predictor) -> Review {
        let judgements = &judgements[..judgements.len().min(subject.n_positions())];
        let mover = |n: usize| match subject.moves().get(n) {
            Some(recorded) => recorded.color,
            None => subject.moves()[n - 1].color.opponent(),
        };
        let black_win_rates = judgements
            .iter()
            .enumerate()
            .map(|(n, judgement)| from_view(judgement.win_rate, mover(n), Color::Black))
            .collect();
        let pairs = judgements.windows(2).enumerate();
        let ratings: Vec<Rating> = pairs
            .map(|(n, pair)| {
                rate(subject, n, &pair[0], from_view(pair[1].win_rate, mover(n + 1), mover(n)), pair[1].n_playouts)
            })
            .collect();
        let is_mistake = |rating: &&Rating| rating.verdict >= Verdict::Inaccuracy;
        let mut mistakes: Vec<Mistake> =
            ratings.iter().filter(is_mistake).map(|rating| explain(subject, rating, judgements, model)).collect();
        mistakes.sort_by(|a, b| b.rating.loss.total_cmp(&a.rating.loss).then(a.rating.number.cmp(&b.rating.number)));
        Review { ratings, mistakes, black_win_rates }
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

/// A win rate of one side seen by another.
fn from_view(win_rate: f64, of: Color, to: Color) -> f64 {
    if of == to { win_rate } else { 1.0 - win_rate }
}

fn rate(subject: &Subject, n: usize, before: &Judgement, after: f64, n_playouts_after: u64) -> Rating {
    let recorded = subject.moves()[n];
    let mv = subject.name(recorded.mv);
    let best = before.candidates.first().map(|candidate| candidate.mv.clone());
    let is_best = best.as_ref().is_none_or(|best| *best == mv);
    let variance = |p: f64, n: u64| p * (1.0 - p) / n.max(1) as f64;
    let error = (variance(before.win_rate, before.n_playouts) + variance(after, n_playouts_after)).sqrt();
    let loss = if is_best { 0.0 } else { (before.win_rate - after).max(0.0) };
    Rating {
        number: n + 1,
        is_black: recorded.color == Color::Black,
        mv,
        probability: before.probability.unwrap_or(0.0),
        rank: before.rank.unwrap_or(0),
        best,
        win_rate_before: before.win_rate,
        win_rate_after: after,
        loss,
        verdict: Verdict::of(loss, error, is_best),
    }
}

fn explain(subject: &Subject, rating: &Rating, judgements: &[Judgement], model: &dyn Predictor) -> Mistake {
    let n = rating.number - 1;
    let (before, after) = (&judgements[n], &judgements[n + 1]);
    let board = subject.position(n);
    let recorded = subject.moves()[n];
    let (kind, points) = Kind::of(&board, recorded.color, recorded.mv, &before.ownership, &after.ownership);
    let line = |judgement: &Judgement| judgement.candidates.first().map(|c| c.variation.clone()).unwrap_or_default();
    let reasons = |mv| model.explain(board.position(), mv).map(|explanation| explanation.reasons).unwrap_or_default();
    let played = reasons(recorded.mv);
    let mut missed: Vec<Reason> =
        rating.best.as_deref().and_then(|best| subject.parse(best)).map(reasons).unwrap_or_default();
    missed.retain(|reason| reason.factor > 1.1 && !played.iter().any(|other| other.feature == reason.feature));
    missed.truncate(MAX_MISSED);
    Mistake { rating: rating.clone(), kind, points, better: line(before), answer: line(after), missed }
}
