//! What is seen around a move.

pub mod shape;
