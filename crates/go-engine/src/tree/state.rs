//! Go as a state of the search: a position with its history, ended by two passes.
//!
//! Black is the first player. Scoring: area, all stones alive, so that dead stones must be captured before the end; the
//! player passes earlier. Under territory rules every move, a pass too, costs its player a point of area: then filling
//! own territory has its real cost, and a playout may be played to its end.

use go_board::{Board, Color, GameBoard, Move, Point, Position, Rules, Scoring, zobrist::WHITE_TO_MOVE};
use mcts::{RaveKey, State, Turn};

use super::situations::Situations;
use crate::playout::{HeavyBoard, Patterns3x3};

/// A position of the tree.
pub struct GoState {
    pub(crate) position: Position,
    /// Of the stones of `position`.
    pub(crate) patterns: Patterns3x3,
    pub(crate) n_passes: u8,
    situations: Situations,
    terms: Terms,
}

/// What does not change during a search.
#[derive(Clone, Copy, Debug)]
struct Terms {
    rules: Rules,
    /// Komi, handicap bonus and shift.
    white_bonus: f32,
    /// What of it is no part of the game.
    komi_shift: f32,
    /// Black's moves minus White's up to the root: stones on the board and prisoners.
    stones_played: i32,
    /// Whose turn it was at the root.
    root_color: Color,
}

impl GoState {
    /// The position of a game, its history included.
    pub fn of(game: &GameBoard) -> Self {
        Self::with_shift(game, 0.0)
    }

    /// The same, with so many points more for White than the komi gives.
    pub fn with_shift(game: &GameBoard, komi_shift: f32) -> Self {
        let from = game.position();
        let mut board: Board = Board::new(from.board.size());
        for point in from.board.size().points() {
            if let Some(color) = from.board.color_at(point) {
                board.set_stone(point, color);
            }
        }
        board.set_ko(from.board.ko());
        let position = Position {
            board,
            to_move: from.to_move,
            last_moves: from.last_moves,
            last_captured: from.last_captured,
            komi: from.komi,
            move_number: from.move_number,
        };
        let patterns = Patterns3x3::of(&position.board);
        let played = |color| (from.board.n_stones(color) + from.board.prisoners(color)) as i32;
        let rules = game.rules();
        let bonus = if rules.scoring == Scoring::Area { rules.bonus(game.n_handicap()) } else { 0.0 };
        let terms = Terms {
            rules,
            white_bonus: game.komi() + bonus + komi_shift,
            komi_shift,
            stones_played: played(Color::Black) - played(Color::White),
            root_color: from.to_move,
        };
        // A game that continues after two passes has started again.
        let n_passes = if game.n_last_passes() == 1 { 1 } else { 0 };
        Self { position, patterns, n_passes, situations: Situations::new(game.situations()), terms }
    }

    /// The stones, and what a move predictor wants to know.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// May the side to move play there under the rules of the game? Suicide is never tried.
    pub(crate) fn allows(&self, point: Point) -> bool {
        let Position { board, to_move, .. } = &self.position;
        board.is_legal(point, *to_move)
            && !self.situations.forbids(self.terms.rules.ko, board.hash_after(point, *to_move), *to_move)
    }

    /// Black's lead for an area lead at the end, with `to_move` to move then.
    pub(crate) fn lead(&self, area_lead: f32, to_move: Color) -> f32 {
        let cost = match self.terms.rules.scoring {
            Scoring::Area => 0,
            // Moves alternate from the root on: Black made one more, White did, or neither.
            Scoring::Territory => {
                let one_more = match (self.terms.root_color, to_move) {
                    (Color::Black, Color::White) => 1,
                    (Color::White, Color::Black) => -1,
                    _ => 0,
                };
                self.terms.stones_played + one_more
            }
        };
        area_lead - cost as f32 - self.terms.white_bonus
    }

    /// Black's lead for an area lead foreseen for the end, whoever makes the last move: the mean of both cases, so that what is foreseen does not
    /// change with every move under territory rules.
    pub(crate) fn expected_lead(&self, area_lead: f32) -> f32 {
        (self.lead(area_lead, Color::Black) + self.lead(area_lead, Color::White)) / 2.0
    }

    /// What White receives in this search beyond what the game gives.
    pub(crate) fn komi_shift(&self) -> f32 {
        self.terms.komi_shift
    }

    /// Whether the komi of the position is all that White receives.
    pub(crate) fn has_plain_komi(&self) -> bool {
        self.terms.white_bonus == self.position.komi
    }

    /// The board for a playout from here, which leaves the state as it is at the end of the playout.
    pub(crate) fn heavy_board(&mut self) -> HeavyBoard<'_> {
        HeavyBoard { stones: &mut self.position.board, patterns: &mut self.patterns }
    }

    /// Where a playout from here begins.
    pub(crate) fn playout_start(&self) -> crate::playout::PlayoutStart {
        crate::playout::PlayoutStart {
            to_move: self.position.to_move,
            recent: [self.position.last_point(0), self.position.last_point(1)],
            n_passes: self.n_passes,
        }
    }
}

impl Clone for GoState {
    fn clone(&self) -> Self {
        Self {
            position: self.position.clone(),
            patterns: self.patterns.clone(),
            situations: self.situations.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, other: &Self) {
        self.position.copy_from(&other.position);
        self.patterns.copy_from(&other.patterns);
        self.n_passes = other.n_passes;
        self.situations.clone_from(&other.situations);
        self.terms = other.terms;
    }
}

/// Black is the first player.
pub(crate) const fn turn_of(color: Color) -> Turn {
    match color {
        Color::Black => Turn::First,
        Color::White => Turn::Second,
    }
}

impl State for GoState {
    type Action = Move;

    fn turn(&self) -> Turn {
        turn_of(self.position.to_move)
    }

    fn apply(&mut self, mv: Move) {
        let color = self.position.to_move;
        self.position.play(mv);
        if let Move::Play(point) = mv {
            self.patterns.follow(&self.position.board, point, color, self.position.last_captured);
        }
        self.n_passes = if mv.is_pass() { self.n_passes + 1 } else { 0 };
        let side = if self.position.to_move == Color::White { WHITE_TO_MOVE } else { 0 };
        self.situations.insert(self.position.board.hash() ^ side);
    }

    fn is_terminal(&self) -> bool {
        self.n_passes >= 2
    }

    fn rave_key(mv: Move) -> Option<RaveKey> {
        mv.point().map(|point| RaveKey(point.index() as u32))
    }
}
