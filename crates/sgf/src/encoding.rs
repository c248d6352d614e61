//! From bytes to text: byte order marks, the encoding that `CA` names, or a guess.
//!
//! The whole text is decoded before it is parsed, because in Shift_JIS, Big5 and GBK the second byte of a character can be `]` or
//! `\`. Bytes that are UTF-8 (ASCII included) are borrowed, not copied.
//!
//! Archives often name one encoding and use another, so `CA` is checked against the bytes. Text in another encoding
//! that is also valid UTF-8 is rare: about one GB2312 character in seven is, so four in a row are one in 2,500. Does
//! *not* decode the games of one file by different encodings: the first `CA` applies to all.

use crate::place::{Locator, Place};
use crate::problem::{Problem, ProblemKind};
use encoding_rs::{Encoding, ISO_2022_JP, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE};
use std::borrow::Cow;

/// A decoded text.
#[derive(Clone, Debug)]
pub struct Decoded<'a> {
    /// The text, without the byte order mark.
    pub text: Cow<'a, str>,
    /// The name of the encoding it was in.
    pub encoding: &'static str,
    /// What was wrong with the encoding or its name.
    pub problems: Vec<Problem>,
}

/// Decodes the bytes of an SGF file; never fails, but reports that it had to guess or to replace bytes.
pub fn decode(bytes: &[u8]) -> Decoded<'_> {
    if let Some((encoding, n_mark)) = Encoding::for_bom(bytes) {
        return Decoded::with(encoding, &bytes[n_mark..], None);
    }
    match *bytes {
        [b'(', 0, _, 0, ..] => return Decoded::with(UTF_16LE, bytes, None),
        [0, b'(', 0, _, ..] => return Decoded::with(UTF_16BE, bytes, None),
        _ => {}
    }
    match std::str::from_utf8(bytes) {
        Ok(text) if text.is_ascii() && !bytes.contains(&0x1B) => Decoded::as_is(text),
        Ok(text) => decode_probable_utf8(text),
        Err(_) => decode_other(bytes),
    }
}

/// The bytes are valid UTF-8, but not plain ASCII.
fn decode_probable_utf8(text: &str) -> Decoded<'_> {
    let bytes = text.as_bytes();
    let declared = Declared::find(bytes);
    let n_multibyte = text.chars().filter(|character| !character.is_ascii()).count();
    match declared {
        Declared::Known(encoding) if encoding == UTF_8 => Decoded::with(UTF_8, bytes, None),
        Declared::Known(encoding) if encoding == ISO_2022_JP => Decoded::with(encoding, bytes, None),
        Declared::Known(encoding) => {
            let enough = if encoding.is_single_byte() { 1 } else { 4 };
            let damaged = encoding.decode_without_bom_handling(bytes).1;
            if n_multibyte >= enough || damaged {
                Decoded::with(UTF_8, bytes, Some(declared.problem(ProblemKind::WrongEncoding, bytes)))
            } else {
                Decoded::with(encoding, bytes, None)
            }
        }
        Declared::Unknown => Decoded::with(UTF_8, bytes, Some(declared.problem(ProblemKind::UnknownEncoding, bytes))),
        Declared::Missing if n_multibyte == 0 => Decoded::with(UTF_8, bytes, None),
        Declared::Missing => {
            Decoded::with(UTF_8, bytes, Some(Problem::new(ProblemKind::GuessedEncoding, Place::START, UTF_8.name())))
        }
    }
}

/// The bytes are not UTF-8.
fn decode_other(bytes: &[u8]) -> Decoded<'_> {
    let declared = Declared::find(bytes);
    let claimed = match declared {
        Declared::Known(encoding) => Some(encoding),
        _ if is_mostly_utf8(bytes) => Some(UTF_8),
        _ => None,
    };
    if let Some(encoding) = claimed {
        let fits = !encoding.decode_without_bom_handling(bytes).1;
        if fits || encoding == UTF_8 && is_mostly_utf8(bytes) {
            return Decoded::with(encoding, bytes, None);
        }
    }
    let guess = guess(bytes);
    match (declared, claimed) {
        // The guess explains the bytes no better than the name does: keep the name.
        (_, Some(encoding)) if guess.decode_without_bom_handling(bytes).1 => Decoded::with(encoding, bytes, None),
        (Declared::Known(_), _) => {
            Decoded::with(guess, bytes, Some(declared.problem(ProblemKind::WrongEncoding, bytes)))
        }
        (Declared::Unknown, _) => {
            Decoded::with(guess, bytes, Some(declared.problem(ProblemKind::UnknownEncoding, bytes)))
        }
        (Declared::Missing, _) => {
            Decoded::with(guess, bytes, Some(Problem::new(ProblemKind::GuessedEncoding, Place::START, guess.name())))
        }
    }
}

impl<'a> Decoded<'a> {
    fn as_is(text: &'a str) -> Decoded<'a> {
        Decoded { text: Cow::Borrowed(text), encoding: UTF_8.name(), problems: Vec::new() }
    }

    fn with(encoding: &'static Encoding, bytes: &'a [u8], problem: Option<Problem>) -> Decoded<'a> {
        let (text, damaged) = encoding.decode_without_bom_handling(bytes);
        let mut problems: Vec<_> = problem.into_iter().collect();
        if damaged {
            let at = text.find(char::REPLACEMENT_CHARACTER).unwrap_or(0);
            let place = Locator::new(&text, Place::START).locate(at);
            problems.push(Problem::new(ProblemKind::DamagedEncoding, place, encoding.name()));
        }
        Decoded { text, encoding: encoding.name(), problems }
    }
}

/// The encoding named by the first `CA`.
#[derive(Clone, Copy)]
enum Declared {
    Missing,
    Unknown,
    Known(&'static Encoding),
}

impl Declared {
    fn find(bytes: &[u8]) -> Declared {
        match find_label(bytes) {
            None => Declared::Missing,
            Some((_, label)) => match encoding_for(label) {
                Some(encoding) => Declared::Known(encoding),
                None => Declared::Unknown,
            },
        }
    }

    fn problem(self, kind: ProblemKind, bytes: &[u8]) -> Problem {
        let (offset, label) = find_label(bytes).unwrap_or((0, b""));
        let before = String::from_utf8_lossy(&bytes[..offset]);
        let place = Locator::new(&before, Place::START).locate(before.len());
        Problem::new(kind, place, &String::from_utf8_lossy(label))
    }
}

/// The offset and value of the first `CA` property.
fn find_label(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let at = bytes.windows(3).enumerate().find_map(|(at, window)| {
        let starts_name = at == 0 || !bytes[at - 1].is_ascii_alphanumeric();
        (window == b"CA[" && starts_name).then_some(at + 3)
    })?;
    let n_label = bytes[at..].iter().take(64).position(|&byte| byte == b']')?;
    Some((at, bytes[at..at + n_label].trim_ascii()))
}

/// The encoding of a label: the WHATWG labels, and the code pages that Windows programs wrote.
fn encoding_for(label: &[u8]) -> Option<&'static Encoding> {
    let known: &[u8] = match label.to_ascii_lowercase().as_slice() {
        b"cp932" => b"shift_jis",
        b"cp936" | b"ms936" => b"gbk",
        b"cp949" | b"uhc" => b"euc-kr",
        b"cp950" => b"big5",
        _ => label,
    };
    Encoding::for_label(known).filter(|&encoding| encoding != REPLACEMENT)
}

/// Whether the bytes are UTF-8 with little damage, such as a truncated character at the end.
fn is_mostly_utf8(bytes: &[u8]) -> bool {
    let (mut n_good, mut n_bad) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        n_good += chunk.valid().chars().filter(|character| !character.is_ascii()).count();
        n_bad += usize::from(!chunk.invalid().is_empty());
    }
    n_good >= 4 * n_bad
}

/// The most likely encoding of bytes that are not UTF-8.
fn guess(bytes: &[u8]) -> &'static Encoding {
    /// More evidence rarely changes a guess, and the detector is slow.
    const LOOKED_AT: usize = 1 << 20;
    let mut detector = chardetng::EncodingDetector::new();
    detector.feed(&bytes[..bytes.len().min(LOOKED_AT)], true);
    detector.guess(None, false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{BIG5, EUC_KR, GBK, SHIFT_JIS, WINDOWS_1252};

    fn check(bytes: &[u8], text: &str, encoding: &str, problems: &[ProblemKind]) {
        let decoded = decode(bytes);
        let kinds: Vec<_> = decoded.problems.iter().map(|problem| problem.kind).collect();
        assert_eq!((&*decoded.text, decoded.encoding, &kinds[..]), (text, encoding, problems));
    }

    fn encode(text: &str, encoding: &'static Encoding) -> Vec<u8> {
        let (bytes, _, unmappable) = encoding.encode(text);
        assert!(!unmappable);
        bytes.into_owned()
    }

    #[test]
    fn named_encodings_are_used() {
        // The second byte of 表 in Shift_JIS is a backslash, that of 功 in Big5 too.
        for (label, encoding, comment) in [
            ("UTF-8", UTF_8, "棋院"),
            ("shift_jis", SHIFT_JIS, "表示の表"),
            ("big5", BIG5, "功成名就"),
            ("gb2312", GBK, "围棋比赛"),
            ("cp936", GBK, "围棋比赛"),
            ("EUC-KR", EUC_KR, "바둑"),
            ("ISO-8859-1", WINDOWS_1252, "Schön"),
        ] {
            let text = format!("(;CA[{label}]C[{comment}];B[aa])");
            check(&encode(&text, encoding), &text, encoding.name(), &[]);
        }
    }

    #[test]
    fn byte_order_marks_win() {
        check("\u{feff}(;C[段])".as_bytes(), "(;C[段])", "UTF-8", &[]);
        let utf16: Vec<u8> = "\u{feff}(;C[段])".encode_utf16().flat_map(u16::to_le_bytes).collect();
        check(&utf16, "(;C[段])", "UTF-16LE", &[]);
        check(&utf16[2..], "(;C[段])", "UTF-16LE", &[]);
        let utf16: Vec<u8> = "(;C[段])".encode_utf16().flat_map(u16::to_be_bytes).collect();
        check(&utf16, "(;C[段])", "UTF-16BE", &[]);
    }

    #[test]
    fn wrong_names_are_detected() {
        check(
            "(;CA[gb2312]C[围棋比赛])".as_bytes(),
            "(;CA[gb2312]C[围棋比赛])",
            "UTF-8",
            &[ProblemKind::WrongEncoding],
        );
        check("(;CA[latin1]C[é])".as_bytes(), "(;CA[latin1]C[é])", "UTF-8", &[ProblemKind::WrongEncoding]);
        check("(;CA[klingon]C[é])".as_bytes(), "(;CA[klingon]C[é])", "UTF-8", &[ProblemKind::UnknownEncoding]);
        let long = "(;CA[UTF-8]C[第一手是很普通的小目，白棋挂角。]))";
        check(&encode(long, GBK), long, "GBK", &[ProblemKind::WrongEncoding]);
    }

    #[test]
    fn unnamed_encodings_are_guessed() {
        check("(;C[段])".as_bytes(), "(;C[段])", "UTF-8", &[ProblemKind::GuessedEncoding]);
        let long = "(;C[この手は大場です。次に白は右上に打ちました。])";
        check(&encode(long, SHIFT_JIS), long, "Shift_JIS", &[ProblemKind::GuessedEncoding]);
    }

    #[test]
    fn half_a_character_is_replaced() {
        let bytes = "(;CA[UTF-8]C[棋院棋院棋院".as_bytes();
        let decoded = decode(&bytes[..bytes.len() - 1]);
        assert_eq!(decoded.encoding, "UTF-8");
        assert_eq!(decoded.problems[0].kind, ProblemKind::DamagedEncoding);
        assert_eq!(decoded.problems[0].place.column, 19);
    }

    #[test]
    fn plain_text_is_borrowed() {
        assert!(matches!(decode(b"(;B[aa])").text, Cow::Borrowed(_)));
        assert!(matches!(decode("(;C[段])".as_bytes()).text, Cow::Borrowed(_)));
    }
}
