//! Shuffled positions of many games: an online learner must not see one game at a time.
//!
//! A fixed number of games is open at once; each step advances a random one of them and closes it at its end, when the
//! next game of a shuffled order takes its place. The first open games start at random places, so that the mix has
//! openings and endgames from the beginning; their earlier positions are appended at the end of the pass. Every
//! position comes exactly once. Deterministic by seed.

use go_board::{Move, Position};
use go_games::{Game, Replay};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Games that are open at once.
const N_OPEN: usize = 512;

/// A game, or the part of it up to a turn.
struct Part<'g> {
    game: &'g Game,
    replay: Option<Replay<'g>>,
    /// Positions to leave out at the start.
    n_skipped: usize,
    /// Positions left to visit.
    n_left: usize,
}

/// Walks through all positions of a collection in mixed order.
pub struct PositionMixer<'g> {
    open: Vec<Part<'g>>,
    waiting: Vec<Part<'g>>,
    rng: Xoshiro256PlusPlus,
}

impl<'g> PositionMixer<'g> {
    /// One pass over the games.
    pub fn new(games: impl Iterator<Item = &'g Game>, seed: u64) -> Self {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut games: Vec<&Game> = games.collect();
        games.shuffle(&mut rng);
        let n_open = N_OPEN.min(games.len());
        let first = games.split_off(games.len() - n_open);
        let starts: Vec<usize> = first.iter().map(|game| rng.random_range(0..=game.turns.len())).collect();
        let part = |game, n_skipped, n_left| Part { game, replay: None, n_skipped, n_left };
        let heads = first.iter().zip(&starts).map(|(&game, &start)| part(game, 0, start));
        let whole = games.iter().map(|&game| part(game, 0, game.turns.len()));
        let waiting = heads.chain(whole).collect();
        let open =
            first.iter().zip(&starts).map(|(&game, &start)| part(game, start, game.turns.len() - start)).collect();
        PositionMixer { open, waiting, rng }
    }

    /// The next position, given to `visit` with the move that was played; false at the end.
    pub fn next(&mut self, visit: impl FnOnce(&Position, Move)) -> bool {
        while !self.open.is_empty() {
            let idx = self.rng.random_range(0..self.open.len());
            let part = &mut self.open[idx];
            if let Some((position, played)) = part.next_position() {
                visit(position, played);
                return true;
            }
            match self.waiting.pop() {
                Some(next) => self.open[idx] = next,
                None => {
                    self.open.swap_remove(idx);
                }
            }
        }
        false
    }
}

impl<'g> Part<'g> {
    fn next_position(&mut self) -> Option<(&Position, Move)> {
        self.n_left = self.n_left.checked_sub(1)?;
        let n_skipped = std::mem::take(&mut self.n_skipped);
        let replay = self.replay.get_or_insert_with(|| Replay::new(self.game));
        for _ in 0..n_skipped {
            replay.next_position()?;
        }
        replay.next_position()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use go_board::{BoardSize, Color};
    use go_games::Turn;

    #[test]
    fn every_position_comes_once() {
        let games: Vec<Game> = (0..700)
            .map(|i| {
                let mut game = Game::new(BoardSize::NINE);
                for k in 0..i % 7 {
                    let point = game.size.from_dense_index((i + 11 * k) % 81).unwrap();
                    game.turns.push(Turn::new(Color::BOTH[k % 2], Move::Play(point)));
                }
                game
            })
            .collect();
        let run = |seed| {
            let mut mixer = PositionMixer::new(games.iter(), seed);
            let mut seen = Vec::new();
            while mixer.next(|position, played| seen.push((position.board.hash(), played))) {}
            seen
        };
        let (a, b) = (run(1), run(2));
        assert_eq!(a.len(), games.iter().map(|g| g.turns.len()).sum::<usize>());
        assert_eq!(a, run(1));
        assert_ne!(a, b);
        let sorted = |mut v: Vec<_>| {
            v.sort_unstable();
            v
        };
        assert_eq!(sorted(a), sorted(b));
    }
}
