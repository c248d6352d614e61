//! Studies of M-eval (Basaldúa 2013, section 3.4): what its qualities say of players, and its values of moves.

mod moves;
mod quality_table;
mod strength;

pub use moves::{Agreement, Weighing, agreement};
pub use quality_table::quality_table;
pub use strength::{Ranks, Told, tell_strength};
