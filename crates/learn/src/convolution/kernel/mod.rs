//! The 3x3 convolution of a field and the gradient of its kernel, by Winograd's transforms ([`winograd`]) and 36 products of matrices.
//!
//! The gradient of the input is a convolution too, with the kernel turned round ([`turn_kernel`]). Nothing here knows rectifiers or borders: a frame of zeros around the
//! field ([`super::frame`]) takes the place of tests.

#![expect(clippy::needless_range_loop, reason = "indices of small matrices read like their formulas")]

mod product;
mod squares;
mod winograd;

use super::frame::{Frame, padded};
use super::vector::Vector;
use product::{Product, ROWS};
use squares::{Squares, n_in_place, transform_kernel};
use winograd::PLACES;

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

/// Transformed fields and kernels.
#[derive(Clone, Debug, Default)]
pub(super) struct Transformed {
    inputs: Vec<f32>,
    outputs: Vec<f32>,
    kernel: Vec<f32>,
}

/// Numbers of a transformed kernel.
pub(super) fn n_transformed(n_inputs: usize, n_outputs: usize) -> usize {
    PLACES * n_inputs * n_outputs
}

impl Convolution {
    fn inputs(&self) -> Squares {
        Squares { frame: self.frame, n_channels: padded(self.n_inputs) }
    }

    fn outputs(&self) -> Squares {
        Squares { frame: self.frame, n_channels: self.n_outputs }
    }

    /// From a place of the kernel's gradient to the next. A cache line more than it takes: steps of a power of two would meet in one set of the cache.
    fn gradient_step(&self) -> usize {
        self.n_inputs * self.n_outputs + 16
    }

    fn check(&self, input: &[f32], output: &[f32], transformed: &mut Transformed) {
        assert!(self.n_outputs.is_multiple_of(8));
        assert_eq!(input.len(), self.frame.n_positions() * padded(self.n_inputs));
        assert_eq!(output.len(), self.frame.n_positions() * self.n_outputs);
        // Tiles of a kernel's gradient may read past the inputs of the last square, and write past the last input.
        transformed.inputs.resize(PLACES * n_in_place(self.frame, padded(self.n_inputs)) + ROWS, 0.0);
        transformed.outputs.resize(PLACES * n_in_place(self.frame, self.n_outputs), 0.0);
        transformed.kernel.resize(PLACES * self.gradient_step() + ROWS * self.n_outputs, 0.0);
    }

    /// Convolves `input` with a kernel that [`transform`] prepared; outside the grid the output is then 0.
    pub(super) fn apply(
        &self,
        (input, kernel): (&[f32], &[f32]),
        start: Start<'_>,
        output: &mut [f32],
        transformed: &mut Transformed,
    ) {
        self.check(input, output, transformed);
        assert_eq!(kernel.len(), n_transformed(self.n_inputs, self.n_outputs));
        if let Start::Bias(bias) | Start::AddBias(bias) = start {
            assert_eq!(bias.len(), self.n_outputs);
        }
        let job = Job::Apply { input, kernel, start, output };
        self.dispatch(job, transformed);
    }

    /// Adds to `gradient` that of the kernel; `of_output` is that of the output, 0 outside the grid.
    pub(super) fn add_kernel_gradient(
        &self,
        input: &[f32],
        of_output: &[f32],
        gradient: &mut [f32],
        transformed: &mut Transformed,
    ) {
        self.check(input, of_output, transformed);
        assert_eq!(gradient.len(), 9 * self.n_inputs * self.n_outputs);
        self.dispatch(Job::Gradient { input, of_output, gradient }, transformed);
    }

    /// Whether all fields fill vectors of sixteen numbers.
    #[cfg(target_arch = "x86_64")]
    fn fills_sixteens(&self) -> bool {
        padded(self.n_inputs).is_multiple_of(16) && self.n_outputs.is_multiple_of(16)
    }

    fn dispatch(&self, job: Job<'_>, transformed: &mut Transformed) {
        #[cfg(target_arch = "x86_64")]
        if self.fills_sixteens() && super::vector::has_avx512() {
            // SAFETY: the processor has the instructions, and the lengths were checked.
            return unsafe { run_avx512(self, job, transformed) };
        }
        #[cfg(target_arch = "x86_64")]
        if super::vector::has_avx2() {
            // SAFETY: the processor has the instructions, and the lengths were checked.
            return unsafe { run_avx2(self, job, transformed) };
        }
        // SAFETY: an array needs no instructions, and the lengths were checked.
        unsafe { run::<[f32; 8]>(self, job, transformed) }
    }
}

/// What is done in one go with the processor's best instructions.
enum Job<'a> {
    Apply { input: &'a [f32], kernel: &'a [f32], start: Start<'a>, output: &'a mut [f32] },
    Gradient { input: &'a [f32], of_output: &'a [f32], gradient: &'a mut [f32] },
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
unsafe fn run_avx2(size: &Convolution, job: Job<'_>, transformed: &mut Transformed) {
    unsafe { run::<std::arch::x86_64::__m256>(size, job, transformed) }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
unsafe fn run_avx512(size: &Convolution, job: Job<'_>, transformed: &mut Transformed) {
    unsafe { run::<std::arch::x86_64::__m512>(size, job, transformed) }
}

/// # Safety
///
/// As [`Vector`] requires; lengths are those that [`Convolution::check`] and its callers asserted.
#[inline(always)]
unsafe fn run<V: Vector>(size: &Convolution, job: Job<'_>, transformed: &mut Transformed) {
    let &Convolution { frame, n_inputs, n_outputs } = size;
    let Transformed { inputs, outputs, kernel: of_kernel } = transformed;
    let n_squares = frame.n_squares();
    let (in_step, out_step) = (n_in_place(frame, padded(n_inputs)), n_in_place(frame, n_outputs));
    let kernel_step = n_inputs * n_outputs;
    unsafe {
        match job {
            Job::Apply { input, kernel, start, output } => {
                size.inputs().transform_input::<V>(input, inputs);
                let product = Product {
                    n_rows: n_squares,
                    n_columns: n_outputs,
                    n_terms: n_inputs,
                    row_step: padded(n_inputs),
                    left_step: 1,
                };
                for place in 0..PLACES {
                    let (left, right) = (&inputs[place * in_step..], &kernel[place * kernel_step..]);
                    product.run::<V>(left.as_ptr(), right.as_ptr(), outputs[place * out_step..].as_mut_ptr());
                }
                size.outputs().transform_output::<V>(outputs, start, output);
                frame.clear_outside(output, n_outputs);
            }
            Job::Gradient { input, of_output, gradient } => {
                size.inputs().transform_input::<V>(input, inputs);
                size.outputs().transform_of_output::<V>(of_output, outputs);
                let product = Product {
                    n_rows: n_inputs,
                    n_columns: n_outputs,
                    n_terms: n_squares,
                    row_step: 1,
                    left_step: padded(n_inputs),
                };
                // In order: what a tile writes past the last input of a place, the next place overwrites.
                for place in 0..PLACES {
                    let (left, right) = (&inputs[place * in_step..], &outputs[place * out_step..]);
                    product.run::<V>(
                        left.as_ptr(),
                        right.as_ptr(),
                        of_kernel[place * size.gradient_step()..].as_mut_ptr(),
                    );
                }
                squares::add_kernel_gradient::<V>(of_kernel, size.gradient_step(), gradient);
            }
        }
    }
}

/// Prepares a kernel for [`Convolution::apply`].
pub(super) fn transform(kernel: &[f32], transformed: &mut [f32]) {
    assert!(kernel.len().is_multiple_of(9 * 8) && transformed.len() == kernel.len() / 9 * PLACES);
    // SAFETY: an array needs no instructions, and the lengths were checked.
    unsafe { transform_kernel::<[f32; 8]>(kernel, transformed) }
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

#[cfg(test)]
mod tests;
