//! What is built into the program: its version, the commit it came from and the model it carries.

use std::sync::LazyLock;

/// What `tesuji --version` prints after the name.
pub(crate) fn version() -> &'static str {
    static TEXT: LazyLock<String> =
        LazyLock::new(|| format!("{} (commit {}, {})", env!("CARGO_PKG_VERSION"), build_stamp::commit!(), model()));
    &TEXT
}

/// The embedded model in a few words.
fn model() -> &'static str {
    "no embedded model"
}
