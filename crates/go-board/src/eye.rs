//! The one-point eye test that ends playouts (Basaldúa 2013, section 4.3.1).
//!
//! All four neighbours are own stones or off the board, and the diagonals are not cut: at most one of them in the
//! centre, none at the edge. An enemy stone on a diagonal cuts. An *empty* diagonal is treated in one of two ways: with
//! `EyePotential::Counts` it counts as the player's own; with `EyePotential::Ignored` it cuts unless it is itself
//! surrounded by own stones. Basaldúa found the first one stronger in self-play; it is the default. The second test
//! looks one step deep only, so that two eyes that depend on each other are both eyes.

use crate::{Board, Cell, Color, Liberties, Point};

/// How an empty diagonal point is treated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EyePotential {
    /// As the player's own: the shape is an eye.
    #[default]
    Counts,
    /// As a cut, unless the opponent cannot play there because it is itself surrounded.
    Ignored,
}

impl<L: Liberties> Board<L> {
    /// Whether the empty point is surrounded by stones of that colour (or the edge) on all four sides.
    #[inline(always)]
    pub fn is_eye_like(&self, point: Point, color: Color) -> bool {
        self.n_own_or_edge_neighbours(point, color) == 4
    }

    /// Whether the empty point is a one-point eye of that colour.
    #[inline(always)]
    pub fn is_eye(&self, point: Point, color: Color, potential: EyePotential) -> bool {
        self.is_eye_like(point, color) && self.diagonals_hold(point, color, potential)
    }

    #[inline]
    fn diagonals_hold(&self, point: Point, color: Color, potential: EyePotential) -> bool {
        let enemy = color.opponent().cell();
        let (mut n_cuts, mut n_off_board) = (0, 0);
        for diagonal in point.diagonals() {
            match self.cell(diagonal) {
                Cell::OffBoard => n_off_board += 1,
                Cell::Empty => {
                    n_cuts += usize::from(potential == EyePotential::Ignored && !self.is_eye_like(diagonal, color));
                }
                stone => n_cuts += usize::from(stone == enemy),
            }
        }
        n_cuts + usize::from(n_off_board > 0) < 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TrueLiberties;

    /// The point marked `a` must be a black eye (or not) under both variants.
    fn check(drawing: &str, counts: bool, ignored: bool) {
        let (board, marks) = Board::<TrueLiberties>::parse_ascii(drawing).unwrap();
        let point = marks.iter().find(|m| m.0 == 'a').expect("a marked point").1;
        assert_eq!(board.is_eye(point, Color::Black, EyePotential::Counts), counts, "counts\n{drawing}");
        assert_eq!(board.is_eye(point, Color::Black, EyePotential::Ignored), ignored, "ignored\n{drawing}");
    }

    #[test]
    fn centre() {
        check(". . . . .\n . X X X .\n . X a X .\n . X X X .\n . . . . .", true, true);
        check(". . . . .\n . O X X .\n . X a X .\n . X X X .\n . . . . .", true, true);
        check(". . . . .\n . O X X .\n . X a X .\n . X X O .\n . . . . .", false, false);
        check(". . . . .\n . . X X .\n . X a X .\n . X X X .\n . . . . .", true, true);
        check(". . . . .\n . . X X .\n . X a X .\n . X X . .\n . . . . .", true, false);
        check(". . . . .\n . O X X .\n . X a X .\n . X X . .\n . . . . .", true, false);
        check(". . . . .\n . O X X .\n . X a . .\n . X X X .\n . . . . .", false, false);
    }

    #[test]
    fn edge_and_corner() {
        check("X a X . .\n X X X . .\n . . . . .\n . . . . .\n . . . . .", true, true);
        check("X a X . .\n O X X . .\n . . . . .\n . . . . .\n . . . . .", false, false);
        check("X a X . .\n . X X . .\n . . . . .\n . . . . .\n . . . . .", true, false);
        check("a X . . .\n X X . . .\n . . . . .\n . . . . .\n . . . . .", true, true);
        check("a X . . .\n X O . . .\n . . . . .\n . . . . .\n . . . . .", false, false);
        check("a X . . .\n X . . . .\n . . . . .\n . . . . .\n . . . . .", true, false);
    }

    #[test]
    fn an_empty_diagonal_that_is_itself_surrounded_does_not_cut() {
        check(". X . . .\n X . X X .\n . X a X .\n . X X . .\n . . . . .", true, true);
        check("a X . . .\n X . X . .\n . X . . .\n . . . . .\n . . . . .", true, true);
    }
}
