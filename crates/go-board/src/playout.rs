//! The light playout: uniformly random legal moves that do not fill own eyes, until both pass.
//!
//! It is the benchmark of the board's speed (`tesuji bench`), the evaluation of the simplest player and a source of
//! random positions for tests. No mercy rule, no knowledge. A cap of three times the board's area ends the rare
//! playouts that cycle in a multiple ko.

use crate::{Board, Color, EyePotential, Liberties, Move, Point};
use rand::Rng;

/// The result of a playout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayoutEnd {
    /// Black's area minus White's, komi not included.
    pub area_lead: i32,
    /// Moves made, passes included.
    pub n_moves: usize,
}

/// A number below `n` from 32 random bits by multiplication; the bias (below `n / 2^32`) does not matter here.
#[inline(always)]
fn below(rng: &mut impl Rng, n: usize) -> usize {
    ((u64::from(rng.next_u32()) * n as u64) >> 32) as usize
}

impl<L: Liberties> Board<L> {
    /// A uniformly random move among the legal ones that do not fill an own eye; a pass if there is none.
    #[inline]
    pub fn random_move(&mut self, color: Color, rng: &mut impl Rng) -> Move {
        self.random_move_where(color, rng, |_, _| true)
    }

    /// The same among those that `accept` accepts; it is called for playable points only.
    ///
    /// Rejected points are moved behind the untried ones, so that every accepted one is equally likely.
    #[inline]
    pub fn random_move_where(
        &mut self,
        color: Color,
        rng: &mut impl Rng,
        mut accept: impl FnMut(&Self, Point) -> bool,
    ) -> Move {
        let mut n_left = self.empties.len();
        while n_left > 0 {
            let idx = below(rng, n_left);
            let point = self.empties.get(idx);
            if self.is_playable(point, color) && accept(self, point) {
                return Move::Play(point);
            }
            n_left -= 1;
            self.empties.swap(idx, n_left);
        }
        Move::Pass
    }

    /// Legal (for an empty point) and not an own eye.
    #[inline(always)]
    pub fn is_playable(&self, point: Point, color: Color) -> bool {
        !self.is_eye(point, color, EyePotential::Counts) && self.is_legal(point, color)
    }

    /// Plays random moves until both pass, `to_move` first.
    pub fn light_playout(&mut self, to_move: Color, rng: &mut impl Rng) -> PlayoutEnd {
        let cap = 3 * self.size().area();
        let (mut color, mut n_moves, mut n_passes) = (to_move, 0, 0);
        while n_passes < 2 && n_moves < cap {
            match self.random_move(color, rng) {
                Move::Play(point) => {
                    self.play_unchecked(point, color);
                    n_passes = 0;
                }
                Move::Pass => {
                    self.pass();
                    n_passes += 1;
                }
            }
            color = color.opponent();
            n_moves += 1;
        }
        PlayoutEnd { area_lead: self.area_lead(), n_moves }
    }
}
