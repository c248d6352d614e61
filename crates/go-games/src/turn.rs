//! One turn of a recorded game in two bytes: colour and move.
//!
//! Bits 0-4 column, 5-9 row from the top, 15 set for White; column and row of all ones are a pass. The game database
//! stores the same two bytes, so they do not depend on how the board numbers its points. The colour is stored because
//! real games contain two moves of one colour in a row.

use go_board::{BoardSize, Color, Move, Point};

/// A move and who made it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Turn(u16);

const PASS: u16 = 0x3FF;
const WHITE: u16 = 0x8000;

impl Turn {
    /// A turn of a player.
    #[inline]
    pub fn new(color: Color, mv: Move) -> Turn {
        let place = match mv {
            Move::Play(point) => u16::from(point.x()) | u16::from(point.y()) << 5,
            Move::Pass => PASS,
        };
        Turn(if color == Color::White { place | WHITE } else { place })
    }

    /// Who moved.
    #[inline]
    pub fn color(self) -> Color {
        if self.0 & WHITE == 0 { Color::Black } else { Color::White }
    }

    /// The move.
    #[inline]
    pub fn mv(self) -> Move {
        match Point::new((self.0 & 0x1F) as u8, (self.0 >> 5 & 0x1F) as u8) {
            Some(point) => Move::Play(point),
            None => Move::Pass,
        }
    }

    /// The two bytes.
    pub fn code(self) -> u16 {
        self.0
    }

    /// The turn with these two bytes, if it is one on a board of that size.
    #[inline]
    pub fn from_code(code: u16, size: BoardSize) -> Option<Turn> {
        let turn = Turn(code);
        let possible = match turn.mv() {
            Move::Play(point) => code & !(WHITE | PASS) == 0 && size.contains(point),
            Move::Pass => code & !WHITE == PASS,
        };
        possible.then_some(turn)
    }
}

impl std::fmt::Debug for Turn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {:?}", self.color().letter(), self.mv())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_round_trip_and_others_are_rejected() {
        for side in [1, 9, 19, 25] {
            let size = BoardSize::new(side).unwrap();
            let moves = size.points().map(Move::Play).chain([Move::Pass]);
            let mut codes = std::collections::BTreeSet::new();
            for mv in moves {
                for color in Color::BOTH {
                    let turn = Turn::new(color, mv);
                    assert_eq!((turn.color(), turn.mv()), (color, mv));
                    assert_eq!(Turn::from_code(turn.code(), size), Some(turn));
                    codes.insert(turn.code());
                }
            }
            assert_eq!((0..=u16::MAX).filter(|&code| Turn::from_code(code, size).is_some()).count(), codes.len());
        }
    }
}
