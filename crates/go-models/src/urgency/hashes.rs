//! Hashes of the pattern around every point, the same in all eight orientations.
//!
//! For every point and either side to move, the raw hashes of the eight orientations are kept; the pattern's hash is the least of
//! them. A stone changes the hashes of the points that see it: 40 cells, eight orientations, two sides. That is cheaper than
//! turning a pattern for every legal move.

use go_board::local_pattern::{CELL_OFFSETS, raw_key};
use go_board::{Board, BoardSize, Cell, Color, Liberties, Point, Symmetry};
use std::sync::LazyLock;

/// Where a cell is after each symmetry.
static IMAGES: LazyLock<[[usize; 40]; 8]> = LazyLock::new(|| {
    Symmetry::ALL.map(|symmetry| {
        CELL_OFFSETS.map(|(dx, dy)| {
            let (x, y) = symmetry.apply_offset(i32::from(dx), i32::from(dy));
            CELL_OFFSETS.iter().position(|&offset| offset == (x as i8, y as i8)).expect("shapes are symmetric")
        })
    })
});

/// The hashes of a board.
#[derive(Clone)]
pub(super) struct PatternHashes {
    size: BoardSize,
    n_cells: usize,
    /// By point, side to move and orientation.
    hashes: Vec<[[u64; 8]; 2]>,
}

impl PatternHashes {
    /// Those of an empty board.
    pub(super) fn empty(size: BoardSize, n_cells: usize) -> PatternHashes {
        let mut empty = PatternHashes { size, n_cells, hashes: vec![[[0; 8]; 2]; size.area()] };
        for point in size.points() {
            for (cell, &(dx, dy)) in CELL_OFFSETS.iter().enumerate().take(n_cells) {
                if size.offset(point, i32::from(dx), i32::from(dy)).is_none() {
                    empty.change(point, cell, [Cell::OffBoard; 2]);
                }
            }
        }
        empty
    }

    /// Puts all stones of a board onto an empty one.
    pub(super) fn with_stones<L: Liberties>(mut self, board: &Board<L>) -> PatternHashes {
        for point in self.size.points() {
            if let Some(color) = board.color_at(point) {
                self.toggle(point, color);
            }
        }
        self
    }

    /// A stone appears or disappears.
    pub(super) fn toggle(&mut self, point: Point, color: Color) {
        for (cell, &(dx, dy)) in CELL_OFFSETS.iter().enumerate().take(self.n_cells) {
            // Shapes are symmetric: seen from the point at -offset, the stone is at +offset.
            if let Some(from) = self.size.offset(point, -i32::from(dx), -i32::from(dy)) {
                self.change(from, cell, [color.cell(), color.opponent().cell()]);
            }
        }
    }

    /// A cell around a point, as Black and as White see it.
    #[inline]
    fn change(&mut self, point: Point, cell: usize, seen: [Cell; 2]) {
        let hashes = &mut self.hashes[self.size.dense_index(point)];
        for (side, seen) in hashes.iter_mut().zip(seen) {
            for (hash, images) in side.iter_mut().zip(IMAGES.iter()) {
                *hash ^= raw_key(self.n_cells, images[cell], seen);
            }
        }
    }

    /// The pattern around a point for the side to move.
    #[inline]
    pub(super) fn at(&self, point: Point, to_move: Color) -> u64 {
        let hashes = &self.hashes[self.size.dense_index(point)][to_move.index()];
        hashes.iter().copied().fold(u64::MAX, u64::min)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use go_board::PlayoutBoard;
    use go_board::local_pattern::PATTERN_SIZES;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// The slow twin: the pattern read from the board, turned in all ways.
    fn slow(board: &PlayoutBoard, point: Point, to_move: Color, n_cells: usize) -> u64 {
        let pattern = board.local_pattern(point, n_cells);
        let seen = if to_move == Color::White { pattern.swapped() } else { pattern };
        Symmetry::ALL.iter().map(|&symmetry| seen.transformed(symmetry).raw_hash()).min().expect("eight")
    }

    #[test]
    fn hashes_are_those_of_the_slow_twin_on_random_boards() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        for n_cells in PATTERN_SIZES {
            let size = BoardSize::new(rng.random_range(1..12)).expect("a size");
            let mut board = PlayoutBoard::new(size);
            let empty = PatternHashes::empty(size, n_cells);
            for _ in 0..size.area() {
                let point = size.from_dense_index(rng.random_range(0..size.area())).expect("a point");
                if board.is_empty(point) {
                    board.play_unchecked(point, Color::BOTH[rng.random_range(0..2)]);
                }
            }
            let hashes = empty.with_stones(&board);
            for point in size.points() {
                for color in Color::BOTH {
                    assert_eq!(hashes.at(point, color), slow(&board, point, color, n_cells), "{n_cells} cells");
                }
            }
        }
    }
}
