//! The 3x3 patterns that call for an answer next to the last move (Basaldúa 2013, section 4.4.2, Figure 4.7).
//!
//! A table of one bit for each colour to move and each 16-bit code that the board keeps, made once from the drawings below.

use std::sync::LazyLock;

use go_board::local_pattern::CELL_OFFSETS;
use go_board::{Cell, Color, Symmetry};

/// Drawings with the colours as drawn and exchanged: `X` own, `O` opponent's, `.` empty, `#` off the board, `?` any on the board,
/// `w` opponent's or empty.
const BOTH_WAYS: [&str; 6] = ["XOX ... ???", "XO. ... ?.?", "XO? X.. ?.?", "?O? X.X www", "X.? O.? ###", "?X? w.O ###"];
/// Drawings for the player `X` only.
const AS_DRAWN: [&str; 5] = ["XOO ... ?.?", "?XO ?.? ###", "?OX ?.. ###", "?OX ?.X ###", "?OX X.O ###"];
/// The cut, both ways, and what is taken out of it.
const CUT: &str = "XO? O.? ???";
const NO_CUT: [&str; 2] = ["XO? O.O ?.?", "XO? O.. ?O?"];

/// One bit per code and colour to move.
#[derive(Debug)]
pub(crate) struct PatternTable {
    bits: [Vec<u64>; 2],
}

impl PatternTable {
    /// The patterns of Figure 4.7.
    pub(crate) fn shared() -> &'static PatternTable {
        static TABLE: LazyLock<PatternTable> = LazyLock::new(PatternTable::new);
        &TABLE
    }

    fn new() -> Self {
        let mut table = PatternTable { bits: [vec![0; 1024], vec![0; 1024]] };
        for drawing in BOTH_WAYS.iter().chain([&CUT]) {
            table.mark_all(drawing, Color::BOTH.as_slice(), true);
        }
        for drawing in NO_CUT {
            table.mark_all(drawing, Color::BOTH.as_slice(), false);
        }
        // What the exceptions took from other drawings comes back.
        for drawing in BOTH_WAYS {
            table.mark_all(drawing, Color::BOTH.as_slice(), true);
        }
        for drawing in AS_DRAWN {
            table.mark_all(drawing, &[Color::Black], true);
        }
        table
    }

    /// Does the code around an empty point call for an answer by `color`?
    #[inline(always)]
    pub(crate) fn matches(&self, raw_pattern: u64, color: Color) -> bool {
        let code = (raw_pattern & 0xFFFF) as usize;
        self.bits[color.index()][code / 64] >> (code % 64) & 1 == 1
    }

    /// Marks the drawing in all orientations: `X` is `own` colour for Black to move, and the other way round for White.
    fn mark_all(&mut self, drawing: &str, own: &[Color], value: bool) {
        let cells: Vec<char> = drawing.chars().filter(|c| !c.is_whitespace()).collect();
        for symmetry in Symmetry::ALL {
            let turned: Vec<char> = CELL_OFFSETS[..8]
                .iter()
                .map(|&(dx, dy)| {
                    let (x, y) = symmetry.apply_offset(i32::from(dx), i32::from(dy));
                    cells[((y + 1) * 3 + x + 1) as usize]
                })
                .collect();
            for &x_color in own {
                for (to_move, x_color) in [(Color::Black, x_color), (Color::White, x_color.opponent())] {
                    self.mark(to_move, &turned, x_color, (0, 0), value);
                }
            }
        }
    }

    /// Marks every code that the wildcards from cell `place` on allow.
    fn mark(&mut self, to_move: Color, cells: &[char], x_color: Color, (place, code): (usize, usize), value: bool) {
        let Some(&letter) = cells.get(place) else {
            let (word, bit) = (&mut self.bits[to_move.index()][code / 64], 1 << (code % 64));
            *word = if value { *word | bit } else { *word & !bit };
            return;
        };
        let (own, enemy) = (x_color.cell(), x_color.opponent().cell());
        let contents: &[Cell] = match letter {
            'X' => &[own],
            'O' => &[enemy],
            '.' => &[Cell::Empty],
            '#' => &[Cell::OffBoard],
            'w' => &[enemy, Cell::Empty],
            _ => &[own, enemy, Cell::Empty],
        };
        for &cell in contents {
            self.mark(to_move, cells, x_color, (place + 1, code | (cell as usize) << (2 * place)), value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use go_board::Board;

    /// The marked point calls for an answer by Black, by White.
    fn check(drawing: &str, expected: [bool; 2]) {
        let (board, marks): (Board, _) = Board::parse_ascii(drawing).expect("a drawing");
        let code = board.local_pattern(marks[0].1, 8).raw_hash();
        let found = Color::BOTH.map(|color| PatternTable::shared().matches(code, color));
        assert_eq!(found, expected, "\n{drawing}");
    }

    #[test]
    fn hane_and_cut() {
        check(". . . . .\n . X O X .\n . . a . .\n . . . . .\n . . . . .", [true, true]);
        check(". . . . .\n . X O . .\n . O a . .\n . . . . .\n . . . . .", [true, true]);
        check(". . . . .\n . X O . .\n . O a O .\n . . . . .\n . . . . .", [false, false]);
        check(". . . . .\n . . O . .\n . X a X .\n . . . . .\n . . . . .", [true, true]);
        check(". . . . .\n . . . . .\n . . a . .\n . . . . .\n . . . . .", [false, false]);
    }

    #[test]
    fn edge_patterns_know_their_colour() {
        check(". . . . .\n . . . . .\n . . . . .\n . . X O .\n . . a X .", [true, false]);
        check("a . . . .\n . . . . .\n . . . . .\n . . . . .\n . . . . .", [false, false]);
    }
}
