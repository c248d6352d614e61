//! Parsing of replies on the controller's side.

use crate::reply::Status;

/// A parsed reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    /// Whether the command succeeded.
    pub status: Status,
    /// The id it repeats.
    pub id: Option<u32>,
    /// The text, lines joined by newlines.
    pub text: String,
}

/// Parses the first line of a reply: status, id and the rest of the line. `None` if it is not one.
pub(crate) fn parse_first_line(line: &str) -> Option<Response> {
    let (status, rest) = if let Some(rest) = line.strip_prefix('=') {
        (Status::Success, rest)
    } else {
        (Status::Failure, line.strip_prefix('?')?)
    };
    let n_digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, text) = rest.split_at(n_digits);
    let id = if digits.is_empty() { None } else { Some(digits.parse().ok()?) };
    // A space or nothing follows the id; some engines write `=abc` for `= abc`.
    Some(Response { status, id, text: text.trim_start_matches([' ', '\t']).trim_end().to_owned() })
}

/// Every reply in a text that contains nothing else; `None` if a line is out of place.
pub(crate) fn parse_all(text: &str) -> Option<Vec<Response>> {
    let mut responses: Vec<Response> = Vec::new();
    let mut open = false;
    for line in text.lines() {
        match responses.last_mut().filter(|_| open) {
            _ if line.is_empty() => open = false,
            Some(response) => {
                response.text.push('\n');
                response.text.push_str(line);
            }
            None => {
                responses.push(parse_first_line(line)?);
                open = true;
            }
        }
    }
    (!open).then_some(responses)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, status: Status, id: Option<u32>, text: &str) {
        assert_eq!(parse_first_line(line), Some(Response { status, id, text: text.to_owned() }), "{line:?}");
    }

    #[test]
    fn first_lines() {
        check("= D4", Status::Success, None, "D4");
        check("=", Status::Success, None, "");
        check("=12", Status::Success, Some(12), "");
        check("=12 19", Status::Success, Some(12), "19");
        check("?3 illegal move\r", Status::Failure, Some(3), "illegal move");
        check("=pass", Status::Success, None, "pass");
        for line in ["", "D4", " = D4", "=99999999999999 x"] {
            assert_eq!(parse_first_line(line), None, "{line:?}");
        }
    }

    #[test]
    fn whole_conversations() {
        let responses = parse_all("= \n A B\n 1 .\n\n\n?2 no\n\n").expect("two replies");
        assert_eq!(responses.len(), 2);
        assert_eq!(responses[0].text, "\n A B\n 1 .");
        assert_eq!(responses[1].id, Some(2));
        assert_eq!(parse_all("= cut off\n"), None);
        assert_eq!(parse_all("noise\n\n"), None);
    }
}
