//! Products of matrices by tiles whose sums stay in registers.

use crate::convolution::vector::Vector;

/// Rows of a tile: five of two vectors or more keep the units of addition busy, and divide the 25 squares of a grid of 19 x 19.
pub(super) const ROWS: usize = 5;

/// `out[r][c] = sum over k of left[r * row_step + k * left_step] * right[k][c]`, for `n_rows` rows and `n_columns` columns, which fill vectors.
#[derive(Clone, Copy)]
pub(super) struct Product {
    pub(super) n_rows: usize,
    pub(super) n_columns: usize,
    pub(super) n_terms: usize,
    pub(super) row_step: usize,
    pub(super) left_step: usize,
}

impl Product {
    /// # Safety
    ///
    /// As [`Vector`] requires; the left side can be read, and `out` written, for the next multiple of [`ROWS`] rows.
    #[inline(always)]
    pub(super) unsafe fn run<V: Vector>(self, left: *const f32, right: *const f32, out: *mut f32) {
        for row in (0..self.n_rows).step_by(ROWS) {
            unsafe {
                let left = left.add(row * self.row_step);
                let out = out.add(row * self.n_columns);
                let mut column = 0;
                while column < self.n_columns {
                    let width = ((self.n_columns - column) / V::LANES).min(V::WIDEST);
                    let (right, out) = (right.add(column), out.add(column));
                    match width {
                        4 => self.tile::<V, 4>(left, right, out),
                        3 => self.tile::<V, 3>(left, right, out),
                        2 => self.tile::<V, 2>(left, right, out),
                        _ => self.tile::<V, 1>(left, right, out),
                    }
                    column += width * V::LANES;
                }
            }
        }
    }

    #[inline(always)]
    unsafe fn tile<V: Vector, const N: usize>(self, mut left: *const f32, mut right: *const f32, out: *mut f32) {
        unsafe {
            let mut sums = [[V::splat(0.0); N]; ROWS];
            for _ in 0..self.n_terms {
                let mut factors = [V::splat(0.0); N];
                for c in 0..N {
                    factors[c] = V::load(right.add(c * V::LANES));
                }
                for r in 0..ROWS {
                    let factor = V::splat(*left.add(r * self.row_step));
                    for c in 0..N {
                        sums[r][c] = sums[r][c].add_product(factor, factors[c]);
                    }
                }
                left = left.add(self.left_step);
                right = right.add(self.n_columns);
            }
            for r in 0..ROWS {
                for c in 0..N {
                    sums[r][c].store(out.add(r * self.n_columns + c * V::LANES));
                }
            }
        }
    }
}
