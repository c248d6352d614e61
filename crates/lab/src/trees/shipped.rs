//! The embedded studies of trees.

use super::TreeStudy;

const FILES: [(&str, &str); 14] = [
    ("tidwell-5.2", include_str!("../../../../experiments/tidwell-5.2.toml")),
    ("tidwell-5.3", include_str!("../../../../experiments/tidwell-5.3.toml")),
    ("tidwell-figure-5.1", include_str!("../../../../experiments/tidwell-figure-5.1.toml")),
    ("tidwell-figure-5.2", include_str!("../../../../experiments/tidwell-figure-5.2.toml")),
    ("tidwell-figure-5.3", include_str!("../../../../experiments/tidwell-figure-5.3.toml")),
    ("tidwell-figure-5.4", include_str!("../../../../experiments/tidwell-figure-5.4.toml")),
    ("tidwell-figure-5.5", include_str!("../../../../experiments/tidwell-figure-5.5.toml")),
    ("tidwell-figure-5.6", include_str!("../../../../experiments/tidwell-figure-5.6.toml")),
    ("abe-table-1", include_str!("../../../../experiments/abe-table-1.toml")),
    ("abe-table-2", include_str!("../../../../experiments/abe-table-2.toml")),
    ("abe-table-3", include_str!("../../../../experiments/abe-table-3.toml")),
    ("abe-figures-5-6", include_str!("../../../../experiments/abe-figures-5-6.toml")),
    ("abe-figures-7-8", include_str!("../../../../experiments/abe-figures-7-8.toml")),
    ("abe-random-share", include_str!("../../../../experiments/abe-random-share.toml")),
];

/// All studies of trees, those of one source together.
pub fn tree_studies() -> Vec<TreeStudy> {
    let read = |(name, text): &(&str, &str)| {
        TreeStudy::from_toml(name, text).expect("a shipped study is sound: a test reads it")
    };
    FILES.iter().map(read).collect()
}
