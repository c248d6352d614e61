//! The web board: a server for one page that plays, analyses and explains.
//!
//! The page keeps the game; the server is stateless about positions. So every browser has its own game, a restart loses
//! nothing, and memory is bounded by the running searches: the [`queue`] takes turns among browsers, and the search
//! trees of a few of them are kept for their next move. [`guard`] is the access control;
//! [`connections`] and [`admission`] limit what one client may cost. Drawing is done by `report`,
//! rules by `go-board`, moves by `go-engine`, reasons by `go-models`; nothing of that is repeated here.
//!
//! Opens no file and reads no clock of its own: a bound socket, models and a clock come in with [`Settings`]. No path
//! of a request reaches a file system, because the assets are embedded. See `docs/web-board.md`.

#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]

mod about;
mod admission;
mod answer;
mod assets;
mod board_view;
mod clock;
mod collection;
mod connections;
mod find;
mod guard;
mod life;
mod line;
mod opened;
mod opening;
mod pieces;
mod predict;
mod queue;
mod record;
mod review;
mod score;
mod search;
mod server;
mod why;

pub use collection::Collection;
pub use connections::Limits;
pub use guard::Reach;
pub use server::{Settings, run};
