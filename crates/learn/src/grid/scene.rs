//! A grid with its fields, ready for counting: one summed-area table for each kind.
//!
//! `S(x, y)` is the number of cells of the kind left of `x` and above `y`; the count in a rectangle is
//! `S(x1, y1) - S(x0, y1) - S(x1, y0) + S(x0, y0)`, whatever its size. Windows are clipped at the border; the cells clipped
//! away are those of [`Kind::OUTSIDE`]. The tables of small grids are padded to a power of two, which lets [`GridTree::leaves`]
//! read them without bounds checks.
//!
//! [`GridTree::leaves`]: super::GridTree::leaves

use super::{Kind, Vocabulary};
use serde::{Deserialize, Serialize};

/// Width and height of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GridShape {
    /// Cells in a row.
    pub width: u8,
    /// Rows.
    pub height: u8,
}

impl GridShape {
    /// Number of cells.
    pub fn n_cells(self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }

    /// The cell with this number, row by row.
    pub fn cell(self, idx: usize) -> Cell {
        let width = usize::from(self.width);
        Cell { x: (idx % width) as u8, y: (idx / width) as u8 }
    }

    /// The number of a cell.
    pub fn index(self, cell: Cell) -> usize {
        usize::from(cell.y) * usize::from(self.width) + usize::from(cell.x)
    }

    /// All cells, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.n_cells()).map(move |idx| self.cell(idx))
    }

    /// The largest odd window that fits into the grid.
    pub fn largest_window(self) -> u8 {
        let side = self.width.min(self.height);
        side - u8::from(side.is_multiple_of(2))
    }
}

/// A cell of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    /// Column from the left.
    pub x: u8,
    /// Row from the top.
    pub y: u8,
}

/// A grid with its fields. Made empty, filled with [`Scene::mark`], then counted after [`Scene::finish`].
#[derive(Clone, Debug)]
pub struct Scene {
    shape: GridShape,
    /// For each kind but "outside", `(width + 1) * (height + 1)` sums, row by row, and padding.
    sums: Vec<u16>,
}

/// Tables of at most so many sums are padded to a power of two, at least the first; 19x19 needs 400.
const PADDED: [usize; 2] = [128, 512];

impl Scene {
    /// A scene without marks.
    pub fn new(vocabulary: &Vocabulary, shape: GridShape) -> Scene {
        let mut scene = Scene { shape, sums: Vec::new() };
        scene.clear(vocabulary, shape);
        scene
    }

    /// Removes all marks; keeps the memory.
    pub fn clear(&mut self, vocabulary: &Vocabulary, shape: GridShape) {
        self.shape = shape;
        self.sums.clear();
        self.sums.resize((vocabulary.n_kinds() - 1) * self.table_len(), 0);
    }

    /// Its shape.
    pub fn shape(&self) -> GridShape {
        self.shape
    }

    /// The sums of one table, and with padding.
    fn table_lens(&self) -> (usize, usize) {
        let len = (usize::from(self.shape.width) + 1) * (usize::from(self.shape.height) + 1);
        let [smallest, largest] = PADDED;
        (len, if len <= largest { len.next_power_of_two().max(smallest) } else { len })
    }

    /// The sums of one table, padded.
    pub(super) fn table_len(&self) -> usize {
        self.table_lens().1
    }

    /// All tables, if this is their length.
    pub(super) fn tables<const N: usize>(&self) -> &[[u16; N]] {
        self.sums.as_chunks().0
    }

    /// The sums of a kind other than "outside".
    #[inline]
    fn table(&self, kind: Kind) -> &[u16] {
        let len = self.table_len();
        &self.sums[(usize::from(kind.0) - 1) * len..][..len]
    }

    /// The cell is of this kind. Must not be called after [`Scene::finish`].
    pub fn mark(&mut self, cell: Cell, kind: Kind) {
        let stride = usize::from(self.shape.width) + 1;
        let table = (usize::from(kind.0) - 1) * self.table_len();
        self.sums[table + (usize::from(cell.y) + 1) * stride + usize::from(cell.x) + 1] = 1;
    }

    /// Turns marks into sums: down the columns, then along the rows.
    pub fn finish(&mut self) {
        let stride = usize::from(self.shape.width) + 1;
        let (len, padded) = self.table_lens();
        for table in self.sums.chunks_exact_mut(padded) {
            let table = &mut table[..len];
            if table.iter().fold(0, |any, &mark| any | mark) == 0 {
                continue;
            }
            for row_start in (stride..len).step_by(stride) {
                let (above, row) = table.split_at_mut(row_start);
                let above = &above[row_start - stride..];
                row[..stride].iter_mut().zip(above).for_each(|(sum, above)| *sum += above);
            }
            for row in table.chunks_exact_mut(stride) {
                let mut in_row = 0;
                for sum in row {
                    in_row += *sum;
                    *sum = in_row;
                }
            }
        }
    }

    /// The number of cells of the kind at most `reach` away from the focus in both directions.
    #[inline]
    pub fn count(&self, kind: Kind, focus: Cell, reach: u8) -> u16 {
        let (x0, x1) = clip(focus.x, reach, self.shape.width);
        let (y0, y1) = clip(focus.y, reach, self.shape.height);
        if kind == Kind::OUTSIDE {
            let side = 2 * u16::from(reach) + 1;
            return side * side - ((x1 - x0) * (y1 - y0)) as u16;
        }
        let stride = usize::from(self.shape.width) + 1;
        let table = self.table(kind);
        let (top, bottom) = (&table[y0 * stride..], &table[y1 * stride..]);
        // In this order no intermediate result is negative.
        bottom[x1] - bottom[x0] - (top[x1] - top[x0])
    }

    /// This scene's fields followed by those of another one; both are finished.
    pub(super) fn joined(&self, other: Scene) -> Scene {
        Scene { shape: self.shape, sums: self.sums.iter().copied().chain(other.sums).collect() }
    }

    /// Whether a single cell is of the kind.
    pub fn is(&self, cell: Cell, kind: Kind) -> bool {
        self.count(kind, cell, 0) > 0
    }
}

/// The half-open range of coordinates within `reach` of `at`.
#[inline]
pub(super) fn clip(at: u8, reach: u8, side: u8) -> (usize, usize) {
    let (at, reach) = (usize::from(at), usize::from(reach));
    (at.saturating_sub(reach), (at + reach + 1).min(usize::from(side)))
}
