//! Limited-memory BFGS for smooth functions of many variables.
//!
//! Nocedal and Wright (2006), algorithm 7.5 (two-loop recursion, scaled by `sᵀy / yᵀy`), with the bracketing line
//! search of Lewis and Overton (2013) for the weak Wolfe conditions. Minimises; supports neither bounds nor noisy
//! functions.

/// Stopping criteria and memory.
#[derive(Clone, Copy, Debug)]
pub struct LbfgsOptions {
    /// Pairs of steps and gradient changes remembered.
    pub memory: usize,
    /// Most iterations.
    pub max_iterations: usize,
    /// Stop when an iteration lowers the value by less than this share of `max(1, |value|)`.
    pub relative_decrease: f64,
    /// Stop when no gradient component is larger than this.
    pub gradient_tolerance: f64,
}

impl Default for LbfgsOptions {
    fn default() -> Self {
        LbfgsOptions { memory: 10, max_iterations: 200, relative_decrease: 1e-7, gradient_tolerance: 1e-9 }
    }
}

/// How a minimisation ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LbfgsOutcome {
    /// Value at the end.
    pub value: f64,
    /// Iterations made.
    pub iterations: usize,
    /// Evaluations of the function, each with its gradient.
    pub evaluations: usize,
}

/// Sufficient decrease and curvature constants of the Wolfe conditions.
const DECREASE: f64 = 1e-4;
const CURVATURE: f64 = 0.9;
/// Evaluations in one line search before giving up.
const MOST_TRIALS: usize = 40;

/// Minimises `function`, which writes the gradient and returns the value, starting from and ending in `x`.
///
/// `progress` is called with the iteration and the value, and returns whether to continue.
pub fn minimize(
    x: &mut [f64],
    options: LbfgsOptions,
    mut function: impl FnMut(&[f64], &mut [f64]) -> f64,
    mut progress: impl FnMut(usize, f64) -> bool,
) -> LbfgsOutcome {
    let n = x.len();
    let mut gradient = vec![0.0; n];
    let mut value = function(x, &mut gradient);
    let mut outcome = LbfgsOutcome { value, iterations: 0, evaluations: 1 };
    let mut history: Vec<Pair> = Vec::new();
    let (mut trial, mut trial_gradient) = (vec![0.0; n], vec![0.0; n]);
    while outcome.iterations < options.max_iterations && largest(&gradient) > options.gradient_tolerance {
        let mut direction = descent_direction(&gradient, &history);
        let mut slope = dot(&gradient, &direction);
        if slope >= 0.0 {
            history.clear();
            direction = gradient.iter().map(|g| -g).collect();
            slope = dot(&gradient, &direction);
        }
        // Without curvature information the first step is kept to length one.
        let mut step = if history.is_empty() { 1.0 / dot(&gradient, &gradient).sqrt().max(1.0) } else { 1.0 };
        let (mut low, mut high) = (0.0, f64::INFINITY);
        let mut found = None;
        for _ in 0..MOST_TRIALS {
            for ((t, &x), d) in trial.iter_mut().zip(x.iter()).zip(&direction) {
                *t = x + step * d;
            }
            let trial_value = function(&trial, &mut trial_gradient);
            outcome.evaluations += 1;
            if trial_value.is_nan() || trial_value > value + DECREASE * step * slope {
                high = step;
            } else if dot(&trial_gradient, &direction) < CURVATURE * slope {
                low = step;
            } else {
                found = Some(trial_value);
                break;
            }
            step = if high.is_finite() { (low + high) / 2.0 } else { 2.0 * step };
        }
        let Some(new_value) = found else { break };
        let s: Vec<f64> = trial.iter().zip(x.iter()).map(|(t, x)| t - x).collect();
        let y: Vec<f64> = trial_gradient.iter().zip(&gradient).map(|(t, g)| t - g).collect();
        let sy = dot(&s, &y);
        if sy > 0.0 {
            if history.len() == options.memory {
                history.remove(0);
            }
            history.push(Pair { s, y, inverse_product: 1.0 / sy });
        }
        x.copy_from_slice(&trial);
        gradient.copy_from_slice(&trial_gradient);
        let decrease = value - new_value;
        value = new_value;
        outcome.iterations += 1;
        outcome.value = value;
        if !progress(outcome.iterations, value) || decrease < options.relative_decrease * value.abs().max(1.0) {
            break;
        }
    }
    outcome
}

struct Pair {
    s: Vec<f64>,
    y: Vec<f64>,
    inverse_product: f64,
}

fn descent_direction(gradient: &[f64], history: &[Pair]) -> Vec<f64> {
    let mut q: Vec<f64> = gradient.iter().map(|g| -g).collect();
    let mut alphas = Vec::with_capacity(history.len());
    for pair in history.iter().rev() {
        let alpha = pair.inverse_product * dot(&pair.s, &q);
        axpy(&mut q, -alpha, &pair.y);
        alphas.push(alpha);
    }
    if let Some(last) = history.last() {
        let scale = 1.0 / (last.inverse_product * dot(&last.y, &last.y));
        q.iter_mut().for_each(|v| *v *= scale);
    }
    for (pair, alpha) in history.iter().zip(alphas.into_iter().rev()) {
        let beta = pair.inverse_product * dot(&pair.y, &q);
        axpy(&mut q, alpha - beta, &pair.s);
    }
    q
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

fn axpy(y: &mut [f64], a: f64, x: &[f64]) {
    y.iter_mut().zip(x).for_each(|(y, x)| *y += a * x);
}

fn largest(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |most, v| f64::max(most, v.abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rosenbrock's valley, minimum 0 at (1, 1), from the classical start.
    #[test]
    fn rosenbrock() {
        let mut x = [-1.2, 1.0];
        let options = LbfgsOptions { relative_decrease: 0.0, ..LbfgsOptions::default() };
        let outcome = minimize(
            &mut x,
            options,
            |x, g| {
                g[0] = -400.0 * x[0] * (x[1] - x[0] * x[0]) - 2.0 * (1.0 - x[0]);
                g[1] = 200.0 * (x[1] - x[0] * x[0]);
                100.0 * (x[1] - x[0] * x[0]).powi(2) + (1.0 - x[0]).powi(2)
            },
            |_, _| true,
        );
        assert!((x[0] - 1.0).abs() < 1e-6 && (x[1] - 1.0).abs() < 1e-6, "{x:?} {outcome:?}");
        assert!(outcome.evaluations < 100, "{outcome:?}");
    }

    /// A badly scaled bowl in fifty variables.
    #[test]
    fn stretched_bowl() {
        let mut x = vec![3.0; 50];
        let outcome = minimize(
            &mut x,
            LbfgsOptions { relative_decrease: 1e-14, ..LbfgsOptions::default() },
            |x, g| {
                let mut value = 0.0;
                for (i, (x, g)) in x.iter().zip(g).enumerate() {
                    let stiffness = 1.0 + (i * i) as f64;
                    value += stiffness * (x - i as f64).powi(2) / 2.0;
                    *g = stiffness * (x - i as f64);
                }
                value
            },
            |_, _| true,
        );
        assert!(x.iter().enumerate().all(|(i, x)| (x - i as f64).abs() < 1e-4), "{outcome:?}");
    }

    #[test]
    fn stops_when_told() {
        let mut x = [10.0];
        let outcome = minimize(
            &mut x,
            LbfgsOptions::default(),
            |x, g| {
                g[0] = 4.0 * x[0].powi(3);
                x[0].powi(4)
            },
            |iteration, _| iteration < 2,
        );
        assert_eq!(outcome.iterations, 2);
    }
}
