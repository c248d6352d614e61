//! What is seen around a move.
