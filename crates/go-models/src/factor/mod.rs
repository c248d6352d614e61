//! The model of our own: shapes, recent moves and tactics as features of a factorisation machine.

mod dictionary;
mod harvest;
mod space;

pub use dictionary::ShapeDictionary;
pub use harvest::{Harvest, Sights};
pub use space::{FEATURE_SET, FeatureSpace, Meaning};
