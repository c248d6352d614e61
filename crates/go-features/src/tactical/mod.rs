//! The tactical features of van Niekerk 2014: ten families of levels that a move can have (Table 5.1, sections 2.4.1 and 5.3).
//!
//! A [`TacticalContext`] analyses a position once; then [`TacticalContext::levels`] gives the level of every family for
//! any legal move. Level 0 means that nothing of the family applies and has weight 1; where several levels apply, the
//! highest counts. [`TacticalOptions`] names each point where the thesis and its program differ: the default reproduces
//! the tables. The history-agnostic set of section 5.10 is the same without the four distances to recent moves.
//!
//! The set is frozen: what later engines found useful is in `tactical2`.
//!
//! ```
//! use go_board::{BoardSize, Move, Position};
//! use go_features::tactical::{TacticalContext, TacticalFamily, TacticalOptions};
//!
//! let mut position: Position = Position::new(BoardSize::NINETEEN, 7.5);
//! position.play(Move::Play(position.board.size().parse_point("Q16")?));
//! let context = TacticalContext::new(&position, TacticalOptions::default());
//! let levels = context.levels(Move::Play(position.board.size().parse_point("P16")?));
//! assert_eq!(levels[TacticalFamily::LastDistance], 2);
//! assert_eq!(TacticalFamily::LastDistance.sentence(2), "plays right beside the previous move");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cfg_distance;
mod context;
mod evidence;
mod family;
#[cfg(test)]
pub(crate) mod golden;
mod ladders;
mod options;
mod sentences;
#[cfg(test)]
mod tests;

pub use cfg_distance::CfgDistance;
pub use context::TacticalContext;
pub use family::{TacticalFamily, TacticalLevels};
pub use options::{AtariLadder, CaptureLadder, CfgAfterPass, HistoryUse, LadderTest, SelfAtariRule, TacticalOptions};
