//! Why a command failed: the text that the controller reads after `?`.

use std::io;

/// The reason of a failure reply.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// No command has this name.
    #[error("unknown command")]
    UnknownCommand,
    /// The arguments are not what the command takes.
    #[error("syntax error: {0}")]
    Syntax(String),
    /// The command was understood but cannot be executed: `illegal move`, `cannot undo`.
    #[error("{0}")]
    Refused(String),
    /// The controller no longer reads, so there is no one to reply to.
    #[error("the controller is gone: {0}")]
    OutputClosed(io::Error),
}

impl Failure {
    /// The command cannot be executed, for this reason.
    pub fn refused(reason: impl Into<String>) -> Self {
        Self::Refused(reason.into())
    }

    /// The arguments are wrong, in this way.
    pub fn syntax(reason: impl Into<String>) -> Self {
        Self::Syntax(reason.into())
    }
}

/// Longest part of an input that a message repeats.
const MAX_QUOTED: usize = 40;

/// Foreign input in quotation marks, truncated when it is long.
pub(crate) fn quoted(text: &str) -> String {
    match text.char_indices().nth(MAX_QUOTED) {
        Some((end, _)) => format!("\"{}...\"", &text[..end]),
        None => format!("\"{text}\""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_input_is_cut() {
        assert_eq!(quoted("z99"), "\"z99\"");
        assert_eq!(quoted(&"é".repeat(41)), format!("\"{}...\"", "é".repeat(40)));
    }
}
