//! The length of playouts and the variance of their results (Basaldúa 2013, sections 3.3.3 and 4.1.1).
//!
//! Whole games played out from the opening are checked against the published length; playouts from positions of games show how the variance of
//! the result follows the length of a playout, which the dissertation describes as a Wiener process.

mod config;
mod figures;
mod output;
mod run;

pub use config::{LengthSize, LengthStudy, LengthStudyError, length_studies};
pub use figures::{AgainstRecord, Fit, Group, fit, groups};
pub use output::LengthOutput;
pub use run::{BoardResult, LengthRun, Lengths, Played};
