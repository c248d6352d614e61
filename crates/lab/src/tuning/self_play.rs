//! A game between two configurations of the player in one process: no resignation, scored by playouts.

use std::sync::Arc;
use std::time::Duration;

use go_board::{BoardSize, Color, GameBoard, Move, RuleSet};
use go_engine::{Choice, Effort, EngineConfig, Player, Purpose, Task, TreePlayer};
use go_models::Predictor;

/// Settings that both sides share.
#[derive(Clone)]
pub struct SelfPlaySettings {
    /// The board.
    pub size: BoardSize,
    /// What White receives.
    pub komi: f32,
    /// Playouts of a move.
    pub n_playouts: u64,
    /// The move predictor of both, if any.
    pub model: Option<Arc<dyn Predictor>>,
}

/// Black's lead at the end; positive if Black won.
pub fn play_game(settings: &SelfPlaySettings, black: &EngineConfig, white: &EngineConfig, seed: u64) -> f32 {
    let mut players = [black, white].map(|config| {
        let mut config = config.clone();
        config.conduct.resign_turns = 0;
        config.conduct.book = false;
        let effort = Effort { n_playouts: Some(settings.n_playouts), ..Effort::default() };
        let model = settings.model.clone();
        TreePlayer::new(config, effort, Box::new(move |_| model.clone()), seed, Box::new(|| Duration::ZERO))
    });
    let mut game = GameBoard::new(settings.size, RuleSet::Chinese.rules(), settings.komi);
    let longest = 3 * settings.size.area();
    while game.n_last_passes() < 2 && game.moves().len() < longest {
        let color = game.to_move();
        let choice = players[color.index()].choose(&game, &mut Task::new(Purpose::Game));
        let Choice::Play(mv) = choice else { break };
        if game.play(color, mv).is_err() {
            // The player's moves are legal; should one not be, it is as good as none.
            game.play(color, Move::Pass).expect("a pass is legal");
        }
    }
    // Both judge; they use the same playouts, so the loser's word is as good as the winner's.
    let status = players[Color::Black.index()].final_status(&game);
    game.final_lead(&status.dead)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_has_a_result_and_the_same_one_twice() {
        let settings =
            SelfPlaySettings { size: BoardSize::new(5).expect("a size"), komi: 0.5, n_playouts: 20, model: None };
        let config = EngineConfig::default();
        let play = || play_game(&settings, &config, &config, 3);
        let lead = play();
        assert!(lead.abs() <= 25.5 && lead != 0.0);
        assert_eq!(lead, play());
    }
}
