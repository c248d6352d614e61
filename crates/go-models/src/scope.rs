//! The positions that a model covers. Most models cover every board and every move; the header of one that was trained
//! for the opening of 19x19 games says so.

use go_board::Position;
use serde::{Deserialize, Serialize};

/// Limits of what a model can be asked about; none by default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Scope {
    /// The board sizes; any if the list is empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub board_sizes: Vec<u8>,
    /// The first and the last ply, counted from 1: `(1, 50)` is the first fifty moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<(usize, usize)>,
}

impl Scope {
    /// Are there no limits?
    pub fn is_everything(&self) -> bool {
        *self == Scope::default()
    }

    /// Is the next move of this position within the limits?
    pub fn covers(&self, position: &Position) -> bool {
        let ply = position.move_number + 1;
        (self.board_sizes.is_empty() || self.board_sizes.contains(&position.board.size().get()))
            && self.plies.is_none_or(|(first, last)| (first..=last).contains(&ply))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use go_board::{BoardSize, Move};

    #[test]
    fn limits_hold_for_sizes_and_plies() {
        let mut position: Position = Position::new(BoardSize::NINE, 7.5);
        let opening = Scope { board_sizes: vec![9, 13], plies: Some((1, 2)) };
        assert!(Scope::default().is_everything() && !opening.is_everything());
        let mut covered = Vec::new();
        for _ in 0..4 {
            covered.push((Scope::default().covers(&position), opening.covers(&position)));
            position.play(Move::Pass);
        }
        assert_eq!(covered, [(true, true), (true, true), (true, false), (true, false)]);
        assert!(!opening.covers(&Position::new(BoardSize::NINETEEN, 7.5)));
    }

    #[test]
    fn no_limits_leave_no_trace_in_a_header() {
        assert_eq!(serde_json::to_string(&Scope::default()).unwrap(), "{}");
        let opening: Scope = serde_json::from_str(r#"{"plies": [1, 50]}"#).unwrap();
        assert_eq!(opening, Scope { plies: Some((1, 50)), ..Scope::default() });
        assert!(serde_json::from_str::<Scope>(r#"{"moves": [1, 50]}"#).is_err());
    }
}
