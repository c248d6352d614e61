//! Comparing methods over a set of instances: the benchmark table and the ablation.
//!
//! The benchmark gives every method the same time; the ablation the same number of evaluations (attempts to pack
//! everything), one thread and several seeds, so that it asks what an idea is worth and not how fast its code is.

mod ablation;
mod bench;
pub mod journal;

pub use ablation::{AblationRow, Variant, ablation_table};
pub use bench::{BenchRow, gap_table, height_table};
