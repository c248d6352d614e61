//! The bytes of unfinished work: sealed with a checksum, bound to the program that wrote them and to what is continued.
//!
//! Two shapes, one checksum and one [`Key`]: [`seal`] for a file that is written whole, [`Lines`] for a journal that grows by
//! lines of JSON. Whatever is damaged, of another kind, of another version or about other work is refused, and the error says which.
//!
//! The checksum finds accidents, not forgeries: whoever can edit a checkpoint can also make its checksum. What can be
//! computed again from a checkpoint (the value of a panel, the height of a packing, a lower bound) is therefore computed
//! again by those who read it, and not believed.
//!
//! ```
//! use checkpoint::{Key, open, seal};
//! let key = Key { kind: "panel-search", program: "0.1.0", work: "size 4" };
//! let bytes = seal(&key, b"where it stopped");
//! assert_eq!(open(&key, &bytes).unwrap(), b"where it stopped");
//! assert!(open(&Key { work: "size 5", ..key }, &bytes).is_err());
//! assert!(open(&key, &bytes[1..]).is_err());
//! ```

#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]

mod lines;
mod sealed;
mod sum;

pub use lines::{LineError, Lines};
pub use sealed::{SealError, open, seal};
pub use sum::checksum;

/// What a checkpoint belongs to. None of the three holds a line end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key<'a> {
    /// The kind of work, a word: `panel-search`.
    pub kind: &'a str,
    /// The version of the program: another one may search, count or judge differently.
    pub program: &'a str,
    /// Everything else that the result depends on, as text or as a fingerprint.
    pub work: &'a str,
}

impl Key<'_> {
    /// The line that stands for the key, in files and under checksums.
    fn line(&self) -> String {
        let Key { kind, program, work } = *self;
        let parts = [kind, program, work].map(|part| part.replace(['\n', '\r', '|'], " "));
        format!("{}\n", parts.join(" | "))
    }
}
