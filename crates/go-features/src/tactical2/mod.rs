//! Tactical features beyond van Niekerk 2014: the versioned set "tactical-2".
//!
//! What later engines found useful around a move, as small categorical levels in named families, each with a sentence: liberties before
//! and after, chains attacked, saved and protected by reading, nets, snapbacks, ko, liberty races, cuts and connections,
//! eyes, where the last eight moves were, influence and the nearest stones, and the line by phase of the game.
//!
//! A [`Tactical2Context`] analyses a position once (reading is done there, once per chain with one or two liberties);
//! then [`Tactical2Context::levels`] gives the level of every family for any legal move. Levels do not change under
//! rotation, reflection or exchange of colours. The set is frozen: models name it as a part of their own set (`shape-3`
//! of the factor model), and later additions go into [`crate::sets`].
//!
//! What stones are worth saving, life and death, and whole-board judgement are not asked.
//!
//! ```
//! use go_board::{BoardSize, Move, Position};
//! use go_features::tactical2::{Tactical2Context, Tactical2Family, Tactical2Options};
//!
//! let position: Position = Position::new(BoardSize::NINETEEN, 7.5);
//! let context = Tactical2Context::new(&position, Tactical2Options::default());
//! let levels = context.levels(Move::Play(position.board.size().parse_point("D4")?));
//! let level = levels[Tactical2Family::LinePhase];
//! assert_eq!(Tactical2Family::LinePhase.sentence(level), "plays on the fourth line at the very beginning");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod classes;
mod context;
mod evidence;
mod family;
mod groups;
mod readings;
mod sentences;
mod survey;
#[cfg(test)]
mod tests;

pub use context::Tactical2Context;
pub use family::{Tactical2Family, Tactical2Levels};
pub(crate) use groups::Groups;

use serde::{Deserialize, Serialize};

/// How the set is computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Tactical2Options {
    /// Moves that reading may try per question.
    pub node_limit: usize,
}

impl Default for Tactical2Options {
    fn default() -> Self {
        Tactical2Options { node_limit: 200 }
    }
}
