//! Support vector machines with a polynomial or a radial kernel, and a logistic function fitted to their outputs (Platt 1998, 1999): what Weka's SMO does with
//! `-M`.
//!
//! Columns are brought to [0, 1]. The polynomial kernel is `(x y)^e` without lower terms, the radial one `exp(-gamma |x - y|^2)`. Two classes only. Weka's solver
//! works on pairs that it finds by turns (Keerthi et al. 2001), ours picks the pair that gains most (`svm_solver`); both stop at the same tolerance,
//! so that the machines agree nearly but not to the last digit.

use serde::{Deserialize, Serialize};

use super::platt::Sigmoid;
use super::ranked::Labels;
use super::scaling::{Scaling, dot, squared_distance};
use super::svm_solver::{Problem, solve};
use super::table::Table;

/// How alike two rows are.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Kernel {
    Polynomial { exponent: f64 },
    Radial { gamma: f64 },
}

impl Kernel {
    #[inline]
    pub(super) fn value(&self, a: &[f32], b: &[f32]) -> f64 {
        match *self {
            Kernel::Polynomial { exponent: 1.0 } => dot(a, b),
            Kernel::Polynomial { exponent } => dot(a, b).max(0.0).powf(exponent),
            Kernel::Radial { gamma } => (-gamma * squared_distance(a, b)).exp(),
        }
    }
}

/// Parameters, checked by `Learner`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SvmSettings {
    pub(super) c: f64,
    pub(super) kernel: Kernel,
    pub(super) is_scaled: bool,
}

/// Support vectors; a linear machine is one vector.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Svm {
    scaling: Scaling,
    kernel: Kernel,
    vectors: Vec<f32>,
    coefficients: Vec<f64>,
    threshold: f64,
    sigmoid: Sigmoid,
}

impl Svm {
    pub(super) fn fit(table: &Table, labels: &Labels, settings: &SvmSettings) -> Svm {
        let n_columns = table.n_columns();
        let scaling = if settings.is_scaled { Scaling::new(table) } else { Scaling::identity(n_columns) };
        let rows = scaling.apply_to_table(table);
        let signs: Vec<f64> = labels.classes.iter().map(|&class| if class == 1 { 1.0 } else { -1.0 }).collect();
        let limits: Vec<f64> = labels.weights.iter().map(|weight| weight * settings.c).collect();
        let solved =
            solve(&Problem { rows: &rows, n_columns, signs: &signs, limits: &limits, kernel: settings.kernel });
        let sigmoid = Sigmoid::fit(&solved.outputs, &signs, labels.weights);
        let used = || solved.multipliers.iter().zip(&signs).enumerate().filter(|(_, (a, _))| **a > 0.0);
        let mut coefficients: Vec<f64> = used().map(|(_, (a, sign))| a * sign).collect();
        let mut vectors: Vec<f32> =
            used().flat_map(|(row, _)| &rows[row * n_columns..(row + 1) * n_columns]).copied().collect();
        if settings.kernel == (Kernel::Polynomial { exponent: 1.0 }) {
            let mut sum = vec![0.0f64; n_columns];
            for (vector, coefficient) in vectors.chunks_exact(n_columns).zip(&coefficients) {
                sum.iter_mut().zip(vector).for_each(|(sum, &value)| *sum += coefficient * f64::from(value));
            }
            vectors = sum.into_iter().map(|value| value as f32).collect();
            coefficients = vec![1.0];
        }
        Svm { scaling, kernel: settings.kernel, vectors, coefficients, threshold: solved.threshold, sigmoid }
    }

    /// Positive for the second class.
    fn output(&self, row: &[f64]) -> f64 {
        let mut asked = Vec::new();
        self.scaling.apply(row, &mut asked);
        let terms = self.vectors.chunks_exact(asked.len()).zip(&self.coefficients);
        terms.map(|(vector, coefficient)| coefficient * self.kernel.value(vector, &asked)).sum::<f64>() - self.threshold
    }

    pub(super) fn probabilities(&self, row: &[f64], out: &mut [f64]) {
        out[1] = self.sigmoid.probability(self.output(row));
        out[0] = 1.0 - out[1];
    }

    pub(super) fn is_sound(&self, n_columns: usize, n_classes: usize) -> bool {
        let is_kernel_sound = match self.kernel {
            Kernel::Polynomial { exponent: x } | Kernel::Radial { gamma: x } => x.is_finite() && x > 0.0,
        };
        n_classes == 2
            && self.scaling.is_sound(n_columns)
            && self.vectors.len() == self.coefficients.len().saturating_mul(n_columns)
            && self.vectors.iter().all(|value| value.is_finite())
            && self.coefficients.iter().all(|value| value.is_finite())
            && self.threshold.is_finite()
            && self.sigmoid.is_sound()
            && is_kernel_sound
    }
}
