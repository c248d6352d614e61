//! Kosumi-strings: the stones around a move as Abe and Kotani describe them (section 2.2), as integers for decision trees.
//!
//! Stones of one colour belong to one *kosumi-string* if they are adjacent, or diagonal to each other with at least one of the two
//! points between them not held by the opponent. If the opponent holds one of the two and the other is empty, that other one is a
//! *discerption point*: playing there cuts.
//!
//! From a candidate point one looks in the four directions along the lines to the first stone; its string is described by the
//! attributes (a) to (o), and the candidate itself by (1) to (4). The board is divided into eight by its symmetries: directions are
//! ordered towards the nearest border, away from it, towards the second nearest, away from that, so that symmetric candidates have
//! equal rows.
//!
//! Where the paper is silent or its figures are missing from the available copy:
//! - "When the four-quarter is seen, have one width" has two readings: one looks along a single line ([`Attributes::Paper`]), or with
//!   a width of one to each side ([`Attributes::Wide`]), which sees stones at a knight's move.
//! - (a) is the owner of the string. (o), the relation with the move, is the distance along the line, and in a wide view also the
//!   step sideways of the nearest stone.
//! - The potential is the sum over stones of `64 / 2^distance`, own minus opposing.
//!
//! [`Attributes::Recent`] adds where the last moves were, which the paper names as future work; [`Attributes::Extended`] also
//! looks wide and counts stones near the candidate.

mod influence;
mod string;
#[cfg(test)]
mod tests;

use go_board::{Color, Point, Position};
use influence::Influence;
use serde::{Deserialize, Serialize};
pub use string::KosumiString;
use string::Strings;

/// Which attributes a row has. Each list is frozen under its name and its place: model files hold the place, so new lists come last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Attributes {
    /// Those of the paper, looking along a single line.
    #[default]
    Paper,
    /// As `Paper`, and the offsets to the last moves.
    Recent,
    /// Those of the paper, looking along three lines side by side.
    Wide,
    /// As `Wide`, and the offsets to the last moves, the distance from the second border, and the stones nearby.
    Extended,
}

/// Attributes of one string, (a) to (o).
const PER_STRING: usize = 15;
/// Attributes (1) to (4).
const N_OTHER: usize = 4;
/// The last moves whose offsets are attributes.
const N_RECENT: usize = 3;
/// Attributes of one of them: distance, and the two coordinates of the offset.
const PER_RECENT: usize = 3;
/// The value of a missing move.
const NO_MOVE: i16 = 99;
/// How far stones are counted as near: the last side of the square around the candidate is 11.
const NEAR: [u8; 4] = [1, 2, 3, 5];

const STRING_WORDS: [&str; PER_STRING + 1] = [
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
    "step sideways",
];
const DIRECTION_WORDS: [&str; 4] = [
    "towards the nearest border",
    "away from the nearest border",
    "towards the second border",
    "away from the second border",
];
const OTHER_WORDS: [&str; N_OTHER] = ["turn (0 Black, 1 White)", "height of the point", "potential", "number of plies"];
const RECENT_WORDS: [&str; PER_RECENT] =
    ["distance to", "offset along the first axis to", "offset along the second axis to"];
const RECENT_NAMES: [&str; N_RECENT] = ["the last move", "the move before the last", "the third last move"];

impl Attributes {
    /// Number of integers in a row.
    pub fn len(self) -> usize {
        match self {
            Attributes::Paper | Attributes::Wide => self.n_published(),
            Attributes::Recent => self.n_published() + N_RECENT * PER_RECENT,
            Attributes::Extended => self.n_published() + N_RECENT * PER_RECENT + 1 + 2 * NEAR.len(),
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
            Attributes::Wide => "kosumi-wide-1",
            Attributes::Recent => "kosumi-recent-1",
            Attributes::Extended => "kosumi-extended-1",
        }
    }

    /// How far the view reaches to each side of the line.
    fn sideways(self) -> i32 {
        match self {
            Attributes::Paper | Attributes::Recent => 0,
            Attributes::Wide | Attributes::Extended => 1,
        }
    }

    /// Attributes of one string.
    fn per_string(self) -> usize {
        PER_STRING + usize::from(self.sideways() > 0)
    }

    /// Attributes of the paper.
    fn n_published(self) -> usize {
        4 * self.per_string() + N_OTHER
    }

    /// An attribute in words.
    pub fn words(self, attribute: usize) -> String {
        let (per_string, n_published) = (self.per_string(), self.n_published());
        if attribute < 4 * per_string {
            let (direction, of) = (attribute / per_string, attribute % per_string);
            return format!("{}, string {}", STRING_WORDS[of], DIRECTION_WORDS[direction]);
        }
        if attribute < n_published {
            return OTHER_WORDS[attribute - 4 * per_string].to_owned();
        }
        let k = attribute - n_published;
        if k < N_RECENT * PER_RECENT {
            return format!("{} {}", RECENT_WORDS[k % PER_RECENT], RECENT_NAMES[k / PER_RECENT]);
        }
        match k - N_RECENT * PER_RECENT {
            0 => "distance from the second border".to_owned(),
            k => format!("{} stones within {}", ["own", "opposing"][(k - 1) % 2], NEAR[(k - 1) / 2]),
        }
    }

    /// The direction (0 to 3) whose string an attribute describes; `None` for the others.
    pub fn direction(self, attribute: usize) -> Option<usize> {
        (attribute < 4 * self.per_string()).then_some(attribute / self.per_string())
    }

    /// How many moves back the move is that an attribute is about.
    pub fn moves_back(self, attribute: usize) -> Option<usize> {
        let k = attribute.checked_sub(self.n_published())?;
        (k < N_RECENT * PER_RECENT).then_some(k / PER_RECENT)
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
        let per_string = self.attributes.per_string();
        for direction in 0..4 {
            match self.first_string(point, &axes, direction) {
                None => row.extend(std::iter::repeat_n(0, per_string)),
                Some(Seen { string, distance, sidestep }) => {
                    row.push(if string.color == own { 1 } else { 2 });
                    row.extend(string.numbers());
                    row.push(distance);
                    if per_string > PER_STRING {
                        row.push(sidestep);
                    }
                }
            }
        }
        row.push(i16::from(own == Color::White));
        row.push(height(point, size));
        row.push(if own == Color::Black { self.influence.at(point) } else { -self.influence.at(point) });
        row.push(self.position.move_number.min(999) as i16);
        if matches!(self.attributes, Attributes::Recent | Attributes::Extended) {
            for back in 0..N_RECENT {
                row.extend(
                    self.position.last_point(back).map_or([NO_MOVE; PER_RECENT], |last| axes.offset(point, last)),
                );
            }
        }
        if self.attributes == Attributes::Extended {
            row.push(second_height(point, size));
            row.extend(self.stones_near(point));
        }
    }

    /// For each distance of [`NEAR`], the own and the opposing stones in the square around the point.
    fn stones_near(&self, point: Point) -> [i16; 2 * NEAR.len()] {
        let (board, own) = (&self.position.board, self.position.to_move);
        let mut counts = [0; 2 * NEAR.len()];
        let reach = i32::from(NEAR[NEAR.len() - 1]);
        let size = i32::from(board.size().get());
        let (x, y) = (i32::from(point.x()), i32::from(point.y()));
        for ny in (y - reach).max(0)..=(y + reach).min(size - 1) {
            for nx in (x - reach).max(0)..=(x + reach).min(size - 1) {
                let Some(color) = board.color_at(point.shifted(nx - x, ny - y)) else { continue };
                let distance = (nx - x).abs().max((ny - y).abs());
                let nearest = NEAR.iter().position(|&near| distance <= i32::from(near)).unwrap_or(NEAR.len());
                (nearest..NEAR.len()).for_each(|k| counts[2 * k + usize::from(color != own)] += 1);
            }
        }
        counts
    }

    /// The first string seen from a point in a direction (0 to 3), with its distance along the line.
    pub fn string_towards(&self, point: Point, direction: usize) -> Option<(&KosumiString, i16)> {
        let axes = Axes::of(point, self.position.board.size().get());
        self.first_string(point, &axes, direction).map(|seen| (seen.string, seen.distance))
    }

    /// The nearest stone decides; at equal distance the one on the line, then the one on the side that the other axis points to.
    fn first_string(&self, point: Point, axes: &Axes, direction: usize) -> Option<Seen<'_>> {
        let size = self.position.board.size();
        let (dx, dy) = axes.directions()[direction];
        let (side_x, side_y) = if direction < 2 { axes.second } else { axes.first };
        let mut at = point.shifted(dx, dy);
        let mut distance = 1;
        while size.contains(at) {
            for sidestep in [0, 1, -1] {
                if i32::abs(sidestep) > self.attributes.sideways() {
                    break;
                }
                let beside = at.shifted(sidestep * side_x, sidestep * side_y);
                if let Some(string) = self.strings.at(beside).filter(|_| size.contains(beside)) {
                    return Some(Seen { string, distance, sidestep: sidestep as i16 });
                }
            }
            (at, distance) = (at.shifted(dx, dy), distance + 1);
        }
        None
    }
}

/// The first string in a direction.
struct Seen<'a> {
    string: &'a KosumiString,
    /// Steps along the line to its nearest stone.
    distance: i16,
    /// Steps sideways from there: 1 towards the border of the other axis, -1 away from it.
    sidestep: i16,
}

/// Distance from the nearest border, from 1.
pub(crate) fn height(point: Point, size: u8) -> i16 {
    let from = |at: u8| at.min(size - 1 - at);
    i16::from(from(point.x()).min(from(point.y()))) + 1
}

/// Distance from the nearest border of the other axis, from 1.
fn second_height(point: Point, size: u8) -> i16 {
    let from = |at: u8| at.min(size - 1 - at);
    i16::from(from(point.x()).max(from(point.y()))) + 1
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
