//! The interface between front ends and players.

use std::time::Duration;

use go_board::{GameBoard, Move};
use go_models::Explanation;

use crate::analysis::Analysis;
use crate::clock::GameClock;
use crate::life::FinalStatus;

/// What a player decides at a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// A stone or a pass; it obeys the rules of the game it was asked about.
    Play(Move),
    /// The game is lost.
    Resign,
}

/// The purpose of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Purpose {
    /// To play it in a game.
    #[default]
    Game,
    /// To see what would be played: no resignation, and the clock does not count.
    Test,
    /// To play on until all dead stones are captured, because the players disagree about them: no pass before that.
    Cleanup,
    /// Analysis: think until `stop`, ignoring the limits of a move.
    Analysis,
}

/// An observer of the search while it runs.
pub struct Watch<'a> {
    /// How often to report.
    pub every: Duration,
    /// Called on the thread that called the player.
    pub show: &'a mut dyn FnMut(&Analysis),
}

/// A request to a player.
pub struct Task<'a> {
    /// Why.
    pub purpose: Purpose,
    /// The clock of the side to move, if there is one.
    pub clock: Option<GameClock>,
    /// When this says true, answer at once with the best known.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Who looks on.
    pub watch: Option<Watch<'a>>,
}

impl Task<'_> {
    /// A move for this purpose without clock, observer or stop flag.
    pub fn new(purpose: Purpose) -> Task<'static> {
        Task { purpose, clock: None, stop: &|| false, watch: None }
    }
}

/// A Go player.
///
/// The game comes with every request. A player that keeps a tree compares the moves of the game with those of the tree
/// and reuses what still fits; it need not be notified of moves played or taken back.
pub trait Player: Send {
    /// Another game begins: nothing learned in the last one may be used.
    fn new_game(&mut self);

    /// Thinks about the position for the side to move and chooses.
    fn choose(&mut self, game: &GameBoard, task: &mut Task<'_>) -> Choice;

    /// Which stones are dead or in seki if the game ends here.
    fn final_status(&mut self, game: &GameBoard) -> FinalStatus;

    /// Thinks while the opponent does, until `stop` says true. Players that do not ponder return at once.
    fn ponder(&mut self, _game: &GameBoard, _stop: &(dyn Fn() -> bool + Sync)) {}

    /// Why its model finds this move likely or not for the side to move; `None` without a model that covers the position, or if the move
    /// is not legal.
    fn explain(&self, _game: &GameBoard, _mv: Move) -> Option<Explanation> {
        None
    }

    /// Something that the operator should know, once: the front end shows it beside the answer.
    fn remark(&mut self) -> Option<String> {
        None
    }

    /// Changes the random seed.
    fn set_seed(&mut self, seed: u64);
}
