//! The Go board: points, colours, chains, liberties, rules, scoring, symmetries and local patterns.
//!
//! One core, [`Board`], keeps stones, chains, liberties (true or pseudo) and hash incrementally; [`RawPatterns`] keeps local
//! patterns beside it.
//! [`PlayoutBoard`] is its lightest form, [`Position`] adds what a move predictor needs, [`GameBoard`] adds rules,
//! history and undo. This crate reads no files and is independent of SGF, GTP and search.
//!
//! ```
//! use go_board::{BoardSize, Color, GameBoard, Move, RuleSet};
//!
//! let mut game = GameBoard::new(BoardSize::NINE, RuleSet::Chinese.rules(), 7.5);
//! let tengen = game.size().parse_point("E5")?;
//! game.play(Color::Black, Move::Play(tengen))?;
//! assert!(game.play(Color::White, Move::Play(tengen)).is_err());
//! assert_eq!(game.board().n_stones(Color::Black), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]

mod ascii;
mod board;
mod chain;
mod color;
mod consistency;
mod distance;
mod empties;
mod eye;
mod game_board;
mod handicap;
mod liberties;
pub mod local_pattern;
mod moves;
mod playout;
mod point;
mod position;
mod raw_patterns;
mod rules;
mod score;
mod size;
mod symmetry;
mod vertex;
pub mod zobrist;

pub use ascii::AsciiError;
pub use board::{Board, PlayoutBoard, Undo};
pub use chain::ChainId;
pub use color::{Cell, Color};
pub use consistency::FloodChain;
pub use distance::circular_distance;
pub use eye::EyePotential;
pub use game_board::{GameBoard, IllegalMove, SetupError};
pub use handicap::{HandicapError, check_free_handicap, fixed_handicap, max_fixed_handicap};
pub use liberties::{Liberties, PseudoLiberties, TrueLiberties};
pub use local_pattern::LocalPattern;
pub use moves::Move;
pub use playout::PlayoutEnd;
pub use point::{GRID_CELLS, Point, PointMap, PointSet};
pub use position::{N_RECENT_MOVES, Position};
pub use raw_patterns::RawPatterns;
pub use rules::{HandicapBonus, KoRule, RuleSet, Rules, Scoring};
pub use score::{Ownership, Score};
pub use size::{BoardSize, MAX_SIZE, SizeError};
pub use symmetry::Symmetry;
pub use vertex::{PointNameError, Vertex, VertexError};
