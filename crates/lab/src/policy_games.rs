//! Games that a predictor plays against itself: every move is drawn from its probabilities, raised to `1 / temperature`.
//!
//! Nothing is searched, so a game takes a fraction of a second. The project ships such games for its tests and its
//! small studies. They show how a predictor plays, not how people do: a learner finds no Go knowledge in them beyond
//! the predictor's own.

use go_board::{BoardSize, Color, Move, Position};
use go_games::{Game, Turn};
use go_models::{Prediction, Predictor};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use stable_hash::splitmix64;

/// Which games to play.
#[derive(Clone, Copy, Debug)]
pub struct PolicyGames {
    /// The board.
    pub size: BoardSize,
    /// How many.
    pub n_games: usize,
    /// Below 1 likely moves become more likely.
    pub temperature: f32,
    /// A game ends with two passes or after this many moves.
    pub max_moves: usize,
    /// Decides everything random.
    pub seed: u64,
}

impl PolicyGames {
    /// Plays them; `done` is called after every game. The result does not depend on the number of threads.
    pub fn play(&self, predictor: &dyn Predictor, done: impl Fn() + Sync) -> Vec<Game> {
        (0..self.n_games as u64)
            .into_par_iter()
            .map(|number| {
                let game = self.play_one(predictor, self.seed.wrapping_mul(splitmix64::GAMMA).wrapping_add(number));
                done();
                game
            })
            .collect()
    }

    fn play_one(&self, predictor: &dyn Predictor, seed: u64) -> Game {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut game = Game::new(self.size);
        let mut position = Position::new(self.size, 7.5);
        let mut prediction = Prediction::default();
        let mut n_passes = 0;
        for turn in 0..self.max_moves {
            predictor.predict(&position, &mut prediction);
            let weights: Vec<f32> = prediction.probabilities.iter().map(|p| p.powf(1.0 / self.temperature)).collect();
            let mut ticket = rng.random_range(0.0..weights.iter().sum::<f32>());
            let drawn = weights.iter().position(|weight| {
                ticket -= weight;
                ticket < 0.0
            });
            let mv = drawn.map_or(Move::Pass, |idx| prediction.moves[idx]);
            game.turns.push(Turn::new(Color::BOTH[turn % 2], mv));
            position.play(mv);
            n_passes = if mv.is_pass() { n_passes + 1 } else { 0 };
            if n_passes == 2 {
                break;
            }
        }
        game
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use go_models::Explanation;

    /// Likes the points of the first line.
    struct Crawler;

    impl Predictor for Crawler {
        fn name(&self) -> &str {
            "crawler"
        }
        fn predict(&self, position: &Position, prediction: &mut Prediction) {
            prediction.moves = position.legal_points().map(Move::Play).chain([Move::Pass]).collect();
            let weight = |mv: &Move| mv.point().map_or(0.01, |p| if p.y() == 0 { 1.0 } else { 0.1 });
            let weights: Vec<f32> = prediction.moves.iter().map(weight).collect();
            let total: f32 = weights.iter().sum();
            prediction.probabilities = weights.iter().map(|w| w / total).collect();
        }
        fn explain(&self, _: &Position, _: Move) -> Option<Explanation> {
            None
        }
    }

    #[test]
    fn games_are_legal_and_the_same_by_seed() {
        let wanted = PolicyGames { size: BoardSize::NINE, n_games: 6, temperature: 0.5, max_moves: 60, seed: 3 };
        let games = wanted.play(&Crawler, || {});
        assert_eq!(games, wanted.play(&Crawler, || {}));
        assert_ne!(games, PolicyGames { seed: 4, ..wanted }.play(&Crawler, || {}));
        assert!(games.iter().all(|game| game.check().is_ok() && game.turns.len() >= 30));
        assert_ne!(games[0], games[1]);
    }
}
