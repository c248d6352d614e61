//! Lines of bytes from a reader, with a limit: a peer that never sends a newline must not fill the memory.

use std::io::{self, BufRead};

/// One line without its terminator.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// The bytes before the newline (a carriage return is still there).
    Complete(Vec<u8>),
    /// More bytes than allowed; they were read and dropped up to the newline.
    TooLong,
}

/// Reads up to the next newline or the end; `None` at the end of the input.
pub(crate) fn read_line(input: &mut impl BufRead, max_bytes: usize) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    let (mut any, mut too_long) = (false, false);
    loop {
        let available = match input.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let newline = available.iter().position(|&byte| byte == b'\n');
        let text = &available[..newline.unwrap_or(available.len())];
        any |= !available.is_empty();
        if line.len() + text.len() > max_bytes {
            too_long = true;
            line = Vec::new();
        }
        if !too_long {
            line.extend_from_slice(text);
        }
        let at_end = available.is_empty();
        let n_bytes = text.len() + usize::from(newline.is_some());
        input.consume(n_bytes);
        if newline.is_some() || at_end {
            return Ok(any.then_some(if too_long { Line::TooLong } else { Line::Complete(line) }));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn lines(text: &[u8], capacity: usize, max_bytes: usize) -> Vec<Line> {
        let mut reader = BufReader::with_capacity(capacity, text);
        std::iter::from_fn(|| read_line(&mut reader, max_bytes).expect("a slice never fails")).collect()
    }

    fn complete(text: &str) -> Line {
        Line::Complete(text.as_bytes().to_vec())
    }

    #[test]
    fn splits_at_newlines_whatever_the_buffer() {
        for capacity in 1..12 {
            let expected = [complete("name"), complete(""), complete("quit\r"), complete("last")];
            assert_eq!(lines(b"name\n\nquit\r\nlast", capacity, 100), expected);
        }
        assert_eq!(lines(b"", 4, 100), []);
    }

    #[test]
    fn drops_lines_that_are_too_long() {
        for capacity in 1..12 {
            let expected = [complete("12345678"), Line::TooLong, complete("ok"), Line::TooLong];
            assert_eq!(lines(b"12345678\n123456789\nok\n123456789", capacity, 8), expected);
        }
    }
}
