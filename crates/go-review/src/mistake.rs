//! What a review says about a move that lost something: what was lost, the better line, what the model saw in it, and what the position was like.

use crate::areas::Prospects;
use crate::judgement::Judgement;
use crate::kind::Kind;
use crate::rating::Rating;
use crate::subject::Subject;
use go_board::{GameBoard, Point, PointMap};
use go_models::{Predictor, Reason};

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
    /// The largest areas and weak chains before the move, in words.
    pub prospects: Vec<String>,
}

/// So many reasons are listed.
const MAX_MISSED: usize = 3;
/// So many areas, and as many weak chains, are described.
const MAX_PROSPECTS: usize = 2;

impl Mistake {
    /// Explains a rated move of a judged game.
    pub(crate) fn of(subject: &Subject, rating: &Rating, judgements: &[Judgement], model: &dyn Predictor) -> Mistake {
        let n = rating.number - 1;
        let (before, after) = (&judgements[n], &judgements[n + 1]);
        let board = subject.position(n);
        let recorded = subject.moves()[n];
        let (kind, points) = Kind::of(&board, recorded.color, recorded.mv, &before.ownership, &after.ownership);
        let line =
            |judgement: &Judgement| judgement.candidates.first().map(|c| c.variation.clone()).unwrap_or_default();
        let better_line = match &before.comparison {
            Some(compared) => compared.best.variation.clone(),
            None => line(before),
        };
        let explain = |mv| model.explain(board.position(), mv);
        let better = rating.best.as_deref().and_then(|best| subject.parse(best)).and_then(explain);
        let missed = match (better, explain(recorded.mv)) {
            (Some(better), Some(played)) => better.advantages_over(&played).take(MAX_MISSED).cloned().collect(),
            // A record may hold a move that the rules forbid: there is nothing to compare with.
            _ => Vec::new(),
        };
        let prospects = prospects(&board, &before.ownership);
        Mistake { rating: rating.clone(), kind, points, better: better_line, answer: line(after), missed, prospects }
    }
}

/// What will become of the position, by the expected owners in hundredths.
fn prospects(board: &GameBoard, ownership: &[i8]) -> Vec<String> {
    let mut map = PointMap::filled(0.0);
    for (point, &share) in board.size().points().zip(ownership) {
        map[point] = f32::from(share) / 100.0;
    }
    Prospects::of(board.board(), &map).words(board.board(), MAX_PROSPECTS)
}
