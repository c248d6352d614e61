//! Every position of a game with the move that was played in it: the input of learners.
//!
//! Costs a few tens of nanoseconds per move above the board itself and allocates once. Stops at the first turn that
//! cannot be played, so that no input can cause a panic.

use crate::game::Game;
use crate::turn::Turn;
use go_board::{Color, Move, Position};

/// Walks through a game. A lending iterator: each position is borrowed until the next call.
///
/// ```
/// # use go_board::{BoardSize, Color, Move};
/// # use go_games::{Game, Replay, Turn};
/// # let mut game = Game::new(BoardSize::NINE);
/// # game.turns.push(Turn::new(Color::Black, Move::Pass));
/// let mut replay = Replay::new(&game);
/// while let Some((position, played)) = replay.next_position() {
///     assert!(played.is_pass() || position.board.is_empty(played.point().unwrap()));
/// }
/// ```
pub struct Replay<'g> {
    position: Position,
    turns: std::slice::Iter<'g, Turn>,
    /// Made when the next position is asked for.
    pending: Option<Move>,
}

impl<'g> Replay<'g> {
    /// At the start of the game, set-up stones on the board.
    pub fn new(game: &'g Game) -> Self {
        let mut position = Position::new(game.size, game.komi_or_usual());
        position.to_move = game.first_player;
        let mut possible = true;
        for color in Color::BOTH {
            for &point in &game.setup[color.index()] {
                possible &= position.board.is_empty(point);
                if possible {
                    position.board.set_stone(point, color);
                }
            }
        }
        if game.setup.iter().any(|stones| !stones.is_empty()) {
            possible &= !position.board.has_dead_chain();
        }
        let turns = if possible { game.turns.iter() } else { [].iter() };
        Replay { position, turns, pending: None }
    }

    /// The next position and the move that was played in it; `position.to_move` made it.
    #[inline]
    pub fn next_position(&mut self) -> Option<(&Position, Move)> {
        if let Some(mv) = self.pending.take() {
            self.position.play(mv);
        }
        let turn = self.turns.next()?;
        let mv = turn.mv();
        if mv.point().is_some_and(|point| !self.position.board.is_empty(point)) {
            self.turns = [].iter();
            return None;
        }
        self.position.to_move = turn.color();
        self.pending = Some(mv);
        Some((&self.position, mv))
    }

    /// The position after all turns that are left.
    pub fn into_final_position(mut self) -> Position {
        while self.next_position().is_some() {}
        self.position
    }
}
