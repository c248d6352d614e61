//! The features of `fate-4` beyond `fate-3`: what reading and shape say about the point, for the mover and for the opponent.
//!
//! - *reading*: the families of `tactical-2` that need no earlier moves, for the move, and for the opponent's move at the same point ("the opponent's best
//!   point is mine");
//! - *ring*: own, opponent's and empty cells by offset up to symmetry, out to three lines away;
//! - *room*: the connected points without own (or without the opponent's) stones around the move: how much room, whether it is open, how the move splits
//!   it, how far its points are.

use go_board::{Board, Cell, Color, Move, Point, PointMap, Position};

use super::area::Area;
use crate::tactical2::{Tactical2Context, Tactical2Family, Tactical2Levels, Tactical2Options};

/// Families that speak of earlier moves or of the phase of a game.
const HISTORY: [Tactical2Family; 6] = [
    Tactical2Family::Phase,
    Tactical2Family::LinePhase,
    Tactical2Family::ThirdLastDistance,
    Tactical2Family::RecentFocus,
    Tactical2Family::NeighbourAge,
    Tactical2Family::Reply,
];
const N_FAMILIES: usize = Tactical2Family::COUNT - HISTORY.len();

/// Offsets up to symmetry.
const RINGS: [(u8, u8); 9] = [(1, 0), (1, 1), (2, 0), (2, 1), (2, 2), (3, 0), (3, 1), (3, 2), (3, 3)];
const RING_CELLS: [&str; 3] = ["own", "opponent", "empty"];
const ROOM_NAMES: [&str; 8] =
    ["empty", "stones", "is-open", "neighbours", "parts", "largest-part", "mean-steps", "most-steps"];

/// Columns beyond those of `fate-3`.
pub(super) const N_LOCAL: usize = 2 * N_FAMILIES + RINGS.len() * RING_CELLS.len() + 2 * ROOM_NAMES.len();

fn families() -> impl Iterator<Item = Tactical2Family> {
    Tactical2Family::ALL.into_iter().filter(|family| !HISTORY.contains(family))
}

/// The names of those columns.
pub(super) fn names() -> Vec<String> {
    let reading = |side: &'static str| families().map(move |family| format!("reading:{side}-{}", family.name()));
    let rings = RINGS.iter().flat_map(|(x, y)| RING_CELLS.map(|cell| format!("ring:{x}-{y}-{cell}")));
    let room = |side: &'static str| ROOM_NAMES.iter().map(move |name| format!("room:without-{side}-{name}"));
    let rooms = room("own").chain(room("opponent"));
    reading("own").chain(reading("opponent")).chain(rings).chain(rooms).collect()
}

/// Data computed once per position.
pub(super) struct Local {
    area: Area,
    /// Levels for the mover and for the opponent, by point.
    levels: [PointMap<Tactical2Levels>; 2],
}

impl Local {
    pub(super) fn new(board: &Board, area: Area, to_move: Color) -> Local {
        let levels = [to_move, to_move.opponent()].map(|side| {
            let mut position = Position::new(board.size(), 0.0);
            position.board = board.clone();
            position.to_move = side;
            let context = Tactical2Context::new(&position, Tactical2Options::default());
            let mut levels = PointMap::filled(Tactical2Levels::default());
            for point in position.legal_points().filter(|&point| area.contains(point)) {
                levels[point] = context.levels(Move::Play(point));
            }
            levels
        });
        Local { area, levels }
    }

    /// Appends the columns of a move.
    pub(super) fn read(&self, board: &Board, point: Point, to_move: Color, values: &mut Vec<f64>) {
        for levels in &self.levels {
            values.extend(families().map(|family| f64::from(levels[point][family])));
        }
        for offset in RINGS {
            let mut counts = [0.0; 3];
            for cell in ring(board, point, offset) {
                match cell {
                    Cell::OffBoard => {}
                    Cell::Empty => counts[2] += 1.0,
                    stone => counts[usize::from(stone != to_move.cell())] += 1.0,
                }
            }
            values.extend(counts);
        }
        for side in [to_move, to_move.opponent()] {
            values.extend(self.room(board, point, side));
        }
    }

    /// The columns of `ROOM_NAMES` for the points without stones of a side that are connected to the move.
    fn room(&self, board: &Board, start: Point, without: Color) -> [f64; ROOM_NAMES.len()] {
        let is_room = |point: Point| {
            let cell = board.cell(point);
            cell != Cell::OffBoard && cell != without.cell() && self.area.contains(point)
        };
        let mut steps = PointMap::filled(u8::MAX);
        steps[start] = 0;
        let mut queue = vec![start];
        let (mut n_empty, mut n_stones, mut is_open, mut total) = (0u32, 0u32, false, 0u32);
        let mut next = 0;
        while next < queue.len() {
            let point = queue[next];
            next += 1;
            if board.is_empty(point) {
                n_empty += 1
            } else {
                n_stones += 1
            }
            total += u32::from(steps[point]);
            for there in point.neighbours() {
                is_open |= board.cell(there) == Cell::Empty && !self.area.contains(there);
                if is_room(there) && steps[there] == u8::MAX {
                    steps[there] = steps[point].saturating_add(1);
                    queue.push(there);
                }
            }
        }
        let most_steps = queue.last().map_or(0, |&point| steps[point]);
        let (n_parts, largest) = parts(start, &queue, is_room);
        let n_neighbours = start.neighbours().into_iter().filter(|&point| is_room(point)).count();
        [
            f64::from(n_empty.min(40)),
            f64::from(n_stones.min(40)),
            f64::from(u8::from(is_open)),
            n_neighbours as f64,
            n_parts as f64,
            largest.min(40) as f64,
            f64::from(total) / queue.len() as f64,
            f64::from(most_steps.min(20)),
        ]
    }
}

/// How many connected parts the room has without the move's point, and the size of the largest.
fn parts(start: Point, room: &[Point], is_room: impl Fn(Point) -> bool) -> (usize, usize) {
    let mut is_seen = PointMap::filled(false);
    is_seen[start] = true;
    let (mut n_parts, mut largest) = (0, 0);
    for first in start.neighbours() {
        if !is_room(first) || is_seen[first] {
            continue;
        }
        n_parts += 1;
        is_seen[first] = true;
        let (mut open, mut n_points) = (vec![first], 0);
        while let Some(point) = open.pop() {
            n_points += 1;
            for there in point.neighbours() {
                if is_room(there) && !is_seen[there] {
                    is_seen[there] = true;
                    open.push(there);
                }
            }
        }
        largest = largest.max(n_points);
    }
    debug_assert!(largest < room.len());
    (n_parts, largest)
}

/// The cells at an offset, in every orientation.
fn ring(board: &Board, point: Point, (dx, dy): (u8, u8)) -> impl Iterator<Item = Cell> + '_ {
    let (dx, dy) = (i16::from(dx), i16::from(dy));
    let mut offsets: Vec<(i16, i16)> = Vec::with_capacity(8);
    for (a, b) in [(dx, dy), (dy, dx)] {
        for (x, y) in [(a, b), (-a, b), (a, -b), (-a, -b)] {
            if !offsets.contains(&(x, y)) {
                offsets.push((x, y));
            }
        }
    }
    offsets.into_iter().map(move |(x, y)| {
        let place = |at: u8, by: i16| usize::try_from(i16::from(at) + by).ok();
        let there = place(point.x(), x).zip(place(point.y(), y));
        let there = there.and_then(|(x, y)| board.size().point(x, y));
        there.map_or(Cell::OffBoard, |there| board.cell(there))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(values: &[f64], name: &str) -> f64 {
        values[names().iter().position(|own| own == name).unwrap_or_else(|| panic!("{name}"))]
    }

    #[test]
    fn names_are_as_many_as_columns_and_differ() {
        let names = names();
        assert_eq!(names.len(), N_LOCAL);
        assert_eq!(names.iter().collect::<std::collections::BTreeSet<_>>().len(), N_LOCAL);
    }

    /// White's eye space of three in a row: the middle splits it.
    #[test]
    fn the_middle_of_three_splits_the_room() {
        let (board, marks): (Board, _) = Board::parse_ascii(
            "
            . a . O X .
            O O O O X .
            X X X X X .
            . . . . . .
            . . . . . .
            . . . . . .",
        )
        .unwrap();
        let point = marks[0].1;
        let local = Local::new(&board, Area::whole(board.size()), Color::Black);
        let mut values = Vec::new();
        local.read(&board, point, Color::Black, &mut values);
        assert_eq!(values.len(), N_LOCAL);
        assert_eq!(column(&values, "room:without-opponent-empty"), 3.0);
        assert_eq!(column(&values, "room:without-opponent-parts"), 2.0);
        assert_eq!(column(&values, "room:without-opponent-largest-part"), 1.0);
        assert_eq!(column(&values, "room:without-own-stones"), 5.0, "the room without black stones has white's chain");
        assert_eq!(column(&values, "ring:1-0-opponent"), 1.0);
        assert_eq!(column(&values, "ring:1-0-empty"), 2.0);
        assert_eq!(column(&values, "ring:2-0-own"), 1.0);
    }
}
