//! Both ways of computing a convolution and its gradients, against nested loops over cells.

use super::*;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A field with random numbers in the cells.
fn random_field(frame: Frame, n_channels: usize, rng: &mut impl Rng) -> Vec<f32> {
    let mut field = vec![0.0; frame.n_positions() * padded(n_channels)];
    for position in frame.cells() {
        field[position * padded(n_channels)..][..n_channels].fill_with(|| rng.random_range(-1.0..1.0));
    }
    field
}

/// Calls `visit(cell, neighbour, tap)` with the positions of all pairs inside the grid.
fn each_pair(frame: Frame, mut visit: impl FnMut(usize, usize, usize)) {
    let is_cell = |position: usize| frame.cells().any(|cell| cell == position);
    for cell in frame.cells() {
        for tap in 0..9 {
            let neighbour = cell + tap / 3 * frame.stride() + tap % 3 - frame.stride() - 1;
            if is_cell(neighbour) {
                visit(cell, neighbour, tap);
            }
        }
    }
}

fn assert_close(found: &[f32], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (&found, &expected) in found.iter().zip(expected) {
        assert!((f64::from(found) - expected).abs() < 2e-4, "{found} {expected}");
    }
}

#[test]
fn convolutions_and_their_gradients_are_those_of_nested_loops() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut transformed = [Transformed::default(), Transformed::default()];
    for (width, height, n_inputs, n_outputs) in
        [(19, 19, 16, 16), (1, 1, 3, 8), (5, 9, 20, 24), (4, 8, 1, 40), (3, 2, 8, 8), (6, 5, 32, 48), (4, 3, 16, 80)]
    {
        let size = Convolution { frame: Frame { width, height }, n_inputs, n_outputs };
        let input = random_field(size.frame, n_inputs, &mut rng);
        let start = random_field(size.frame, n_outputs, &mut rng);
        let kernel: Vec<f32> = (0..9 * n_inputs * n_outputs).map(|_| rng.random_range(-0.3..0.3)).collect();
        let bias: Vec<f32> = (0..n_outputs).map(|_| rng.random_range(-1.0..1.0)).collect();

        let mut sums = vec![0.0; start.len()];
        let mut gradient = vec![0.0; kernel.len()];
        let mut of_input = vec![0.0; input.len()];
        for cell in size.frame.cells() {
            (0..n_outputs).for_each(|o| sums[cell * n_outputs + o] = f64::from(start[cell * n_outputs + o] + bias[o]));
        }
        each_pair(size.frame, |cell, neighbour, tap| {
            for i in 0..n_inputs {
                let (at, value) =
                    (neighbour * padded(n_inputs) + i, f64::from(input[neighbour * padded(n_inputs) + i]));
                for o in 0..n_outputs {
                    let pair = (tap * n_inputs + i) * n_outputs + o;
                    sums[cell * n_outputs + o] += f64::from(kernel[pair]) * value;
                    gradient[pair] += f64::from(start[cell * n_outputs + o]) * value;
                    of_input[at] += f64::from(kernel[pair]) * f64::from(start[cell * n_outputs + o]);
                }
            }
        });

        let mut prepared = vec![0.0; n_transformed(n_inputs, n_outputs)];
        transform(&kernel, &mut prepared);
        let (mut output, mut plain_output) = (start.clone(), start.clone());
        size.apply((&input, &prepared), Start::AddBias(&bias), &mut output, &mut transformed[0]);
        size.check(&input, &plain_output, &mut transformed[1]);
        let job =
            Job::Apply { input: &input, kernel: &prepared, start: Start::AddBias(&bias), output: &mut plain_output };
        // SAFETY (both): an array needs no instructions, and the lengths were checked.
        unsafe { run::<[f32; 8]>(&size, job, &mut transformed[1]) };
        assert_close(&output, &sums);
        assert_close(&plain_output, &sums);

        let (mut found, mut plain_found) = (vec![0.0; kernel.len()], vec![0.0; kernel.len()]);
        size.add_kernel_gradient(&input, &start, &mut found, &mut transformed[0]);
        let job = Job::Gradient { input: &input, of_output: &start, gradient: &mut plain_found };
        unsafe { run::<[f32; 8]>(&size, job, &mut transformed[1]) };
        assert_close(&found, &gradient);
        assert_close(&plain_found, &gradient);

        if n_inputs.is_multiple_of(8) {
            let mut turned = vec![0.0; kernel.len()];
            turn_kernel(&kernel, n_inputs, n_outputs, &mut turned);
            transform(&turned, &mut prepared);
            let back = Convolution { n_inputs: n_outputs, n_outputs: n_inputs, ..size };
            // What was there must not matter.
            let mut found = vec![7.0; input.len()];
            back.apply((&start, &prepared), Start::Zero, &mut found, &mut transformed[0]);
            let cells = || size.frame.cells().flat_map(|cell| cell * n_inputs..(cell + 1) * n_inputs);
            let found: Vec<f32> = cells().map(|place| found[place]).collect();
            assert_close(&found, &cells().map(|place| of_input[place]).collect::<Vec<f64>>());
        }
    }
}
