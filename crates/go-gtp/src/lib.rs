//! The GTP commands of the engine.
//!
//! [`registry`] holds the commands; [`GtpEngine`] is the state they work on. Files are accessed through [`Files`],
//! which the program implements. `play` and `loadsgf` accept what real games contain; the moves of our own player obey
//! the rules.

#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]

mod analysis_commands;
mod analysis_text;
mod cgos_commands;
mod engine;
mod explaining_commands;
mod files;
pub mod fuzz;
mod game_commands;
mod gogui_commands;
mod graphics;
mod handicap_commands;
mod kgs_commands;
mod move_commands;
mod placing;
mod record_commands;
mod scoring_commands;
mod showboard;
mod solving_commands;
mod time_commands;
mod vertices;

pub use engine::{GtpEngine, Identity};
pub use files::{Files, NoFiles};

use gtp::Registry;

/// Every command.
pub fn registry() -> Registry<GtpEngine> {
    let mut registry = Registry::new();
    game_commands::add_to(&mut registry);
    move_commands::add_to(&mut registry);
    handicap_commands::add_to(&mut registry);
    record_commands::add_to(&mut registry);
    scoring_commands::add_to(&mut registry);
    solving_commands::add_to(&mut registry);
    explaining_commands::add_to(&mut registry);
    time_commands::add_to(&mut registry);
    kgs_commands::add_to(&mut registry);
    gogui_commands::add_to(&mut registry);
    cgos_commands::add_to(&mut registry);
    analysis_commands::add_to(&mut registry);
    registry
}
