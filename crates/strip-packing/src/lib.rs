//! Strip packing: rectangles on a strip of fixed width, as short as possible.
//!
//! A static [`Instance`], a mutable `Packing`, a snapshot [`Layout`]; separate file [`formats`]; [`solve`] by methods from the
//! literature and by a Monte-Carlo tree search on the game-agnostic core (Basaldúa 2013, sections 2.3.4 and 6.4). Every returned packing has passed an independent
//! validator. The crate opens no file and reads no clock.
//!
//! ```
//! use strip_packing::formats::{ReadOptions, text};
//! use strip_packing::{Budget, Method, NoListener, Settings, solve};
//!
//! let instance = text::read("example", b"width 4\n3 2\n1 2\n2 4 2\n", &ReadOptions::default()).unwrap();
//! let settings = Settings { method: Method::Mcts, seed: 1, threads: 1 };
//! let summary = solve(&instance, &settings, Budget::evaluations(1000), &NoListener, None);
//! assert_eq!((summary.height(), summary.is_optimal()), (6, true));
//! ```

#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]

mod bound;
mod draw;
mod fill;
mod fit;
pub mod formats;
pub mod fuzz;
mod generate;
mod instance;
mod layout;
mod methods;
mod order;
mod packing;
mod run;
mod sketch;
mod skyline;
pub mod study;

pub use bound::lower_bound;
pub use draw::draw;
pub use generate::{CutError, CutPlan, cut_sheet};
pub use instance::{Instance, InstanceError, Item, Rotation, Size};
pub use layout::{Layout, LayoutFault, Placement};
pub use methods::{Settings, solve};
pub use run::{Budget, Clock, Improvement, Listener, Method, NoListener, Summary};
pub use sketch::{Style, sketch};
