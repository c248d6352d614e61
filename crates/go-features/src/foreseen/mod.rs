//! What a model of final ownership foresees around a move, as levels: the set "foreseen-1".
//!
//! The other sets look at stones and liberties; whether a large group lives, or to whom a side of the board will belong, they cannot tell. Somebody who foresees the
//! owners of all points ([`Owners`]) can, and here is what that says of a move: whose point it is, how settled its surroundings are, what will become of the chains beside and
//! near it and how many stones are in doubt, and whether much is unsettled here or elsewhere.
//!
//! A [`ForeseenContext`] looks at a position once; then [`ForeseenContext::levels`] gives the level of every family for any empty point. Level 0 is the absence of a family, and a pass has
//! no levels. Levels do not change under exchange of colours, rotation or reflection if the owners do not. The set is frozen once a released model names it.
//!
//! Who foresees the owners is not asked, nor how well.
//!
//! ```
//! use go_board::{BoardSize, PointMap, Position};
//! use go_features::foreseen::{ForeseenContext, ForeseenFamily};
//!
//! let position: Position = Position::new(BoardSize::NINETEEN, 7.5);
//! let all_of_it_white = PointMap::filled(-1.0);
//! let context = ForeseenContext::new(&position, &all_of_it_white);
//! let level = context.levels(BoardSize::NINETEEN.parse_point("D4")?)[ForeseenFamily::Owner as usize];
//! assert_eq!(ForeseenFamily::Owner.sentence(level), "plays where the opponent's territory is foreseen");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod context;
mod family;
#[cfg(test)]
mod tests;

pub use context::ForeseenContext;
pub use family::{ForeseenFamily, N_FORESEEN_FAMILIES};

use go_board::PointMap;

/// The name of this set in model headers.
pub const FORESEEN: &str = "foreseen-1";

/// Who will own each point, in Black's view: from -1 (White) to 1 (Black).
pub type Owners = PointMap<f32>;
