//! The Go player behind the front ends (GTP, the web board, a review).
//!
//! [`Player`] is the interface. A front end owns the game and passes it with every request, so that a player needs no
//! copy of the rules, the komi or the history and can never disagree with the board on the screen. [`TreePlayer`] is
//! the real player: tree search with heavy playouts ([`playout`]) and learned priors ([`tree`]). [`FlatMonteCarlo`] is
//! the simplest one. See `docs/engine.md`.

#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]

mod analysis;
mod book;
mod clock;
mod conduct;
mod config;
mod counted;
mod dynamic_komi;
mod endgame;
mod flat_monte_carlo;
pub mod fuzz;
mod kept_tree;
mod level;
mod life;
pub mod m_eval;
mod player;
pub mod playout;
mod prior_check;
mod ranges;
mod reporter;
mod shown;
pub mod tree;
mod tree_player;

pub use analysis::{Analysis, MoveReport};
pub use book::{Book, BookError, BookSettings, Reply};
pub use clock::{Clock, ClockReading, GameClock, TimeControl};
pub use config::{ConductConfig, EngineConfig, EvaluationConfig, ExploreRule, GoknotWidth, TreeConfig, WideningClock};
pub use counted::final_owners;
pub use endgame::EndJudgement;
pub use flat_monte_carlo::{FlatConfig, FlatMonteCarlo};
pub use level::{Level, LevelError};
pub use life::{FinalStatus, counts_every_stone, estimate_final_status};
pub use player::{Choice, Player, Purpose, Task, Watch};
pub use prior_check::{PriorAnswer, PriorQuestion, check_priors};
pub use ranges::RangeError;
pub use shown::{Calibration, Findings, KNOTS, Shown, knot_shares};
pub use tree_player::{AppraiserSource, DEFAULT_PLAYOUTS, Effort, ModelSource, TreePlayer};
