//! Who will own what: an evaluation of positions learned from finished games.
//!
//! A small convolutional network ([`learn::convolution`]) sees a position as planes ([`go_features::planes`]) and answers three questions from
//! the point of view of the side to move: who owns each point at the end, by how much, and who wins. The owners come from counted games
//! whose dead stones were taken off by playing on, and whose count then agrees with the record; games that were resigned teach the
//! result alone. Where a strong referee has judged positions, they teach all three at once and without the luck of one game. Basaldúa 2013, section 6.1, learns the territory of corner shapes in the same spirit.
//!
//! It does not search: a capture that needs reading is seen only where the planes show it.

mod config;
mod judged;
mod lesson;
mod model;
mod owners;
mod train;

pub use config::TerritoryConfig;
pub use judged::{JudgedGame, JudgedPosition, Teachers};
pub use lesson::FinishedGame;
pub use model::TerritoryModel;
pub use owners::Owners;
pub use train::{retrain_territory, train_territory};
