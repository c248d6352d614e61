//! The vital point of a small eye space next to the last move: an addition to the base policy.

use go_board::{Board, Color, EyePotential, Liberties, Point};
use go_tactics::{EyeSpace, EyeStatus, MAX_EYE_SPACE};

/// The vital point of a small eye space that the last stone touches or is inside of.
///
/// Most spaces are too large, and flood-filling them to find that out took a quarter of a playout's time: a chain
/// inside a space contributes its stones and its liberties, which the board has already counted.
#[inline]
pub(super) fn vital_point_near(board: &Board, last: Point) -> Option<Point> {
    // A stone in the open is not next to an eye space.
    if board.n_empty_neighbours(last) > 2 {
        return None;
    }
    let stone = board.color_at(last)?;
    // The liberties of the last stone are in one space of its opponent: one check is enough.
    let mut seen_from_inside = false;
    for point in last.neighbours() {
        if !board.is_empty(point) || board.n_empty_neighbours(point) > 3 {
            continue;
        }
        for owner in Color::BOTH {
            // A space of its owner has the owner's stones or the edge around.
            let is_known = owner != stone && seen_from_inside;
            if board.n_own_or_edge_neighbours(point, owner) == 0 || is_known || is_in_large_space(board, point, owner) {
                continue;
            }
            seen_from_inside |= owner != stone;
            if let Some(space) = EyeSpace::around(board, point, owner)
                && let EyeStatus::Vital(vital) = space.status()
                && !board.is_eye(vital, owner, EyePotential::Counts)
            {
                return Some(vital);
            }
        }
    }
    None
}

/// Does a chain next to the point alone make the owner's space there too large?
#[inline]
fn is_in_large_space(board: &Board, point: Point, owner: Color) -> bool {
    let inside = owner.opponent().cell();
    point.neighbours().into_iter().any(|neighbour| {
        board.cell(neighbour) == inside
            && board
                .chain_at(neighbour)
                .is_some_and(|chain| board.chain_size(chain) + board.liberties(chain).count() > MAX_EYE_SPACE)
    })
}
