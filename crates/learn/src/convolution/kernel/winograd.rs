//! Winograd's minimal filtering `F(4x4, 3x3)` (Lavin and Gray 2016): a square of 4 x 4 outputs of a 3x3 convolution takes 36 multiplications for every pair of
//! channels instead of 144.
//!
//! With the 6 x 6 inputs `d` under a square, a kernel `g` and its outputs `y`: `y = A' [(G g G') . (B' d B)] A`, where `.` multiplies number by number. The transforms have small
//! fixed factors; summed over channels, the products are 36 products of matrices, one for each *place* of the 6 x 6 ([`super::product`]). Backwards,
//! `dg = G' [sum over squares of (A dy A') . (B' d B)] G`.
//!
//! [`super::squares`] applies the transforms to all channels side by side. Rounding errors are larger than those of the
//! direct sum; tests hold the network to 1e-4 of its slow twin.

use crate::convolution::vector::Vector;

/// Numbers of a transformed square.
pub(super) const PLACES: usize = 36;
/// A transform of a line of `N` numbers into one of `M`.
pub(super) trait Line<const N: usize, const M: usize> {
    /// # Safety
    ///
    /// As [`Vector`] requires.
    unsafe fn apply<V: Vector>(line: [V; N]) -> [V; M];
}

/// `B'`.
pub(super) struct OfInput;
/// `A'`.
pub(super) struct ToOutput;
/// `A`.
pub(super) struct OfOutput;
/// `G`.
pub(super) struct OfKernel;
/// `G'`.
pub(super) struct ToKernel;

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
pub(super) unsafe fn both_ways<V: Vector, L: Line<N, M>, const N: usize, const M: usize>(
    square: [[V; N]; N],
) -> [[V; M]; M] {
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
pub(super) unsafe fn load<V: Vector, const N: usize>(from: *const f32, row: usize, column: usize) -> [[V; N]; N] {
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
