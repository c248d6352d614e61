//! A game as both judged it: our values, marks and better moves beside the referee's values.
//!
//! The only place that knows how ours are written down ([`Judgement`] for the side to move, [`Review`] for the marks). All values here are
//! Black's; a *loss* is the value before a move less the value after it, for the one who made it.

use go_board::Color;
use go_models::Predictor;
use go_review::{Judgement, Rating, Review, Subject, Verdict};
use sgf::{Margin, Outcome};

use super::judged_game::{JudgedGame, Values};

/// The loss of a real mistake, in points and in win rate.
const REAL_POINTS: f64 = 2.0;
const REAL_WIN: f64 = 0.05;
/// Differences of decimal fractions are not exact.
pub(super) const ROUNDING: f64 = 1e-9;

/// What a move cost the one who made it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Loss {
    /// Chance to win.
    pub win: f64,
    /// Points, where both positions have a lead.
    pub points: Option<f64>,
}

impl Loss {
    /// At least two points, or five hundredths of the chance to win.
    pub fn is_real(&self) -> bool {
        self.win + ROUNDING >= REAL_WIN || self.costs(REAL_POINTS)
    }

    /// At least so many points.
    pub fn costs(&self, points: f64) -> bool {
        self.points.is_some_and(|lost| lost + ROUNDING >= points)
    }
}

/// What the referee thinks of our better move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Better {
    /// It did not look at that move, or counts no points.
    Unjudged,
    /// So many points better than the move that was played; negative if it is worse.
    Gains(f64),
}

/// A move of the game that we rated.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairedMove {
    /// The moves before it.
    pub ply: usize,
    /// Who made it.
    pub is_black: bool,
    /// Whether we call it a mistake of any size.
    pub is_marked: bool,
    /// Whether it is what we would have played.
    pub is_own_choice: bool,
    /// Our better move, if it is marked and we have one.
    pub better: Option<Better>,
}

/// A game as both judged it.
#[derive(Debug, Clone, PartialEq)]
pub struct PairedGame {
    /// Its name.
    pub id: String,
    /// Whether it was played to its end and counted.
    pub is_counted: bool,
    /// Our values, by ply.
    pub ours: Vec<Values>,
    /// The referee's, by ply, as many.
    pub theirs: Vec<Option<Values>>,
    /// Every move between two positions.
    pub moves: Vec<PairedMove>,
}

impl PairedGame {
    /// Puts our judgements of all positions beside the referee's. The model is the one they were made with.
    pub fn new(game: &JudgedGame, judgements: &[Judgement], model: &dyn Predictor) -> PairedGame {
        let subject = &game.subject;
        let review = Review::new(subject, judgements, model);
        let shown = review.black_win_rates.iter().zip(&review.black_leads);
        let ours = shown.map(|(&win, &lead)| Values { win, lead }).collect();
        let theirs = game.positions.iter().map(|position| position.as_ref().map(|position| position.values)).collect();
        let is_counted = matches!(subject.game().outcome, Outcome::Win { by: Margin::Score(_), .. } | Outcome::Draw);
        let mut paired = PairedGame { id: game.id.clone(), is_counted, ours, theirs, moves: Vec::new() };
        paired.moves = review.ratings.iter().map(|rating| paired.compare(game, &review, rating)).collect();
        paired
    }

    fn compare(&self, game: &JudgedGame, review: &Review, rating: &Rating) -> PairedMove {
        let ply = rating.number - 1;
        let mistake = review.mistakes.iter().find(|mistake| mistake.rating.number == rating.number);
        let better = mistake.and_then(|mistake| game.subject.parse(mistake.better.first()?)).map(|better| {
            let looked_at = game.positions[ply].iter().flat_map(|position| &position.top);
            let after_better = looked_at.clone().find(|(mv, _)| *mv == better).and_then(|(_, values)| values.lead);
            match (after_better, self.theirs[ply + 1].and_then(|played| played.lead)) {
                (Some(better), Some(played)) => Better::Gains(sign(rating.is_black) * (better - played)),
                _ => Better::Unjudged,
            }
        });
        PairedMove {
            ply,
            is_black: rating.is_black,
            is_marked: rating.verdict >= Verdict::Inaccuracy,
            is_own_choice: rating.best.as_ref() == Some(&rating.mv),
            better,
        }
    }

    /// What a move cost by the referee, if it judged both positions.
    pub fn their_loss(&self, mv: &PairedMove) -> Option<Loss> {
        Some(loss(mv, self.theirs[mv.ply]?, self.theirs[mv.ply + 1]?))
    }

    /// What a move cost by our values of the positions before and after it.
    pub fn our_loss(&self, mv: &PairedMove) -> Loss {
        loss(mv, self.ours[mv.ply], self.ours[mv.ply + 1])
    }

    /// The positions that both judged, with their plies: ours, theirs.
    pub fn positions(&self) -> impl Iterator<Item = (usize, Values, Values)> {
        let both = self.ours.iter().zip(&self.theirs).enumerate();
        both.filter_map(|(ply, (ours, theirs))| theirs.map(|theirs| (ply, *ours, theirs)))
    }
}

fn sign(is_black: bool) -> f64 {
    if is_black { 1.0 } else { -1.0 }
}

fn loss(mv: &PairedMove, before: Values, after: Values) -> Loss {
    let sign = sign(mv.is_black);
    let points = before.lead.zip(after.lead).map(|(before, after)| sign * (before - after));
    Loss { win: sign * (before.win - after.win), points }
}

/// Our values of a position, turned from the side to move to Black.
pub fn our_values(subject: &Subject, ply: usize, judgement: &Judgement) -> Values {
    let recorded = subject.moves();
    let to_move = recorded.get(ply).map_or_else(|| recorded[ply - 1].color.opponent(), |next| next.color);
    match to_move {
        Color::Black => Values { win: judgement.win_rate, lead: judgement.score_lead },
        Color::White => Values { win: 1.0 - judgement.win_rate, lead: judgement.score_lead.map(|lead| -lead) },
    }
}
