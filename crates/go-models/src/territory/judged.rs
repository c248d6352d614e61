//! Positions that a strong referee judged: teachers that know the worth of a position, not only what became of it.

use super::config::TerritoryConfig;
use super::lesson::{FinishedGame, Split};
use crate::TrainedOn;
use go_games::Game;

/// What a referee says of a position, in Black's view.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedPosition {
    /// Moves that were made before it.
    pub ply: usize,
    /// Percent, from -100 (surely White's at the end) to 100, row by row from the top left.
    pub black_owns: Vec<i8>,
    /// Black's chance to win.
    pub black_wins: f32,
    /// Black's lead in points, komi included.
    pub black_lead: Option<f32>,
}

/// A game with judged positions.
#[derive(Clone, Debug)]
pub struct JudgedGame<'g> {
    /// The game.
    pub game: &'g Game,
    /// Its judged positions, in any order.
    pub positions: Vec<JudgedPosition>,
}

/// What a territory model learns from; one of the two may be empty.
#[derive(Clone, Copy, Debug, Default)]
pub struct Teachers<'a> {
    /// Finished games: what became of their positions.
    pub finished: &'a [FinishedGame<'a>],
    /// Games whose positions were judged.
    pub judged: &'a [JudgedGame<'a>],
}

impl<'a> Teachers<'a> {
    /// All games.
    pub(crate) fn games(self) -> impl Iterator<Item = &'a Game> {
        let judged = self.judged.iter().map(|judged| judged.game);
        self.finished.iter().map(|finished| finished.game).chain(judged)
    }

    /// The games that a training with these settings learns from; it keeps the others for validation, or cannot use them.
    pub fn learned_from(self, config: &TerritoryConfig) -> TrainedOn {
        TrainedOn::new(Split::new(config, self).learned())
    }
}
