//! File formats, kept apart from the types that the algorithms use.
//!
//! | format | what |
//! |---|---|
//! | [`json`] | the public benchmark collections' JSON, and ours |
//! | [`text`] | `width 60` and one rectangle per line; also the bare numbers of the old benchmark files |
//! | [`csv`] | a table with a header |
//! | [`solution`] | packings as JSON, for other programs and for going on later |
//!
//! Readers take bytes and return an [`Instance`] or a [`ReadError`] that names the line. They never panic on foreign
//! bytes; the [`fuzz`](crate::fuzz) targets check that.

pub mod csv;
pub mod json;
pub mod solution;
pub mod text;

use thiserror::Error;

use crate::instance::{Instance, InstanceError, Item, Rotation};

/// Why a file is not an instance, and where.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}: {fault}")]
pub struct ReadError {
    /// Line in the file, from 1.
    pub line: usize,
    /// The problem.
    pub fault: ReadFault,
}

/// A problem of a file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ReadFault {
    /// Not text.
    #[error("this is not UTF-8 text")]
    NotText,
    /// A number was expected.
    #[error("expected {expected}, found {found:?}")]
    Expected {
        /// What was expected.
        expected: &'static str,
        /// What was found.
        found: String,
    },
    /// The file ends too early.
    #[error("the file ends where {0} should follow")]
    Ends(&'static str),
    /// A row of a table that is longer than its header.
    #[error(
        "{found} cells where the header names {expected} columns; quote a cell that holds the separator, and write whole \
         numbers"
    )]
    TooManyCells {
        /// Cells of the row.
        found: usize,
        /// Columns of the header.
        expected: usize,
    },
    /// A column of a table that would be left out.
    #[error(
        "the column `{name}` means nothing here; the columns are width, height, copies (or qty) and name (or part): rename it or \
         take it out"
    )]
    UnknownColumn {
        /// Its name.
        name: String,
    },
    /// The width of the strip is missing.
    #[error("the strip's width is missing: {0}")]
    NoWidth(&'static str),
    /// JSON that does not parse or lacks a field.
    #[error("{0}")]
    Json(String),
    /// Numbers that are not a valid instance.
    #[error(transparent)]
    Instance(#[from] InstanceError),
}

/// How to read a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadOptions {
    /// Whether rectangles may be turned.
    pub rotation: Rotation,
    /// The strip's width, where the file has none or the user wants another.
    pub strip_width: Option<u32>,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self { rotation: Rotation::Allowed, strip_width: None }
    }
}

/// The formats that can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// [`json`].
    Json,
    /// [`text`].
    Text,
    /// [`csv`].
    Csv,
}

impl Format {
    /// By the file's ending, otherwise by its first character (a byte-order mark is none).
    pub fn guess(file_name: &str, bytes: &[u8]) -> Format {
        let ending = file_name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
        match ending.as_deref() {
            Some("json") => Format::Json,
            Some("csv" | "tsv") => Format::Csv,
            _ if without_mark(bytes).trim_ascii_start().starts_with(b"{") => Format::Json,
            _ => Format::Text,
        }
    }
}

/// Reads an instance; `name` is used if the file does not give one.
pub fn read(format: Format, name: &str, bytes: &[u8], options: &ReadOptions) -> Result<Instance, ReadError> {
    match format {
        Format::Json => json::read(name, bytes, options),
        Format::Text => text::read(name, bytes, options),
        Format::Csv => csv::read(name, bytes, options),
    }
}

/// The contents of a file before validation.
#[derive(Debug, Default)]
struct Draft {
    name: Option<String>,
    strip_width: Option<(u32, usize)>,
    known_optimum: Option<u32>,
    items: Vec<Item>,
    /// One for each item, or none.
    item_names: Vec<String>,
    /// Line of each item.
    lines: Vec<usize>,
}

impl Draft {
    fn finish(self, name: &str, options: &ReadOptions, no_width: &'static str) -> Result<Instance, ReadError> {
        let last_line = self.lines.last().copied().unwrap_or(1);
        let (strip_width, width_line) = match (options.strip_width, self.strip_width) {
            (Some(width), _) => (width, 1),
            (None, Some(found)) => found,
            (None, None) => return Err(ReadError { line: 1, fault: ReadFault::NoWidth(no_width) }),
        };
        let lines = self.lines;
        let name = self.name.unwrap_or_else(|| name.to_owned());
        let instance = Instance::new(name, strip_width, self.items, options.rotation).map_err(|error| {
            let line = match (&error, error.item()) {
                (_, Some(item)) => lines.get(item).copied().unwrap_or(last_line),
                (InstanceError::ZeroStrip, None) => width_line,
                (_, None) => last_line,
            };
            ReadError { line, fault: error.into() }
        })?;
        // With another width the optimum of the file does not apply.
        let same_width = self.strip_width.is_some_and(|(width, _)| width == strip_width);
        Ok(instance.with_known_optimum(self.known_optimum.filter(|_| same_width)).with_item_names(self.item_names))
    }
}

/// The file without a byte-order mark.
fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// The file as text, without a byte-order mark.
fn as_text(bytes: &[u8]) -> Result<&str, ReadError> {
    let bytes = without_mark(bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        let line = 1 + bytes[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count();
        ReadError { line, fault: ReadFault::NotText }
    })
}

fn number(token: &str, line: usize, expected: &'static str) -> Result<u32, ReadError> {
    token.parse().map_err(|_| {
        let found = token.chars().take(40).collect();
        ReadError { line, fault: ReadFault::Expected { expected, found } }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_known_by_ending_or_first_character() {
        let check = |name: &str, bytes: &[u8], expected| assert_eq!(Format::guess(name, bytes), expected, "{name}");
        check("a.JSON", b"width 4", Format::Json);
        check("a.tsv", b"{", Format::Csv);
        check("a.txt", b"width 4", Format::Text);
        check("a", b" \n{\"width\": 4", Format::Json);
        check("marked", b"\xef\xbb\xbf{\"width\": 4", Format::Json);
    }
}
