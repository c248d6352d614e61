//! Positions of games with a known winner, one of each game, drawn by a seed.

use go_games::{Game, fingerprint, tree_from_game};
use go_review::Subject;
use stable_hash::splitmix64::mix;

/// A position whose game was won by somebody.
pub struct DrawnPosition {
    /// The game.
    pub subject: Subject,
    /// Its fingerprint.
    pub fingerprint: u64,
    /// The moves made.
    pub ply: usize,
    /// Who won.
    pub black_won: bool,
}

/// Draws `most` games that somebody won, and a position of each. More games of the same seed begin with the same ones.
pub fn draw_positions(games: &[Game], most: usize, seed: u64) -> Vec<DrawnPosition> {
    let salt = mix(seed);
    let mut order: Vec<(u64, &Game, bool)> = games
        .iter()
        .filter_map(|game| Some((fingerprint(game), game, game.outcome.winner()? == sgf::value::Color::Black)))
        .collect();
    order.sort_by_key(|(print, ..)| (mix(print ^ salt), *print));
    let position = |(fingerprint, game, black_won): (u64, &Game, bool)| {
        let subject = Subject::new(tree_from_game(game)).ok()?;
        let ply = (mix(mix(fingerprint) ^ salt) % subject.n_positions() as u64) as usize;
        Some(DrawnPosition { subject, fingerprint, ply, black_won })
    };
    order.into_iter().filter_map(position).take(most).collect()
}
