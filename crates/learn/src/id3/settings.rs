//! How ID3 trees grow.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// How a node divides the values of an attribute.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Branching {
    /// "At most v" or more: two branches. The depth of 12 with terminals of 200 of the paper is only possible this way.
    #[default]
    Threshold,
    /// One branch for each value seen, as in the original ID3.
    EveryValue,
}

/// When a node is a terminal, and how others branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Id3Settings {
    /// Fewer rows than this make a terminal.
    pub terminal_size: u32,
    /// Deepest path, in questions.
    pub depth: u32,
    /// How nodes branch.
    pub branching: Branching,
}

impl Default for Id3Settings {
    /// The paper's parameters (section 4.1).
    fn default() -> Self {
        Id3Settings { terminal_size: 200, depth: 12, branching: Branching::Threshold }
    }
}

/// Invalid settings.
#[derive(Debug, Clone, PartialEq, Error)]
#[error("{name} is {value}; it must be {range}")]
pub struct BadId3Settings {
    /// Which one.
    pub name: &'static str,
    /// Its value.
    pub value: String,
    /// The allowed range.
    pub range: &'static str,
}

impl Id3Settings {
    /// Checks every setting.
    pub fn check(&self) -> Result<(), BadId3Settings> {
        let bad = |name, value: u32, range| Err(BadId3Settings { name, value: value.to_string(), range });
        if self.terminal_size < 2 {
            return bad("terminal-size", self.terminal_size, "at least 2");
        }
        if !(1..=64).contains(&self.depth) {
            return bad("depth", self.depth, "from 1 to 64");
        }
        Ok(())
    }
}
