//! The board people see: a server for one page that plays, studies and says why.
//!
//! The page keeps the game; the server answers questions about positions and forgets them. So every browser has a game of its own, a
//! restart loses nothing, and memory is bounded by what is being searched: the [`queue`] takes turns among browsers, and the search
//! trees of a few of them are kept for their next move. [`guard`] says who may ask. Drawing is `report`'s, rules are `go-board`'s,
//! moves are `go-engine`'s, reasons are `go-models`'; nothing of that is done twice here.
//!
//! Opens no file and reads no clock of its own: a bound socket, models and a clock come in with [`Settings`]. No path of a request
//! reaches a file system, because the assets are part of the program. Told in `docs/web-board.md`.

mod about;
mod answer;
mod assets;
mod board_view;
mod clock;
mod collection;
mod find;
mod guard;
mod line;
mod opened;
mod predict;
mod queue;
mod record;
mod review;
mod score;
mod search;
mod server;
mod why;

pub use collection::Collection;
pub use guard::Reach;
pub use server::{Settings, run};
