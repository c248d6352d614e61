//! Features of moves.

#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]

pub mod circular;
mod evidence;
pub mod fate;
pub mod fields;
pub mod foreseen;
pub mod graph;
pub mod kosumi;
pub mod planes;
pub mod points;
pub mod qualities;
pub mod regions;
pub mod sets;
pub mod shape;
pub mod tactical;
pub mod tactical2;

pub use evidence::{EarlierMove, Evidence};
