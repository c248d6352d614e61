//! Writing replies in a valid frame: a status character, the id, the text, one empty line.

use std::io::{self, Write};

/// Whether the command succeeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// `=`
    Success,
    /// `?`
    Failure,
}

impl Status {
    pub(crate) fn letter(self) -> char {
        match self {
            Self::Success => '=',
            Self::Failure => '?',
        }
    }
}

/// Writes a whole reply and flushes it.
///
/// A text may not contain an empty line, since that would end the reply early: such lines are dropped. The first line
/// may be empty, so that a board can begin below the status character.
pub(crate) fn write_reply(output: &mut dyn Write, status: Status, id: Option<u32>, text: &str) -> io::Result<()> {
    let mut reply = head(status, id);
    reply.push(' ');
    let mut lines = text.split('\n').map(clean);
    reply.push_str(&lines.next().unwrap_or_default());
    for line in lines.filter(|line| !line.is_empty()) {
        reply.push('\n');
        reply.push_str(&line);
    }
    reply.push_str("\n\n");
    output.write_all(reply.as_bytes())?;
    output.flush()
}

/// `=12`
pub(crate) fn head(status: Status, id: Option<u32>) -> String {
    match id {
        Some(id) => format!("{}{id}", status.letter()),
        None => status.letter().to_string(),
    }
}

/// A line without control characters and without space at its end.
pub(crate) fn clean(line: &str) -> String {
    let kept: String = line.chars().filter(|letter| *letter == '\t' || !letter.is_ascii_control()).collect();
    kept.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(status: Status, id: Option<u32>, text: &str, expected: &str) {
        let mut output = Vec::new();
        write_reply(&mut output, status, id, text).expect("a vector takes everything");
        assert_eq!(String::from_utf8(output).expect("text"), expected);
    }

    #[test]
    fn frames() {
        check(Status::Success, None, "", "= \n\n");
        check(Status::Success, Some(3), "D4", "=3 D4\n\n");
        check(Status::Failure, Some(0), "illegal move", "?0 illegal move\n\n");
        check(Status::Success, None, "\n   A B\n 2 . .\n", "= \n   A B\n 2 . .\n\n");
    }

    #[test]
    fn text_cannot_break_the_frame() {
        check(Status::Success, None, "one\n\n\ntwo\r\n \t\nthree\u{1}", "= one\ntwo\nthree\n\n");
    }
}
