//! The right inverse of a wide matrix: H+ = H' (H H')^-1, so that H H+ = 1 and X H+ is the least-squares encoding of a row X
//! (Basaldúa 2013, eq. 3.19). Rows of H that depend on each other have none.

/// The right inverse of a matrix of `n_rows` rows (given row by row), as a matrix of as many columns, row by row; none if its rows depend on each other.
pub fn right_inverse(matrix: &[f64], n_rows: usize) -> Option<Vec<f64>> {
    if n_rows == 0 || !matrix.len().is_multiple_of(n_rows) {
        return None;
    }
    let n_columns = matrix.len() / n_rows;
    let row = |a: usize| &matrix[a * n_columns..][..n_columns];
    let dot = |a: usize, b: usize| row(a).iter().zip(row(b)).map(|(x, y)| x * y).sum::<f64>();
    let scale = (0..n_rows).map(|a| dot(a, a)).fold(0.0, f64::max);
    // Gauss-Jordan on [H H' | H], which leaves (H H')^-1 H on the right: the transpose of what is wanted.
    let width = n_rows + n_columns;
    let mut work: Vec<Vec<f64>> =
        (0..n_rows).map(|a| (0..n_rows).map(|b| dot(a, b)).chain(row(a).iter().copied()).collect()).collect();
    for pivot in 0..n_rows {
        let best = (pivot..n_rows).max_by(|&a, &b| work[a][pivot].abs().total_cmp(&work[b][pivot].abs()))?;
        work.swap(pivot, best);
        let value = work[pivot][pivot];
        if value.is_nan() || value.abs() <= 1e-12 * scale {
            return None;
        }
        work[pivot].iter_mut().for_each(|x| *x /= value);
        let pivot_row = work[pivot].clone();
        for (_, other) in work.iter_mut().enumerate().filter(|(a, _)| *a != pivot) {
            let factor = other[pivot];
            other.iter_mut().zip(&pivot_row).for_each(|(x, y)| *x -= factor * y);
        }
    }
    Some((n_rows..width).flat_map(|column| work.iter().map(move |row| row[column])).collect())
}
