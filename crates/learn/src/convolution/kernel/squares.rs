//! Winograd's transforms of whole fields and kernels: `[place][square][channel]` and `[place][pair of channels]`, so that each place is a matrix.

use super::Start;
use super::product::ROWS;
use super::winograd::{OfInput, OfKernel, OfOutput, PLACES, ToKernel, ToOutput, both_ways, load};
use crate::convolution::frame::{Frame, SIDE};
use crate::convolution::vector::Vector;

/// Numbers a place of all squares takes, with `n_channels` for each.
pub(super) fn n_in_place(frame: Frame, n_channels: usize) -> usize {
    frame.n_squares().next_multiple_of(ROWS) * n_channels
}

/// A field of a frame.
#[derive(Clone, Copy)]
pub(super) struct Squares {
    pub(super) frame: Frame,
    pub(super) n_channels: usize,
}

impl Squares {
    /// Where in the field the first input of a square is, up left of its first cell.
    #[inline(always)]
    fn corner(self, square: usize) -> usize {
        let (n_across, _) = self.frame.squares();
        (square / n_across * self.frame.stride() + square % n_across) * SIDE * self.n_channels
    }

    /// `B' d B` of all squares: `to[place][square][channel]`.
    ///
    /// # Safety
    ///
    /// As [`Vector`] requires; the field has the frame's positions, `to` has `PLACES` of [`n_in_place`].
    #[inline(always)]
    pub(super) unsafe fn transform_input<V: Vector>(self, field: &[f32], to: &mut [f32]) {
        let (n, row) = (n_in_place(self.frame, self.n_channels), self.frame.stride() * self.n_channels);
        for square in 0..self.frame.n_squares() {
            let corner = self.corner(square);
            for channel in (0..self.n_channels).step_by(V::LANES) {
                unsafe {
                    let inputs = load::<V, 6>(field.as_ptr().add(corner + channel), row, self.n_channels);
                    let whole = both_ways::<V, OfInput, 6, 6>(inputs);
                    let to = to.as_mut_ptr().add(square * self.n_channels + channel);
                    for place in 0..PLACES {
                        whole[place / 6][place % 6].store(to.add(place * n));
                    }
                }
            }
        }
    }

    /// `A dy A'` of all squares: `to[place][square][channel]`.
    ///
    /// # Safety
    ///
    /// As of [`Squares::transform_input`].
    #[inline(always)]
    pub(super) unsafe fn transform_of_output<V: Vector>(self, field: &[f32], to: &mut [f32]) {
        let (n, row) = (n_in_place(self.frame, self.n_channels), self.frame.stride() * self.n_channels);
        for square in 0..self.frame.n_squares() {
            let corner = self.corner(square);
            for channel in (0..self.n_channels).step_by(V::LANES) {
                unsafe {
                    let first = corner + row + self.n_channels + channel;
                    let outputs = load::<V, 4>(field.as_ptr().add(first), row, self.n_channels);
                    let whole = both_ways::<V, OfOutput, 4, 6>(outputs);
                    let to = to.as_mut_ptr().add(square * self.n_channels + channel);
                    for place in 0..PLACES {
                        whole[place / 6][place % 6].store(to.add(place * n));
                    }
                }
            }
        }
    }

    /// `A' m A` of all squares into the field.
    ///
    /// # Safety
    ///
    /// As of [`Squares::transform_input`]; a bias has `n_channels`.
    #[inline(always)]
    pub(super) unsafe fn transform_output<V: Vector>(self, products: &[f32], start: Start<'_>, field: &mut [f32]) {
        let (n, row) = (n_in_place(self.frame, self.n_channels), self.frame.stride() * self.n_channels);
        for square in 0..self.frame.n_squares() {
            let corner = self.corner(square);
            for channel in (0..self.n_channels).step_by(V::LANES) {
                unsafe {
                    let from = products.as_ptr().add(square * self.n_channels + channel);
                    let outputs = both_ways::<V, ToOutput, 6, 4>(load::<V, 6>(from, 6 * n, n));
                    let to = field.as_mut_ptr().add(corner + row + self.n_channels + channel);
                    for y in 0..SIDE {
                        for x in 0..SIDE {
                            let to = to.add(y * row + x * self.n_channels);
                            let begin = match start {
                                Start::Zero => V::splat(0.0),
                                Start::Bias(bias) => V::load(bias.as_ptr().add(channel)),
                                Start::AddBias(bias) => V::load(bias.as_ptr().add(channel)).add(V::load(to)),
                            };
                            outputs[y][x].add(begin).store(to);
                        }
                    }
                }
            }
        }
    }
}

/// `G g G'` for every pair of channels: `kernel[tap][pair]` to `to[place][pair]`.
///
/// # Safety
///
/// As [`Vector`] requires; the kernel has nine numbers a pair, `to` has `PLACES`, and the pairs fill vectors.
#[inline(always)]
pub(super) unsafe fn transform_kernel<V: Vector>(kernel: &[f32], to: &mut [f32]) {
    let n_pairs = kernel.len() / 9;
    for pair in (0..n_pairs).step_by(V::LANES) {
        unsafe {
            let taps = load::<V, 3>(kernel.as_ptr().add(pair), 3 * n_pairs, n_pairs);
            let whole = both_ways::<V, OfKernel, 3, 6>(taps);
            for place in 0..PLACES {
                whole[place / 6][place % 6].store(to.as_mut_ptr().add(place * n_pairs + pair));
            }
        }
    }
}

/// Adds `G' u G` for every pair of channels: `of_places[place * step + pair]` to `gradient[tap][pair]`.
///
/// # Safety
///
/// As of [`transform_kernel`].
#[inline(always)]
pub(super) unsafe fn add_kernel_gradient<V: Vector>(of_places: &[f32], step: usize, gradient: &mut [f32]) {
    let n_pairs = gradient.len() / 9;
    for pair in (0..n_pairs).step_by(V::LANES) {
        unsafe {
            let whole = load::<V, 6>(of_places.as_ptr().add(pair), 6 * step, step);
            let taps = both_ways::<V, ToKernel, 6, 3>(whole);
            for tap in 0..9 {
                let to = gradient.as_mut_ptr().add(tap * n_pairs + pair);
                V::load(to).add(taps[tap / 3][tap % 3]).store(to);
            }
        }
    }
}
