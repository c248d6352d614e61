//! A position as numbers on a grid, from the point of view of the side to move: the input of an evaluation.
//!
//! One value per plane and point, plane by plane and row by row from the top left. Besides stones, liberties and the last moves there is what a
//! look at the grid does not give: which weak chains are caught by reading ([`go_tactics::Reader`]). Two more values hold for the
//! whole board: komi and how far the game is.
//!
//! The set is versioned ([`PLANES`]): a model names it, and a set that a model names is never changed. There is no plane about
//! groups, eyes or life; that is left to the learner.

use go_board::{Board, Color, Liberties, Point, Position, Symmetry};
use go_tactics::Reader;

/// The name of this set of planes.
pub const PLANES: &str = "planes-1";
/// Planes.
pub const N_PLANES: usize = 17;
/// Values for the whole board.
pub const N_GLOBALS: usize = 2;

/// Chains with at most so many liberties are read.
const READ_UP_TO: usize = 2;
/// The least count of liberties that is not told from larger ones.
const MANY_LIBERTIES: usize = 4;

/// The planes in their order.
const ON_BOARD: usize = 0;
const STONES: [usize; 2] = [1, 2];
const LIBERTIES: [usize; 2] = [3, 6];
const RECENT: [usize; 3] = [9, 10, 11];
const KO: usize = 12;
const CAPTURABLE: usize = 13;
const IN_DANGER: usize = 14;
const LOST: usize = 15;
const LINE: usize = 16;

/// Buffers for reading positions.
pub struct PlaneReader {
    reader: Reader,
}

impl PlaneReader {
    /// A reader that tries at most so many moves per question about a chain.
    pub fn new(n_nodes: usize) -> PlaneReader {
        PlaneReader { reader: Reader::new(n_nodes) }
    }

    /// Fills in the planes and the values for the whole board of a position, turned by a symmetry.
    pub fn read(&mut self, position: &Position, symmetry: Symmetry, planes: &mut Vec<f32>, globals: &mut Vec<f32>) {
        let (board, mover) = (&position.board, position.to_move);
        let size = board.size();
        let area = size.area();
        planes.clear();
        planes.resize(N_PLANES * area, 0.0);
        let mut set = |plane: usize, point: Point, value: f32| {
            planes[plane * area + size.dense_index(symmetry.apply(size, point))] = value;
        };
        for point in size.points() {
            set(ON_BOARD, point, 1.0);
            set(LINE, point, 1.0 / size.line(point) as f32);
            let Some(chain) = board.chain_at(point) else { continue };
            let side = usize::from(board.chain_color(chain) != mover);
            set(STONES[side], point, 1.0);
            let n_liberties = board.liberties(chain).count();
            if (1..MANY_LIBERTIES).contains(&n_liberties) {
                set(LIBERTIES[side] + n_liberties - 1, point, 1.0);
            }
        }
        for (back, plane) in RECENT.into_iter().enumerate() {
            if let Some(point) = position.last_point(back) {
                set(plane, point, 1.0);
            }
        }
        if let Some(point) = board.ko_point(mover) {
            set(KO, point, 1.0);
        }
        self.read_weak_chains(board, mover, &mut set);
        globals.clear();
        let sign = if mover == Color::Black { -1.0 } else { 1.0 };
        globals.extend([sign * position.komi / 10.0, position.move_number as f32 / area as f32]);
    }

    fn read_weak_chains(&mut self, board: &Board, mover: Color, set: &mut impl FnMut(usize, Point, f32)) {
        self.reader.load(board);
        for point in board.size().points() {
            let Some(chain) = board.chain_at(point).filter(|&chain| board.chain_stone(chain) == point) else {
                continue;
            };
            if board.liberties(chain).count() > READ_UP_TO || !self.reader.captures(point).is_yes() {
                continue;
            }
            let plane = match board.chain_color(chain) == mover {
                false => CAPTURABLE,
                true if self.reader.is_lost(point) => LOST,
                true => IN_DANGER,
            };
            board.stones(chain).for_each(|stone| set(plane, stone, 1.0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use go_board::{BoardSize, Move};

    fn position(drawing: &str, to_move: Color) -> Position {
        let (board, _) = Board::parse_ascii(drawing).expect("a drawing");
        let mut position = Position::new(board.size(), 6.5);
        position.board = board;
        position.to_move = to_move;
        position
    }

    fn read(position: &Position, symmetry: Symmetry) -> (Vec<f32>, Vec<f32>) {
        let (mut planes, mut globals) = (Vec::new(), Vec::new());
        PlaneReader::new(80).read(position, symmetry, &mut planes, &mut globals);
        (planes, globals)
    }

    const FIGHT: &str = "
        . . . . .
        . O X . .
        . X O . .
        . O . . .
        . . . . .";

    #[test]
    fn stones_liberties_and_weak_chains_are_told_from_the_mover() {
        let position = position(FIGHT, Color::White);
        let (planes, globals) = read(&position, Symmetry::IDENTITY);
        let at = |plane: usize, name: &str| {
            let point = position.board.size().parse_point(name).expect("a point");
            planes[plane * 25 + position.board.size().dense_index(point)]
        };
        assert_eq!((at(STONES[0], "B4"), at(STONES[1], "C4"), at(STONES[1], "A1")), (1.0, 1.0, 0.0));
        assert_eq!((at(LIBERTIES[1], "B3"), at(LIBERTIES[1] + 1, "C4")), (1.0, 1.0));
        assert_eq!(at(CAPTURABLE, "B3"), 1.0);
        assert_eq!((at(ON_BOARD, "A1"), at(LINE, "A1"), at(LINE, "C3")), (1.0, 1.0, 1.0 / 3.0));
        assert_eq!(globals[0], 0.65, "komi is White's");
        assert_eq!(planes.len(), N_PLANES * 25);
        assert_eq!(globals.len(), N_GLOBALS);
    }

    #[test]
    fn what_is_in_atari_is_capturable_or_in_danger() {
        let drawing = ". . . . .\n. X O . .\nX O X . .\n. . . . .\n. . . . .";
        let planes_for = |color| read(&position(drawing, color), Symmetry::IDENTITY).0;
        let b3 = 2 * 5 + 1;
        let black = planes_for(Color::Black);
        assert_eq!((black[CAPTURABLE * 25 + b3], black[IN_DANGER * 25 + b3]), (1.0, 0.0));
        let white = planes_for(Color::White);
        assert_eq!(white[CAPTURABLE * 25 + b3], 0.0);
        assert_eq!(white[IN_DANGER * 25 + b3] + white[LOST * 25 + b3], 1.0);
    }

    #[test]
    fn a_turned_position_has_turned_planes() {
        let position = position(FIGHT, Color::Black);
        let (plain, _) = read(&position, Symmetry::IDENTITY);
        for symmetry in Symmetry::ALL {
            let (turned, _) = read(&position, symmetry);
            for point in position.board.size().points() {
                let (from, to) = (
                    position.board.size().dense_index(point),
                    position.board.size().dense_index(symmetry.apply(position.board.size(), point)),
                );
                assert!((0..N_PLANES).all(|plane| plain[plane * 25 + from] == turned[plane * 25 + to]));
            }
        }
    }

    #[test]
    fn recent_moves_are_marked() {
        let mut position: Position = Position::new(BoardSize::NINE, 7.5);
        for name in ["E5", "C3", "G7"] {
            position.play(Move::Play(position.board.size().parse_point(name).expect("a point")));
        }
        let (planes, globals) = read(&position, Symmetry::IDENTITY);
        let marked = |plane: usize, name: &str| {
            let size = position.board.size();
            planes[plane * 81 + size.dense_index(size.parse_point(name).expect("a point"))]
        };
        assert_eq!((marked(RECENT[0], "G7"), marked(RECENT[1], "C3"), marked(RECENT[2], "E5")), (1.0, 1.0, 1.0));
        assert_eq!(globals[1], 3.0 / 81.0);
    }
}
