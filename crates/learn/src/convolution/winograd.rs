//! Winograd's minimal filtering `F(4x4, 3x3)` (Lavin and Gray 2016, section 4.3): a square of 4 x 4 outputs of a 3x3 convolution takes 36 multiplications for every pair of
//! channels instead of 144.
//!
//! With the 6 x 6 inputs `d` under a square, a kernel `g` and its outputs `y`: `y = A' [(G g G') . (B' d B)] A`, where `.` multiplies number by number. The transforms have small
//! fixed factors; summed over channels, the products are 36 products of matrices, one for each *place* of the 6 x 6 ([`super::product`]). Backwards,
//! `dg = G' [sum over squares of (A dy A') . (B' d B)] G`.
//!
//! Transforms run over all channels side by side. Rounding errors grow about tenfold over the direct sum; tests hold the network to 1e-4 of its slow twin.

use super::frame::Frame;
use super::vector::Vector;

/// Numbers of a transformed square.
pub(super) const PLACES: usize = 36;
/// Outputs of a square along one side.
pub(super) const SIDE: usize = 4;

/// A transform of a line of `N` numbers into one of `M`.
trait Line<const N: usize, const M: usize> {
    /// # Safety
    ///
    /// As [`Vector`] requires.
    unsafe fn apply<V: Vector>(line: [V; N]) -> [V; M];
}

/// `B'`.
struct OfInput;
/// `A'`.
struct ToOutput;
/// `A`.
struct OfOutput;
/// `G`.
struct OfKernel;
/// `G'`.
struct ToKernel;

#[inline(always)]
unsafe fn times<V: Vector>(factor: f32, v: V) -> V {
    unsafe { V::splat(0.0).add_product(V::splat(factor), v) }
}

#[inline(always)]
unsafe fn plus<V: Vector>(v: V, factor: f32, w: V) -> V {
    unsafe { v.add_product(V::splat(factor), w) }
}

impl Line<6, 6> for OfInput {
    #[inline(always)]
    unsafe fn apply<V: Vector>([a, b, c, d, e, f]: [V; 6]) -> [V; 6] {
        unsafe {
            let (even, odd) = (plus(e, -4.0, c), plus(d, -4.0, b));
            let (even2, odd2) = (e.sub(c), times(2.0, d.sub(b)));
            [
                plus(plus(e, 4.0, a), -5.0, c),
                even.add(odd),
                even.sub(odd),
                even2.add(odd2),
                even2.sub(odd2),
                plus(plus(f, 4.0, b), -5.0, d),
            ]
        }
    }
}

impl Line<6, 4> for ToOutput {
    #[inline(always)]
    unsafe fn apply<V: Vector>([a, b, c, d, e, f]: [V; 6]) -> [V; 4] {
        unsafe {
            let (even, odd, even2, odd2) = (b.add(c), b.sub(c), d.add(e), d.sub(e));
            [a.add(even).add(even2), plus(odd, 2.0, odd2), plus(even, 4.0, even2), plus(odd.add(f), 8.0, odd2)]
        }
    }
}

impl Line<4, 6> for OfOutput {
    #[inline(always)]
    unsafe fn apply<V: Vector>([a, b, c, d]: [V; 4]) -> [V; 6] {
        unsafe {
            let (even, odd) = (a.add(c), b.add(d));
            let (even2, odd2) = (plus(a, 4.0, c), plus(times(2.0, b), 8.0, d));
            [a, even.add(odd), even.sub(odd), even2.add(odd2), even2.sub(odd2), d]
        }
    }
}

impl Line<3, 6> for OfKernel {
    #[inline(always)]
    unsafe fn apply<V: Vector>([a, b, c]: [V; 3]) -> [V; 6] {
        unsafe {
            let (even, odd) = (times(-1.0 / 6.0, a.add(c)), times(-1.0 / 6.0, b));
            let (even2, odd2) = (plus(times(1.0 / 24.0, a), 1.0 / 6.0, c), times(1.0 / 12.0, b));
            [times(0.25, a), even.add(odd), even.sub(odd), even2.add(odd2), even2.sub(odd2), c]
        }
    }
}

impl Line<6, 3> for ToKernel {
    #[inline(always)]
    unsafe fn apply<V: Vector>([a, b, c, d, e, f]: [V; 6]) -> [V; 3] {
        unsafe {
            let (even, odd, even2, odd2) = (b.add(c), b.sub(c), d.add(e), d.sub(e));
            [
                plus(plus(times(0.25, a), -1.0 / 6.0, even), 1.0 / 24.0, even2),
                plus(times(1.0 / 12.0, odd2), -1.0 / 6.0, odd),
                plus(plus(f, -1.0 / 6.0, even), 1.0 / 6.0, even2),
            ]
        }
    }
}

/// The transform of columns, then of rows.
#[inline(always)]
unsafe fn both_ways<V: Vector, L: Line<N, M>, const N: usize, const M: usize>(square: [[V; N]; N]) -> [[V; M]; M] {
    unsafe {
        let mut half = [[V::splat(0.0); N]; M];
        for x in 0..N {
            let mut column = [V::splat(0.0); N];
            for y in 0..N {
                column[y] = square[y][x];
            }
            let column = L::apply(column);
            for y in 0..M {
                half[y][x] = column[y];
            }
        }
        let mut whole = [[V::splat(0.0); M]; M];
        for y in 0..M {
            whole[y] = L::apply(half[y]);
        }
        whole
    }
}

/// `N x N` vectors whose rows and columns are so far apart.
#[inline(always)]
unsafe fn load<V: Vector, const N: usize>(from: *const f32, row: usize, column: usize) -> [[V; N]; N] {
    unsafe {
        let mut square = [[V::splat(0.0); N]; N];
        for y in 0..N {
            for x in 0..N {
                square[y][x] = V::load(from.add(y * row + x * column));
            }
        }
        square
    }
}

/// Numbers a place of all squares takes, with `n_channels` for each.
pub(super) fn n_in_place(frame: Frame, n_channels: usize) -> usize {
    frame.n_squares().next_multiple_of(super::product::ROWS) * n_channels
}

/// What sums begin with.
#[derive(Clone, Copy)]
pub(super) enum Start<'a> {
    /// With a bias of every output; what was there is lost.
    Bias(&'a [f32]),
    /// With what is there, plus a bias.
    AddBias(&'a [f32]),
    /// With nothing; what was there is lost.
    Zero,
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

/// Adds `G' u G` for every pair of channels: `of_places[place][pair]` to `gradient[tap][pair]`.
///
/// # Safety
///
/// As of [`transform_kernel`].
#[inline(always)]
pub(super) unsafe fn add_kernel_gradient<V: Vector>(of_places: &[f32], gradient: &mut [f32]) {
    let n_pairs = gradient.len() / 9;
    for pair in (0..n_pairs).step_by(V::LANES) {
        unsafe {
            let whole = load::<V, 6>(of_places.as_ptr().add(pair), 6 * n_pairs, n_pairs);
            let taps = both_ways::<V, ToKernel, 6, 3>(whole);
            for tap in 0..9 {
                let to = gradient.as_mut_ptr().add(tap * n_pairs + pair);
                V::load(to).add(taps[tap / 3][tap % 3]).store(to);
            }
        }
    }
}
