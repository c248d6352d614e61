//! How far our analysis can be trusted: compared with a referee's judgements of the same positions, or with the results of games.
//!
//! [`read_judged_games`] reads a file of judgements, [`PairedGame`] puts ours beside them, [`Figures`] measures, [`JudgeReport`] writes it down. The
//! unit of every interval is the game: positions of one game are not independent. See `docs/judge.md`.

mod drawn_position;
mod figures;
mod forecast;
pub mod fuzz;
mod judged_game;
mod mark_measures;
mod measures;
mod paired_game;
mod plots;
mod report;
mod results_report;
mod stage;
mod statistic;
#[cfg(test)]
mod tests;

pub use drawn_position::{DrawnPosition, draw_positions};
pub use figures::{Figure, Figures};
pub use forecast::{Bin, Forecast, bins};
pub use judged_game::{JudgedFileError, JudgedGame, LineProblem, RefereePosition, Values, read_judged_games};
pub use measures::Unit;
pub use paired_game::{Better, Loss, PairedGame, PairedMove, our_values};
pub use report::JudgeReport;
pub use results_report::ResultsReport;
pub use stage::Stage;
pub use statistic::Estimate;
