//! What a match needs from its caller: a way to start and end engine processes, and a clock.

use std::io::{Read, Write};
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// One of the two programs of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The first, whose results are counted.
    A,
    /// The second.
    B,
}

impl Side {
    /// Both, the first one first.
    pub const BOTH: [Self; 2] = [Self::A, Self::B];

    /// The other one.
    pub fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }

    /// 0 or 1.
    pub fn index(self) -> usize {
        self as usize
    }
}

/// A program that was started.
pub trait Process: Send {
    /// Ends the program if it still runs, and returns its exit status and its last output.
    fn end(&mut self) -> String;
}

/// An engine that was started: its pipes and its process.
pub struct RunningEngine {
    /// What it writes.
    pub from_engine: Box<dyn Read + Send>,
    /// What it reads.
    pub to_engine: Box<dyn Write + Send>,
    /// How to end it.
    pub process: Box<dyn Process>,
}

/// Starts engines and supplies a monotonic clock.
pub trait Host: Sync {
    /// Starts the program of a side for a game; the error says why it could not be started.
    fn start(&self, side: Side, game: u64) -> Result<RunningEngine, String>;

    /// Time since some fixed moment.
    fn now(&self) -> Duration;
}
