//! Holm's correction for several tests at once (Holm 1979): controls the chance of any false rejection, without assuming independence.
//!
//! The p-values are taken in rising order; the k-th of `n` (from 0) is multiplied by `n - k`, and no corrected value is smaller than the
//! one before it.

/// The corrected p-values, in the order given.
///
/// ```
/// assert_eq!(learn::stats::holm(&[0.01, 0.04, 0.03]), [0.03, 0.06, 0.06]);
/// ```
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let n = p_values.len();
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut corrected = vec![0.0; n];
    let mut largest: f64 = 0.0;
    for (k, idx) in order.into_iter().enumerate() {
        largest = largest.max(p_values[idx] * (n - k) as f64).min(1.0);
        corrected[idx] = largest;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::holm;

    #[test]
    fn corrected_values_rise_and_never_exceed_one() {
        // Worked by hand: 0.005 * 4, 0.01 * 3, 0.03 * 2, 0.04 * 1 raised to the one before.
        let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
        let expected = [0.03, 0.06, 0.06, 0.02];
        assert!(corrected.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{corrected:?}");
        assert_eq!(holm(&[0.9, 0.8]), [1.0, 1.0]);
        assert!(holm(&[]).is_empty());
    }
}
