//! Which of several equally likely moves counts as the first: models with few features leave many ties, and M(1) depends on the rule.
//!
//! Van Niekerk 2014 does not say; its program, Oakfoam 0.2.0, gave a tie to the lower board index, counted from A1 along the rows, pass
//! last. That rule favours one corner of the board; [`Ties::Shared`] favours nobody but is stricter than chance at M(1), so that the share with ties broken
//! at random ([`Evaluation::top1_ties_at_random`](crate::evaluate::Evaluation::top1_ties_at_random)) is always reported beside either.

use crate::Prediction;
use go_board::Move;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// The rank of a move among equally likely ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ties {
    /// They share the middle of their ranks, rounded up: of two first moves neither is first.
    #[default]
    Shared,
    /// Program: the lower board index comes first, pass last.
    LowerIndex,
}

impl Ties {
    /// In words, for the heads of tables.
    pub fn words(self) -> &'static str {
        match self {
            Ties::Shared => "ties share their ranks",
            Ties::LowerIndex => "ties go to the lower board index",
        }
    }
}

/// The order of board indices: rows from the bottom, points from the left, pass last.
fn board_index(mv: Move) -> (bool, Reverse<u8>, u8) {
    match mv {
        Move::Play(point) => (false, Reverse(point.y()), point.x()),
        Move::Pass => (true, Reverse(0), 0),
    }
}

impl Prediction {
    /// The rank of a move if ties go to the lower board index. An illegal move ranks behind all.
    pub fn index_rank(&self, mv: Move) -> usize {
        let Some(idx) = self.moves.iter().position(|&m| m == mv) else { return self.moves.len() + 1 };
        let (own, index) = (self.probabilities[idx], board_index(mv));
        let comes_before = |m: Move, p: f32| p > own || (p == own && board_index(m) < index);
        1 + self.moves.iter().zip(&self.probabilities).filter(|&(&m, &p)| comes_before(m, p)).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use go_board::BoardSize;

    #[test]
    fn ties_go_to_the_lower_index_and_a_pass_comes_last() {
        let size = BoardSize::new(2).unwrap();
        let moves: Vec<Move> = size.points().map(Move::Play).chain([Move::Pass]).collect();
        let all_alike = Prediction { probabilities: vec![0.2; 5], moves };
        let play = |name: &str| Move::Play(size.parse_point(name).unwrap());
        let order = [play("A1"), play("B1"), play("A2"), play("B2"), Move::Pass];
        assert_eq!(order.map(|mv| all_alike.index_rank(mv)), [1, 2, 3, 4, 5]);
        assert_eq!(order.map(|mv| all_alike.rank(mv)), [3; 5], "shared");
        let mut one_better = all_alike;
        one_better.probabilities[4] = 0.3;
        assert_eq!(order.map(|mv| one_better.index_rank(mv)), [2, 3, 4, 5, 1]);
        one_better.moves.remove(0);
        assert_eq!(one_better.index_rank(play("A2")), 5, "not legal: behind all four");
    }
}
