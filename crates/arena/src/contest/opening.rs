//! How games begin. Both games of a pair begin in the same way, with the colours exchanged.

use go_board::{BoardSize, Color, GameBoard, Move};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use stable_hash::splitmix64;

/// The first moves of the games.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Opening {
    /// An empty board.
    Empty,
    /// So many random moves on the third line or higher, other moves for every pair.
    Random {
        /// How many.
        moves: usize,
    },
    /// Lines of moves (GTP vertices), one after the other for the pairs.
    Lines(Vec<Vec<String>>),
}

/// A recorded opening that cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("opening {line}: {word:?} is not a legal move there on {size}")]
pub struct OpeningError {
    line: usize,
    word: String,
    size: BoardSize,
}

impl Opening {
    /// The moves of a pair, Black's first.
    pub(crate) fn moves(&self, pair: u64, seed: u64, game: &GameBoard) -> Result<Vec<Move>, OpeningError> {
        let mut game = game.clone();
        let mut moves = Vec::new();
        match self {
            Self::Empty => {}
            Self::Random { moves: n_moves } => {
                let mut random = Xoshiro256PlusPlus::seed_from_u64(seed ^ pair.wrapping_mul(splitmix64::GAMMA));
                while moves.len() < *n_moves {
                    let Some(mv) = random_move(&game, &mut random) else { break };
                    play(&mut game, mv);
                    moves.push(mv);
                }
            }
            Self::Lines(lines) if lines.is_empty() => {}
            Self::Lines(lines) => {
                let line = usize::try_from(pair % lines.len() as u64).expect("a remainder of a usize");
                for word in &lines[line] {
                    let point = game.size().parse_point(word).ok().map(Move::Play);
                    let legal = point.filter(|&mv| game.check(game.to_move(), mv).is_ok());
                    let mv =
                        legal.ok_or_else(|| OpeningError { line: line + 1, word: word.clone(), size: game.size() })?;
                    play(&mut game, mv);
                    moves.push(mv);
                }
            }
        }
        Ok(moves)
    }

    /// Checks that every line can be played on the starting board of the games.
    pub(crate) fn check(&self, start: &GameBoard) -> Result<(), OpeningError> {
        let n_lines = if let Self::Lines(lines) = self { lines.len() } else { 0 };
        (0..n_lines as u64).try_for_each(|line| self.moves(line, 0, start).map(drop))
    }
}

fn play(game: &mut GameBoard, mv: Move) {
    let color: Color = game.to_move();
    game.play(color, mv).expect("the move was found legal");
}

/// A random legal point off the two outer lines; `None` when the board has none.
fn random_move(game: &GameBoard, random: &mut Xoshiro256PlusPlus) -> Option<Move> {
    let size = game.size();
    let inner: Vec<_> = size
        .points()
        .filter(|&point| size.line(point) >= 3 && game.check(game.to_move(), Move::Play(point)).is_ok())
        .collect();
    if inner.is_empty() { None } else { Some(Move::Play(inner[random.random_range(0..inner.len())])) }
}

#[cfg(test)]
mod tests {
    use go_board::RuleSet;

    use super::*;

    fn empty(n_lines: usize) -> GameBoard {
        GameBoard::new(BoardSize::new(n_lines).expect("a size"), RuleSet::Chinese.rules(), 7.5)
    }

    #[test]
    fn random_openings_differ_between_pairs_and_repeat_with_the_seed() {
        let opening = Opening::Random { moves: 4 };
        let moves = |pair, seed| opening.moves(pair, seed, &empty(9)).expect("random moves are legal");
        assert_eq!(moves(3, 1), moves(3, 1));
        assert_ne!(moves(3, 1), moves(4, 1));
        assert_ne!(moves(3, 1), moves(3, 2));
        assert_eq!(moves(3, 1).len(), 4);
        assert_eq!(opening.moves(0, 0, &empty(4)).expect("no room").len(), 0);
    }

    #[test]
    fn lines_are_played_in_turn() {
        let lines = [["E5", "C3"], ["G7", "C7"]].map(|line| line.map(str::to_owned).to_vec()).to_vec();
        let opening = Opening::Lines(lines);
        let name = |pair| {
            let moves = opening.moves(pair, 0, &empty(9)).expect("legal");
            BoardSize::NINE.name(moves[0].point().expect("a stone"))
        };
        assert_eq!([name(0), name(1), name(2)], ["E5", "G7", "E5"]);
    }

    #[test]
    fn wrong_lines_are_named() {
        let opening = Opening::Lines(vec![vec!["E5".into()], vec!["E5".into(), "E5".into()]]);
        let error = opening.check(&empty(9)).expect_err("a stone on a stone");
        assert_eq!(error.to_string(), "opening 2: \"E5\" is not a legal move there on 9x9");
    }
}
