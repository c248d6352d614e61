//! The expected reply: `[D4|Q16]`, `[!pass]`, `[W\+0\.5]`. A regular expression that must match the whole reply,
//! ignoring case; a leading `!` negates it.

use regex_lite::{Regex, RegexBuilder};

/// Longest pattern that is compiled; known suites stay below a hundred letters.
const MAX_LETTERS: usize = 1_000;

/// A compiled pattern.
#[derive(Debug, Clone)]
pub struct Pattern {
    text: String,
    regex: Regex,
    negated: bool,
}

/// A pattern that is not a regular expression.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("[{pattern}] is not a pattern: {reason}")]
pub struct PatternError {
    pattern: String,
    reason: String,
}

impl Pattern {
    /// Compiles the text between the brackets.
    pub fn new(text: &str) -> Result<Self, PatternError> {
        let error = |reason: String| PatternError { pattern: text.chars().take(60).collect(), reason };
        if text.len() > MAX_LETTERS {
            return Err(error(format!("longer than {MAX_LETTERS} letters")));
        }
        let (negated, wanted) = match text.strip_prefix('!') {
            Some(unwanted) => (true, unwanted),
            None => (false, text),
        };
        let regex = RegexBuilder::new(&format!("^(?:{wanted})$"))
            .case_insensitive(true)
            .dot_matches_new_line(true)
            .size_limit(1 << 20)
            .build()
            .map_err(|reason| error(reason.to_string()))?;
        Ok(Self { text: text.to_owned(), regex, negated })
    }

    /// Whether the reply matches.
    pub fn matches(&self, reply: &str) -> bool {
        self.regex.is_match(reply.trim()) != self.negated
    }

    /// As it was written.
    pub fn text(&self) -> &str {
        &self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pattern: &str, yes: &[&str], no: &[&str]) {
        let compiled = Pattern::new(pattern).expect("a pattern");
        yes.iter().for_each(|reply| assert!(compiled.matches(reply), "[{pattern}] should match {reply:?}"));
        no.iter().for_each(|reply| assert!(!compiled.matches(reply), "[{pattern}] should not match {reply:?}"));
    }

    #[test]
    fn patterns_of_real_suites() {
        check("D4", &["D4", "d4", " D4 "], &["D44", "AD4", ""]);
        check("A2|A3|M19", &["A3", "M19"], &["A2 A3", "M1"]);
        check("PASS", &["pass", "PASS"], &["resign"]);
        check("!PASS", &["D4", ""], &["pass"]);
        check("!(K8|K5)", &["K9"], &["K8", "k5"]);
        check(r"W\+0\.5", &["W+0.5"], &["W+0x5", "WW0.5"]);
        check("-1", &["-1"], &["1"]);
        check("Nakade G8", &["Nakade G8"], &["Nakade"]);
        check(".*", &["", "two\nlines"], &[]);
    }

    #[test]
    fn invalid_patterns() {
        for text in ["(", "*", "[a", "a{1000000}"] {
            assert!(Pattern::new(text).is_err(), "{text}");
        }
        assert!(Pattern::new(&"a".repeat(2_000)).is_err());
    }
}
