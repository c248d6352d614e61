//! Games to learn from: Black plays at random, White answers next to the last stone where it can.

use go_board::{BoardSize, Color, Move, Position};
use go_games::{Game, Turn};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// `n` games of `n_moves` moves, the same every time.
pub(crate) fn answering_games(n: usize, size: BoardSize, n_moves: usize) -> Vec<Game> {
    (0..n as u64)
        .map(|seed| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut position = Position::new(size, 0.0);
            let mut game = Game::new(size);
            for _ in 0..n_moves {
                let near = position.last_point(0).into_iter().flat_map(|last| last.neighbours());
                let reply = near.into_iter().find(|&p| position.to_move == Color::White && position.is_legal(p));
                let random = position.board.random_move(position.to_move, &mut rng);
                let mv = reply.map_or(random, Move::Play);
                game.turns.push(Turn::new(position.to_move, mv));
                position.play(mv);
            }
            game
        })
        .collect()
}
