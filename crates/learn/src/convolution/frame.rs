//! A grid inside a frame of empty positions, so that a 3x3 window needs no test for the border.
//!
//! The grid is covered by squares of 4 x 4 cells; positions are numbered in reading order over those squares and an empty one on each side. A *field* has `n` channels side
//! by side at every position; outside the grid a field that is convolved must be 0.

use std::ops::Range;

/// Cells of a square along one side.
pub(super) const SIDE: usize = 4;

/// Channels of a field: a number that fills vectors.
pub(super) fn padded(n_channels: usize) -> usize {
    n_channels.next_multiple_of(8)
}

/// Where the cells of a grid are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Frame {
    pub(super) width: usize,
    pub(super) height: usize,
}

impl Frame {
    /// Squares that cover the grid, across and down.
    pub(super) fn squares(self) -> (usize, usize) {
        (self.width.div_ceil(SIDE), self.height.div_ceil(SIDE))
    }

    pub(super) fn n_squares(self) -> usize {
        let (n_across, n_down) = self.squares();
        n_across * n_down
    }

    /// From a position to the one below it.
    pub(super) fn stride(self) -> usize {
        self.squares().0 * SIDE + 2
    }

    pub(super) fn n_cells(self) -> usize {
        self.width * self.height
    }

    pub(super) fn n_positions(self) -> usize {
        self.stride() * (self.squares().1 * SIDE + 2)
    }

    /// The positions of the cells of every row.
    pub(super) fn rows(self) -> impl Iterator<Item = Range<usize>> {
        let stride = self.stride();
        (1..=self.height).map(move |y| y * stride + 1..y * stride + 1 + self.width)
    }

    /// The positions of all cells.
    pub(super) fn cells(self) -> impl Iterator<Item = usize> {
        self.rows().flatten()
    }

    /// Makes `field` one of 0 for this grid.
    pub(super) fn reset(self, field: &mut Vec<f32>, n_channels: usize) {
        field.clear();
        field.resize(self.n_positions() * n_channels, 0.0);
    }

    /// Empties what a convolution wrote outside the grid.
    pub(super) fn clear_outside(self, field: &mut [f32], n_channels: usize) {
        let (stride, (n_across, n_down)) = (self.stride(), self.squares());
        let mut clear = |from: usize, to: usize| field[from * n_channels..to * n_channels].fill(0.0);
        for y in 1..=self.height {
            clear(y * stride + 1 + self.width, y * stride + 1 + n_across * SIDE);
        }
        for y in self.height + 1..=n_down * SIDE {
            clear(y * stride + 1, y * stride + 1 + n_across * SIDE);
        }
    }
}
