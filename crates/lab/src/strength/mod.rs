//! Playing strength of models, reproduced: every model in every tree against one opponent (van Niekerk 2014, section 5.11; Tidwell 2012,
//! Table 5.4).
//!
//! A study is a TOML file in `experiments/` with models as rows and trees as columns. Models are trained here, or taken
//! from a folder; the caller plays the matches, because this crate starts no programs. Models and their measurements
//! are kept, and matches are resumable, so an interrupted run can be resumed.

mod config;
mod models;
mod output;
mod row;
mod run;

pub use config::{EngineColumn, MatchSize, Published, StrengthStudy, StrengthStudyError};
pub use output::StrengthOutput;
pub use row::ModelRow;
pub use run::{CellMatch, RowResult, StrengthRun};

const FILES: [(&str, &str); 2] = [
    ("niekerk-5.10", include_str!("../../../../experiments/niekerk-5.10.toml")),
    ("tidwell-5.4", include_str!("../../../../experiments/tidwell-5.4.toml")),
];

/// All studies of playing strength.
pub fn strength_studies() -> Vec<StrengthStudy> {
    let read = |(name, text): &(&str, &str)| {
        StrengthStudy::from_toml(name, text).expect("a shipped study is sound: a test reads it")
    };
    FILES.iter().map(read).collect()
}
