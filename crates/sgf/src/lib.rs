//! Reading and writing SGF, the Smart Game Format, FF\[1\] to FF\[4\].
//!
//! ```
//! let decoded = sgf::decode(b"(;GM[1]FF[4]SZ[19]KM[6.5];B[pd];W[dp](;B[pp])(;B[dd]))");
//! let collection = sgf::parse(&decoded.text)?;
//! let game = &collection.games[0];
//! let moves: Vec<_> = game.main_line().filter_map(|node| node.value("B").or(node.value("W"))).collect();
//! assert_eq!(moves, ["pd", "dp", "pp"]);
//! # Ok::<(), sgf::Problem>(())
//! ```
//!
//! Bytes become text ([`decode`]), text becomes trees ([`parse`], [`parse_strict`], or [`Reader`] game by game), raw values get a
//! meaning ([`value`], [`text`]); [`check()`] and [`mend()`] find and repair what the format does not allow; [`write()`] is the way back.
//!
//! Foreign bytes never cause a panic and never recurse: a main line of a million nodes, 100,000 nested variations and
//! truncated files are read, walked, compared, written and dropped by loops. Every fault is a [`Problem`] with line and
//! column. The rules of Go are *not* known here; the crate `go-games` knows them.

#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]

mod check;
mod check_value;
mod collection;
mod date;
mod edit;
mod encoding;
pub mod fuzz;
mod mend;
mod parser;
mod place;
mod point;
mod problem;
pub mod property;
mod result;
pub mod text;
mod tree;
pub mod value;
mod writer;

pub use check::check;
pub use collection::{Collection, parse, parse_first, parse_strict};
pub use date::Date;
pub use encoding::{Decoded, decode};
pub use mend::{Mended, mend};
pub use parser::{MAX_NODES, Reader};
pub use place::Place;
pub use point::{Point, Size};
pub use problem::{Problem, ProblemKind, Severity};
pub use result::{Margin, Outcome};
pub use tree::{GameTree, Node, NodeId, Property, PropertyId};
pub use writer::{Layout, write, write_game};
