//! Rank correlation: Spearman's rho and Kendall's tau-b, with two-sided p-values.
//!
//! Rho is Pearson's correlation of mid-ranks, tested by `t = rho sqrt((n - 2) / (1 - rho²))`. Tau-b counts concordant
//! minus discordant pairs over `sqrt((pairs - ties_x)(pairs - ties_y))`, in O(n log n) by Knight's (1966) merge sort;
//! its p-value is exact without ties up to 60 values (counting permutations by inversions) and normal otherwise.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::normal_cdf;

/// A correlation and the probability of one at least as strong under independence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankCorrelation {
    /// The coefficient in [-1, 1]; 0 if one side is constant.
    pub coefficient: f64,
    /// Two-sided p-value; 1 if it is undefined.
    pub p: f64,
}

/// Ranks from 1; equal values share the mean of their places.
pub fn mid_ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut place = 0;
    for tied in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let mean = place as f64 + (tied.len() as f64 + 1.0) / 2.0;
        tied.iter().for_each(|&i| ranks[i] = mean);
        place += tied.len();
    }
    ranks
}

/// Spearman's rho of two samples of equal length.
pub fn spearman(x: &[f64], y: &[f64]) -> RankCorrelation {
    assert!(x.len() == y.len(), "{} and {} values", x.len(), y.len());
    let (rx, ry) = (mid_ranks(x), mid_ranks(y));
    let n = x.len() as f64;
    let mean = (n + 1.0) / 2.0;
    let (mut xy, mut xx, mut yy) = (0.0, 0.0, 0.0);
    for (a, b) in rx.iter().zip(&ry) {
        xy += (a - mean) * (b - mean);
        xx += (a - mean) * (a - mean);
        yy += (b - mean) * (b - mean);
    }
    if xx == 0.0 || yy == 0.0 {
        return RankCorrelation { coefficient: 0.0, p: 1.0 };
    }
    let rho = (xy / (xx * yy).sqrt()).clamp(-1.0, 1.0);
    let p = if x.len() < 3 {
        1.0
    } else if 1.0 - rho * rho <= 0.0 {
        0.0
    } else {
        let t = rho.abs() * ((n - 2.0) / (1.0 - rho * rho)).sqrt();
        2.0 * StudentsT::new(0.0, 1.0, n - 2.0).expect("positive degrees of freedom").sf(t)
    };
    RankCorrelation { coefficient: rho, p }
}

/// Largest sample without ties whose permutations are counted exactly.
const EXACT_UP_TO: usize = 60;

/// Kendall's tau-b of two samples of equal length.
pub fn kendall(x: &[f64], y: &[f64]) -> RankCorrelation {
    assert!(x.len() == y.len(), "{} and {} values", x.len(), y.len());
    let n = x.len();
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&a, &b| x[a].total_cmp(&x[b]).then(y[a].total_cmp(&y[b])));
    let ties_both = order.chunk_by(|&a, &b| x[a] == x[b] && y[a] == y[b]).map(pairs_in).sum::<u64>();
    let x_tied: Vec<u64> = order.chunk_by(|&a, &b| x[a] == x[b]).map(|c| c.len() as u64).collect();
    let mut by_y: Vec<f64> = order.iter().map(|&i| y[i]).collect();
    let discordant = sort_counting_inversions(&mut by_y, &mut vec![0.0; n]);
    let y_tied: Vec<u64> = by_y.chunk_by(|a, b| a == b).map(|c| c.len() as u64).collect();
    let pairs = pairs_of(n as u64);
    let ties_x: u64 = x_tied.iter().map(|&t| pairs_of(t)).sum();
    let ties_y: u64 = y_tied.iter().map(|&t| pairs_of(t)).sum();
    let concordant = pairs + ties_both - ties_x - ties_y - discordant;
    let score = concordant as f64 - discordant as f64;
    let scale = ((pairs - ties_x) as f64 * (pairs - ties_y) as f64).sqrt();
    if scale == 0.0 {
        return RankCorrelation { coefficient: 0.0, p: 1.0 };
    }
    let p = if ties_x + ties_y == 0 && n <= EXACT_UP_TO {
        exact_inversion_p(n, discordant.min(concordant))
    } else {
        normal_p(n as f64, score, &x_tied, &y_tied)
    };
    RankCorrelation { coefficient: score / scale, p }
}

fn pairs_of(n: u64) -> u64 {
    n * n.saturating_sub(1) / 2
}

fn pairs_in(chunk: &[usize]) -> u64 {
    pairs_of(chunk.len() as u64)
}

/// Merge sort; returns the number of pairs in strictly falling order.
fn sort_counting_inversions(values: &mut [f64], scratch: &mut [f64]) -> u64 {
    let n = values.len();
    if n < 2 {
        return 0;
    }
    let middle = n / 2;
    let (left, right) = values.split_at_mut(middle);
    let mut inversions = sort_counting_inversions(left, &mut scratch[..middle])
        + sort_counting_inversions(right, &mut scratch[middle..n]);
    let (mut i, mut j) = (0, 0);
    for slot in scratch[..n].iter_mut() {
        if j == right.len() || (i < left.len() && left[i] <= right[j]) {
            *slot = left[i];
            i += 1;
        } else {
            *slot = right[j];
            j += 1;
            inversions += (middle - i) as u64;
        }
    }
    values.copy_from_slice(&scratch[..n]);
    inversions
}

/// Twice the share of permutations of `n` with at most `inversions` inversions (at most 1).
fn exact_inversion_p(n: usize, inversions: u64) -> f64 {
    let most = pairs_of(n as u64) as usize;
    let mut share = vec![0.0; most + 1];
    share[0] = 1.0;
    let mut reached = 0;
    for size in 2..=n {
        // Inserting the size-th element adds 0..size inversions with equal chance: a sliding mean.
        reached += size - 1;
        let before = share.clone();
        let mut window = 0.0;
        for (k, slot) in share.iter_mut().enumerate().take(reached + 1) {
            window += before[k];
            if k >= size {
                window -= before[k - size];
            }
            *slot = (window / size as f64).max(0.0);
        }
    }
    (2.0 * share[..=inversions as usize].iter().sum::<f64>()).min(1.0)
}

/// Kendall's normal approximation with both tie corrections (Kendall 1970, chapter 4).
fn normal_p(n: f64, score: f64, x_tied: &[u64], y_tied: &[u64]) -> f64 {
    let sum = |tied: &[u64], f: &dyn Fn(f64) -> f64| tied.iter().map(|&t| f(t as f64)).sum::<f64>();
    let v = |tied: &[u64]| sum(tied, &|t| t * (t - 1.0) * (2.0 * t + 5.0));
    let v2 = |tied: &[u64]| sum(tied, &|t| t * (t - 1.0));
    let v3 = |tied: &[u64]| sum(tied, &|t| t * (t - 1.0) * (t - 2.0));
    let mut variance = (n * (n - 1.0) * (2.0 * n + 5.0) - v(x_tied) - v(y_tied)) / 18.0;
    variance += v2(x_tied) * v2(y_tied) / (2.0 * n * (n - 1.0));
    if n > 2.0 {
        variance += v3(x_tied) * v3(y_tied) / (9.0 * n * (n - 1.0) * (n - 2.0));
    }
    if variance <= 0.0 { 1.0 } else { 2.0 * normal_cdf(-score.abs() / variance.sqrt()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Intelligence against television hours, the usual textbook table: rho = -29/165, p = .627188.
    #[test]
    fn published_spearman() {
        let iq = [106., 100., 86., 101., 99., 103., 97., 113., 112., 110.];
        let hours = [7., 27., 2., 50., 28., 29., 20., 12., 6., 17.];
        let r = spearman(&iq, &hours);
        assert!((r.coefficient + 29.0 / 165.0).abs() < 1e-12 && (r.p - 0.627188).abs() < 5e-7, "{r:?}");
    }

    /// Hollander and Wolfe (1973), tuna: tau = .4444, exact p = .1194.
    #[test]
    fn published_kendall() {
        let lightness = [44.4, 45.9, 41.9, 53.3, 44.7, 44.1, 50.7, 45.2, 60.1];
        let panel = [2.6, 3.1, 2.5, 5.0, 3.6, 4.0, 5.2, 2.8, 3.8];
        let r = kendall(&lightness, &panel);
        assert!((r.coefficient - 4.0 / 9.0).abs() < 1e-12 && (r.p - 0.1194).abs() < 5e-5, "{r:?}");
    }

    #[test]
    fn ties_share_ranks() {
        assert_eq!(mid_ranks(&[3.0, 1.0, 3.0, 2.0, 3.0]), [4.0, 1.0, 4.0, 2.0, 4.0]);
    }

    fn slow_tau(x: &[f64], y: &[f64]) -> f64 {
        let (mut score, mut nx, mut ny) = (0.0, 0.0, 0.0);
        for i in 0..x.len() {
            for j in 0..i {
                let (a, b) = ((x[i] - x[j]).partial_cmp(&0.0).unwrap(), (y[i] - y[j]).partial_cmp(&0.0).unwrap());
                score += (a as i32 * b as i32) as f64;
                nx += (a as i32).abs() as f64;
                ny += (b as i32).abs() as f64;
            }
        }
        if nx * ny == 0.0 { 0.0 } else { score / f64::sqrt(nx * ny) }
    }

    proptest! {
        #[test]
        fn kendall_equals_its_slow_twin(pairs in prop::collection::vec((0i32..12, 0i32..12), 2..60)) {
            let x: Vec<f64> = pairs.iter().map(|p| f64::from(p.0)).collect();
            let y: Vec<f64> = pairs.iter().map(|p| f64::from(p.1)).collect();
            let r = kendall(&x, &y);
            prop_assert!((r.coefficient - slow_tau(&x, &y)).abs() < 1e-12);
            prop_assert!((0.0..=1.0).contains(&r.p));
        }

        /// An increasing transformation of one side leaves both coefficients unchanged; reversing it flips them.
        #[test]
        fn only_order_matters(pairs in prop::collection::vec((-5.0f64..5.0, -5.0f64..5.0), 3..40)) {
            let x: Vec<f64> = pairs.iter().map(|p| p.0).collect();
            let y: Vec<f64> = pairs.iter().map(|p| p.1).collect();
            let grown: Vec<f64> = y.iter().map(|v| v.exp()).collect();
            let flipped: Vec<f64> = y.iter().map(|v| -v).collect();
            for f in [spearman, kendall] {
                prop_assert!((f(&x, &y).coefficient - f(&x, &grown).coefficient).abs() < 1e-12);
                prop_assert!((f(&x, &y).coefficient + f(&x, &flipped).coefficient).abs() < 1e-12);
            }
        }
    }
}
