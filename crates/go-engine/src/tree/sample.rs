//! Playouts from one position without a search: their lengths and their results.

use go_board::GameBoard;
use mcts::Trace;
use rand::SeedableRng;

use super::state::GoState;
use crate::playout::{PlayoutConfig, PlayoutPolicy, PlayoutRandom};

/// How a playout from a position went.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayoutEnd {
    /// Stones that it put on the board; passes do not count.
    pub n_stones: usize,
    /// Black's lead at its end, komi included.
    pub lead: f32,
    /// Whether mercy ended it, so that the lead is that of the cut.
    pub by_mercy: bool,
}

/// So many playouts from the position of the game, which goes on where both have passed. A policy that learns learns nothing, so that all of them are alike.
pub fn sample_playouts(game: &GameBoard, config: &PlayoutConfig, n_playouts: usize, seed: u64) -> Vec<PlayoutEnd> {
    let root = GoState::of(game);
    let mut thread = PlayoutPolicy::new(config).new_thread();
    let mut random = PlayoutRandom::seed_from_u64(seed);
    let mut state = root.clone();
    let play = |_| {
        state.clone_from(&root);
        let start = state.playout_start();
        let mut trace = Trace::new();
        let end = thread.play(state.heavy_board(), start, &mut random, &mut trace);
        let last = if end.n_moves.is_multiple_of(2) { start.to_move } else { start.to_move.opponent() };
        PlayoutEnd {
            n_stones: trace.steps().iter().filter(|step| !step.action.is_pass()).count(),
            lead: state.lead(end.area_lead as f32, last),
            by_mercy: end.by_mercy,
        }
    };
    (0..n_playouts).map(play).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use go_board::{BoardSize, Color, Move, RuleSet};

    #[test]
    fn playouts_repeat_and_fill_the_board() {
        let mut game = GameBoard::new(BoardSize::NINE, RuleSet::Chinese.rules(), 7.5);
        let config = PlayoutConfig { mercy: 0.0, ..PlayoutConfig::default() };
        let ends = |game: &GameBoard, seed| sample_playouts(game, &config, 20, seed);
        let first = ends(&game, 3);
        assert_eq!(first, ends(&game, 3));
        assert_ne!(first, ends(&game, 4));
        // Leads on 81 points with a komi of 7.5 are odd or even by the neutral points, but never whole.
        assert!(first.iter().all(|end| end.lead.fract().abs() == 0.5 && !end.by_mercy && end.n_stones > 60));
        game.play(Color::Black, Move::Pass).expect("a pass");
        game.play(Color::White, Move::Pass).expect("a pass");
        assert!(ends(&game, 3).iter().all(|end| end.n_stones > 60), "it goes on");
    }
}
