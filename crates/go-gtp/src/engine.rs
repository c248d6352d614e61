//! The state behind the commands: the game as the controller knows it, the player, the clocks.

use std::io::Write;
use std::time::Duration;

use go_board::{BoardSize, Color, GameBoard, RuleSet};
use go_engine::{Analysis, Choice, Clock, GameClock, Player, Purpose, Task, TimeControl, Watch};

use crate::files::Files;
use crate::graphics::LastAnalysis;

/// Who we are, for `name` and `version`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// The program's name.
    pub name: String,
    /// Its version in one line.
    pub version: String,
}

/// A game in progress and its player.
pub struct GtpEngine {
    pub(crate) identity: Identity,
    pub(crate) player: Box<dyn Player>,
    pub(crate) files: Box<dyn Files>,
    pub(crate) now: Clock,
    pub(crate) game: GameBoard,
    pub(crate) rule_set: RuleSet,
    /// By colour; `None` when moves are not timed.
    pub(crate) clocks: [Option<GameClock>; 2],
    /// The analysis behind the last search.
    pub(crate) last_analysis: Option<LastAnalysis>,
    /// Moves and stones on the board after our own last move; while that is so, the player may ponder.
    pub(crate) ponder_at: Option<(usize, u64)>,
    /// Whether moves are drawn on `notes` during the search.
    pub(crate) live_graphics: bool,
    pub(crate) processor_time: Option<Clock>,
    notes: Box<dyn Write + Send>,
}

/// How often live graphics are drawn.
const LIVE_EVERY: Duration = Duration::from_millis(500);

impl GtpEngine {
    /// An empty 19x19 board under Chinese rules, no clock.
    pub fn new(identity: Identity, player: Box<dyn Player>, files: Box<dyn Files>, now: Clock) -> Self {
        let rule_set = RuleSet::default();
        let game = GameBoard::new(BoardSize::NINETEEN, rule_set.rules(), rule_set.default_komi());
        Self {
            identity,
            player,
            files,
            now,
            game,
            rule_set,
            clocks: [None; 2],
            last_analysis: None,
            ponder_at: None,
            live_graphics: false,
            processor_time: None,
            notes: Box::new(std::io::sink()),
        }
    }

    /// The initial rules, with their usual komi.
    pub fn with_rules(mut self, rule_set: RuleSet) -> Self {
        self.rule_set = rule_set;
        self.game = GameBoard::new(self.game.size(), rule_set.rules(), rule_set.default_komi());
        self
    }

    /// Supplies the processor time used by the engine (`cputime`).
    pub fn with_processor_time(mut self, clock: Clock) -> Self {
        self.processor_time = Some(clock);
        self
    }

    /// Where live graphics and remarks go: stderr, for GoGui.
    pub fn with_notes(mut self, notes: Box<dyn Write + Send>) -> Self {
        self.notes = notes;
        self
    }

    /// Lets the player think for the side to move; its analysis is kept, and drawn meanwhile if live graphics are on.
    pub(crate) fn choose(
        &mut self,
        purpose: Purpose,
        clock: Option<GameClock>,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Choice {
        let (color, size) = (self.game.to_move(), self.game.size());
        let every = if self.live_graphics { LIVE_EVERY } else { Duration::MAX };
        let (live, notes, last_analysis) = (self.live_graphics, &mut self.notes, &mut self.last_analysis);
        let mut show = |analysis: &Analysis| {
            let now = LastAnalysis { analysis: analysis.clone(), color, size };
            if live {
                // A closed stderr must not fail the move.
                let _ = notes.write_all(now.live().as_bytes()).and_then(|()| notes.flush());
            }
            *last_analysis = Some(now);
        };
        let watch = Some(Watch { every, show: &mut show });
        let choice = self.player.choose(&self.game, &mut Task { purpose, clock, stop, watch });
        if let Some(remark) = self.player.remark() {
            let _ = writeln!(self.notes, "tesuji: {remark}").and_then(|()| self.notes.flush());
        }
        choice
    }

    /// The current game.
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
        self.last_analysis = None;
        self.ponder_at = None;
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
