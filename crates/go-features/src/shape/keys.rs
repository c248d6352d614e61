//! The fixed tables behind shape hashes: cells ring by ring, and the lanes of every content on every cell.

use super::lanes::Lanes;
use crate::circular::LAST_RING;
use go_board::circular_distance;
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
/// The plain alphabet forgets the liberties.
pub(super) const N_PLAIN_STATES: usize = 4;
/// Off the board among the liberty-aware states.
pub(super) const OFF_BOARD: u8 = 7;
/// The plain state of each liberty-aware one.
pub(super) const PLAIN_STATE: [u8; N_LIBERTY_STATES] = [0, 1, 1, 1, 2, 2, 2, 3];

/// A cell of the rings.
pub(super) struct RingCell<const STATES: usize> {
    /// Distance in the window from the centre.
    pub(super) delta: isize,
    /// Lanes of the contents.
    pub(super) lanes: [Lanes; STATES],
}

/// All tables; made once.
pub(super) struct Keys {
    /// The cells at circular distances 2 to 15, ring by ring: empty, own, opponent, off the board.
    pub(super) plain: Vec<RingCell<N_PLAIN_STATES>>,
    /// The cells at distances 2 to 8, with liberties.
    pub(super) liberty: Vec<RingCell<N_LIBERTY_STATES>>,
    /// `ends[d]` cells are at distance `d` or less.
    pub(super) ends: [usize; LAST_RING + 1],
    /// The mark of the last and of the second-last move at an offset, where the circular distance allows it.
    marks: Vec<[Lanes; 2]>,
    /// The place of a reply relative to the move that it answers.
    replies: Vec<Lanes>,
}

pub(super) static KEYS: LazyLock<Keys> = LazyLock::new(|| {
    let reach = REACH as i32;
    let (mut plain, mut liberty) = (Vec::new(), Vec::new());
    let mut ends = [0; LAST_RING + 1];
    let lanes = |dx, dy, state: usize, alphabet: u64| {
        if state == 0 { Lanes::EMPTY } else { Lanes::key(dx, dy, alphabet + state as u64) }
    };
    for (ring, end) in ends.iter_mut().enumerate().skip(2) {
        for (dx, dy) in square(reach).filter(|&(dx, dy)| circular_distance(dx, dy) == ring) {
            let delta = dy as isize * WINDOW as isize + dx as isize;
            plain.push(RingCell { delta, lanes: std::array::from_fn(|state| lanes(dx, dy, state, 0)) });
            if ring <= LAST_LIBERTY_RING {
                liberty.push(RingCell { delta, lanes: std::array::from_fn(|state| lanes(dx, dy, state, 10)) });
            }
        }
        *end = plain.len();
    }
    let marks = square(REACH as i32).map(|(dx, dy)| [30, 31].map(|content| Lanes::key(dx, dy, content))).collect();
    let replies = square(REPLY_REACH).map(|(dx, dy)| Lanes::key(dx, dy, 40)).collect();
    Keys { plain, liberty, ends, marks, replies }
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
