//! Numbered lines of a foreign text file.
//!
//! Takes bytes, strips a byte-order mark and carriage returns, and reports the line that is not UTF-8. Independent of
//! the format.

/// A line that is not UTF-8 text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: not UTF-8 text")]
pub struct NotText {
    /// Counted from 1.
    pub line: usize,
}

/// The non-empty lines with their numbers, counted from 1.
pub(crate) fn numbered_lines(bytes: &[u8]) -> impl Iterator<Item = Result<(usize, &str), NotText>> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    bytes.split(|&byte| byte == b'\n').enumerate().filter_map(|(line_idx, raw)| {
        let line = line_idx + 1;
        let raw = raw.strip_suffix(b"\r").unwrap_or(raw);
        match std::str::from_utf8(raw) {
            Ok(text) if text.trim().is_empty() => None,
            Ok(text) => Some(Ok((line, text))),
            Err(_) => Some(Err(NotText { line })),
        }
    })
}

/// The beginning of a text, fit to be quoted in an error message.
pub(crate) fn quoted(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut short: String = text.chars().take(LONGEST).collect();
    if short.len() < text.len() {
        short.push_str("...");
    }
    format!("{short:?}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_count_empty_lines_too() {
        let lines: Vec<_> = numbered_lines(b"\xef\xbb\xbfa\r\n\n  \nb\n").map(Result::unwrap).collect();
        assert_eq!(lines, [(1, "a"), (4, "b")]);
    }

    #[test]
    fn the_line_that_is_not_text_is_named() {
        let lines: Vec<_> = numbered_lines(b"a\n\xff\nb").collect();
        assert_eq!(lines, [Ok((1, "a")), Err(NotText { line: 2 }), Ok((3, "b"))]);
    }
}
