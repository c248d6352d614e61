//! The comparison of predictors: every kind of model on the same games.
//!
//! Two tracks. *Equal data*: every predictor learns from the same games, with several seeds, each of which draws other games. *Equal time*: the
//! largest number of games of the learning curve that a predictor can be trained on within a processor time. Models are judged on games that none has
//! learned from; a part of the training collection that is never learned from gives the exponents of the calibrated log-evidence and the weights of
//! mixtures, another part decides what would be embedded.
//!
//! A study names configurations of any registered kind, so that a new kind appears by a table in the TOML file. Every cell (predictor,
//! number of games, seed) is kept with its model and its answers, so that an interrupted run can be resumed.

mod cell;
mod compare;
mod config;
mod cpu_time;
mod output;
mod plots;
mod run;

pub use cell::{Cell, CellKey};
pub use config::{PredictorSettings, PredictorStudy, Sizes};
pub use output::{PredictorOutput, write_outputs};
pub use run::{PredictorRun, Results};

/// The shipped studies of predictors.
pub fn predictor_studies() -> Vec<PredictorStudy> {
    let text = include_str!("../../../../experiments/predictors.toml");
    vec![PredictorStudy::from_toml("predictors", text).expect("a shipped study is sound: a test reads it")]
}

#[cfg(test)]
mod tests;
