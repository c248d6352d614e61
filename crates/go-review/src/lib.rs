//! Games looked at afterwards. [`diagram`] draws a position of a record.
//!
//! Between the players of `go-engine` and the front ends (`tesuji diagram`, `tesuji analyze`, the web board): what they show of a game
//! is made here once. Takes values and gives values; who uses it opens the files.

pub mod diagram;
pub mod picture;
