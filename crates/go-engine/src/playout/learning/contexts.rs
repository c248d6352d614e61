//! The local contexts of all points during a playout (Basaldúa 2013, section 4.3.2), kept incrementally.
//!
//! A state of the search does not carry them, because other policies do without. A playout begins near the one before it: the contexts of its
//! first position follow from the stones in which the two beginnings differ.

use go_board::{Board, BoardSize, Cell, Color, Point, PointMap, RawPatterns};

/// Bits of a context. The tables use fewer of them where memory is short.
pub(super) const CONTEXT_BITS: u32 = 18;

/// The contexts of one thread's playouts.
pub(super) struct Contexts<const CELLS: usize> {
    /// Those of the position in which the last playout began, and its cells.
    start: RawPatterns<CELLS>,
    start_cells: Box<PointMap<Cell>>,
    size: BoardSize,
    now: RawPatterns<CELLS>,
}

impl<const CELLS: usize> Contexts<CELLS> {
    pub(super) fn new() -> Self {
        let size = BoardSize::NINE;
        Self {
            start: RawPatterns::new(size),
            start_cells: Box::new(PointMap::filled(Cell::Empty)),
            size,
            now: RawPatterns::new(size),
        }
    }

    /// A playout begins on this board.
    pub(super) fn begin(&mut self, board: &Board) {
        if board.size() != self.size {
            self.size = board.size();
            self.start = RawPatterns::new(self.size);
            self.start_cells.fill(Cell::Empty);
            self.now = RawPatterns::new(self.size);
        }
        for point in self.size.points() {
            let (before, after) = (self.start_cells[point], board.cell(point));
            if before != after {
                for color in Color::BOTH.into_iter().filter(|color| [before, after].contains(&color.cell())) {
                    self.start.toggle(point, color);
                }
                self.start_cells[point] = after;
            }
        }
        self.now.copy_from(&self.start);
    }

    /// A stone was played on the board and captured so many others.
    #[inline]
    pub(super) fn follow(&mut self, board: &Board, point: Point, color: Color, n_captured: usize) {
        self.now.follow(board, point, color, n_captured);
    }

    /// The context around a point. The low bits of a hash of few cells are the nearest cells only, so that the hash is mixed first.
    #[inline(always)]
    pub(super) fn at(&self, point: Point) -> u32 {
        (self.now.at(point).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - CONTEXT_BITS)) as u32
    }

    /// Compares with the slow way.
    #[cfg(test)]
    pub(super) fn check(&self, board: &Board) -> Result<(), String> {
        self.now.check(board)
    }
}
