//! A problem played with the plain rules of `go_board::GameBoard`: what the checker and the twin agree with the solver about.
//!
//! Slow and obvious: moves are tried one by one, ko is asked of the board, moves are taken back. It shares no code with `reading`.

use go_board::{Color, GameBoard, IllegalMove, KoRule, Move, Point, PointSet, RuleSet, Rules};

use crate::problem::Problem;
use crate::side::Side;

/// Threats that never run out.
pub(crate) const UNLIMITED_THREATS: u8 = u8::MAX;

/// A problem in play.
pub(crate) struct PlainGame<'p> {
    problem: &'p Problem,
    game: GameBoard,
    pub(crate) region: PointSet,
    pub(crate) to_move: Side,
    pub(crate) threats: [u8; 2],
    /// In questions about the manner of life the attacker may pass too.
    pub(crate) may_attacker_pass: bool,
    before: Vec<(Side, [u8; 2])>,
}

/// What tells two positions apart: stones, turn, ko, threats.
pub(crate) type PlainKey = (u64, Side, Option<Point>, [u8; 2]);

impl<'p> PlainGame<'p> {
    pub(crate) fn new(problem: &'p Problem, to_move: Side, threats: [u8; 2]) -> PlainGame<'p> {
        let board = problem.board();
        let stones = |color: Color| -> Vec<Point> {
            board.size().points().filter(|&point| board.color_at(point) == Some(color)).collect()
        };
        let rules = Rules { ko: KoRule::Simple, suicide_allowed: false, ..RuleSet::Chinese.rules() };
        let mut game = GameBoard::new(board.size(), rules, 0.0);
        game.set_up(&stones(Color::Black), &stones(Color::White), &[]).expect("a problem's stones have liberties");
        game.set_to_move(problem.color(to_move));
        PlainGame {
            problem,
            game,
            region: problem.region().points().collect(),
            to_move,
            threats,
            may_attacker_pass: false,
            before: Vec::new(),
        }
    }

    pub(crate) fn board(&self) -> &go_board::Board {
        self.game.board()
    }

    pub(crate) fn key(&self) -> PlainKey {
        let color = self.problem.color(self.to_move);
        (self.board().hash(), self.to_move, self.board().ko_point(color), self.threats)
    }

    /// Plays if the rules allow it; a ko may be retaken for a threat.
    pub(crate) fn play(&mut self, mv: Move) -> bool {
        let color = self.problem.color(self.to_move);
        let mut threats = self.threats;
        match (mv, self.game.check(color, mv)) {
            (Move::Pass, _) if self.to_move == Side::Attacker && !self.may_attacker_pass => return false,
            (Move::Play(point), _) if !self.region.contains(point) => return false,
            (_, Ok(())) => {}
            (_, Err(IllegalMove::Ko)) => match &mut threats[self.to_move.index()] {
                0 => return false,
                &mut UNLIMITED_THREATS => {}
                left => *left -= 1,
            },
            _ => return false,
        }
        self.game.play_recorded(color, mv).expect("an empty point of the board");
        self.before.push((self.to_move, self.threats));
        (self.to_move, self.threats) = (self.to_move.opponent(), threats);
        true
    }

    pub(crate) fn undo(&mut self) {
        if let Some((to_move, threats)) = self.before.pop() {
            self.game.undo();
            (self.to_move, self.threats) = (to_move, threats);
        }
    }

    /// Every move that might be legal: the empty points of the region, and the pass.
    pub(crate) fn candidates(&self) -> Vec<Move> {
        let empty = self.region.iter().filter(|&point| self.board().is_empty(point)).map(Move::Play);
        empty.chain([Move::Pass]).collect()
    }
}
