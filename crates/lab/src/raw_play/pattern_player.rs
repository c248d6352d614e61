//! A weak player that works by patterns alone, in the manner of Wally (Foulds 2006, sections 2.5.5 and 6.1.3).
//!
//! It captures when it can, the most stones; otherwise it saves its largest chain in atari if that gains liberties; otherwise it plays the first
//! of its 3x3 patterns that matches anywhere, at a point chosen at random; otherwise a random point. It never plays suicide or fills an own eye. The patterns are our own. No
//! search, no evaluation: an opponent for players without search.

use go_board::{Board, Cell, Color, Move, Point, Position};
use go_tactics::{chains_around, n_liberties_after};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Rows of three cells, the move in the middle: X own, O the opponent's, . empty, # off the board, ? anything. The best come first.
const PATTERNS: [[&str; 3]; 14] = [
    // Cuts and connections.
    ["OX?", "X.O", "???"],
    ["XO?", "O.X", "???"],
    ["XOX", "?.?", "???"],
    ["?X?", "O.O", "?X?"],
    ["XO?", "..?", "###"],
    // Hane and bends.
    ["XO?", "...", "?.?"],
    ["XOO", "...", "?.?"],
    ["XO.", "...", "..."],
    // At the edge.
    ["XO?", "?.?", "###"],
    ["?O?", "X..", "###"],
    // Extensions and walls.
    ["?X?", "O..", "?.?"],
    ["?O.", "X..", "?.."],
    ["?X?", "...", "..."],
    ["?O?", "...", "..."],
];

/// The player.
pub struct PatternPlayer {
    rng: Xoshiro256PlusPlus,
}

impl PatternPlayer {
    /// A player whose random choices the seed decides.
    pub fn new(seed: u64) -> PatternPlayer {
        PatternPlayer { rng: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }

    /// Its move.
    pub fn choose(&mut self, position: &Position) -> Move {
        let (board, side) = (&position.board, position.to_move);
        let points: Vec<Point> = position.legal_points().filter(|&point| board.is_playable(point, side)).collect();
        let gain = |&point: &Point| {
            let theirs = chains_around(board, point, side.opponent());
            let caught = theirs.iter().filter(|&&chain| board.liberties(chain).iter().count() == 1);
            let n_caught: usize = caught.map(|&chain| board.chain_size(chain)).sum();
            let own = chains_around(board, point, side);
            let in_atari = own.iter().filter(|&&chain| board.liberties(chain).iter().count() == 1);
            let saved: usize = in_atari.map(|&chain| board.chain_size(chain)).sum();
            let is_saved = n_liberties_after(board, point, side) > 1;
            (n_caught, if is_saved { saved } else { 0 })
        };
        if let Some(best) = points.iter().map(gain).max().filter(|&best| best > (0, 0)) {
            let all: Vec<Point> = points.iter().copied().filter(|point| gain(point) == best).collect();
            return self.any(&all);
        }
        for pattern in &PATTERNS {
            let matching: Vec<Point> =
                points.iter().copied().filter(|&point| matches(board, point, side, pattern)).collect();
            if !matching.is_empty() {
                return self.any(&matching);
            }
        }
        self.any(&points)
    }

    fn any(&mut self, points: &[Point]) -> Move {
        points.choose(&mut self.rng).map_or(Move::Pass, |&point| Move::Play(point))
    }
}

/// Does the pattern match in one of the eight orientations?
fn matches(board: &Board, point: Point, side: Color, pattern: &[&str; 3]) -> bool {
    let cell = |x: i16, y: i16| {
        let place = |at: u8, by: i16| usize::try_from(i16::from(at) + by).ok();
        let there = place(point.x(), x).zip(place(point.y(), y)).and_then(|(x, y)| board.size().point(x, y));
        match there.map_or(Cell::OffBoard, |there| board.cell(there)) {
            Cell::OffBoard => b'#',
            Cell::Empty => b'.',
            stone if stone == side.cell() => b'X',
            _ => b'O',
        }
    };
    let wanted = |x: i16, y: i16| pattern[(y + 1) as usize].as_bytes()[(x + 1) as usize];
    let fits = |turn: &dyn Fn(i16, i16) -> (i16, i16)| {
        (-1..=1).all(|y| {
            (-1..=1).all(|x| {
                let (there_x, there_y) = turn(x, y);
                matches!(wanted(x, y), b'?') || wanted(x, y) == cell(there_x, there_y)
            })
        })
    };
    [1, -1]
        .into_iter()
        .any(|a| [1, -1].into_iter().any(|b| fits(&|x, y| (a * x, b * y)) || fits(&|x, y| (a * y, b * x))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use go_board::BoardSize;

    fn choice(drawing: &str) -> (Move, Vec<(char, Point)>) {
        let (board, marks): (Board, _) = Board::parse_ascii(drawing).unwrap();
        let mut position = Position::new(board.size(), 6.5);
        position.board = board;
        (PatternPlayer::new(1).choose(&position), marks)
    }

    #[test]
    fn it_captures_then_saves_then_cuts() {
        let (chosen, marks) = choice(". . . . .\n. X O O .\n. X O a X\n. . X X .\n. . . . .");
        assert_ne!(chosen, Move::Play(marks[0].1), "three liberties: nothing to capture yet");
        let (chosen, marks) = choice("O O a . .\nX X . . .\n. . . . .\n. . . . .\n. . . . .");
        assert_eq!(chosen, Move::Play(marks[0].1), "two stones are captured");
        let (chosen, marks) = choice("X a . . .\nO . . . .\n. . . . .\n. . . . .\n. . . . .");
        assert_eq!(chosen, Move::Play(marks[0].1), "the stone in atari runs");
    }

    #[test]
    fn patterns_match_in_every_orientation() {
        let boards = [
            ". . . . .\n. O X . .\n. X a O .\n. . . . .\n. . . . .",
            ". . . . .\n. X O . .\n. O a X .\n. . . . .\n. . . . .",
            ". . . . .\n. . . . .\n. O a X .\n. X O . .\n. . . . .",
        ];
        for drawing in boards {
            let (board, marks): (Board, _) = Board::parse_ascii(drawing).unwrap();
            let is_cut = PATTERNS[..2].iter().any(|pattern| matches(&board, marks[0].1, Color::Black, pattern));
            assert!(is_cut, "{drawing}");
        }
        let empty: Board = Board::new(BoardSize::NINE);
        let middle = BoardSize::NINE.parse_point("E5").unwrap();
        assert!(PATTERNS.iter().all(|pattern| !matches(&empty, middle, Color::Black, pattern)));
    }
}
