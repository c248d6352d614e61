//! Why a record is rejected.

use go_board::Color;

/// Why a game was rejected.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Refusal {
    /// The text contains no game record.
    #[error("no SGF game: {0}")]
    NoGame(Box<sgf::Problem>),
    /// A game other than Go.
    #[error("GM[{0}] is not Go; only GM[1] is")]
    OtherGame(String),
    /// A board size that is not supported.
    #[error("board size SZ[{0}]: only square boards from 1 to 25 are understood")]
    BadSize(String),
    /// No move at all.
    #[error("the game has no moves")]
    NoMoves,
    /// A value that is not a move on the board.
    #[error("move {move_number}: {color}[{value}] is not a move on this board")]
    BadMove {
        /// Which move, from 1.
        move_number: usize,
        /// Whose: `B` or `W`.
        color: char,
        /// The value.
        value: String,
    },
    /// A move to an occupied point.
    #[error("move {move_number}: {color} plays on {point}, which is occupied")]
    Occupied {
        /// Which move, from 1.
        move_number: usize,
        /// Who.
        color: Color,
        /// Where.
        point: String,
    },
    /// Set-up stones without liberties, or points off the board.
    #[error("the set-up stones are off the board, on one another, or without liberties")]
    BadSetup,
    /// Stones were added or taken away after the first move.
    #[error("stones are set up after move {0}")]
    SetupInGame(usize),
    /// Too many moves.
    #[error("{0} moves are too many for a game")]
    TooLong(usize),
    /// The same moves as an earlier game, possibly rotated or mirrored.
    #[error("the same moves as an earlier game")]
    Duplicate,
    /// Filtered out.
    #[error("not wanted: {0}")]
    Filtered(crate::filter::Unwanted),
}

impl Refusal {
    /// Every reason, in the order of reports.
    pub const REASONS: &'static [&'static str] = &[
        "no game",
        "not Go",
        "board size",
        "no moves",
        "no such move",
        "point occupied",
        "bad set-up",
        "set-up during the game",
        "too long",
        "duplicate",
        "filter: size",
        "filter: handicap",
        "filter: rank",
        "filter: length",
        "filter: date",
    ];

    /// The reason in short, for counting.
    pub fn reason(&self) -> &'static str {
        match self {
            Refusal::NoGame(_) => "no game",
            Refusal::OtherGame(_) => "not Go",
            Refusal::BadSize(_) => "board size",
            Refusal::NoMoves => "no moves",
            Refusal::BadMove { .. } => "no such move",
            Refusal::Occupied { .. } => "point occupied",
            Refusal::BadSetup => "bad set-up",
            Refusal::SetupInGame(_) => "set-up during the game",
            Refusal::TooLong(_) => "too long",
            Refusal::Duplicate => "duplicate",
            Refusal::Filtered(unwanted) => unwanted.reason(),
        }
    }

    /// Whether the record itself is at fault, rather than filtered out or a duplicate.
    pub fn is_fault(&self) -> bool {
        !matches!(self, Refusal::Duplicate | Refusal::Filtered(_))
    }
}
