//! Local problems and classifiers: the experiments of Foulds 2006, chapter 5, run again.
//!
//! A [`ClassifierStudy`] is a TOML file in `experiments/`: rows of learners, columns of feature sets and readings. Problems become a table of good and bad moves
//! (`go_features::fate`), a learner is fitted (`learn::classify`), and the move that it finds best among a test problem's candidates solves the problem or does
//! not ([`Success`]). The thesis's problems (GoTools) are not published; those that come with the program stand in for them, or files of other problems.

mod config;
mod dataset;
mod output;
mod problem;
mod run;
mod shipped;
mod success;

#[cfg(test)]
mod tests;

pub use config::{
    Among, CellConfig, ClassifierStudy, ClassifierStudyError, Plot, RowSettings, Sizes, Ties, Training,
    classifier_studies,
};
pub use dataset::{candidates, most_probable, problem_area, training_table};
pub use output::ClassifierOutput;
pub use problem::{LocalProblem, ProblemError, read_problems};
pub use run::{ClassifierCell, ClassifierRun, ProblemSet};
pub use shipped::shipped_problem_set;
pub use success::Success;
