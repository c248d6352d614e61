//! Classifiers for tables of numbers: the thirteen of Foulds 2006 (chapters 5 and 6, appendix A), as Weka 3.6 has them, and gradient boosting
//! with a ranking loss.
//!
//! A [`Learner`] is a name with checked parameters; [`Learner::fit`] makes a [`Classifier`] of a [`Table`], which gives every row a probability of every
//! class and can be saved. The same table, weights and seed give the same classifier. Tables are read from ARFF and CSV text ([`arff`],
//! [`csv`]).
//!
//! | name | Weka | file |
//! |---|---|---|
//! | `zero-r` | ZeroR | `zero_r` |
//! | `naive-bayes` | NaiveBayes | `naive_bayes` |
//! | `stump` | DecisionStump | `stump` |
//! | `j48` | J48 (C4.5) | `c45` |
//! | `part` | PART | `part` |
//! | `jrip` | JRip (RIPPER) | `ripper` |
//! | `knn` | IBk | `nearest` |
//! | `voted-perceptron` | VotedPerceptron | `perceptron` |
//! | `svm` | SMO with logistic models | `svm` |
//! | `adaboost` | AdaBoostM1 over stumps or J48 | `adaboost` |
//! | `bagging` | Bagging over J48 | `bagging` |
//! | `forest` | RandomForest | `forest` |
//! | `ranking` | - | `ranking` |
//!
//! `cargo xtask oracle weka` compares each with Weka itself. Differences that remain: columns are numeric (a name becomes indicator columns), nothing is
//! missing, and random choices come from another generator.
//!
//! ```
//! use learn::classify::{Learner, csv};
//!
//! let text = "height,width,kind\n1.0,2.0,flat\n3.0,1.0,tall\n1.2,2.5,flat\n2.9,0.9,tall\n";
//! let table = csv::read(text, &csv::Choice::default())?;
//! let classifier = "j48:min=1".parse::<Learner>()?.fit(&table, None, 1)?;
//! let mut probabilities = vec![0.0; 2];
//! classifier.probabilities(&[3.1, 1.1], &mut probabilities);
//! assert_eq!(table.classes()[1], "tall");
//! assert_eq!(probabilities, [0.0, 1.0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod adaboost;
pub mod arff;
mod bagging;
mod c45;
mod classifier;
mod compare;
mod contribution;
pub mod csv;
mod description_length;
mod fields;
mod file;
mod forest;
mod learner;
mod naive_bayes;
mod nearest;
mod part;
mod perceptron;
mod platt;
mod ranked;
mod ranking;
mod reading;
mod ripper;
mod rules;
mod scaling;
mod stump;
mod svm;
mod svm_solver;
mod table;
mod tree;
mod writing;
mod zero_r;

#[cfg(test)]
mod tests;

pub use classifier::{Classifier, Tested};
pub use compare::{Meeting, folds};
pub use contribution::Contribution;
pub use fields::LearnerError;
pub use file::FileError;
pub(crate) use file::checksum;
pub use learner::{FitError, LEARNERS, Learner, LearnerInfo};
pub use reading::{Choice, ReadError};
pub use table::{ArrangeError, MAX_CLASSES, Table, TableError};
pub use tree::ThresholdTree;
