//! What the commands work on: the game as the controller knows it, the player, the clocks.

use go_board::{BoardSize, Color, GameBoard, RuleSet};
use go_engine::{Clock, GameClock, Player, TimeControl};

use crate::files::Files;

/// Who we are, for `name` and `version`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// The program's name.
    pub name: String,
    /// Its version in one line.
    pub version: String,
}

/// A game in progress and somebody who plays it.
pub struct GtpEngine {
    pub(crate) identity: Identity,
    pub(crate) player: Box<dyn Player>,
    pub(crate) files: Box<dyn Files>,
    pub(crate) now: Clock,
    pub(crate) game: GameBoard,
    pub(crate) rule_set: RuleSet,
    /// By colour; `None` when moves are not timed.
    pub(crate) clocks: [Option<GameClock>; 2],
}

impl GtpEngine {
    /// An empty 19x19 board under Chinese rules, no clock.
    pub fn new(identity: Identity, player: Box<dyn Player>, files: Box<dyn Files>, now: Clock) -> Self {
        let rule_set = RuleSet::default();
        let game = GameBoard::new(BoardSize::NINETEEN, rule_set.rules(), rule_set.default_komi());
        Self { identity, player, files, now, game, rule_set, clocks: [None; 2] }
    }

    /// The game as it stands.
    pub fn game(&self) -> &GameBoard {
        &self.game
    }

    /// An empty board; komi and rules stay as they are.
    pub(crate) fn begin(&mut self, size: BoardSize) {
        self.replace_game(GameBoard::new(size, self.game.rules(), self.game.komi()));
    }

    /// Another game, and the clocks wound up again.
    pub(crate) fn replace_game(&mut self, game: GameBoard) {
        self.game = game;
        self.player.new_game();
        for clock in self.clocks.iter_mut().flatten() {
            clock.reading = None;
        }
    }

    /// Sets both clocks.
    pub(crate) fn set_time(&mut self, control: Option<TimeControl>) {
        self.clocks = [control.map(GameClock::new); 2];
    }

    pub(crate) fn clock_of(&mut self, color: Color) -> &mut Option<GameClock> {
        &mut self.clocks[color.index()]
    }

    /// Lines of the board, as GTP counts them.
    pub(crate) fn size(&self) -> u8 {
        self.game.size().get()
    }
}
