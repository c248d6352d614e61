//! The fits themselves: logistic regression and least squares, both with a pull towards 0 and with factors of evidence that are at least 0.
//!
//! A factor of evidence that would be below 0 is taken out and the rest fitted again, until there is none.

use go_review::{ExpectedLoss, N_EVIDENCE, N_SIGNS, Signs};
use learn::lbfgs::{LbfgsOptions, minimize};

use super::MoveRow;

/// How strongly factors are pulled towards 0, in moves; signs are scaled to a spread of 1 first.
const PULL: f64 = 4.0;
/// Factors of a model, the constant last.
pub(crate) type Factors = [f64; N_SIGNS + 1];

/// The signs that the expected loss is made of, points found and surprise: more of them fitted better where they were learned and worse where they were not.
const OF_LOSS: [usize; 2] = [0, 3];
/// Marks below this number prove nothing.
const FEWEST_MARKS: usize = 10;

/// How likely a move with these signs was a real mistake.
pub fn chance(log_odds: &Factors, signs: &Signs) -> f64 {
    let z = log_odds[N_SIGNS] + log_odds.iter().zip(signs).map(|(factor, sign)| factor * sign).sum::<f64>();
    1.0 / (1.0 + (-z).exp())
}

/// Log-odds of a real mistake.
pub fn fit_chance(rows: &[MoveRow]) -> Factors {
    fit_with(rows, [true; N_SIGNS], |row, z| {
        let target = f64::from(row.is_real);
        let chance = 1.0 / (1.0 + (-z).exp());
        (z.max(0.0) - target * z + (-z.abs()).exp().ln_1p(), chance - target)
    })
}

/// Points lost.
pub fn fit_loss(rows: &[MoveRow]) -> ExpectedLoss {
    let is_free = std::array::from_fn(|sign| OF_LOSS.contains(&sign));
    let factors = fit_with(rows, is_free, |row, z| ((z - row.lost).powi(2) / 20.0, (z - row.lost) / 10.0));
    ExpectedLoss { factors: factors.map(|factor| (factor * 1e3).round() / 1e3) }
}

/// The lowest chance from which on at least `precision` of the marks are real; `None` if there is none.
pub fn least_chance(chances: &[(f64, bool)], precision: f64) -> Option<f64> {
    let mut order = chances.to_vec();
    order.sort_by(|a, b| b.0.total_cmp(&a.0));
    let (mut n_real, mut least) = (0, None);
    for (n, (chance, is_real)) in order.iter().enumerate() {
        n_real += usize::from(*is_real);
        if n + 1 >= FEWEST_MARKS && n_real as f64 >= precision * (n + 1) as f64 {
            least = Some(*chance);
        }
    }
    least
}

/// The least sum of losses with the free signs; `loss` returns the loss of a row and its slope at the linear value.
fn fit_with(rows: &[MoveRow], mut is_free: [bool; N_SIGNS], loss: impl Fn(&MoveRow, f64) -> (f64, f64)) -> Factors {
    let n = rows.len().max(1) as f64;
    let mut spread = [1.0; N_SIGNS];
    for (sign, spread) in spread.iter_mut().enumerate() {
        let mean = rows.iter().map(|row| row.signs[sign]).sum::<f64>() / n;
        let variance = rows.iter().map(|row| (row.signs[sign] - mean).powi(2)).sum::<f64>() / n;
        *spread = variance.sqrt().max(1e-6);
    }
    loop {
        let mut x = vec![0.0; N_SIGNS + 1];
        let objective = |x: &[f64], slope: &mut [f64]| {
            slope.fill(0.0);
            let mut value = 0.0;
            for row in rows {
                let z: f64 =
                    x[N_SIGNS] + (0..N_SIGNS).map(|sign| x[sign] * row.signs[sign] / spread[sign]).sum::<f64>();
                let (of_row, by_z) = loss(row, z);
                value += of_row / n;
                for sign in 0..N_SIGNS {
                    slope[sign] += by_z * row.signs[sign] / spread[sign] / n;
                }
                slope[N_SIGNS] += by_z / n;
            }
            for sign in 0..N_SIGNS {
                value += PULL / n * x[sign] * x[sign] / 2.0;
                slope[sign] += PULL / n * x[sign];
                if !is_free[sign] {
                    slope[sign] = 0.0;
                }
            }
            value
        };
        minimize(&mut x, LbfgsOptions { max_iterations: 500, ..LbfgsOptions::default() }, objective, |_, _| true);
        let below: Vec<usize> = (0..N_EVIDENCE).filter(|&sign| is_free[sign] && x[sign] < 0.0).collect();
        if below.is_empty() {
            let mut factors = [0.0; N_SIGNS + 1];
            factors[N_SIGNS] = x[N_SIGNS];
            (0..N_SIGNS).for_each(|sign| factors[sign] = x[sign] / spread[sign]);
            return factors;
        }
        below.into_iter().for_each(|sign| is_free[sign] = false);
    }
}
