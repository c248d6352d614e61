//! A trained classifier: a model with the names of its columns and classes.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::adaboost::Boosted;
use super::bagging::Averaged;
use super::naive_bayes::NaiveBayes;
use super::nearest::Nearest;
use super::perceptron::VotedPerceptron;
use super::ranking::Ranking;
use super::rules::RuleList;
use super::svm::Svm;
use super::table::Table;
use super::tree::ThresholdTree;

/// The trained model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Model {
    Constant(Vec<f64>),
    NaiveBayes(NaiveBayes),
    Tree(ThresholdTree),
    Rules(RuleList),
    Nearest(Nearest),
    Perceptron(VotedPerceptron),
    Svm(Svm),
    Boosted(Boosted),
    Averaged(Averaged),
    Ranking(Ranking),
}

/// A classifier: class probabilities for rows of numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Classifier {
    pub(super) learner: String,
    pub(super) columns: Vec<String>,
    pub(super) class_name: String,
    pub(super) classes: Vec<String>,
    /// The median of every column, which a value is compared with in explanations.
    pub(super) typical: Vec<f64>,
    pub(super) model: Model,
}

/// How a classifier did on a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Tested {
    /// Was the row's class the most probable one?
    pub correct: Vec<bool>,
    /// The probability of every row's own class.
    pub of_own_class: Vec<f64>,
    /// Rows by class and predicted class.
    pub confusion: Vec<Vec<u64>>,
}

impl Tested {
    /// The share of rows whose class was found.
    pub fn accuracy(&self) -> f64 {
        self.correct.iter().filter(|&&correct| correct).count() as f64 / self.correct.len().max(1) as f64
    }

    /// The mean of `-ln` of the probability of the right class, which counts as 1e-9 at least.
    pub fn log_loss(&self) -> f64 {
        self.of_own_class.iter().map(|p| -p.max(1e-9).ln()).sum::<f64>() / self.of_own_class.len().max(1) as f64
    }
}

impl Classifier {
    /// The learner with its parameters, as [`super::Learner`] reads it.
    pub fn learner(&self) -> &str {
        &self.learner
    }

    /// The names of the columns.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// The name of the class column.
    pub fn class_name(&self) -> &str {
        &self.class_name
    }

    /// The names of the classes.
    pub fn classes(&self) -> &[String] {
        &self.classes
    }

    /// The median of every column in the training rows.
    pub fn typical(&self) -> &[f64] {
        &self.typical
    }

    /// The class probabilities of a row; `out` has a place for each. Panics if the row has another length.
    pub fn probabilities(&self, row: &[f64], out: &mut [f64]) {
        assert_eq!((row.len(), out.len()), (self.columns.len(), self.classes.len()), "columns and classes");
        match &self.model {
            Model::Constant(probabilities) => out.copy_from_slice(probabilities),
            Model::NaiveBayes(model) => model.probabilities(row, out),
            Model::Tree(model) => out.copy_from_slice(model.probabilities(row)),
            Model::Rules(model) => model.probabilities(row, out),
            Model::Nearest(model) => model.probabilities(row, out),
            Model::Perceptron(model) => model.probabilities(row, out),
            Model::Svm(model) => model.probabilities(row, out),
            Model::Boosted(model) => model.probabilities(row, out),
            Model::Averaged(model) => model.probabilities(row, out),
            Model::Ranking(model) => model.probabilities(row, out),
        }
    }

    /// The class probabilities of every row of a table, in parallel.
    pub fn probabilities_of_table(&self, table: &Table) -> Vec<Vec<f64>> {
        let of_row = |row: usize| {
            let mut out = vec![0.0; self.classes.len()];
            self.probabilities(table.row(row), &mut out);
            out
        };
        (0..table.n_rows()).into_par_iter().map(of_row).collect()
    }

    /// Compares with the classes of a table, which has the same columns and classes.
    pub fn test(&self, table: &Table) -> Tested {
        let mut confusion = vec![vec![0; self.classes.len()]; self.classes.len()];
        let (mut correct, mut of_own_class) = (Vec::new(), Vec::new());
        for (probabilities, &label) in self.probabilities_of_table(table).iter().zip(table.labels()) {
            let predicted = largest(probabilities);
            confusion[label as usize][predicted] += 1;
            correct.push(predicted == label as usize);
            of_own_class.push(probabilities[label as usize]);
        }
        Tested { correct, of_own_class, confusion }
    }

    /// Is the model one over these columns and classes? For models that were read.
    pub(super) fn is_sound(&self) -> bool {
        let (n_columns, n_classes) = (self.columns.len(), self.classes.len());
        n_columns > 0
            && self.typical.len() == n_columns
            && self.typical.iter().all(|value| value.is_finite())
            && (2..=super::table::MAX_CLASSES).contains(&n_classes)
            && match &self.model {
                Model::Constant(p) => p.len() == n_classes && p.iter().all(|p| (0.0..=1.0).contains(p)),
                Model::NaiveBayes(model) => model.is_sound(n_columns, n_classes),
                Model::Tree(model) => model.is_sound(n_columns, n_classes),
                Model::Rules(model) => model.is_sound(n_columns, n_classes),
                Model::Nearest(model) => model.is_sound(n_columns, n_classes),
                Model::Perceptron(model) => model.is_sound(n_columns, n_classes),
                Model::Svm(model) => model.is_sound(n_columns, n_classes),
                Model::Boosted(model) => model.is_sound(n_columns, n_classes),
                Model::Averaged(model) => model.is_sound(n_columns, n_classes),
                Model::Ranking(model) => model.is_sound(n_columns, n_classes),
            }
    }
}

/// The place of the largest number, the first of equals.
pub(super) fn largest(values: &[f64]) -> usize {
    (1..values.len()).fold(0, |best, place| if values[place] > values[best] { place } else { best })
}

/// Makes the numbers sum to 1; equal ones if they sum to nothing.
pub(super) fn normalise(values: &mut [f64]) {
    let sum: f64 = values.iter().sum();
    let equal = 1.0 / values.len() as f64;
    values.iter_mut().for_each(|value| *value = if sum > 0.0 { *value / sum } else { equal });
}

/// Calls `update` for every place of a slice, in parallel if there are many.
pub(super) fn each_in_parallel<T: Send>(values: &mut [T], update: impl Fn(usize, &mut T) + Sync) {
    values.par_iter_mut().with_min_len(1_024).enumerate().for_each(|(place, value)| update(place, value));
}
