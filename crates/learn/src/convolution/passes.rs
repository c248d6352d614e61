//! Loops over all numbers of a field: rectifiers, their gradients, sums.

use super::frame::Frame;
use super::vector::widened;

widened! {
    /// `to = max(from, 0)`.
    pub(super) fn rectify(from: &[f32], to: &mut [f32]) {
        for (to, &from) in to.iter_mut().zip(from) {
            *to = if from > 0.0 { from } else { 0.0 };
        }
    }
}

widened! {
    /// `field = max(field + bias, 0)` in the cells.
    pub(super) fn add_and_rectify(frame: Frame, bias: &[f32], field: &mut [f32]) {
        let n_channels = bias.len();
        for row in frame.rows() {
            for values in field[row.start * n_channels..row.end * n_channels].chunks_exact_mut(n_channels) {
                for (value, &bias) in values.iter_mut().zip(bias) {
                    let sum = *value + bias;
                    *value = if sum > 0.0 { sum } else { 0.0 };
                }
            }
        }
    }
}

widened! {
    /// The gradient of a rectifier: 0 where its output is 0, outside the grid too.
    pub(super) fn mask(gradient: &mut [f32], output: &[f32]) {
        for (of, &value) in gradient.iter_mut().zip(output) {
            *of = if value > 0.0 { *of } else { 0.0 };
        }
    }
}

widened! {
    /// Adds the gradient of a rectifier's output to that of its input.
    pub(super) fn add_masked(gradient: &mut [f32], of_output: &[f32], output: &[f32]) {
        for ((of, &of_output), &value) in gradient.iter_mut().zip(of_output).zip(output) {
            *of += if value > 0.0 { of_output } else { 0.0 };
        }
    }
}

widened! {
    /// The sum of every channel over all positions, added to `sums`.
    pub(super) fn add_sums(field: &[f32], sums: &mut [f32]) {
        for values in field.chunks_exact(sums.len()) {
            for (sum, value) in sums.iter_mut().zip(values) {
                *sum += value;
            }
        }
    }
}

widened! {
    /// `to += from`.
    pub(super) fn add_to(to: &mut [f32], from: &[f32]) {
        for (to, from) in to.iter_mut().zip(from) {
            *to += from;
        }
    }
}
