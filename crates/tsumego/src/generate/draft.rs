//! Random shapes in the corner or on the side: a room, the group around it, the stones around the group, and some disorder.

use go_board::{Board, BoardSize, Color, Point, PointSet};
use rand::{Rng, RngExt};

/// A shape that may be a problem.
pub(super) struct Draft {
    pub(super) board: Board,
    pub(super) target: Point,
    pub(super) to_move: Color,
    /// Stones that may turn out not to matter.
    pub(super) loose: Vec<Point>,
}

pub(super) fn draw(rng: &mut impl Rng) -> Option<Draft> {
    let size = BoardSize::NINETEEN;
    let is_corner = rng.random_bool(0.7);
    let left = if is_corner { 0 } else { 6 };
    let n_room = rng.random_range(4..=9);
    let room = room(rng, size, left, n_room)?;
    let border = |set: &PointSet| -> PointSet {
        let next = set.iter().flat_map(|p| p.neighbours()).filter(|&n| size.contains(n));
        next.filter(|&n| !set.contains(n)).collect()
    };
    let group = border(&room);
    let mut inside = room;
    let defender = if rng.random() { Color::Black } else { Color::White };
    let mut board: Board = Board::new(size);
    let mut loose = Vec::new();
    for point in group.iter() {
        inside.insert(point);
        if !rng.random_bool(0.12) {
            board.set_stone(point, defender);
        }
    }
    for point in border(&inside).iter() {
        if rng.random_bool(0.1) {
            // A liberty outside: the surrounding stones stand behind it.
            inside.insert(point);
        }
    }
    for point in border(&inside).iter() {
        board.set_stone(point, defender.opponent());
    }
    let n_inside = rng.random_range(0..=4);
    let places: Vec<Point> = room.iter().collect();
    for _ in 0..n_inside {
        let point = places[rng.random_range(0..places.len())];
        if board.is_empty(point) {
            board.set_stone(point, if rng.random_bool(0.6) { defender.opponent() } else { defender });
            loose.push(point);
        }
    }
    if board.has_dead_chain() {
        return None;
    }
    let target = group
        .iter()
        .filter(|&p| board.color_at(p) == Some(defender))
        .max_by_key(|&p| board.chain_at(p).map_or(0, |chain| board.chain_size(chain)))?;
    let chain = board.chain_at(target)?;
    if board.chain_size(chain) < 3 {
        return None;
    }
    let to_move = if rng.random() { Color::Black } else { Color::White };
    Some(Draft { board, target, to_move, loose })
}

/// A connected set of points on the first three lines.
fn room(rng: &mut impl Rng, size: BoardSize, left: usize, n: usize) -> Option<PointSet> {
    let start = size.point(left + rng.random_range(0..2), rng.random_range(0..2))?;
    let mut room: PointSet = [start].into_iter().collect();
    while room.len() < n {
        let mut next: Vec<Point> = Vec::new();
        for point in room.iter().flat_map(|p| p.neighbours()) {
            let in_frame = size.contains(point) && point.y() < 4 && usize::from(point.x()) >= left;
            if in_frame && usize::from(point.x()) < left + 6 && !room.contains(point) {
                // Points that touch the room twice stand in the list twice: rooms are more often compact than thin.
                next.push(point);
            }
        }
        room.insert(next[rng.random_range(0..next.len())]);
    }
    Some(room)
}
