//! The chains that a move joins or cuts, judged by the eight points around it.

use crate::adjacency::chains_around;
use go_board::{Board, Color, Liberties, Point};

/// The chains that meet at an empty point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Meeting {
    /// Chains of the player that a stone there joins.
    pub joined: usize,
    /// Chains of the opponent that a stone there keeps from joining.
    pub cut: usize,
    /// Pairs of neighbouring sides of the point with two different chains of the opponent and a stone of the player on
    /// the corner between them: a cut that cannot be bypassed there.
    pub hard_cuts: usize,
    /// Likewise with an empty corner: the opponent can still connect there.
    pub soft_cuts: usize,
}

/// The eight points around a point, clockwise: sides at even places, corners at odd ones.
fn ring(point: Point) -> [Point; 8] {
    [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)].map(|(dx, dy)| point.shifted(dx, dy))
}

/// The chains that meet at an empty point where `color` would play.
pub fn meeting<L: Liberties>(board: &Board<L>, point: Point, color: Color) -> Meeting {
    let enemy = color.opponent();
    let mut meeting = Meeting {
        joined: chains_around(board, point, color).len(),
        cut: chains_around(board, point, enemy).len(),
        ..Meeting::default()
    };
    if meeting.cut >= 2 {
        let ring = ring(point);
        for side in [0, 2, 4, 6] {
            let (a, corner, b) = (ring[side], ring[side + 1], ring[(side + 2) % 8]);
            let both = board.cell(a) == enemy.cell() && board.cell(b) == enemy.cell();
            if both && board.chain_at(a) != board.chain_at(b) {
                meeting.hard_cuts += usize::from(board.cell(corner) == color.cell());
                meeting.soft_cuts += usize::from(board.is_empty(corner));
            }
        }
    }
    meeting
}
