//! Last good replies with forgetting (Drake 2009, Baier and Drake 2010): the answer to a move that won the last playout in which it was
//! tried. All threads share one table, updated with relaxed atomics.

use std::sync::atomic::{AtomicU16, Ordering};

use go_board::{Color, GRID_CELLS, Move, Point};

/// A point that is never played: the corner of the grid's margin.
const NOTHING: u16 = 0;

/// For each colour and each previous point, the reply that won.
pub struct ReplyTable {
    replies: [Vec<AtomicU16>; 2],
}

impl Default for ReplyTable {
    fn default() -> Self {
        let empty = || (0..GRID_CELLS).map(|_| AtomicU16::new(NOTHING)).collect();
        Self { replies: [empty(), empty()] }
    }
}

impl ReplyTable {
    /// The reply of `color` to a move at `previous`.
    #[inline]
    pub fn get(&self, color: Color, previous: Point) -> Option<Point> {
        let index = self.replies[color.index()][previous.index()].load(Ordering::Relaxed);
        (index != NOTHING).then(|| Point::from_index(usize::from(index)))
    }

    /// Learns from the moves of a playout: replies of the winner are kept, those of the loser forgotten.
    pub fn learn(&self, moves: impl Iterator<Item = (Color, Move)>, winner: Color) {
        let mut previous: Option<Point> = None;
        for (color, mv) in moves {
            if let (Some(previous), Move::Play(point)) = (previous, mv) {
                let slot = &self.replies[color.index()][previous.index()];
                let index = point.index() as u16;
                if color == winner {
                    slot.store(index, Ordering::Relaxed);
                } else if slot.load(Ordering::Relaxed) == index {
                    slot.store(NOTHING, Ordering::Relaxed);
                }
            }
            previous = mv.point();
        }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.replies.iter().flatten().for_each(|slot| slot.store(NOTHING, Ordering::Relaxed));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use go_board::BoardSize;

    #[test]
    fn winners_are_remembered_and_losers_forgotten() {
        let size = BoardSize::NINE;
        let at = |name: &str| size.parse_point(name).expect("a point");
        let table = ReplyTable::default();
        let line =
            [(Color::Black, Move::Play(at("C3"))), (Color::White, Move::Play(at("G7"))), (Color::Black, Move::Pass)];
        table.learn(line.into_iter(), Color::White);
        assert_eq!(table.get(Color::White, at("C3")), Some(at("G7")));
        assert_eq!(table.get(Color::Black, at("C3")), None);
        table.learn(line.into_iter(), Color::Black);
        assert_eq!(table.get(Color::White, at("C3")), None);
    }
}
