//! Counts of passed and failed checks of all kinds.

use std::fmt;

/// Counts of passed and failed checks, with the names of the failed ones.
#[derive(Default, Debug, PartialEq, Eq)]
pub(crate) struct Tally {
    passed: u32,
    failures: Vec<String>,
}

impl Tally {
    pub(crate) fn pass(&mut self) {
        self.passed += 1;
    }

    pub(crate) fn fail(&mut self, name: impl Into<String>) {
        self.failures.push(name.into());
    }

    pub(crate) fn failures(&self) -> &[String] {
        &self.failures
    }

    /// Takes one line of `cargo test`: a test that failed is known by its name, those that passed by their number.
    pub(crate) fn read_cargo_test_line(&mut self, line: &str) {
        if let Some(result) = line.strip_prefix("test result: ") {
            self.passed += number_before(result, " passed").unwrap_or(0);
        } else if let Some(name) = line.strip_prefix("test ").and_then(|rest| rest.strip_suffix(" ... FAILED")) {
            self.fail(name);
        }
    }
}

/// The number directly before `word`: 12 in `ok. 12 passed; 0 failed`.
fn number_before(text: &str, word: &str) -> Option<u32> {
    let before = &text[..text.find(word)?];
    before.rsplit(' ').next()?.parse().ok()
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failures.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_the_lines_of_cargo_test() {
        let output = "\
running 3 tests
test board::tests::ko ... ok
test board::tests::suicide ... FAILED
test crates/sgf/src/lib.rs - parse (line 7) ... ok
test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s
test result: ok. 40 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s";
        let mut tally = Tally::default();
        output.lines().for_each(|line| tally.read_cargo_test_line(line));
        assert_eq!(tally.to_string(), "42 passed, 1 failed");
        assert_eq!(tally.failures(), ["board::tests::suicide"]);
    }
}
