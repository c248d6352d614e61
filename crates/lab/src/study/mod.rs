//! A published table or figure, reproduced: cells of feature instances, ours beside theirs.
//!
//! A study is a TOML file in `experiments/`: a table of cells, each cell a feature instance of van Niekerk 2014
//! (`go_models::instance`) with its sizes xi (games harvested for patterns), tau (trees), rho (games for growing trees)
//! and phi (games for training weights). Trees and patterns that cells have in common are made once, finished cells are
//! kept, and an interrupted run can be resumed.

mod cell;
mod config;
mod measure;
mod output;
mod page;
mod repeats;
mod run;
mod shipped;
mod tables;

pub use cell::{CellResult, CellSettings};
pub use config::{Axis, Plot, Scale, SizeRule, Study, StudyError};
pub use measure::Measure;
pub use output::{StudyOutput, write_outputs};
pub use repeats::{RepeatedOutput, SeedResults};
pub use run::{Data, StudyRun};
pub use shipped::{large_board_games, small_games, studies};
