//! Life on a plain board, written without bitboards: what the proof checker and the exhaustive twin call the end of a reading.
//!
//! The slow twin of `benson` and of the static facts of `capture_game`; it shares no code with them.

use go_board::{Board, Color, Point, PointSet};

/// Has a target chain a liberty outside the region (or a friend that has one)?
pub(crate) fn has_escaped(board: &Board, target: &PointSet, defender: Color, region: &PointSet) -> bool {
    target_stones(board, target, defender).any(|point| is_anchored(board, point, region))
}

/// Is nothing of the target left?
pub(crate) fn is_captured(board: &Board, target: &PointSet, defender: Color) -> bool {
    target_stones(board, target, defender).next().is_none()
}

fn target_stones<'a>(board: &'a Board, target: &PointSet, defender: Color) -> impl Iterator<Item = Point> + 'a {
    target.iter().filter(move |&point| board.color_at(point) == Some(defender))
}

fn is_anchored(board: &Board, stone: Point, region: &PointSet) -> bool {
    board.chain_at(stone).is_some_and(|chain| board.liberties(chain).iter().any(|liberty| !region.contains(liberty)))
}

/// Benson's algorithm on the whole board: the defender's stones that are alive whatever happens inside the region.
pub(crate) fn pass_alive(board: &Board, defender: Color, region: &PointSet) -> PointSet {
    let size = board.size();
    let is_own = |point: Point| board.color_at(point) == Some(defender);
    let mut areas: Vec<PointSet> = Vec::new();
    let mut seen = PointSet::new();
    for start in size.points().filter(|&point| !is_own(point)) {
        if seen.contains(start) {
            continue;
        }
        let mut area = PointSet::new();
        let mut open = vec![start];
        while let Some(point) = open.pop() {
            if size.contains(point) && !is_own(point) && seen.insert(point) {
                area.insert(point);
                open.extend(point.neighbours());
            }
        }
        if area.iter().all(|point| region.contains(point)) {
            areas.push(area);
        }
    }
    let mut alive: PointSet = size.points().filter(|&point| is_own(point)).collect();
    loop {
        let before = alive;
        for stone in before.iter() {
            let Some(chain) = board.chain_at(stone) else { continue };
            if board.chain_stone(chain) != stone || is_anchored(board, stone, region) {
                continue;
            }
            let is_vital = |area: &&PointSet| {
                let touches_all =
                    area.iter().filter(|&p| board.is_empty(p)).all(|p| board.liberties(chain).iter().any(|l| l == p));
                let border = area.iter().flat_map(|p| p.neighbours()).filter(|&n| size.contains(n) && is_own(n));
                touches_all && { border }.all(|n| alive.contains(n))
            };
            if areas.iter().filter(is_vital).count() < 2 {
                for dead in board.stones(chain) {
                    alive.remove(dead);
                }
            }
        }
        if alive == before {
            return alive;
        }
    }
}
