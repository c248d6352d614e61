//! What is seen around a move.

pub mod graph;
pub mod shape;
pub mod tactical;
pub mod tactical2;
