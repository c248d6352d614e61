//! The arena with toy programs in it.

mod matches;
mod suites;
mod toys;
