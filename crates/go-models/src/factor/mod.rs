//! The factor model: shapes, recent moves and tactics as features of a factorisation machine.

mod begin;
mod config;
mod contexts;
mod dictionary;
mod foresight;
mod harvest;
mod meaning;
mod model;
mod reasons;
mod sights;
mod space;
mod train;
mod words;

pub use begin::BeginError;
pub use config::FactorConfig;
pub use dictionary::ShapeDictionary;
pub use foresight::{Foresight, ForesightError};
pub use harvest::{Harvest, Sights};
pub use model::{FactorModel, N_FACTORS};
pub use space::{FEATURE_SET, FeatureSpace};
