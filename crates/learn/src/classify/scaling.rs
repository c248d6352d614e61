//! Columns scaled to [0, 1] by the smallest and largest training value, for distances and kernels.

use serde::{Deserialize, Serialize};

use super::table::Table;

/// Smallest value and 1 / range of every column; 0 for a constant one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Scaling {
    smallest: Vec<f64>,
    factors: Vec<f64>,
}

impl Scaling {
    pub(super) fn new(table: &Table) -> Scaling {
        let mut smallest = vec![f64::INFINITY; table.n_columns()];
        let mut largest = vec![f64::NEG_INFINITY; table.n_columns()];
        for row in table.rows() {
            for (column, &value) in row.iter().enumerate() {
                smallest[column] = smallest[column].min(value);
                largest[column] = largest[column].max(value);
            }
        }
        let factor = |(low, high): (&f64, &f64)| if high > low { 1.0 / (high - low) } else { 0.0 };
        let factors = smallest.iter().zip(&largest).map(factor).collect();
        Scaling { smallest, factors }
    }

    /// No change.
    pub(super) fn identity(n_columns: usize) -> Scaling {
        Scaling { smallest: vec![0.0; n_columns], factors: vec![1.0; n_columns] }
    }

    /// The row in [0, 1], or somewhat outside for values that training did not have.
    pub(super) fn apply(&self, row: &[f64], out: &mut Vec<f32>) {
        out.clear();
        let scaled = row.iter().zip(&self.smallest).zip(&self.factors);
        out.extend(scaled.map(|((value, smallest), factor)| ((value - smallest) * factor) as f32));
    }

    /// All rows, one after the other.
    pub(super) fn apply_to_table(&self, table: &Table) -> Vec<f32> {
        let mut all = Vec::with_capacity(table.n_rows() * table.n_columns());
        let mut scaled = Vec::new();
        for row in table.rows() {
            self.apply(row, &mut scaled);
            all.extend_from_slice(&scaled);
        }
        all
    }

    pub(super) fn is_sound(&self, n_columns: usize) -> bool {
        self.smallest.len() == n_columns
            && self.factors.len() == n_columns
            && self.smallest.iter().chain(&self.factors).all(|value| value.is_finite())
    }
}

/// Lanes of the sums below, so that the processor adds eight products at a time.
const LANES: usize = 8;

/// The inner product of two rows.
#[inline]
pub(super) fn dot(a: &[f32], b: &[f32]) -> f64 {
    sum_of(a, b, |x, y| x * y)
}

/// The squared distance of two rows.
#[inline]
pub(super) fn squared_distance(a: &[f32], b: &[f32]) -> f64 {
    sum_of(a, b, |x, y| (x - y) * (x - y))
}

/// Groups of lanes between two looks at the limit.
const STRIDE: usize = 8;

/// The squared distance of two rows, to the last digit as [`squared_distance`] gives it; `None` as soon as it is known to be above the limit.
#[inline]
pub(super) fn squared_distance_within(a: &[f32], b: &[f32], limit: f64) -> Option<f64> {
    let term = |x: f32, y: f32| (x - y) * (x - y);
    let mut sums = [0.0f32; LANES];
    let (left, right) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
    let rest: f32 = left.remainder().iter().zip(right.remainder()).map(|(&x, &y)| term(x, y)).sum();
    for (place, (x, y)) in left.zip(right).enumerate() {
        for lane in 0..LANES {
            sums[lane] += term(x[lane], y[lane]);
        }
        // Sums only grow, and rounding is monotonous: what is above the limit now stays there.
        if place % STRIDE == STRIDE - 1 && f64::from(sums.iter().sum::<f32>()) > limit {
            return None;
        }
    }
    Some(f64::from(sums.iter().sum::<f32>() + rest)).filter(|&distance| distance <= limit)
}

#[inline(always)]
fn sum_of(a: &[f32], b: &[f32], term: impl Fn(f32, f32) -> f32) -> f64 {
    let mut sums = [0.0f32; LANES];
    let (left, right) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
    let rest: f32 = left.remainder().iter().zip(right.remainder()).map(|(&x, &y)| term(x, y)).sum();
    for (x, y) in left.zip(right) {
        for lane in 0..LANES {
            sums[lane] += term(x[lane], y[lane]);
        }
    }
    f64::from(sums.iter().sum::<f32>() + rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn a_limit_changes_nothing_but_the_work() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for n_columns in [1, 7, 8, 64, 65, 406] {
            for _ in 0..50 {
                let mut row = || (0..n_columns).map(|_| rng.random::<f32>()).collect::<Vec<f32>>();
                let (a, b) = (row(), row());
                let whole = squared_distance(&a, &b);
                for limit in [whole * 0.3, whole * 0.999, whole, whole * 2.0] {
                    let expected = Some(whole).filter(|&whole| whole <= limit);
                    assert_eq!(squared_distance_within(&a, &b, limit), expected);
                }
            }
        }
    }
}
