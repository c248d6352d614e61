//! The board of heavy playouts: true liberties, and the 3x3 patterns of all points kept beside it.

use go_board::{Board, Color, Point, RawPatterns};

/// The 16-bit codes of the 3x3 patterns around all points.
pub type Patterns3x3 = RawPatterns<8>;

/// The stones that a playout is played on, with their patterns. Borrowed, because a state of the search keeps the stones in a `Position`.
pub struct HeavyBoard<'a> {
    /// The stones.
    pub stones: &'a mut Board,
    /// Their patterns.
    pub patterns: &'a mut Patterns3x3,
}

impl HeavyBoard<'_> {
    /// Plays on an empty point; see [`Board::play_unchecked`].
    #[inline]
    pub fn play(&mut self, point: Point, color: Color) -> usize {
        self.patterns.play(self.stones, point, color)
    }
}
