//! Parser of `.tst` files: GTP commands, and after a test command a line `#? [PATTERN]`, followed by `*` when the test
//! is known to fail. Other lines that begin with `#` are comments.

use gtp::Request;

use super::pattern::{Pattern, PatternError};

/// The expected reply of a test.
#[derive(Debug, Clone)]
pub struct Expectation {
    /// The pattern of the reply.
    pub pattern: Pattern,
    /// The test is known to fail.
    pub fails: bool,
}

/// One command.
#[derive(Debug, Clone)]
pub struct Step {
    /// Its line in the file, from 1.
    pub line: usize,
    /// Its number in the suite, if it has one.
    pub id: Option<u32>,
    /// The command without the number.
    pub command: String,
    /// The expectation, if the command is a test.
    pub expectation: Option<Expectation>,
}

impl Step {
    /// The first word of the command.
    pub fn name(&self) -> &str {
        self.command.split(' ').next().unwrap_or_default()
    }
}

/// The commands of a file.
#[derive(Debug, Clone)]
pub struct Suite {
    /// In order.
    pub steps: Vec<Step>,
}

/// A file that is not a suite.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct SuiteError {
    line: usize,
    problem: SuiteProblem,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
enum SuiteProblem {
    #[error("{0}")]
    Pattern(#[from] PatternError),
    #[error("wanted `#? [PATTERN]` or `#? [PATTERN]*`, found {0:?}")]
    Brackets(String),
    #[error("a pattern with no command before it")]
    Orphan,
}

impl Suite {
    /// Parses the bytes of a file; bytes that are not UTF-8 are replaced, since comments come in any encoding.
    pub fn parse(bytes: &[u8]) -> Result<Self, SuiteError> {
        let text = String::from_utf8_lossy(bytes);
        let mut steps: Vec<Step> = Vec::new();
        for (index, text) in text.lines().enumerate() {
            let line = index + 1;
            let fail = |problem| SuiteError { line, problem };
            if let Some(wanted) = text.trim().strip_prefix("#?") {
                let expectation = parse_expectation(wanted.trim()).map_err(fail)?;
                let step = steps.last_mut().ok_or_else(|| fail(SuiteProblem::Orphan))?;
                step.expectation = Some(expectation);
            } else if let Some(Request { id, name, arguments }) = Request::parse(text.as_bytes()) {
                let command = std::iter::once(name).chain(arguments).collect::<Vec<_>>().join(" ");
                steps.push(Step { line, id, command, expectation: None });
            }
        }
        Ok(Self { steps })
    }

    /// How many commands are tests.
    pub fn n_tests(&self) -> usize {
        self.steps.iter().filter(|step| step.expectation.is_some()).count()
    }
}

fn parse_expectation(text: &str) -> Result<Expectation, SuiteProblem> {
    let (brackets, fails) = match text.strip_suffix('*') {
        Some(before) => (before.trim_end(), true),
        None => (text, false),
    };
    let pattern = brackets.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let pattern = pattern.ok_or_else(|| SuiteProblem::Brackets(text.chars().take(60).collect()))?;
    Ok(Expectation { pattern: Pattern::new(pattern)?, fails })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suite() {
        let text = b"# A remark\n\nboardsize 9\nloadsgf sgf/a.sgf 30 # here\n30 reg_genmove w\r\n#? [J1|!J2]*\n\
                     # why: caf\xe9\n40 reg_genmove b\n#? [D4]\n50 name\n";
        let suite = Suite::parse(text).expect("a suite");
        let steps: Vec<_> = suite
            .steps
            .iter()
            .map(|step| {
                let wanted = step.expectation.as_ref().map(|wanted| (wanted.pattern.text(), wanted.fails));
                (step.line, step.id, step.command.as_str(), wanted)
            })
            .collect();
        assert_eq!(
            steps,
            [
                (3, None, "boardsize 9", None),
                (4, None, "loadsgf sgf/a.sgf 30", None),
                (5, Some(30), "reg_genmove w", Some(("J1|!J2", true))),
                (8, Some(40), "reg_genmove b", Some(("D4", false))),
                (10, Some(50), "name", None),
            ]
        );
        assert_eq!(suite.n_tests(), 2);
    }

    #[test]
    fn errors_have_a_line() {
        let check = |text: &str, message: &str| {
            assert_eq!(Suite::parse(text.as_bytes()).expect_err(message).to_string(), message);
        };
        check("#? [D4]", "line 1: a pattern with no command before it");
        check("1 name\n#? D4", "line 2: wanted `#? [PATTERN]` or `#? [PATTERN]*`, found \"D4\"");
        let error = Suite::parse(b"1 name\n\n#? [(]").expect_err("an open group").to_string();
        assert!(error.starts_with("line 3: [(] is not a pattern: "), "{error}");
    }
}
