//! The softmax of scores: `p_i = exp(s_i) / sum_j exp(s_j)`, shifted by the largest score so that nothing overflows.

/// Turns scores into probabilities; returns the log-probability of the chosen one.
pub fn to_probabilities(scores: &mut [f32], chosen: usize) -> f32 {
    let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let log_chosen = scores.get(chosen).map_or(f32::NEG_INFINITY, |s| s - most);
    let mut total = 0.0;
    for score in scores.iter_mut() {
        *score = (*score - most).exp();
        total += *score;
    }
    scores.iter_mut().for_each(|p| *p /= total);
    log_chosen - total.ln()
}
