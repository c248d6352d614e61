//! Bent four in the corner, by its shape.
//!
//! The target surrounds five cells in the corner; three of them hold the attacker's stones, two are empty. One more stone makes four in the
//! shape of an L with its bend on the corner point: the attacker gives them up whenever it suits and plays for a ko, which the defender
//! cannot prevent and does not get to start. Under area rules played out it is that ko, and the solver reports it so; Japanese
//! rules (1989, article 7.2) call the target dead. Only the position on the board is looked at, not what may arise from it.

use go_board::{Board, Color, Point, PointSet};

use crate::problem::Problem;
use crate::status::{Answer, Status};

/// Is the target held by a bent four in the corner? The shape, and an answer in which the target lives whoever moves first only by
/// winning a ko, if at all.
pub fn is_bent_four(problem: &Problem, answer: &Answer) -> bool {
    let may_die = |status: Status| matches!(status, Status::Ko { .. } | Status::Dead);
    let has_shape = || problem.board().empty_points().iter().any(|&start| is_shape(problem, start));
    may_die(answer.status) && may_die(answer.status_after_pass) && has_shape()
}

/// Is the empty point one of the two of the shape?
fn is_shape(problem: &Problem, start: Point) -> bool {
    let (board, defender) = (problem.board(), problem.defender());
    let Some(area) = area_of(board, start, defender, problem.target()) else { return false };
    let stones: PointSet = area.iter().filter(|&p| !board.is_empty(p)).collect();
    if area.len() != 5 || stones.len() != 3 {
        return false;
    }
    let size = board.size();
    let last = usize::from(size.get()) - 1;
    let at = |corner: (bool, bool), x: usize, y: usize| {
        size.point(if corner.0 { last - x } else { x }, if corner.1 { last - y } else { y })
    };
    for corner in [(false, false), (false, true), (true, false), (true, true)] {
        for cells in [[(0, 0), (1, 0), (2, 0), (0, 1)], [(0, 0), (0, 1), (0, 2), (1, 0)]] {
            let shape: PointSet = cells.into_iter().filter_map(|(x, y)| at(corner, x, y)).collect();
            let is_inside = shape.iter().all(|p| area.contains(p)) && stones.iter().all(|p| shape.contains(p));
            if shape.len() == 4 && is_inside {
                return true;
            }
        }
    }
    false
}

/// The points that the target surrounds around `start`; `None` if another chain of the defender takes part.
fn area_of(board: &Board, start: Point, defender: Color, target: &PointSet) -> Option<PointSet> {
    let mut area: PointSet = [start].into_iter().collect();
    let mut open = vec![start];
    while let Some(point) = open.pop() {
        for next in point.neighbours().into_iter().filter(|&n| board.size().contains(n)) {
            if board.color_at(next) == Some(defender) {
                if !target.contains(next) {
                    return None;
                }
            } else if area.insert(next) {
                if area.len() > 5 {
                    return None;
                }
                open.push(next);
            }
        }
    }
    Some(area)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::{Limits, solve};

    fn problem(drawing: &str, to_move: Color) -> Problem {
        let (board, _): (Board, _) = Board::parse_ascii(drawing).expect("a board");
        let size = board.size();
        let target = size.points().find(|&p| board.color_at(p) == Some(Color::Black)).expect("a black stone");
        let playable: PointSet = size.points().filter(|&p| board.is_empty(p) && p.x() < 5 && p.y() < 2).collect();
        Problem::new(board, &[target], &playable, to_move).expect("a problem")
    }

    fn answer(drawing: &str, to_move: Color) -> Answer {
        solve(&problem(drawing, to_move), Limits::default(), &mut || false)
    }

    const BENT: &str = "O O O . X O .
                        . X X X X O .
                        X X O O O O .
                        O O O . . . .
                        . . . . . . .
                        . . . . . . .
                        . . . . . . .";

    #[test]
    fn a_bent_four_is_named_and_is_a_ko_when_played_out() {
        for to_move in Color::BOTH {
            let answer = answer(BENT, to_move);
            assert!(matches!(answer.status, Status::Ko { .. }), "{to_move} first: {:?}", answer.status);
            assert!(is_bent_four(&problem(BENT, to_move), &answer));
        }
    }

    #[test]
    fn a_seki_is_no_bent_four() {
        let seki = ". O O O . X O
                    X X X X X X O
                    O O O O O O O
                    . . . . . . .
                    . . . . . . .
                    . . . . . . .
                    . . . . . . .";
        let answer = answer(seki, Color::White);
        assert_eq!(answer.status, Status::Alive);
        assert!(!is_bent_four(&problem(seki, Color::White), &answer));
    }
}
