//! Small random problems for the comparison of solver, checker and twin.

use go_board::{Board, BoardSize, Color, Point, PointSet};
use rand::{Rng, RngExt};

use crate::problem::Problem;

/// A random problem with a few playable points, or `None` if this draw is none.
pub fn random_problem(rng: &mut impl Rng, max_empty: usize) -> Option<Problem> {
    let size = BoardSize::new(6).expect("a board size");
    let mut board: Board = Board::new(size);
    let (width, height) = [(3, 3), (4, 2), (2, 4), (3, 2), (5, 2), (4, 3)][rng.random_range(0..6)];
    // In the corner, at the edge, or in the middle.
    let (left, top) = (rng.random_range(0..2), rng.random_range(0..2));
    let inside = |p: Point| {
        let (x, y) = (usize::from(p.x()), usize::from(p.y()));
        x >= left && x < left + width && y >= top && y < top + height
    };
    let defender = if rng.random() { Color::Black } else { Color::White };
    let density = rng.random_range(0.3..0.8);
    for point in size.points() {
        let near = point.neighbours().into_iter().any(|n| size.contains(n) && inside(n));
        if inside(point) {
            if rng.random_bool(density) {
                let color = if rng.random_bool(0.7) { defender } else { defender.opponent() };
                board.set_stone(point, color);
            }
        } else if near && rng.random_bool(0.96) {
            let color = if rng.random_bool(0.93) { defender.opponent() } else { defender };
            board.set_stone(point, color);
        }
    }
    let playable: PointSet = size.points().filter(|&p| inside(p) && board.is_empty(p)).collect();
    if playable.len() > max_empty || board.has_dead_chain() {
        return None;
    }
    let targets: Vec<Point> = size
        .points()
        .filter(|&p| {
            board.color_at(p) == Some(defender)
                && board.chain_at(p).is_some_and(|c| board.liberties(c).iter().all(|l| playable.contains(l)))
        })
        .collect();
    if targets.is_empty() {
        return None;
    }
    let first = targets[rng.random_range(0..targets.len())];
    let target = if rng.random_bool(0.8) { vec![first] } else { targets };
    let to_move = if rng.random() { Color::Black } else { Color::White };
    Problem::new(board, &target, &playable, to_move).ok()
}
