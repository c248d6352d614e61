//! A record to review: the main line of its first game, each position set up on demand.

use go_board::{BoardSize, Color, GameBoard, Move};
use go_games::{Game, LoadError, load_position};
use sgf::{GameTree, NodeId};

/// Longer games are rejected: every move costs a search.
pub const MAX_MOVES: usize = 1000;

/// Why a record cannot be reviewed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SubjectError {
    /// It cannot be put on a board.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// There is nothing to review.
    #[error("the record holds no move")]
    NoMoves,
    /// Longer than any game.
    #[error("the record has {0} moves; games of up to {MAX_MOVES} moves are reviewed")]
    TooLong(usize),
    /// No game at all.
    #[error("no game record: {0}")]
    Unreadable(sgf::Problem),
}

/// A move of the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordedMove {
    /// The node that holds it.
    pub node: NodeId,
    /// Who made it.
    pub color: Color,
    /// The move.
    pub mv: Move,
}

/// A record to review.
pub struct Subject {
    tree: GameTree<'static>,
    game: Game,
    moves: Vec<RecordedMove>,
    size: BoardSize,
}

impl Subject {
    /// The first game of a file, in any encoding.
    pub fn from_bytes(bytes: &[u8]) -> Result<Subject, SubjectError> {
        let decoded = sgf::decode(bytes);
        let tree = sgf::parse_first(&decoded.text).map_err(SubjectError::Unreadable)?;
        Subject::new(tree.into_owned())
    }

    /// The main line of a tree. Every move of it can be played, or this fails.
    pub fn new(tree: GameTree<'static>) -> Result<Subject, SubjectError> {
        let end = load_position(&tree, None)?;
        match end.n_moves {
            0 => return Err(SubjectError::NoMoves),
            1..=MAX_MOVES => {}
            n => return Err(SubjectError::TooLong(n)),
        }
        let (game, size) = (end.game, end.board.size());
        // Stones set up on the way end the game proper: then every move is looked up in the tree.
        let is_plain = game.turns.len() == end.n_moves;
        let recorded = |n: usize| match game.turns.get(n).filter(|_| is_plain) {
            Some(turn) => Ok(Some((turn.color(), turn.mv()))),
            None => load_position(&tree, Some(n + 1)).map(|before| before.next),
        };
        let mut moves = Vec::with_capacity(end.n_moves);
        for node in tree.main_line() {
            for _ in node.properties().filter(|property| matches!(property.name(), "B" | "W")) {
                let (color, mv) = recorded(moves.len())?.ok_or(SubjectError::NoMoves)?;
                moves.push(RecordedMove { node: node.id(), color, mv });
            }
        }
        // Where both have passed the game is over; what follows is counting or clearing up.
        let both_passed = |pair: &[RecordedMove]| pair.iter().all(|recorded| recorded.mv.is_pass());
        if let Some(end) = moves.windows(2).position(both_passed) {
            moves.truncate(end + 1);
        }
        Ok(Subject { tree, game, moves, size })
    }

    /// The record.
    pub fn tree(&self) -> &GameTree<'static> {
        &self.tree
    }

    /// What the record says about the game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The moves to review; of two passes that end the game, the first.
    pub fn moves(&self) -> &[RecordedMove] {
        &self.moves
    }

    /// The board.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// Positions to judge: before every move, and after the last.
    pub fn n_positions(&self) -> usize {
        self.moves.len() + 1
    }

    /// The position after `n` moves. Panics beyond the last.
    pub fn position(&self, n: usize) -> GameBoard {
        assert!(n < self.n_positions(), "position {n} of {}", self.n_positions());
        let mut board = load_position(&self.tree, Some(n + 1)).expect("it could be loaded before").board;
        if n == self.moves.len() {
            // The opponent of the last mover is to move, whatever the record continues with.
            board.set_to_move(self.moves[n - 1].color.opponent());
        }
        board
    }

    /// A move's name: `D4` or `pass`.
    pub fn name(&self, mv: Move) -> String {
        self.size.vertex(mv).to_string()
    }

    /// The move with that name; `None` if it is none of this board.
    pub fn parse(&self, name: &str) -> Option<Move> {
        self.size.parse_move(name).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_positions_and_an_end_by_passes() {
        let text = "(;SZ[9]KM[5.5]AB[aa];W[ee](;B[cc];W[];B[];W[gg])(;B[dd]))";
        let subject = Subject::from_bytes(text.as_bytes()).expect("a game");
        assert_eq!(subject.moves().len(), 3);
        let names: Vec<String> = subject.moves().iter().map(|recorded| subject.name(recorded.mv)).collect();
        assert_eq!(names, ["E5", "C7", "pass"]);
        assert_eq!(subject.position(0).to_move(), Color::White);
        assert_eq!(subject.position(3).to_move(), Color::Black);
        assert_eq!(subject.position(2).moves().len(), 2);
        assert_eq!(subject.parse("E5"), Some(subject.moves()[0].mv));
    }

    #[test]
    fn records_that_cannot_be_reviewed_are_rejected() {
        let fail = |text: &str| Subject::from_bytes(text.as_bytes()).err().expect("an error").to_string();
        assert_eq!(fail("(;SZ[9])"), "the record holds no move");
        assert!(fail("(;SZ[9];B[aa];W[aa])").contains("A9"));
        assert!(fail("hello").starts_with("no game record"));
        let long = format!("(;SZ[9]{})", ";B[]".repeat(1001));
        assert!(fail(&long).contains("1001"));
    }
}
