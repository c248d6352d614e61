//! Nested circular patterns up to distance 15, made on demand (van Niekerk 2014, section 2.4.1).
//!
//! The circular distance is `|dx| + |dy| + max(|dx|, |dy|)`; the pattern of size `s` holds the cells at distances 2 to
//! `s`, the centre excluded: 8 cells at 3, 160 at 15. Each cell is empty, own, the opponent's or off the board (own = the side to
//! move, so colours are normalised).
//!
//! The canonical form is the smallest of the eight orientations, compared ring by ring from the inside; every smaller
//! pattern is then a prefix of it and canonical too. It is lossless: one word per ring, two bits per cell. Orientations
//! that lose at a ring are dropped at once, so that after two or three rings usually only one is left to read.
//!
//! For many points of a position use one [`CircularReader`]: a copy of the board with a wide border, so that no cell
//! needs a bounds check. Its rings are read lazily, only as far as the largest known pattern.

use go_board::{Board, Cell, Color, Liberties, MAX_SIZE, Point, Symmetry, circular_distance};
use stable_hash::splitmix64::mix;

/// The smallest and the largest distance of a ring.
pub const FIRST_RING: usize = 2;
/// The largest circular distance of a pattern.
pub const LAST_RING: usize = 15;
/// Rings of the largest pattern.
pub const N_RINGS: usize = LAST_RING - FIRST_RING + 1;
const N_CELLS: usize = 160;
const REACH: i32 = 7;

/// Points a row of a [`CircularReader`]: the largest board and a border on both sides.
const STRIDE: usize = MAX_SIZE as usize + 2 * REACH as usize;

/// Cells ring by ring; `ends[i]` cells are in rings up to `i`.
struct Layout {
    /// Offsets in the first orientation.
    offsets: [(i8, i8); N_CELLS],
    /// In each orientation, as steps in a reader's cells.
    steps: [[i16; N_CELLS]; 8],
    ends: [usize; N_RINGS],
}

static LAYOUT: Layout = {
    let mut layout = Layout { offsets: [(0, 0); N_CELLS], steps: [[0; N_CELLS]; 8], ends: [0; N_RINGS] };
    let mut n = 0;
    let mut ring = FIRST_RING;
    while ring <= LAST_RING {
        let mut dy = -REACH;
        while dy <= REACH {
            let mut dx = -REACH;
            while dx <= REACH {
                if circular_distance(dx, dy) == ring {
                    let (x, y) = Symmetry::ALL[0].apply_offset(dx, dy);
                    layout.offsets[n] = (x as i8, y as i8);
                    let mut i = 0;
                    while i < 8 {
                        let (x, y) = Symmetry::ALL[i].apply_offset(dx, dy);
                        layout.steps[i][n] = (y * STRIDE as i32 + x) as i16;
                        i += 1;
                    }
                    n += 1;
                }
                dx += 1;
            }
            dy += 1;
        }
        layout.ends[ring - FIRST_RING] = n;
        ring += 1;
    }
    layout
};

/// The canonical circular pattern of distance 15 around a point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CircularPattern {
    rings: [u64; N_RINGS],
}

impl CircularPattern {
    /// The canonical pattern around the point, seen by `own`. For many points make a [`CircularReader`].
    pub fn around<L: Liberties>(board: &Board<L>, point: Point, own: Color) -> Self {
        CircularReader::new(board, own).pattern(point).0
    }

    /// The code of the ring at that distance: two bits a cell.
    pub const fn ring(&self, distance: usize) -> u64 {
        self.rings[distance - FIRST_RING]
    }

    /// The rings from distance 2 to `distance`: the lossless key of the nested pattern of that size.
    pub fn prefix(&self, distance: usize) -> &[u64] {
        &self.rings[..=distance.clamp(FIRST_RING, LAST_RING) - FIRST_RING]
    }

    /// A 64-bit hash of each nested pattern, smallest first (index 0 is distance 2).
    pub fn prefix_hashes(&self) -> [u64; N_RINGS] {
        let mut hash = 0;
        std::array::from_fn(|i| {
            hash = hash_with_ring(hash, i, self.rings[i]);
            hash
        })
    }

    /// The cells with their offsets from the centre in the canonical orientation, up to that distance; black is own.
    pub fn cells(&self, distance: usize) -> impl Iterator<Item = ((i8, i8), Cell)> + '_ {
        let end = LAYOUT.ends[distance.clamp(FIRST_RING, LAST_RING) - FIRST_RING];
        (0..end).map(|i| {
            let ring = LAYOUT.ends.partition_point(|&e| e <= i);
            let start = if ring == 0 { 0 } else { LAYOUT.ends[ring - 1] };
            let code = (self.rings[ring] >> (2 * (i - start))) & 3;
            (LAYOUT.offsets[i], [Cell::Empty, Cell::Black, Cell::White, Cell::OffBoard][code as usize])
        })
    }
}

/// The hash of a nested pattern from that of the one inside it.
#[inline(always)]
fn hash_with_ring(inner: u64, index: usize, ring: u64) -> u64 {
    mix(inner ^ mix(ring.wrapping_add(index as u64)))
}

/// A position prepared for reading the patterns around many of its points, from the point of view of one side.
pub struct CircularReader {
    /// Codes of the cells; the border is off the board.
    cells: [u8; STRIDE * STRIDE],
}

impl CircularReader {
    /// For patterns of that board from the point of view of `own`.
    pub fn new<L: Liberties>(board: &Board<L>, own: Color) -> Self {
        let codes = if own == Color::Black { [0, 1, 2, 3] } else { [0, 2, 1, 3] };
        let mut cells = [3; STRIDE * STRIDE];
        for point in board.size().points() {
            cells[centre(point)] = codes[board.cell(point) as usize];
        }
        CircularReader { cells }
    }

    /// The rings around the point, from the inside.
    pub fn rings(&self, point: Point) -> Rings<'_> {
        Rings { reader: self, centre: centre(point), left: [0, 1, 2, 3, 4, 5, 6, 7], n_left: 8, index: 0, hash: 0 }
    }

    /// The whole pattern around the point, with the chosen orientation (one of them, if several are equal).
    pub fn pattern(&self, point: Point) -> (CircularPattern, Symmetry) {
        let mut rings = self.rings(point);
        let pattern = CircularPattern { rings: std::array::from_fn(|_| rings.next().map_or(0, |ring| ring.code)) };
        (pattern, Symmetry::ALL[rings.left[0] as usize])
    }

    /// The code of a ring in one orientation.
    #[inline(always)]
    fn code(&self, centre: usize, steps: &[i16]) -> u64 {
        let cell = |step: i16| u64::from(self.cells[centre.wrapping_add_signed(step as isize)]);
        steps.iter().rev().fold(0, |code, &step| code << 2 | cell(step))
    }
}

#[inline(always)]
fn centre(point: Point) -> usize {
    (point.y() as usize + REACH as usize) * STRIDE + point.x() as usize + REACH as usize
}

/// The next ring of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ring {
    /// Its circular distance.
    pub distance: usize,
    /// Two bits a cell, in the canonical orientation.
    pub code: u64,
    /// The hash of the pattern up to this ring, as in [`CircularPattern::prefix_hashes`].
    pub hash: u64,
}

/// The rings of the canonical pattern around a point, read one by one.
pub struct Rings<'r> {
    reader: &'r CircularReader,
    centre: usize,
    /// The orientations that are smallest so far.
    left: [u8; 8],
    n_left: usize,
    index: usize,
    hash: u64,
}

impl Iterator for Rings<'_> {
    type Item = Ring;

    #[inline]
    fn next(&mut self) -> Option<Ring> {
        let end = *LAYOUT.ends.get(self.index)?;
        let start = if self.index == 0 { 0 } else { LAYOUT.ends[self.index - 1] };
        let mut smallest = u64::MAX;
        let mut n_kept = 0;
        for i in 0..self.n_left {
            let orientation = self.left[i];
            let code = self.reader.code(self.centre, &LAYOUT.steps[orientation as usize][start..end]);
            if code < smallest {
                smallest = code;
                n_kept = 0;
            }
            if code == smallest {
                self.left[n_kept] = orientation;
                n_kept += 1;
            }
        }
        self.n_left = n_kept;
        self.hash = hash_with_ring(self.hash, self.index, smallest);
        self.index += 1;
        Some(Ring { distance: self.index - 1 + FIRST_RING, code: smallest, hash: self.hash })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use go_board::{BoardSize, TrueLiberties};
    use rand::RngExt;
    use rand::SeedableRng;

    #[test]
    fn rings_hold_160_cells() {
        assert_eq!(LAYOUT.ends, [4, 8, 12, 20, 28, 36, 48, 60, 72, 88, 104, 120, 140, 160]);
    }

    /// The reference: all eight orientations in full, compared as lists.
    fn slow(board: &Board<TrueLiberties>, point: Point, own: Color) -> [u64; N_RINGS] {
        let read = |symmetry: Symmetry| {
            let mut rings = [0; N_RINGS];
            let mut place = [0; N_RINGS];
            for dy in -REACH..=REACH {
                for dx in -REACH..=REACH {
                    let distance = circular_distance(dx, dy);
                    if !(FIRST_RING..=LAST_RING).contains(&distance) {
                        continue;
                    }
                    let (x, y) = symmetry.apply_offset(dx, dy);
                    let cell = board.size().offset(point, x, y).map_or(Cell::OffBoard, |p| board.cell(p));
                    let cell = if own == Color::White { cell.swapped() } else { cell };
                    rings[distance - FIRST_RING] |= (cell as u64) << (2 * place[distance - FIRST_RING]);
                    place[distance - FIRST_RING] += 1;
                }
            }
            rings
        };
        Symmetry::ALL.into_iter().map(read).min().unwrap()
    }

    #[test]
    fn canonical_rings_equal_the_slow_twin_and_forget_orientation() {
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(7);
        for size in [1, 5, 9, 19, 25] {
            let size = BoardSize::new(size).unwrap();
            let mut board = Board::<TrueLiberties>::new(size);
            let mut turned: Vec<_> = Symmetry::ALL.iter().map(|_| Board::<TrueLiberties>::new(size)).collect();
            for point in size.points() {
                let color = Color::BOTH[rng.random_range(0..2)];
                if rng.random_range(0..3) > 0 {
                    board.set_stone(point, color);
                    for (b, s) in turned.iter_mut().zip(Symmetry::ALL) {
                        b.set_stone(s.apply(size, point), color.opponent());
                    }
                }
            }
            for point in size.points() {
                let fast = CircularPattern::around(&board, point, Color::Black);
                assert_eq!(fast.rings, slow(&board, point, Color::Black));
                let rings = CircularReader::new(&board, Color::Black);
                let hashes: Vec<u64> = rings.rings(point).map(|ring| ring.hash).collect();
                assert_eq!(hashes, fast.prefix_hashes());
                assert!(rings.rings(point).map(|ring| ring.distance).eq(FIRST_RING..=LAST_RING));
                assert_eq!(
                    CircularPattern::around(&board, point, Color::White).rings,
                    slow(&board, point, Color::White)
                );
                for (b, s) in turned.iter().zip(Symmetry::ALL) {
                    assert_eq!(CircularPattern::around(b, s.apply(size, point), Color::White), fast);
                }
            }
        }
    }

    #[test]
    fn cells_read_back_what_was_coded() {
        let (board, marks) = Board::<TrueLiberties>::parse_ascii(". X .\nO a .\n. . O").unwrap();
        let (pattern, symmetry) = CircularReader::new(&board, Color::Black).pattern(marks[0].1);
        for ((dx, dy), cell) in pattern.cells(15) {
            let (x, y) = symmetry.apply_offset(dx as i32, dy as i32);
            let there = board.size().offset(marks[0].1, x, y).map_or(Cell::OffBoard, |p| board.cell(p));
            assert_eq!(there, cell);
        }
        assert_eq!(pattern.cells(3).count(), 8);
    }
}
