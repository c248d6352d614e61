//! The dual problem of a support vector machine: minimise `1/2 a Q a - sum a` with `0 <= a_i <= C_i` and `sum y_i a_i = 0`, where `Q_ij = y_i y_j K(x_i, x_j)`.
//!
//! Sequential minimal optimisation with the pair chosen by second-order information (Fan et al. 2005). Rows of the kernel matrix are kept, up to
//! a gigabyte, the oldest making room. It stops when no pair violates the optimality conditions by more than the tolerance.

use std::collections::VecDeque;

use super::classifier::each_in_parallel;
use super::svm::Kernel;

/// What to solve; rows one after the other.
pub(super) struct Problem<'a> {
    pub(super) rows: &'a [f32],
    pub(super) n_columns: usize,
    /// +1 or -1.
    pub(super) signs: &'a [f64],
    /// The largest multiplier of every row.
    pub(super) limits: &'a [f64],
    pub(super) kernel: Kernel,
}

pub(super) struct Solved {
    pub(super) multipliers: Vec<f64>,
    pub(super) threshold: f64,
    /// `sum_j y_j a_j K(x_i, x_j) - threshold` of every row.
    pub(super) outputs: Vec<f64>,
}

const TOLERANCE: f64 = 1e-3;
/// Curvature of a pair that has none.
const LEAST_CURVATURE: f64 = 1e-12;
const MOST_BYTES: usize = 1 << 30;

struct KernelRows<'a> {
    problem: &'a Problem<'a>,
    rows: Vec<Option<Box<[f32]>>>,
    order: VecDeque<usize>,
    most: usize,
}

impl KernelRows<'_> {
    fn row(&self, row: usize) -> &[f32] {
        let n = self.problem.n_columns;
        &self.problem.rows[row * n..(row + 1) * n]
    }

    /// Ensures that a row is cached; `keep` must not be evicted for it.
    fn load(&mut self, row: usize, keep: usize) {
        if self.rows[row].is_some() {
            return;
        }
        if self.order.len() >= self.most {
            let place = self.order.iter().position(|&old| old != keep).unwrap_or(0);
            if let Some(old) = self.order.remove(place) {
                self.rows[old] = None;
            }
        }
        let mut values = vec![0.0f32; self.rows.len()].into_boxed_slice();
        let from = self.row(row);
        let kernel = self.problem.kernel;
        each_in_parallel(&mut values, |other, value| *value = kernel.value(from, self.row(other)) as f32);
        self.rows[row] = Some(values);
        self.order.push_back(row);
    }

    fn get(&self, row: usize) -> &[f32] {
        self.rows[row].as_deref().expect("loaded before")
    }
}

pub(super) fn solve(problem: &Problem) -> Solved {
    let n = problem.signs.len();
    let (signs, limits) = (problem.signs, problem.limits);
    let most = (MOST_BYTES / (4 * n)).clamp(2, n.max(2));
    let mut kernel = KernelRows { problem, rows: vec![None; n], order: VecDeque::new(), most };
    let diagonal: Vec<f64> = (0..n).map(|row| problem.kernel.value(kernel.row(row), kernel.row(row))).collect();
    let mut multipliers = vec![0.0; n];
    // The gradient of the dual, times the row's sign, is what the pairs are compared by.
    let mut gradient = vec![-1.0; n];
    let most_steps = (100 * n).max(10_000_000);
    for _ in 0..most_steps {
        let may_rise = |row: usize, a: &[f64]| if signs[row] > 0.0 { a[row] < limits[row] } else { a[row] > 0.0 };
        let may_fall = |row: usize, a: &[f64]| if signs[row] > 0.0 { a[row] > 0.0 } else { a[row] < limits[row] };
        let score = |row: usize, gradient: &[f64]| -signs[row] * gradient[row];
        let mut up: Option<(f64, usize)> = None;
        for row in (0..n).filter(|&row| may_rise(row, &multipliers)) {
            if up.is_none_or(|(most, _)| score(row, &gradient) > most) {
                up = Some((score(row, &gradient), row));
            }
        }
        let Some((most, i)) = up else { break };
        kernel.load(i, i);
        let row_i = kernel.get(i);
        let mut down: Option<(f64, usize)> = None;
        let mut least = f64::INFINITY;
        for row in (0..n).filter(|&row| may_fall(row, &multipliers)) {
            let here = score(row, &gradient);
            least = least.min(here);
            if most - here > 0.0 {
                let curvature = (diagonal[i] + diagonal[row] - 2.0 * f64::from(row_i[row])).max(LEAST_CURVATURE);
                let gain = (most - here) * (most - here) / curvature;
                if down.is_none_or(|(best, _)| gain > best) {
                    down = Some((gain, row));
                }
            }
        }
        let Some((_, j)) = down.filter(|_| most - least > TOLERANCE) else { break };
        kernel.load(j, i);
        let (row_i, row_j) = (kernel.get(i), kernel.get(j));
        let curvature = (diagonal[i] + diagonal[j] - 2.0 * f64::from(row_i[j])).max(LEAST_CURVATURE);
        // A step along the pair keeps the sum; it ends at the first bound.
        let room = |row: usize, rises: bool| {
            let grows = rises == (signs[row] > 0.0);
            if grows { limits[row] - multipliers[row] } else { multipliers[row] }
        };
        let step = ((most - score(j, &gradient)) / curvature).min(room(i, true)).min(room(j, false));
        let (change_i, change_j) = (signs[i] * step, -signs[j] * step);
        for (row, change) in [(i, change_i), (j, change_j)] {
            let moved = multipliers[row] + change;
            // Exactly at the bound, so that rounding does not leave a row beside it.
            multipliers[row] = match moved {
                low if low < 1e-12 * limits[row] => 0.0,
                high if high > (1.0 - 1e-12) * limits[row] => limits[row],
                inside => inside,
            };
        }
        for row in 0..n {
            let (ki, kj) = (f64::from(row_i[row]), f64::from(row_j[row]));
            gradient[row] += signs[row] * (signs[i] * change_i * ki + signs[j] * change_j * kj);
        }
    }
    finish(problem, multipliers, &gradient)
}

/// The threshold: the mean of the free rows' scores, or the middle of what the bounds allow.
fn finish(problem: &Problem, multipliers: Vec<f64>, gradient: &[f64]) -> Solved {
    let (mut sum, mut n_free) = (0.0, 0);
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    for (row, &a) in multipliers.iter().enumerate() {
        let score = problem.signs[row] * gradient[row];
        if a > 0.0 && a < problem.limits[row] {
            sum += score;
            n_free += 1;
        } else if (a == 0.0) == (problem.signs[row] > 0.0) {
            high = high.min(score);
        } else {
            low = low.max(score);
        }
    }
    let threshold = match n_free {
        0 if low.is_finite() && high.is_finite() => (low + high) / 2.0,
        0 => 0.0,
        n => sum / f64::from(n),
    };
    // The gradient is `y_i f_i - 1` with f the output without the threshold.
    let output = |(gradient, sign): (&f64, &f64)| (gradient + 1.0) * sign - threshold;
    let outputs = gradient.iter().zip(problem.signs).map(output).collect();
    Solved { multipliers, threshold, outputs }
}
