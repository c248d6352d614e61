//! The kind of a mistake, read off the search's ownership: whose points changed hands between the positions before and
//! after it.
//!
//! For every point the mover's share before the move less the share after it; summed over the mover's stones, the opponent's
//! stones and the empty points. The largest sum names the kind. Nothing is guessed from the look of the position.

use go_board::{Color, GameBoard, Move, Point};
use serde::{Deserialize, Serialize};

/// What a mistake is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The mover's stones were left in danger.
    OwnStones,
    /// Stones of the opponent got away.
    TheirStones,
    /// Empty points went to the opponent.
    Points,
    /// A pass while there was something to gain.
    Pass,
    /// The win rate fell, but no points stand out.
    Unclear,
}

/// A point whose expected owner changed by at least this share, of 2, is shown.
const MARKED_FROM: f64 = 0.5;
/// Less change than this, summed over all points, names no kind.
const LEAST_CHANGE: f64 = 1.5;

impl Kind {
    /// All kinds in the order in which they are listed.
    pub const ALL: [Kind; 5] = [Kind::OwnStones, Kind::TheirStones, Kind::Points, Kind::Pass, Kind::Unclear];

    /// A heading for mistakes of this kind.
    pub fn title(self) -> &'static str {
        match self {
            Kind::OwnStones => "Own stones left in danger",
            Kind::TheirStones => "The opponent's stones got away",
            Kind::Points => "Points given to the opponent",
            Kind::Pass => "Passed too early",
            Kind::Unclear => "Win rate lost, no points stand out",
        }
    }

    /// The kind and the points that it is about, the most changed first.
    pub(crate) fn of(board: &GameBoard, mover: Color, mv: Move, before: &[i8], after: &[i8]) -> (Kind, Vec<Point>) {
        let mut sums = [0.0_f64; 3];
        let mut changed: Vec<(f64, usize, Point)> = Vec::new();
        let sign = if mover == Color::Black { 0.01 } else { -0.01 };
        for (point, (&was, &is)) in board.size().points().zip(before.iter().zip(after)) {
            let lost = sign * (f64::from(was) - f64::from(is));
            let class = match board.board().color_at(point) {
                Some(color) if color == mover => 0,
                Some(_) => 1,
                None => 2,
            };
            sums[class] += lost;
            if lost >= MARKED_FROM {
                changed.push((lost, class, point));
            }
        }
        let (class, sum) = sums.into_iter().enumerate().fold((0, f64::MIN), |a, b| if b.1 > a.1 { b } else { a });
        changed.retain(|&(_, of, _)| of == class);
        changed.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.2.cmp(&b.2)));
        let points = changed.into_iter().map(|(_, _, point)| point).collect();
        if mv.is_pass() {
            return (Kind::Pass, points);
        }
        match (class, sum >= LEAST_CHANGE) {
            (_, false) => (Kind::Unclear, Vec::new()),
            (0, _) => (Kind::OwnStones, points),
            (1, _) => (Kind::TheirStones, points),
            _ => (Kind::Points, points),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use go_board::{BoardSize, RuleSet};

    fn kind(mover: Color, mv: Move, change: [(usize, i8); 2]) -> (Kind, usize) {
        let mut board: GameBoard = GameBoard::new(BoardSize::new(3).expect("a size"), RuleSet::Chinese.rules(), 0.5);
        let at = |i: usize| board.size().from_dense_index(i).expect("a point");
        let (black, white) = ([at(0), at(1)], [at(8)]);
        board.set_up(&black, &white, &[]).expect("stones");
        let (before, mut after) = ([0_i8; 9], [0_i8; 9]);
        change.iter().for_each(|&(i, value)| after[i] = value);
        let (kind, points) = Kind::of(&board, mover, mv, &before, &after);
        (kind, points.len())
    }

    #[test]
    fn the_points_that_change_hands_name_the_kind() {
        let play = Move::Play(BoardSize::new(3).expect("a size").point(1, 1).expect("a point"));
        assert_eq!(kind(Color::Black, play, [(0, -90), (1, -80)]), (Kind::OwnStones, 2));
        assert_eq!(kind(Color::White, play, [(0, 90), (1, 80)]), (Kind::TheirStones, 2));
        assert_eq!(kind(Color::White, play, [(4, 100), (5, 60)]), (Kind::Points, 2));
        assert_eq!(kind(Color::Black, play, [(4, -20), (5, -30)]), (Kind::Unclear, 0));
        assert_eq!(kind(Color::Black, Move::Pass, [(4, -100), (5, -100)]), (Kind::Pass, 2));
        assert_eq!(kind(Color::Black, play, [(4, 100), (5, 100)]), (Kind::Unclear, 0));
    }
}
