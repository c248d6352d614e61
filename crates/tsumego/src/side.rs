//! The two sides of a problem: the one whose stones are in question, and the one that wants to capture them.

/// A side of a life-and-death problem, whatever its colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Side {
    /// Owns the target and wants it to stay on the board.
    Defender = 0,
    /// Wants to capture the target.
    Attacker = 1,
}

impl Side {
    /// Both sides, the defender first.
    pub const BOTH: [Side; 2] = [Side::Defender, Side::Attacker];

    /// The other side.
    #[inline(always)]
    pub const fn opponent(self) -> Side {
        match self {
            Side::Defender => Side::Attacker,
            Side::Attacker => Side::Defender,
        }
    }

    /// 0 for the defender, 1 for the attacker: for arrays of two.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }
}
