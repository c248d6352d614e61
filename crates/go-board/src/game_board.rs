//! A whole game: the board core with rules, history, superko and undo.
//!
//! `play` enforces the rule set; `play_recorded` accepts what real games contain (any empty point, without a check for
//! ko, superko or suicide), as `loadsgf` and GTP's `play` need it. Both can be undone to the start.

use crate::handicap::{HandicapError, check_free_handicap};
use crate::position::N_RECENT_MOVES;
use crate::zobrist::WHITE_TO_MOVE;
use crate::{Board, BoardSize, Color, KoRule, Move, Point, PointSet, Position, Rules, Score, Scoring, Undo};
use thiserror::Error;

/// Why a move is not allowed.
#[derive(Debug, Error, PartialEq, Eq, Clone, Copy)]
pub enum IllegalMove {
    /// The point is not on the board.
    #[error("the point is not on the board")]
    OffBoard,
    /// The point is occupied.
    #[error("the point is occupied")]
    Occupied,
    /// Simple ko forbids the recapture.
    #[error("the ko may not be retaken at once")]
    Ko,
    /// The rule set forbids suicide.
    #[error("suicide is not allowed")]
    Suicide,
    /// The position would repeat.
    #[error("the position would repeat (superko)")]
    Superko,
}

/// Why stones cannot be set up.
#[derive(Debug, Error, PartialEq, Clone)]
pub enum SetupError {
    /// The board already has stones or moves.
    #[error("the board is not empty")]
    NotEmpty,
    /// The points are wrong.
    #[error(transparent)]
    Handicap(#[from] HandicapError),
    /// A point is off the board or used twice.
    #[error("a set-up point is off the board or occupied")]
    BadPoint,
    /// A chain would have no liberty.
    #[error("the set-up leaves a chain without liberty")]
    NoLiberty,
}

#[derive(Clone)]
struct Played {
    color: Color,
    mv: Move,
    undo: Option<Undo>,
    ko_before: Option<(Point, Color)>,
    forgotten: Option<Move>,
    captured_before: usize,
    to_move_before: Color,
}

/// A game in progress.
#[derive(Clone)]
pub struct GameBoard {
    position: Position,
    rules: Rules,
    played: Vec<Played>,
    /// The situation (stones and side to move) before each move, and the current one.
    situations: Vec<u64>,
    n_handicap: usize,
}

impl GameBoard {
    /// An empty board with Black to move.
    pub fn new(size: BoardSize, rules: Rules, komi: f32) -> Self {
        let position = Position::new(size, komi);
        GameBoard { situations: vec![situation(&position)], position, rules, played: Vec::new(), n_handicap: 0 }
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The current board.
    pub fn board(&self) -> &Board {
        &self.position.board
    }

    /// The size of the board.
    pub fn size(&self) -> BoardSize {
        self.position.board.size()
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Color {
        self.position.to_move
    }

    /// The rules.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Changes the rules; the moves so far stay.
    pub fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
    }

    /// What White receives, handicap bonus not included.
    pub fn komi(&self) -> f32 {
        self.position.komi
    }

    /// Changes the komi.
    pub fn set_komi(&mut self, komi: f32) {
        self.position.komi = komi;
    }

    /// The handicap stones that were placed.
    pub fn n_handicap(&self) -> usize {
        self.n_handicap
    }

    /// The moves so far with their colours.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = (Color, Move)> + ExactSizeIterator + '_ {
        self.played.iter().map(|p| (p.color, p.mv))
    }

    /// The number of passes at the end of the game so far.
    pub fn n_last_passes(&self) -> usize {
        self.played.iter().rev().take_while(|p| p.mv.is_pass()).count()
    }

    /// The situations (stones and side to move, hashed) of the game so far, the current one last: for the superko of a
    /// search.
    pub fn situations(&self) -> &[u64] {
        &self.situations
    }

    /// Checks whether `color` may make the move under the rules.
    pub fn check(&self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        let Move::Play(point) = mv else { return Ok(()) };
        let board = &self.position.board;
        if !self.size().contains(point) {
            return Err(IllegalMove::OffBoard);
        }
        if !board.is_empty(point) {
            return Err(IllegalMove::Occupied);
        }
        let suicide = board.is_suicide(point, color);
        if suicide && (!self.rules.suicide_allowed || is_single_stone_suicide(board, point, color)) {
            return Err(IllegalMove::Suicide);
        }
        if self.rules.ko == KoRule::Simple {
            return if board.ko_point(color) == Some(point) { Err(IllegalMove::Ko) } else { Ok(()) };
        }
        let stones = board.hash_after(point, color);
        let repeated = self.situations.iter().any(|&seen| match self.rules.ko {
            KoRule::SituationalSuperko => seen == stones ^ turn_key(color.opponent()),
            _ => seen == stones || seen == stones ^ WHITE_TO_MOVE,
        });
        match repeated {
            true if board.ko_point(color) == Some(point) => Err(IllegalMove::Ko),
            true => Err(IllegalMove::Superko),
            false => Ok(()),
        }
    }

    /// Makes a move that the rules allow.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        self.check(color, mv)?;
        self.make(color, mv);
        Ok(())
    }

    /// Makes a move as recorded in a real game: any empty point.
    pub fn play_recorded(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        match mv {
            Move::Play(point) if !self.size().contains(point) => return Err(IllegalMove::OffBoard),
            Move::Play(point) if !self.board().is_empty(point) => return Err(IllegalMove::Occupied),
            _ => self.make(color, mv),
        }
        Ok(())
    }

    fn make(&mut self, color: Color, mv: Move) {
        let (ko_before, to_move_before) = (self.position.board.ko(), self.position.to_move);
        let forgotten = self.position.last_moves[N_RECENT_MOVES - 1];
        let captured_before = self.position.last_captured;
        let prisoners_before = self.position.board.prisoners(color.opponent());
        self.position.to_move = color;
        let undo = match mv {
            Move::Play(point) => Some(self.position.board.play_undoable(point, color)),
            Move::Pass => {
                self.position.board.pass();
                None
            }
        };
        self.position.record(mv, self.position.board.prisoners(color.opponent()) - prisoners_before);
        self.played.push(Played { color, mv, undo, ko_before, forgotten, captured_before, to_move_before });
        self.situations.push(situation(&self.position));
    }

    /// Takes back the last move; false if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(last) = self.played.pop() else { return false };
        self.situations.pop();
        match &last.undo {
            Some(record) => self.position.board.undo(record),
            None => self.position.board.set_ko(last.ko_before),
        }
        self.position.last_moves.rotate_left(1);
        self.position.last_moves[N_RECENT_MOVES - 1] = last.forgotten;
        self.position.last_captured = last.captured_before;
        self.position.to_move = last.to_move_before;
        self.position.move_number -= 1;
        true
    }

    /// Sets the side to move.
    pub fn set_to_move(&mut self, color: Color) {
        self.position.to_move = color;
        if let Some(now) = self.situations.last_mut() {
            *now = situation(&self.position);
        }
    }

    /// Places Black's handicap stones on an empty board; White is to move.
    pub fn place_handicap(&mut self, points: &[Point]) -> Result<(), SetupError> {
        if !self.played.is_empty() || self.position.board.hash() != 0 {
            return Err(SetupError::NotEmpty);
        }
        check_free_handicap(self.size(), points)?;
        self.set_up(points, &[], &[])?;
        self.n_handicap = points.len();
        self.set_to_move(Color::White);
        Ok(())
    }

    /// Changes the position as SGF's AB, AW and AE do. Earlier moves cannot be taken back afterwards. On error nothing
    /// changes.
    pub fn set_up(&mut self, black: &[Point], white: &[Point], cleared: &[Point]) -> Result<(), SetupError> {
        let mut board = self.position.board.clone();
        for (points, color) in [(cleared, None), (black, Some(Color::Black)), (white, Some(Color::White))] {
            for &point in points {
                if !self.size().contains(point) {
                    return Err(SetupError::BadPoint);
                }
                board.clear_stone(point);
                if let Some(color) = color {
                    board.set_stone(point, color);
                }
            }
        }
        if board.has_dead_chain() {
            return Err(SetupError::NoLiberty);
        }
        board.pass();
        self.position.board = board;
        self.played.clear();
        self.position.last_moves = [None; N_RECENT_MOVES];
        self.position.last_captured = 0;
        self.situations = vec![situation(&self.position)];
        Ok(())
    }

    /// Black's lead at the end: komi and handicap bonus included, dead stones removed.
    pub fn final_lead(&self, dead: &PointSet) -> f32 {
        let bonus = if self.rules.scoring == Scoring::Area { self.rules.bonus(self.n_handicap) } else { 0.0 };
        let Score { black, white } = self.board().score(self.rules.scoring, dead);
        black - white - self.position.komi - bonus
    }
}

/// The suicide of a single stone leaves the position unchanged: superko forbids it, and no rule set allows it.
fn is_single_stone_suicide(board: &Board, point: Point, color: Color) -> bool {
    point.neighbours().into_iter().all(|n| board.color_at(n) != Some(color))
}

fn turn_key(color: Color) -> u64 {
    if color == Color::White { WHITE_TO_MOVE } else { 0 }
}

fn situation(position: &Position) -> u64 {
    position.board.hash() ^ turn_key(position.to_move)
}
