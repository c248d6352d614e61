//! Playing strength of feature instances, run again: every model in every tree against one opponent (van Niekerk 2014, section 5.11).
//!
//! A study is a TOML file in `experiments/` with models as rows and trees as columns. Models are learned here, or taken from a folder where they are already; whoever
//! calls plays the matches, because this crate starts no programs. Models and what was measured of them are kept, and matches are
//! resumable by themselves, so a run that was interrupted goes on.

mod config;
mod models;
mod output;
mod run;

pub use config::{EngineColumn, MatchSize, ModelRow, Published, StrengthStudy, StrengthStudyError};
pub use output::StrengthOutput;
pub use run::{CellMatch, RowResult, StrengthRun};

const FILES: [(&str, &str); 1] = [("niekerk-5.10", include_str!("../../../../experiments/niekerk-5.10.toml"))];

/// All studies of playing strength.
pub fn strength_studies() -> Vec<StrengthStudy> {
    let read = |(name, text): &(&str, &str)| {
        StrengthStudy::from_toml(name, text).expect("a shipped study is sound: a test reads it")
    };
    FILES.iter().map(read).collect()
}
