//! The Go player: what a front end (GTP, the web board, a review) asks of it, and those who can answer.
//!
//! [`Player`] is the seam. A front end owns the game and hands it over with every question, so that a player needs no copy of the
//! rules, the komi or the history and can never disagree with the board on the screen. [`FlatMonteCarlo`] is the simplest
//! player there is.

mod analysis;
mod clock;
mod flat_monte_carlo;
mod life;
mod player;

pub use analysis::{Analysis, MoveReport};
pub use clock::{Clock, ClockReading, GameClock, TimeControl};
pub use flat_monte_carlo::{FlatConfig, FlatMonteCarlo};
pub use life::{FinalStatus, estimate_final_status};
pub use player::{Choice, Player, Purpose, Task, Watch};
