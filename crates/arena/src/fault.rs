//! Faults of programs. A program with a fault loses the game, and the reason is recorded.

use gtp::ClientError;
use serde::{Deserialize, Serialize};

use crate::host::Side;

/// What went wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// It could not be started.
    NotStarted,
    /// It closed its output.
    Crashed,
    /// It did not answer in time.
    Hung,
    /// It wrote something that is not a reply.
    Garbled,
    /// It refused a command that it must know, or a legal move of the opponent.
    Refused,
    /// It played a move that the rules do not allow.
    IllegalMove,
    /// Its clock ran out.
    OutOfTime,
}

/// A fault and the program that made it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("program {side:?}: {kind:?}: {detail}")]
pub struct Fault {
    /// Who.
    pub side: Side,
    /// What.
    pub kind: FaultKind,
    /// The message of the program or of the referee.
    pub detail: String,
}

impl Fault {
    /// The fault behind a failed conversation.
    pub(crate) fn from_client(side: Side, error: &ClientError) -> Self {
        let kind = match error {
            ClientError::Refused { .. } => FaultKind::Refused,
            ClientError::Silent { .. } => FaultKind::Hung,
            ClientError::Gone { .. } => FaultKind::Crashed,
            ClientError::Garbled { .. } => FaultKind::Garbled,
        };
        Self { side, kind, detail: error.to_string() }
    }
}
