//! Fuzz targets for readers of foreign forests. They panic only when a property fails.

use super::{Forest, WeighedForest, forest_from_text, forest_to_text};

/// A text is refused, or read as a forest that writes and reads back unchanged and whose leaves can all be described.
pub fn fuzz_forest_text(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(WeighedForest { forest, log_weights }) = forest_from_text(text) {
        let written = forest_to_text(&forest, &log_weights);
        let again = forest_from_text(&written).expect("a forest reads back");
        assert_eq!(again.forest, forest, "a forest reads back as it was written");
        assert_eq!(forest_to_text(&again.forest, &again.log_weights), written, "weights read back to the bit");
        check_leaves(&forest);
    }
}

/// The same for the binary form.
pub fn fuzz_forest_bytes(data: &[u8]) {
    if let Ok(forest) = postcard::from_bytes::<Forest>(data) {
        let bytes = postcard::to_stdvec(&forest).expect("a forest can be saved");
        assert_eq!(postcard::from_bytes::<Forest>(&bytes), Ok(forest.clone()), "a forest reads back as it was saved");
        check_leaves(&forest);
    }
}

fn check_leaves(forest: &Forest) {
    for leaf in 0..forest.n_leaves() as u32 {
        assert!(forest.describe_leaf(leaf).is_some(), "leaf {leaf} has a path");
    }
    assert_eq!(forest.describe_leaf(forest.n_leaves() as u32), None);
}
