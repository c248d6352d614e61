//! Recorded games: from SGF and back, checked, filtered, without duplicates, in a compact database, and replayed.
//!
//! ```
//! use go_games::{Importer, Replay, read_games};
//! let mut importer = Importer::default();
//! importer.add("two.sgf", read_games(b"(;SZ[9];B[ee];W[ce])(;SZ[9];B[ee];W[ec])"));
//! let (games, summary) = importer.finish();
//! assert_eq!(games.len(), 1);
//! assert_eq!(summary.refused["duplicate"], 1); // the second game is the first one turned
//! let end: go_board::Position = Replay::new(&games[0]).into_final_position();
//! assert_eq!(end.move_number, 2);
//! ```
//!
//! Takes bytes and returns values: the caller opens the files. Does *not* evaluate or learn.

#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]

mod budget;
mod codec;
mod database;
pub mod dictionary;
mod filter;
mod fingerprint;
mod from_sgf;
pub mod fuzz;
mod game;
mod import;
mod load;
mod rank;
mod refusal;
mod replay;
mod sgf_check;
mod shape;
mod statistics;
mod to_sgf;
mod turn;
mod unpack;

pub use budget::ReadBudget;
pub use database::{DatabaseError, is_database, read_database, write_database};
pub use filter::{Filter, Unwanted};
pub use fingerprint::{Fingerprinter, Side, fingerprint, side_of};
pub use from_sgf::{MAX_MOVES, game_from_tree};
pub use game::{Game, Irregularities};
pub use import::{FileGames, ImportSummary, Importer, MAX_UNPACKED, ReadError, read_games, read_games_within};
pub use load::{LoadError, Loaded, load_position};
pub use rank::Rank;
pub use refusal::Refusal;
pub use replay::Replay;
pub use sgf_check::{ClassCount, FileCheck, Finding, check_file, check_file_within};
pub use shape::{Cell, Continuation, Occurrence, Results, Shape, ShapeError, ShapeSearch, ShapeTally};
pub use statistics::{LENGTH_STEP, Statistics};
pub use to_sgf::{letters, tree_from_game};
pub use turn::Turn;
pub use unpack::{UnpackError, unpack};
