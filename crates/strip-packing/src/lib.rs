//! Strip packing: rectangles on a strip of fixed width, as short as possible.
//!
//! A static [`Instance`](instance::Instance), a mutable [`Packing`](packing::Packing), a snapshot
//! [`Layout`](layout::Layout); separate file [`formats`]; [`methods`] from the literature and a Monte-Carlo tree search
//! on the game-agnostic core (Basaldúa 2013, sections 2.3.4 and 6.4). Every returned packing has passed an independent
//! validator. The crate opens no file and reads no clock.
//!
//! ```
//! use strip_packing::formats::{ReadOptions, text};
//! use strip_packing::methods::{Settings, solve};
//! use strip_packing::run::{Budget, NoListener, Method};
//!
//! let instance = text::read("example", b"width 4\n3 2\n1 2\n2 4 2\n", &ReadOptions::default()).unwrap();
//! let settings = Settings { method: Method::Mcts, seed: 1, threads: 1 };
//! let summary = solve(&instance, &settings, Budget::evaluations(1000), &NoListener, None);
//! assert_eq!((summary.height(), summary.is_optimal()), (6, true));
//! ```

#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]

pub mod bound;
pub mod draw;
pub mod fill;
pub mod fit;
pub mod formats;
pub mod fuzz;
pub mod generate;
pub mod instance;
pub mod layout;
pub mod methods;
pub mod order;
pub mod packing;
pub mod run;
pub mod sketch;
pub mod skyline;
pub mod study;
