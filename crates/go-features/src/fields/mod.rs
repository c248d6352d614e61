//! Knowledge fields: the cells of a position as classes that counting questions refer to (Tidwell 2012, section 4.5).
//!
//! A [`FieldSet`] lists fields with their classes; [`FieldSet::survey`] names the class of every point in every field, seen from
//! the side to move. Points without a class (an empty point has no liberties) are left out.
//!
//! - `thesis`: stones; liberties of own and of opposing stones; stones that a move here would capture, for the mover and for the
//!   opponent. The thesis does not say how numbers become types of points; here they are the classes 1, 2, 3 and "4 or more".
//! - `thesis-recent`: with the last two moves marked.
//! - `extended`: also the six moves before those, chain sizes, the result of reading chains with few liberties, and what a stone here
//!   would be (self-atari, own eye, illegal).
//!
//! The sets are frozen under their names: a model file says which one it was grown with.

mod extended;
#[cfg(test)]
mod tests;

use go_board::{Board, ChainId, Color, Liberties, Point, Position, TrueLiberties};
use serde::{Deserialize, Serialize};

/// A field and the names of its classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldSpec {
    /// A stable name.
    pub name: &'static str,
    /// What a point of each class is, for a sentence such as "at least 3 ... within 2".
    pub classes: &'static [&'static str],
}

/// A list of fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FieldSet {
    /// The fields that the thesis lists.
    #[default]
    Thesis,
    /// The same with the last two moves.
    ThesisRecent,
    /// More of the recent moves, chain sizes, reading.
    Extended,
}

const STONES: FieldSpec = FieldSpec { name: "stones", classes: &["own stones", "opposing stones", "empty points"] };
const OWN_LIBERTIES: FieldSpec = FieldSpec {
    name: "own-liberties",
    classes: &[
        "own stones in atari",
        "own stones with 2 liberties",
        "own stones with 3 liberties",
        "own stones with 4 or more liberties",
    ],
};
const OPPOSING_LIBERTIES: FieldSpec = FieldSpec {
    name: "opposing-liberties",
    classes: &[
        "opposing stones in atari",
        "opposing stones with 2 liberties",
        "opposing stones with 3 liberties",
        "opposing stones with 4 or more liberties",
    ],
};
const CAPTURE: FieldSpec = FieldSpec {
    name: "capture",
    classes: &[
        "points that capture 1 stone",
        "points that capture 2 stones",
        "points that capture 3 stones",
        "points that capture 4 or more stones",
    ],
};
const OPPOSING_CAPTURE: FieldSpec = FieldSpec {
    name: "opposing-capture",
    classes: &[
        "points where the opponent captures 1 stone",
        "points where the opponent captures 2 stones",
        "points where the opponent captures 3 stones",
        "points where the opponent captures 4 or more stones",
    ],
};
const LAST_MOVES: FieldSpec = FieldSpec { name: "last-moves", classes: &["the last move", "the move before the last"] };

const EXTENDED: &[FieldSpec] = &[
    STONES,
    OWN_LIBERTIES,
    OPPOSING_LIBERTIES,
    CAPTURE,
    OPPOSING_CAPTURE,
    LAST_MOVES,
    extended::EARLIER_MOVES,
    extended::CHAIN_SIZE,
    extended::READING,
    extended::PLAYING_HERE,
];

impl FieldSet {
    /// The fields, in order.
    pub fn fields(self) -> &'static [FieldSpec] {
        match self {
            FieldSet::Thesis => &EXTENDED[..5],
            FieldSet::ThesisRecent => &EXTENDED[..6],
            FieldSet::Extended => EXTENDED,
        }
    }

    /// The name that model files use.
    pub fn name(self) -> &'static str {
        match self {
            FieldSet::Thesis => "fields-thesis-1",
            FieldSet::ThesisRecent => "fields-thesis-recent-1",
            FieldSet::Extended => "fields-extended-1",
        }
    }

    /// Calls `mark(field, point, class)` for every point that has a class in a field.
    pub fn survey(self, position: &Position, mut mark: impl FnMut(usize, Point, u16)) {
        let (board, own) = (&position.board, position.to_move);
        for point in board.size().points() {
            if let Some(chain) = board.chain_at(point) {
                let is_own = board.chain_color(chain) == own;
                let n = n_liberties(board, chain);
                mark(0, point, u16::from(!is_own));
                mark(if is_own { 1 } else { 2 }, point, one_to_four(n));
                // Points that capture are the last liberties of chains; each is looked at once, from the chain's own stone.
                if n == 1 && board.chain_stone(chain) == point {
                    self.survey_capture(position, chain, &mut mark);
                }
            } else {
                mark(0, point, 2);
            }
        }
        if self != FieldSet::Thesis {
            for back in 0..2 {
                if let Some(point) = position.last_point(back) {
                    mark(5, point, back as u16);
                }
            }
        }
        if self == FieldSet::Extended {
            extended::survey(position, &mut mark);
        }
    }
}

impl FieldSet {
    /// Marks the last liberty of a chain as a point of capture. A point that captures several chains is marked for the first of
    /// them in board order.
    fn survey_capture(self, position: &Position, chain: ChainId, mark: &mut impl FnMut(usize, Point, u16)) {
        let (board, own) = (&position.board, position.to_move);
        let Some(point) = board.liberties(chain).single() else { return };
        let captor = board.chain_color(chain).opponent();
        let neighbours = point.neighbours().into_iter().filter_map(|neighbour| board.chain_at(neighbour));
        let in_atari = neighbours.filter(|&other| board.chain_color(other) != captor && n_liberties(board, other) == 1);
        if in_atari.map(|other| board.chain_stone(other)).min() == Some(board.chain_stone(chain)) {
            mark(if captor == own { 3 } else { 4 }, point, one_to_four(n_captured(board, point, captor)));
        }
    }
}

/// The classes 1, 2, 3 and 4 or more.
fn one_to_four(n: usize) -> u16 {
    (n.clamp(1, 4) - 1) as u16
}

fn n_liberties(board: &Board<TrueLiberties>, chain: ChainId) -> usize {
    board.liberties(chain).count()
}

/// The stones that `color` would capture by playing on the empty point.
fn n_captured(board: &Board<TrueLiberties>, point: Point, color: Color) -> usize {
    let mut seen: [Option<ChainId>; 4] = [None; 4];
    let mut n = 0;
    for (idx, neighbour) in point.neighbours().into_iter().enumerate() {
        let Some(chain) = board.chain_at(neighbour).filter(|&chain| board.chain_color(chain) != color) else {
            continue;
        };
        if n_liberties(board, chain) == 1 && !seen.contains(&Some(chain)) {
            seen[idx] = Some(chain);
            n += board.chain_size(chain);
        }
    }
    n
}
