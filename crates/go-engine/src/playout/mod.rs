//! Heavy playouts: a random game whose moves know a little Go. One file per part of the policy.

mod atari;
mod config;
mod mogo_patterns;
mod policy;
mod replies;

pub use config::{PlayoutConfig, SelfAtariRule};
pub(crate) use mogo_patterns::PatternTable;
pub use policy::{HeavyBoard, HeavyEnd, PlayoutPolicy, PlayoutStart};
pub use replies::ReplyTable;

#[cfg(test)]
mod tests;
