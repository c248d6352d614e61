//! Parsing of a controller's command line, as in sections 2.3 and 3.1 of the GTP draft.

/// A command with its optional id and its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// The id that the reply repeats.
    pub id: Option<u32>,
    /// The command; empty when the line contained only an id.
    pub name: String,
    /// The words after it.
    pub arguments: Vec<String>,
}

impl Request {
    /// Parses a line; `None` when nothing is left after removing comments and control characters.
    ///
    /// Bytes that are not UTF-8 become replacement characters: the command will reject them with a message, which is
    /// better than dropping the line silently.
    pub fn parse(line: &[u8]) -> Option<Self> {
        let text = clean(line);
        let mut words = text.split(' ').filter(|word| !word.is_empty()).peekable();
        let id = words.peek()?.parse::<u32>().ok().filter(|_| words.peek().is_some_and(|word| is_number(word)));
        if id.is_some() {
            words.next();
        }
        let name = words.next().unwrap_or_default().to_owned();
        Some(Self { id, name, arguments: words.map(str::to_owned).collect() })
    }
}

/// Digits only: Rust's parser would also accept `+5`.
fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Removes control characters and the comment, converts tabs to spaces, and drops the byte order mark that some shells
/// write first.
fn clean(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    text.trim_start_matches('\u{feff}')
        .chars()
        .take_while(|&letter| letter != '#')
        .map(|letter| if letter == '\t' { ' ' } else { letter })
        .filter(|letter| !letter.is_ascii_control())
        .collect()
}

/// Whether the line is the comment with which GoGui asks a running command to end soon.
pub(crate) fn is_interrupt(line: &[u8]) -> bool {
    line.trim_ascii() == b"# interrupt"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, id: Option<u32>, words: &[&str]) {
        let request = Request::parse(line.as_bytes()).expect("something is left");
        assert_eq!(request.id, id, "{line:?}");
        let mut found = vec![request.name];
        found.extend(request.arguments);
        assert_eq!(found, words, "{line:?}");
    }

    #[test]
    fn ids_comments_and_control_characters() {
        check("play b c3", None, &["play", "b", "c3"]);
        check("12 play b c3\r", Some(12), &["play", "b", "c3"]);
        check("  7\tkomi\t 6.5   # a comment # with more", Some(7), &["komi", "6.5"]);
        check("pl\u{1}ay b\u{7f} c3", None, &["play", "b", "c3"]);
        check("\u{feff}name", None, &["name"]);
        check("0 name", Some(0), &["name"]);
        check("5", Some(5), &[""]);
    }

    #[test]
    fn a_word_that_is_not_an_id_is_a_command() {
        check("99999999999 name", None, &["99999999999", "name"]);
        check("+5 name", None, &["+5", "name"]);
        check("-5 name", None, &["-5", "name"]);
    }

    #[test]
    fn nothing_is_left() {
        for line in ["", "   ", "\t\r", "# comment", "  # 5 name", "\u{1}\u{2}"] {
            assert_eq!(Request::parse(line.as_bytes()), None, "{line:?}");
        }
    }

    #[test]
    fn invalid_utf8_stays_visible() {
        let request = Request::parse(b"loadsgf \xff\xfe.sgf").expect("a command");
        assert_eq!(request.arguments, ["\u{fffd}\u{fffd}.sgf"]);
    }
}
