//! Hashes that mean the same in every run, release and machine, and may therefore be written to files.
//!
//! [`splitmix64`] mixes numbers (keys, random seeds), [`Fnv1a`] hashes bytes (fingerprints). Both detect mistakes, not malice, and
//! neither is a random number generator for simulations.

#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]

mod fnv1a;
pub mod splitmix64;

pub use fnv1a::Fnv1a;
