//! The 3x3 convolution of a field and the gradient of its kernel, by products of small tiles in registers.
//!
//! Forward: `out[p][o] = start + sum over (dy, dx, i) of in[p + dy * stride + dx][i] * kernel[dy][dx][i][o]`. The channels of the three positions `dx = -1, 0, 1`
//! lie one after the other, so that for each `dy` it is one product of a row with a matrix. A tile of several positions and 16 outputs is summed in registers.
//! The gradient of the input is the same with the kernel turned round ([`turn_kernel`]); that of the kernel is a product of the same form whose sum runs over positions.
//!
//! Nothing here knows rectifiers or borders: a frame of zeros around the field ([`super::frame`]) takes the place of tests.

use super::frame::{Frame, OVERHANG};
use super::vector::Vector;

/// Positions (or inputs) in a tile: six rows of two vectors leave four of sixteen registers for the factors.
const ROWS: usize = 6;
/// Positions whose field and gradient stay in the nearest cache while all tiles of a kernel's gradient are summed over them.
const STRIP: usize = 128;

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

/// The size of a convolution.
#[derive(Clone, Copy)]
pub(super) struct Convolution {
    pub(super) frame: Frame,
    pub(super) n_inputs: usize,
    pub(super) n_outputs: usize,
}

impl Convolution {
    fn check(&self, input: &[f32], kernel: &[f32], output: &[f32]) {
        assert!(self.n_outputs.is_multiple_of(8) && ROWS <= OVERHANG);
        assert_eq!(input.len(), self.frame.n_positions() * self.n_inputs);
        assert_eq!(kernel.len(), 9 * self.n_inputs * self.n_outputs);
        assert_eq!(output.len(), self.frame.n_positions() * self.n_outputs);
    }

    /// Convolves `input`; outside the grid the output is then 0.
    pub(super) fn apply(&self, input: &[f32], kernel: &[f32], start: Start<'_>, output: &mut [f32]) {
        self.check(input, kernel, output);
        if let Start::Bias(bias) | Start::AddBias(bias) = start {
            assert_eq!(bias.len(), self.n_outputs);
        }
        self.multiply(input, kernel, start, output);
        self.frame.clear_outside(output, self.n_outputs);
    }

    fn multiply(&self, input: &[f32], kernel: &[f32], start: Start<'_>, output: &mut [f32]) {
        #[cfg(target_arch = "x86_64")]
        if has_avx2() {
            // SAFETY: the processor has the instructions, and the lengths were checked.
            return unsafe { apply_avx2(self, input, kernel, start, output) };
        }
        // SAFETY: an array needs no instructions, and the lengths were checked.
        unsafe { apply_tiles::<[f32; 8]>(self, input, kernel, start, output) }
    }

    /// Adds to `gradient` that of the kernel; `of_output` is that of the output, 0 outside the grid.
    pub(super) fn add_kernel_gradient(&self, input: &[f32], of_output: &[f32], gradient: &mut [f32]) {
        self.check(input, gradient, of_output);
        #[cfg(target_arch = "x86_64")]
        if has_avx2() {
            // SAFETY: the processor has the instructions, and the lengths were checked.
            return unsafe { gradient_avx2(self, input, of_output, gradient) };
        }
        // SAFETY: an array needs no instructions, and the lengths were checked.
        unsafe { gradient_tiles::<[f32; 8]>(self, input, of_output, gradient) }
    }
}

#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma")
}

/// `turned[8 - tap][o][i] = kernel[tap][i][o]`: with it a convolution turns the gradient of the output into that of the input.
pub(super) fn turn_kernel(kernel: &[f32], n_inputs: usize, n_outputs: usize, turned: &mut [f32]) {
    for tap in 0..9 {
        let from = &kernel[tap * n_inputs * n_outputs..][..n_inputs * n_outputs];
        let to = &mut turned[(8 - tap) * n_inputs * n_outputs..][..n_inputs * n_outputs];
        for (input, row) in from.chunks_exact(n_outputs).enumerate() {
            row.iter().enumerate().for_each(|(output, &weight)| to[output * n_inputs + input] = weight);
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
unsafe fn apply_avx2(size: &Convolution, input: &[f32], kernel: &[f32], start: Start<'_>, output: &mut [f32]) {
    unsafe { apply_tiles::<std::arch::x86_64::__m256>(size, input, kernel, start, output) }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
unsafe fn gradient_avx2(size: &Convolution, input: &[f32], of_output: &[f32], gradient: &mut [f32]) {
    unsafe { gradient_tiles::<std::arch::x86_64::__m256>(size, input, of_output, gradient) }
}

/// The factors of a product: `sums[r][..] += sum over k of left[r * row_step + k * left_step] * right[k * right_step ..]`.
#[derive(Clone, Copy)]
struct Factors {
    left: *const f32,
    row_step: usize,
    left_step: usize,
    right: *const f32,
    right_step: usize,
    n: usize,
}

#[inline(always)]
unsafe fn add_products<V: Vector, const N: usize>(factors: Factors, sums: &mut [[V; N]; ROWS]) {
    let Factors { mut left, row_step, left_step, mut right, right_step, n } = factors;
    for _ in 0..n {
        unsafe {
            let row: [V; N] = std::array::from_fn(|idx| V::load(right.add(idx * V::LANES)));
            for (r, sums) in sums.iter_mut().enumerate() {
                let factor = V::splat(*left.add(r * row_step));
                for (sum, &value) in sums.iter_mut().zip(&row) {
                    *sum = sum.add_product(factor, value);
                }
            }
            left = left.add(left_step);
            right = right.add(right_step);
        }
    }
}

#[inline(always)]
unsafe fn apply_tiles<V: Vector>(
    size: &Convolution,
    input: &[f32],
    kernel: &[f32],
    start: Start<'_>,
    output: &mut [f32],
) {
    let mut channel = 0;
    unsafe {
        while channel + 2 * V::LANES <= size.n_outputs {
            apply_columns::<V, 2>(size, input, kernel, (start, channel), output);
            channel += 2 * V::LANES;
        }
        while channel < size.n_outputs {
            apply_columns::<V, 1>(size, input, kernel, (start, channel), output);
            channel += V::LANES;
        }
    }
}

/// The outputs from `channel` on that fill `N` vectors, for all positions: their part of the kernel stays in the nearest cache.
#[inline(always)]
unsafe fn apply_columns<V: Vector, const N: usize>(
    size: &Convolution,
    input: &[f32],
    kernel: &[f32],
    (start, channel): (Start<'_>, usize),
    output: &mut [f32],
) {
    let &Convolution { frame, n_inputs, n_outputs } = size;
    let first = frame.first();
    for position in (first..first + frame.n_inner()).step_by(ROWS) {
        unsafe {
            let out = output.as_mut_ptr().add(position * n_outputs + channel);
            let mut sums: [[V; N]; ROWS] = std::array::from_fn(|row| {
                std::array::from_fn(|idx| {
                    let place = idx * V::LANES;
                    match start {
                        Start::Zero => V::splat(0.0),
                        Start::Bias(bias) => V::load(bias.as_ptr().add(channel + place)),
                        Start::AddBias(bias) => {
                            V::load(bias.as_ptr().add(channel + place)).add(V::load(out.add(row * n_outputs + place)))
                        }
                    }
                })
            });
            for dy in 0..3 {
                let corner = position + dy * frame.stride() - frame.stride() - 1;
                let factors = Factors {
                    left: input.as_ptr().add(corner * n_inputs),
                    row_step: n_inputs,
                    left_step: 1,
                    right: kernel.as_ptr().add(dy * 3 * n_inputs * n_outputs + channel),
                    right_step: n_outputs,
                    n: 3 * n_inputs,
                };
                add_products(factors, &mut sums);
            }
            for (row, sums) in sums.iter().enumerate() {
                for (idx, sum) in sums.iter().enumerate() {
                    sum.store(out.add(row * n_outputs + idx * V::LANES));
                }
            }
        }
    }
}

#[inline(always)]
unsafe fn gradient_tiles<V: Vector>(size: &Convolution, input: &[f32], of_output: &[f32], gradient: &mut [f32]) {
    let first = size.frame.first();
    let end = first + size.frame.n_inner();
    for from in (first..end).step_by(STRIP) {
        let strip = (from, (end - from).min(STRIP));
        let mut channel = 0;
        unsafe {
            while channel + 2 * V::LANES <= size.n_outputs {
                gradient_columns::<V, 2>(size, input, of_output, (strip, channel), gradient);
                channel += 2 * V::LANES;
            }
            while channel < size.n_outputs {
                gradient_columns::<V, 1>(size, input, of_output, (strip, channel), gradient);
                channel += V::LANES;
            }
        }
    }
}

/// The part of one strip of positions, for the outputs from `channel` on that fill `N` vectors.
#[inline(always)]
unsafe fn gradient_columns<V: Vector, const N: usize>(
    size: &Convolution,
    input: &[f32],
    of_output: &[f32],
    ((from, n), channel): ((usize, usize), usize),
    gradient: &mut [f32],
) {
    let &Convolution { frame, n_inputs, n_outputs } = size;
    let n_rows = 3 * n_inputs;
    for dy in 0..3 {
        let corner = from + dy * frame.stride() - frame.stride() - 1;
        for row in (0..n_rows).step_by(ROWS) {
            unsafe {
                let mut sums = [[V::splat(0.0); N]; ROWS];
                let factors = Factors {
                    left: input.as_ptr().add(corner * n_inputs + row),
                    row_step: 1,
                    left_step: n_inputs,
                    right: of_output.as_ptr().add(from * n_outputs + channel),
                    right_step: n_outputs,
                    n,
                };
                add_products(factors, &mut sums);
                for (r, sums) in sums.iter().enumerate().take(n_rows - row) {
                    let to = gradient.as_mut_ptr().add((dy * n_rows + row + r) * n_outputs + channel);
                    for (idx, &sum) in sums.iter().enumerate() {
                        let to = to.add(idx * V::LANES);
                        V::load(to).add(sum).store(to);
                    }
                }
            }
        }
    }
}
