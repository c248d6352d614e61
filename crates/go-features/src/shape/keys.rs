//! The fixed tables behind shape hashes: cells ring by ring, and the lanes of every content on every cell.

use super::lanes::Lanes;
use go_board::{LAST_RING, circular_distance};
use std::sync::LazyLock;

/// Cells beyond the board that the largest shape may look at.
pub(super) const REACH: usize = 7;
/// Columns of the window: a 25x25 board and its margin on both sides.
pub(super) const WINDOW: usize = 25 + 2 * REACH;
/// Liberty-aware shapes reach this circular distance.
pub(super) const LAST_LIBERTY_RING: usize = 8;
/// Replies are keyed by their offset up to this many lines away.
pub(super) const REPLY_REACH: i32 = 8;

/// What a liberty-aware cell holds: empty, off the board, or a stone of either side with 1, 2 or more liberties.
pub(super) const N_LIBERTY_STATES: usize = 8;
/// Off the board, in both alphabets.
pub(super) const OFF_BOARD: u8 = 7;

/// A cell of the rings.
pub(super) struct RingCell {
    /// Distance in the window from the centre.
    pub(super) delta: isize,
    /// Lanes by liberty-aware state, of the plain alphabet (empty, own, opponent, off the board).
    pub(super) plain: [Lanes; N_LIBERTY_STATES],
    /// Lanes by liberty-aware state.
    pub(super) liberty: [Lanes; N_LIBERTY_STATES],
}

/// All tables; made once.
pub(super) struct Keys {
    /// The cells at circular distances 2 to 15, ring by ring.
    pub(super) cells: Vec<RingCell>,
    /// `ends[d]` cells lie at distance `d` or less.
    pub(super) ends: [usize; LAST_RING + 1],
    /// The mark of the last and of the second-last move at an offset, where the circular distance allows it.
    marks: Vec<[Lanes; 2]>,
    /// The place of a reply relative to the move that it answers.
    replies: Vec<Lanes>,
}

pub(super) static KEYS: LazyLock<Keys> = LazyLock::new(|| {
    let reach = REACH as i32;
    let mut cells = Vec::new();
    let mut ends = [0; LAST_RING + 1];
    for (ring, end) in ends.iter_mut().enumerate().skip(2) {
        for dy in -reach..=reach {
            for dx in -reach..=reach {
                if circular_distance(dx, dy) == ring {
                    // Own stones are states 1 to 3, the opponent's 4 to 6: the plain alphabet forgets the liberties.
                    let plain = |state: usize| match state {
                        0 => Lanes::EMPTY,
                        1..=3 => Lanes::key(dx, dy, 1),
                        4..=6 => Lanes::key(dx, dy, 2),
                        _ => Lanes::key(dx, dy, 3),
                    };
                    let liberty = |state: usize| match state {
                        0 => Lanes::EMPTY,
                        other => Lanes::key(dx, dy, 10 + other as u64),
                    };
                    cells.push(RingCell {
                        delta: dy as isize * WINDOW as isize + dx as isize,
                        plain: std::array::from_fn(plain),
                        liberty: std::array::from_fn(liberty),
                    });
                }
            }
        }
        *end = cells.len();
    }
    let marks = square(REACH as i32).map(|(dx, dy)| [30, 31].map(|content| Lanes::key(dx, dy, content))).collect();
    let replies = square(REPLY_REACH).map(|(dx, dy)| Lanes::key(dx, dy, 40)).collect();
    Keys { cells, ends, marks, replies }
});

fn square(reach: i32) -> impl Iterator<Item = (i32, i32)> {
    (-reach..=reach).flat_map(move |dy| (-reach..=reach).map(move |dx| (dx, dy)))
}

fn place(reach: i32, dx: i32, dy: i32) -> Option<usize> {
    (dx.abs() <= reach && dy.abs() <= reach).then(|| ((dy + reach) * (2 * reach + 1) + dx + reach) as usize)
}

impl Keys {
    pub(super) fn mark(&self, back: usize, dx: i32, dy: i32) -> Option<&Lanes> {
        place(REACH as i32, dx, dy).map(|i| &self.marks[i][back])
    }

    pub(super) fn reply(&self, dx: i32, dy: i32) -> Option<&Lanes> {
        place(REPLY_REACH, dx, dy).map(|i| &self.replies[i])
    }
}
