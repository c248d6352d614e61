//! The stones around a point, in eight nested shapes of 4 to 40 cells (Basaldúa 2013, section 4.3.2, Figure 4.2).
//!
//! Cells up to symmetry: 4 (1,0); 8 +(1,1); 12 +(2,0); 20 +(2,1); 24 +(2,2); 28 +(3,0); 36 +(3,1); 40 +(4,0).
//! Each ring lists its cells so that a smaller shape is a prefix of a larger one.
//!
//! Two forms. The *raw hash* (64 bits, colour and orientation fixed) is kept by `RawPatterns` after every stone; up
//! to 28 cells it is lossless, two bits per cell, so that its low 16 bits are the 3x3 code; above that it is a Zobrist
//! hash. The *code* (`LocalPattern`, two bits per cell in 128 bits) is lossless at every size and computed on demand;
//! the canonical form under the eight symmetries and the exchange of colours is computed from it.

use crate::symmetry::Symmetry;
use crate::{Cell, Color};
use stable_hash::splitmix64::mix;

/// The number of cells of each shape.
pub const PATTERN_SIZES: [usize; 8] = [4, 8, 12, 20, 24, 28, 36, 40];
/// Up to this many cells the raw hash is lossless.
pub const LOSSLESS_CELLS: usize = 28;

/// Offsets (columns right, rows down) of the 40 cells, ring by ring.
pub const CELL_OFFSETS: [(i8, i8); 40] = [
    (0, -1),
    (-1, 0),
    (1, 0),
    (0, 1), // distance 1
    (-1, -1),
    (1, -1),
    (-1, 1),
    (1, 1), // diagonal
    (0, -2),
    (-2, 0),
    (2, 0),
    (0, 2), // (2,0)
    (-1, -2),
    (1, -2),
    (-2, -1),
    (2, -1),
    (-2, 1),
    (2, 1),
    (-1, 2),
    (1, 2), // (2,1)
    (-2, -2),
    (2, -2),
    (-2, 2),
    (2, 2), // (2,2)
    (0, -3),
    (-3, 0),
    (3, 0),
    (0, 3), // (3,0)
    (-1, -3),
    (1, -3),
    (-3, -1),
    (3, -1),
    (-3, 1),
    (3, 1),
    (-1, 3),
    (1, 3), // (3,1)
    (0, -4),
    (-4, 0),
    (4, 0),
    (0, 4), // (4,0)
];

/// Raw keys by cell and content. Cells below 28 have two bits each; a shape of 36 or 40 cells uses `HASHED`.
static HASHED: [[u64; 4]; 40] = {
    let mut keys = [[0; 4]; 40];
    let mut i = 0;
    while i < 40 {
        let mut state = 1;
        while state < 4 {
            keys[i][state] = mix((i * 4 + state) as u64 ^ 0x9A77_E121);
            state += 1;
        }
        i += 1;
    }
    keys
};

/// The contribution (by exclusive or) of a cell's content to the raw hash of a shape of `size` cells.
#[inline(always)]
pub const fn raw_key(size: usize, cell_idx: usize, cell: Cell) -> u64 {
    if size <= LOSSLESS_CELLS { (cell as u64) << (2 * cell_idx) } else { HASHED[cell_idx][cell as usize] }
}

/// The lossless code of the cells around a point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LocalPattern {
    code: u128,
    size: u8,
}

impl LocalPattern {
    /// Reads the cells in the order of `CELL_OFFSETS`.
    pub fn from_cells(cells: impl Iterator<Item = Cell>) -> LocalPattern {
        let mut pattern = LocalPattern { code: 0, size: 0 };
        for cell in cells.take(CELL_OFFSETS.len()) {
            pattern.code |= (cell as u128) << (2 * pattern.size);
            pattern.size += 1;
        }
        pattern
    }

    /// Two bits a cell, in the order of `CELL_OFFSETS`.
    pub const fn code(self) -> u128 {
        self.code
    }

    /// The number of cells.
    pub const fn size(self) -> usize {
        self.size as usize
    }

    /// What lies at the cell with that place in `CELL_OFFSETS`.
    pub const fn cell(self, cell_idx: usize) -> Cell {
        match (self.code >> (2 * cell_idx)) & 3 {
            0 => Cell::Empty,
            1 => Cell::Black,
            2 => Cell::White,
            _ => Cell::OffBoard,
        }
    }

    /// The raw hash that `RawPatterns` keeps for the same cells.
    pub fn raw_hash(self) -> u64 {
        (0..self.size()).fold(0, |hash, i| hash ^ raw_key(self.size(), i, self.cell(i)))
    }

    /// The pattern after the symmetry.
    pub fn transformed(self, symmetry: Symmetry) -> LocalPattern {
        let mut code = 0;
        for (i, &(dx, dy)) in CELL_OFFSETS.iter().enumerate().take(self.size()) {
            let (x, y) = symmetry.apply_offset(dx as i32, dy as i32);
            let to = CELL_OFFSETS.iter().position(|&o| o == (x as i8, y as i8)).expect("shapes are symmetric");
            code |= ((self.code >> (2 * i)) & 3) << (2 * to);
        }
        LocalPattern { code, size: self.size }
    }

    /// The pattern with the colours exchanged.
    pub fn swapped(self) -> LocalPattern {
        let low = 0x5555_5555_5555_5555_5555_5555_5555_5555u128;
        let (one, two) = (self.code & low, (self.code >> 1) & low);
        LocalPattern { code: (one << 1) | two, size: self.size }
    }

    /// The smallest code of the eight orientations, with the side to move in the role of Black.
    pub fn canonical(self, to_move: Color) -> LocalPattern {
        let seen = if to_move == Color::White { self.swapped() } else { self };
        Symmetry::ALL.into_iter().map(|s| seen.transformed(s)).min().expect("eight symmetries")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_pattern(size: usize) -> impl Strategy<Value = LocalPattern> {
        proptest::collection::vec(0u8..4, size).prop_map(|cells| {
            LocalPattern::from_cells(cells.into_iter().map(|c| match c {
                0 => Cell::Empty,
                1 => Cell::Black,
                2 => Cell::White,
                _ => Cell::OffBoard,
            }))
        })
    }

    #[test]
    fn shapes_are_the_rings_of_the_map() {
        let rings = [(1, 0), (1, 1), (2, 0), (2, 1), (2, 2), (3, 0), (3, 1), (4, 0)];
        let mut n_cells = 0;
        for (ring, size) in rings.into_iter().zip(PATTERN_SIZES) {
            for (dx, dy) in &CELL_OFFSETS[n_cells..size] {
                let (a, b) = (dx.abs().max(dy.abs()), dx.abs().min(dy.abs()));
                assert_eq!((a, b), ring);
            }
            n_cells = size;
        }
        let distinct: std::collections::BTreeSet<_> = CELL_OFFSETS.iter().collect();
        assert_eq!(distinct.len(), 40);
    }

    proptest! {
        #[test]
        fn canonical_form_forgets_orientation_and_colour(pattern in any_pattern(40), i in 0usize..8) {
            let turned = pattern.transformed(Symmetry::ALL[i]);
            prop_assert_eq!(turned.canonical(Color::Black), pattern.canonical(Color::Black));
            prop_assert_eq!(pattern.swapped().canonical(Color::White), pattern.canonical(Color::Black));
            prop_assert_eq!(turned.transformed(Symmetry::ALL[i].inverse()), pattern);
        }

        #[test]
        fn raw_hash_is_the_code_up_to_28_cells(pattern in any_pattern(28)) {
            prop_assert_eq!(u128::from(pattern.raw_hash()), pattern.code());
        }
    }
}
