//! Studies of learners whose models are sums of trees: spatial probability trees (Tidwell 2012) and iterated trees (Abe and Kotani).
//!
//! A study is a TOML file in `experiments/`: the configuration of a model, rows that change it, and how many of its trees are asked.
//! Trees are grown one after the other, so one model answers for all smaller ones. Rows are repeated with other seeds and other test
//! games; where the rows are a full factorial design, an analysis of variance goes with them. Finished cells are kept.

mod config;
mod figures;
mod output;
mod plots;
mod run;
mod shipped;
#[cfg(test)]
mod tests;

pub use config::{Factor, Part, Published, TreeMeasure, TreePlot, TreeRow, TreeScale, TreeStudy, TreeStudyError};
pub use figures::PartFigures;
pub use output::TreeOutput;
pub use run::{TreeCell, TreeRun};
pub use shipped::tree_studies;
