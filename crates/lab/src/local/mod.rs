//! Local problems and classifiers: the experiments of Foulds 2006, chapter 5, run again.
//!
//! A [`ClassifierStudy`] is a TOML file in `experiments/`: rows of learners, columns of feature sets and readings. Problems become a table of good and bad moves
//! (`go_features::fate`), a learner is fitted (`learn::classify`), and the move that it finds best among a test problem's candidates is right if the problem
//! lists it. The thesis's problems (GoTools) are not published; files of problems as SGF trees or JSON lines stand in for them at the paper scale, and capturing
//! problems from our own games at the small one.

mod config;
mod dataset;
mod output;
mod own_problems;
mod problem;
mod run;

#[cfg(test)]
mod tests;

pub use config::{CellConfig, ClassifierStudy, ClassifierStudyError, Plot, Sizes, Training, classifier_studies};
pub use dataset::{candidates, choose, problem_area, training_table};
pub use output::ClassifierOutput;
pub use own_problems::{own_problem_set, own_problems};
pub use problem::{LocalProblem, ProblemError, read_problems};
pub use run::{ClassifierCell, ClassifierRun, ProblemSet};
