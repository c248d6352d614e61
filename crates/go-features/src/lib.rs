//! What is seen around a move.

pub mod fields;
pub mod graph;
pub mod kosumi;
pub mod shape;
pub mod tactical;
pub mod tactical2;
