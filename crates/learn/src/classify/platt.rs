//! A logistic function of a machine's output (Platt 1999, with the Newton steps of Lin et al. 2007).
//!
//! `P(second class) = 1 / (1 + exp(a f + b))`; the targets are drawn in from 0 and 1 by one row each, so that separated classes have a finite slope.

use serde::{Deserialize, Serialize};

/// Slope and offset.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Sigmoid {
    a: f64,
    b: f64,
}

impl Sigmoid {
    pub(super) fn fit(outputs: &[f64], signs: &[f64], weights: &[f64]) -> Sigmoid {
        let weight_of = |sign: f64| signs.iter().zip(weights).filter(|(s, _)| **s == sign).map(|(_, w)| w).sum::<f64>();
        let (n_first, n_second) = (weight_of(-1.0), weight_of(1.0));
        let target = |sign: f64| if sign > 0.0 { (n_second + 1.0) / (n_second + 2.0) } else { 1.0 / (n_first + 2.0) };
        let loss = |a: f64, b: f64| -> f64 {
            let term = |((&f, &sign), &weight): ((&f64, &f64), &f64)| {
                let z = a * f + b;
                let t = target(sign);
                weight * if z >= 0.0 { t * z + (-z).exp().ln_1p() } else { (t - 1.0) * z + z.exp().ln_1p() }
            };
            outputs.iter().zip(signs).zip(weights).map(term).sum()
        };
        let (mut a, mut b) = (0.0, ((n_first + 1.0) / (n_second + 1.0)).ln());
        let mut value = loss(a, b);
        for _ in 0..100 {
            let (mut haa, mut hbb, mut hab, mut ga, mut gb) = (1e-12, 1e-12, 0.0, 0.0, 0.0);
            for ((&f, &sign), &weight) in outputs.iter().zip(signs).zip(weights) {
                let p = logistic(a * f + b);
                let (slope, rest) = (weight * p * (1.0 - p), weight * (target(sign) - p));
                haa += f * f * slope;
                hbb += slope;
                hab += f * slope;
                ga += f * rest;
                gb += rest;
            }
            if ga.abs() < 1e-5 && gb.abs() < 1e-5 {
                break;
            }
            let determinant = haa * hbb - hab * hab;
            let (da, db) = (-(hbb * ga - hab * gb) / determinant, -(haa * gb - hab * ga) / determinant);
            let descent = ga * da + gb * db;
            let mut step = 1.0;
            while step >= 1e-10 {
                let tried = loss(a + step * da, b + step * db);
                if tried < value + 1e-4 * step * descent {
                    (a, b, value) = (a + step * da, b + step * db, tried);
                    break;
                }
                step /= 2.0;
            }
            if step < 1e-10 {
                break;
            }
        }
        Sigmoid { a, b }
    }

    pub(super) fn probability(&self, output: f64) -> f64 {
        logistic(self.a * output + self.b)
    }

    pub(super) fn is_sound(&self) -> bool {
        self.a.is_finite() && self.b.is_finite()
    }
}

/// `1 / (1 + exp(z))`.
fn logistic(z: f64) -> f64 {
    if z >= 0.0 { (-z).exp() / (1.0 + (-z).exp()) } else { 1.0 / (1.0 + z.exp()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_slope_that_made_the_labels() {
        let outputs: Vec<f64> = (0..4_000).map(|i| (i % 400) as f64 / 100.0 - 2.0).collect();
        // Labels in the proportion of 1 / (1 + exp(-(3 f - 1))).
        let share = |f: f64| 1.0 / (1.0 + (-(3.0 * f - 1.0)).exp());
        let sign = |(i, &f): (usize, &f64)| if ((i / 400) as f64 + 0.5) / 10.0 < share(f) { 1.0 } else { -1.0 };
        let signs: Vec<f64> = outputs.iter().enumerate().map(sign).collect();
        let fitted = Sigmoid::fit(&outputs, &signs, &vec![1.0; outputs.len()]);
        assert!((fitted.a + 3.0).abs() < 0.3 && (fitted.b - 1.0).abs() < 0.2, "{fitted:?}");
        assert!((fitted.probability(1.0 / 3.0) - 0.5).abs() < 0.02);
        let separated = Sigmoid::fit(&[-1.0, -2.0, 1.0, 2.0], &[-1.0, -1.0, 1.0, 1.0], &[1.0; 4]);
        assert!(separated.is_sound() && separated.probability(2.0) > separated.probability(-2.0));
    }
}
