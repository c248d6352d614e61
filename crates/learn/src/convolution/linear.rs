//! Linear maps between short lists: pooled channels, globals, the scalars' layers.

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
