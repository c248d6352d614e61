//! A grid inside a frame of empty positions, so that a 3x3 window needs no test for the border.
//!
//! The grid is covered by squares of 4 x 4 cells; positions are numbered in reading order over those squares and an empty one on each side. A *field* has `n` channels side
//! by side at every position; outside the grid a field that is convolved must be 0.

use super::winograd::SIDE;
use std::ops::Range;

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

/// `to = max(from, 0)`.
pub(super) fn rectify(from: &[f32], to: &mut [f32]) {
    to.iter_mut().zip(from).for_each(|(to, &from)| *to = from.max(0.0));
}

/// Mean and maximum of every channel over all cells, and where the maximum is (the first such position).
#[derive(Clone, Debug, Default)]
pub(super) struct Pooled {
    /// The means, then the maxima.
    pub(super) values: Vec<f32>,
    pub(super) places: Vec<u32>,
}

impl Pooled {
    pub(super) fn pool(&mut self, frame: Frame, field: &[f32], n_channels: usize) {
        self.values.clear();
        self.values.resize(n_channels, 0.0);
        self.values.resize(2 * n_channels, f32::NEG_INFINITY);
        self.places.clear();
        self.places.resize(n_channels, 0);
        let (sums, maxima) = self.values.split_at_mut(n_channels);
        let places = &mut self.places[..n_channels];
        for position in frame.cells() {
            let values = &field[position * n_channels..][..n_channels];
            for channel in 0..n_channels {
                let value = values[channel];
                sums[channel] += value;
                let is_more = value > maxima[channel];
                maxima[channel] = if is_more { value } else { maxima[channel] };
                places[channel] = if is_more { position as u32 } else { places[channel] };
            }
        }
        let share = 1.0 / frame.n_cells() as f32;
        sums.iter_mut().for_each(|sum| *sum *= share);
    }

    /// Adds to `gradient` of the field what follows from `of_values`, that of the pooled values.
    pub(super) fn spread(&self, frame: Frame, of_values: &[f32], gradient: &mut [f32]) {
        let n_channels = self.places.len();
        let (of_means, of_maxima) = of_values.split_at(n_channels);
        let share = 1.0 / frame.n_cells() as f32;
        for position in frame.cells() {
            let at = &mut gradient[position * n_channels..][..n_channels];
            at.iter_mut().zip(of_means).for_each(|(at, mean)| *at += mean * share);
        }
        for (channel, (&place, &of_maximum)) in self.places.iter().zip(of_maxima).enumerate() {
            gradient[place as usize * n_channels + channel] += of_maximum;
        }
    }
}

/// The sum of every channel over all positions, added to `sums`.
pub(super) fn add_sums(field: &[f32], sums: &mut [f32]) {
    for values in field.chunks_exact(sums.len()) {
        sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
    }
}

/// `to += map . from`; the map has a row of outputs for every input.
pub(super) fn add_linear(map: &[f32], from: &[f32], to: &mut [f32]) {
    for (row, &value) in map.chunks_exact(to.len()).zip(from) {
        to.iter_mut().zip(row).for_each(|(to, weight)| *to += weight * value);
    }
}

/// The gradients of [`add_linear`]: adds that of the map to `of_map`, and returns that of the inputs one by one to `of_input`.
pub(super) fn back_linear(
    map: &[f32],
    from: &[f32],
    of_outputs: &[f32],
    of_map: &mut [f32],
    mut of_input: impl FnMut(usize, f32),
) {
    let n_outputs = of_outputs.len();
    for (idx, &value) in from.iter().enumerate() {
        let row = idx * n_outputs..(idx + 1) * n_outputs;
        of_map[row.clone()]
            .iter_mut()
            .zip(of_outputs)
            .for_each(|(of_weight, of_output)| *of_weight += value * of_output);
        of_input(idx, map[row].iter().zip(of_outputs).map(|(weight, of_output)| weight * of_output).sum());
    }
}
