//! Kosumi-strings: the stones around a move as Abe and Kotani describe them (section 2.2), as integers for decision trees.
//!
//! Stones of one colour belong to one *kosumi-string* if they are adjacent, or diagonal to each other with at least one of the two
//! points between them not held by the opponent. If the opponent holds one of the two and the other is empty, that other one is a
//! *discerption point*: playing there cuts.
//!
//! From a candidate point one looks in the four directions along the lines to the first stone; its string is described by the
//! attributes (a) to (o), and the candidate itself by (1) to (4). The board is divided into eight by its symmetries: directions are
//! ordered towards the nearest border, away from it, towards the second nearest, away from that, so that symmetric candidates have
//! equal rows. [`Attributes::Recent`] adds where the last moves were, which the paper names as future work.
//!
//! Where the paper is silent: (a) is not printed in the available copy and is the owner of the string here; (o), drawn
//! in a figure, is the distance along the line; the potential is the sum over stones of `64 / 2^distance`, own minus
//! opposing.

mod influence;
mod string;
#[cfg(test)]
mod tests;

use go_board::{Color, Point, Position};
use influence::Influence;
use serde::{Deserialize, Serialize};
pub use string::KosumiString;
use string::Strings;

/// Which attributes a row has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Attributes {
    /// Those of the paper.
    #[default]
    Paper,
    /// Also the offsets to the last moves.
    Recent,
}

/// Attributes of one string, (a) to (o).
const PER_STRING: usize = 15;
/// Attributes of the paper.
const N_PAPER: usize = 4 * PER_STRING + 4;
/// The last moves used by [`Attributes::Recent`].
const N_RECENT: usize = 3;
/// Attributes of one of them: distance, and the two coordinates of the offset.
const PER_RECENT: usize = 3;
/// The value of a missing move.
const NO_MOVE: i16 = 99;

const STRING_WORDS: [&str; PER_STRING] = [
    "owner (0 none, 1 own, 2 opposing)",
    "stones",
    "length",
    "width",
    "cutting points",
    "liberties",
    "liberties forbidden to its opponent",
    "empty points around",
    "stones of its colour around",
    "stones of the other colour around",
    "points beyond the border around",
    "greatest height",
    "least height",
    "median height",
    "distance along the line",
];
const DIRECTION_WORDS: [&str; 4] = [
    "towards the nearest border",
    "away from the nearest border",
    "towards the second border",
    "away from the second border",
];
const OTHER_WORDS: [&str; 4] = ["turn (0 Black, 1 White)", "height of the point", "potential", "number of plies"];
const RECENT_WORDS: [&str; PER_RECENT] =
    ["distance to", "offset along the first axis to", "offset along the second axis to"];
const RECENT_NAMES: [&str; N_RECENT] = ["the last move", "the move before the last", "the third last move"];

impl Attributes {
    /// Number of integers in a row.
    pub fn len(self) -> usize {
        match self {
            Attributes::Paper => N_PAPER,
            Attributes::Recent => N_PAPER + N_RECENT * PER_RECENT,
        }
    }

    /// Never: every row has attributes.
    pub fn is_empty(self) -> bool {
        false
    }

    /// The name that model files use.
    pub fn name(self) -> &'static str {
        match self {
            Attributes::Paper => "kosumi-1",
            Attributes::Recent => "kosumi-recent-1",
        }
    }

    /// An attribute in words.
    pub fn words(self, attribute: usize) -> String {
        if attribute < 4 * PER_STRING {
            let (direction, of) = (attribute / PER_STRING, attribute % PER_STRING);
            format!("{}, string {}", STRING_WORDS[of], DIRECTION_WORDS[direction])
        } else if attribute < N_PAPER {
            OTHER_WORDS[attribute - 4 * PER_STRING].to_owned()
        } else {
            let k = attribute - N_PAPER;
            format!("{} {}", RECENT_WORDS[k % PER_RECENT], RECENT_NAMES[k / PER_RECENT])
        }
    }

    /// The direction (0 to 3) whose string an attribute describes; `None` for the others.
    pub fn direction(self, attribute: usize) -> Option<usize> {
        (attribute < 4 * PER_STRING).then_some(attribute / PER_STRING)
    }

    /// How many moves back the move is that an attribute is about.
    pub fn moves_back(self, attribute: usize) -> Option<usize> {
        attribute.checked_sub(N_PAPER).map(|k| k / PER_RECENT)
    }
}

/// A position prepared for the rows of its candidates.
pub struct KosumiContext<'a> {
    position: &'a Position,
    attributes: Attributes,
    strings: Strings,
    influence: Influence,
}

impl<'a> KosumiContext<'a> {
    /// Finds the strings of a position.
    pub fn new(position: &'a Position, attributes: Attributes) -> Self {
        let strings = Strings::find(&position.board);
        KosumiContext { position, attributes, strings, influence: Influence::of(&position.board) }
    }

    /// Appends the row of a candidate point.
    pub fn write_row(&self, point: Point, row: &mut Vec<i16>) {
        let (size, own) = (self.position.board.size().get(), self.position.to_move);
        let axes = Axes::of(point, size);
        for (dx, dy) in axes.directions() {
            match self.first_string(point, dx, dy) {
                None => row.extend([0; PER_STRING]),
                Some((string, distance)) => {
                    row.push(if string.color == own { 1 } else { 2 });
                    row.extend(string.numbers());
                    row.push(distance);
                }
            }
        }
        row.push(i16::from(own == Color::White));
        row.push(height(point, size));
        row.push(if own == Color::Black { self.influence.at(point) } else { -self.influence.at(point) });
        row.push(self.position.move_number.min(999) as i16);
        if self.attributes == Attributes::Recent {
            for back in 0..N_RECENT {
                row.extend(
                    self.position.last_point(back).map_or([NO_MOVE; PER_RECENT], |last| axes.offset(point, last)),
                );
            }
        }
    }

    /// The first string seen from a point in a direction (0 to 3), with its distance along the line.
    pub fn string_towards(&self, point: Point, direction: usize) -> Option<(&KosumiString, i16)> {
        let (dx, dy) = Axes::of(point, self.position.board.size().get()).directions()[direction];
        self.first_string(point, dx, dy)
    }

    fn first_string(&self, point: Point, dx: i32, dy: i32) -> Option<(&KosumiString, i16)> {
        let board = &self.position.board;
        let mut at = point.shifted(dx, dy);
        let mut distance = 1;
        while board.size().contains(at) {
            if let Some(string) = self.strings.at(at) {
                return Some((string, distance));
            }
            (at, distance) = (at.shifted(dx, dy), distance + 1);
        }
        None
    }
}

/// Distance from the nearest border, from 1.
pub(crate) fn height(point: Point, size: u8) -> i16 {
    let from = |at: u8| at.min(size - 1 - at);
    i16::from(from(point.x()).min(from(point.y()))) + 1
}

/// The directions of a candidate up to symmetry.
struct Axes {
    /// One step towards the nearest border.
    first: (i32, i32),
    /// One step towards the second nearest border.
    second: (i32, i32),
}

impl Axes {
    fn of(point: Point, size: u8) -> Axes {
        let side = |at: u8| {
            let (low, high) = (at, size - 1 - at);
            if low <= high { (low, -1) } else { (high, 1) }
        };
        let ((x_distance, x), (y_distance, y)) = (side(point.x()), side(point.y()));
        if x_distance <= y_distance {
            Axes { first: (x, 0), second: (0, y) }
        } else {
            Axes { first: (0, y), second: (x, 0) }
        }
    }

    fn directions(&self) -> [(i32, i32); 4] {
        let back = |(dx, dy): (i32, i32)| (-dx, -dy);
        [self.first, back(self.first), self.second, back(self.second)]
    }

    /// Distance and offset of another point, the offset in the candidate's own axes.
    fn offset(&self, from: Point, to: Point) -> [i16; PER_RECENT] {
        let (dx, dy) = (i32::from(to.x()) - i32::from(from.x()), i32::from(to.y()) - i32::from(from.y()));
        let along = |axis: (i32, i32)| (dx * axis.0 + dy * axis.1) as i16;
        let distance = dx.abs() + dy.abs() + dx.abs().max(dy.abs());
        [distance as i16, along(self.first), along(self.second)]
    }
}
