//! A published table or figure, run again: cells of feature instances, ours beside theirs.
//!
//! A study is a TOML file in `experiments/`: a table of cells, each cell a feature instance of van Niekerk 2014 (`go_models::instance`) with its sizes
//! xi (games harvested), tau (trees), rho (games grown from) and phi (games weighed on). Trees and patterns that cells have in common
//! are made once, finished cells are kept, and a run that was interrupted goes on.

mod cell;
mod config;
mod measure;
mod output;
mod run;
mod shipped;

pub use cell::{CellResult, CellSettings};
pub use config::{Axis, Plot, Scale, SizeRule, Study, StudyError};
pub use measure::Measure;
pub use output::{StudyOutput, write_outputs};
pub use run::{Data, StudyRun};
pub use shipped::{large_board_games, small_games, studies};
