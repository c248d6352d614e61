//! Free text in values: escapes, soft line breaks, and back.
//!
//! FF\[4\], "Text" and "SimpleText": `\` takes the next character literally; `\` before a line break removes both; other line
//! breaks stay (Text) or become a space (SimpleText); other white space becomes a space.

use std::borrow::Cow;

/// A raw value as plain text with `\n` line breaks.
pub fn text(raw: &str) -> Cow<'_, str> {
    unescape(raw, "\n")
}

/// A raw value as plain text on one line.
pub fn simple_text(raw: &str) -> Cow<'_, str> {
    unescape(raw, " ")
}

fn unescape<'a>(raw: &'a str, line_break: &str) -> Cow<'a, str> {
    let plain = |byte: u8| !matches!(byte, b'\\' | 0..=0x1F) || (byte == b'\n' && line_break == "\n");
    if raw.bytes().all(plain) {
        return Cow::Borrowed(raw);
    }
    let mut out = String::with_capacity(raw.len());
    let mut characters = raw.chars().peekable();
    let skip_second_half = |characters: &mut std::iter::Peekable<std::str::Chars<'_>>, first: char| {
        characters.next_if(|&next| matches!((first, next), ('\r', '\n') | ('\n', '\r')));
    };
    while let Some(character) = characters.next() {
        match character {
            '\\' => match characters.next() {
                Some(first @ ('\n' | '\r')) => skip_second_half(&mut characters, first),
                Some('\0'..' ') => out.push(' '),
                Some(literal) => out.push(literal),
                None => {}
            },
            first @ ('\n' | '\r') => {
                skip_second_half(&mut characters, first);
                out.push_str(line_break);
            }
            '\0'..' ' => out.push(' '),
            other => out.push(other),
        }
    }
    Cow::Owned(out)
}

/// Plain text as a raw value: `]` and `\` are escaped.
pub fn escape(text: &str) -> Cow<'_, str> {
    escape_bytes(text, &[']', '\\'])
}

/// Plain text as one half of a composed value: `:` is escaped too.
pub fn escape_composed(text: &str) -> Cow<'_, str> {
    escape_bytes(text, &[']', '\\', ':'])
}

fn escape_bytes<'a>(text: &'a str, special: &[char]) -> Cow<'a, str> {
    if !text.contains(special) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        if special.contains(&character) {
            out.push('\\');
        }
        out.push(character);
    }
    Cow::Owned(out)
}

/// Both halves of a composed value such as `dd:A`, still raw; `None` without an unescaped `:`.
pub fn split_composed(raw: &str) -> Option<(&str, &str)> {
    let mut escaped = false;
    for (at, byte) in raw.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b':' => return Some((&raw[..at], &raw[at + 1..])),
            _ => {}
        }
    }
    None
}

/// Whether the text could stand between `[` and `]` and be read back whole.
pub fn is_raw_value(text: &str) -> bool {
    let mut escaped = false;
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b']' => return false,
            _ => {}
        }
    }
    !escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn escapes_and_line_breaks() {
        let check = |raw: &str, as_text: &str, as_simple: &str| {
            assert_eq!(text(raw), as_text, "{raw:?}");
            assert_eq!(simple_text(raw), as_simple, "{raw:?}");
        };
        check("plain", "plain", "plain");
        check(r"a\]b\\c\:d\e", r"a]b\c:de", r"a]b\c:de");
        check("a\nb\r\nc\rd\n\re", "a\nb\nc\nd\ne", "a b c d e");
        check("a\\\nb\\\r\nc", "abc", "abc");
        check("a\tb\u{b}c", "a b c", "a b c");
        check("open\\", "open", "open");
        check("9段", "9段", "9段");
    }

    #[test]
    fn composed_values_split_at_the_first_bare_colon() {
        assert_eq!(split_composed("dd:A"), Some(("dd", "A")));
        assert_eq!(split_composed(r"a\:b:c:d"), Some((r"a\:b", "c:d")));
        assert_eq!(split_composed("dd"), None);
    }

    proptest! {
        #[test]
        fn escaping_is_undone(plain in "[^\\r\\x00-\\x09\\x0b-\\x1f\\x7f-\\u{9f}]*") {
            let raw = escape(&plain);
            prop_assert!(is_raw_value(&raw));
            prop_assert_eq!(text(&raw), &plain[..]);
            let composed = escape_composed(&plain);
            prop_assert_eq!(split_composed(&composed), None);
            prop_assert_eq!(text(&composed), &plain[..]);
        }
    }
}
