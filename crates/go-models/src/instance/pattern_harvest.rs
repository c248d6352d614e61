//! Which patterns are frequent (van Niekerk 2014, section 2.4.1).
//!
//! A pattern is counted around every legal move of the sampled positions, not only where it was played, as in Oakfoam 0.2.0. All sizes are
//! counted in one pass; a larger pattern is counted once the smaller one has been seen `threshold` times, since it cannot be
//! frequent otherwise. The program made one pass a size, the largest first, and did not count a move at a size where a
//! larger pattern was already kept; that keeps fewer small patterns and changes nothing where the largest known one applies.
//!
//! The counts depend on the order, so threads do not share the games but the patterns: each reads all games and counts
//! those whose smallest pattern is assigned to it. The result is that of one thread.
//!
//! Patterns are identified by 64 bits of hash over their lossless code; the harvest compares the codes of what it keeps
//! and reports a collision instead of merging two patterns.

use super::patterns::SMALLEST;
use super::{PatternEntry, PatternSettings};
use go_board::{Move, Position};
use go_features::circular::{CircularReader, FIRST_RING, N_RINGS};
use go_games::{Game, Replay};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use std::collections::HashMap;

struct Counted {
    code: Option<Box<[u64]>>,
    size: u8,
    seen: u32,
    played: u32,
}

/// The counts of the patterns whose smallest one belongs to this thread.
struct Share {
    number: u64,
    n_shares: u64,
    counts: HashMap<u64, Counted, foldhash::fast::FixedState>,
}

/// The frequent patterns, by size and hash; `done` is called with the number of games read.
pub(super) fn harvest(
    games: &[Game],
    settings: &PatternSettings,
    seed: u64,
    done: impl Fn(usize) + Sync,
) -> Vec<PatternEntry> {
    harvest_in_shares(games, settings, seed, rayon::current_num_threads() as u64, done)
}

fn harvest_in_shares(
    games: &[Game],
    settings: &PatternSettings,
    seed: u64,
    n_shares: u64,
    done: impl Fn(usize) + Sync,
) -> Vec<PatternEntry> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut order: Vec<&Game> = games.iter().collect();
    order.shuffle(&mut rng);
    order.truncate(settings.n_games.unwrap_or(usize::MAX));
    let share = |number: u64| {
        let mut rng = rng.clone();
        let mut share = Share { number, n_shares, counts: HashMap::default() };
        for (n, game) in order.iter().enumerate() {
            let mut replay = Replay::new(game);
            while let Some((position, played)) = replay.next_position() {
                if rng.random_bool(settings.sampling.clamp(0.0, 1.0)) {
                    share.count(position, played, settings.threshold);
                }
            }
            if number == 0 {
                done(n + 1);
            }
        }
        let frequent = share.counts.into_iter().filter(|(_, counted)| counted.seen >= settings.threshold);
        frequent
            .map(|(hash, Counted { size, seen, played, .. })| PatternEntry { hash, size, seen, played })
            .collect::<Vec<_>>()
    };
    let mut entries: Vec<PatternEntry> = (0..n_shares).into_par_iter().flat_map_iter(share).collect();
    entries.sort_unstable_by_key(|entry| (entry.size, entry.hash));
    entries
}

impl Share {
    fn count(&mut self, position: &Position, played: Move, threshold: u32) {
        let reader = CircularReader::new(&position.board, position.to_move);
        for point in position.legal_points() {
            let chosen = u32::from(played == Move::Play(point));
            let mut codes = [0; N_RINGS];
            for ring in reader.rings(point) {
                codes[ring.distance - FIRST_RING] = ring.code;
                if ring.distance < SMALLEST {
                    continue;
                }
                if ring.distance == SMALLEST && ring.hash % self.n_shares != self.number {
                    break;
                }
                let fresh = Counted { code: None, size: ring.distance as u8, seen: 0, played: 0 };
                let counted = self.counts.entry(ring.hash).or_insert(fresh);
                counted.seen += 1;
                counted.played += chosen;
                if counted.seen < threshold {
                    break;
                }
                // Codes are compared from the moment a pattern is frequent: rare ones would fill the memory.
                let code = &codes[..=ring.distance - FIRST_RING];
                let known = counted.code.get_or_insert_with(|| code.into());
                assert!(**known == *code, "two patterns of distance {} share a 64-bit hash", ring.distance);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::PatternSet;
    use go_board::{BoardSize, Color, Point};
    use go_games::Turn;

    fn games() -> Vec<Game> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let size = BoardSize::NINE;
        let game = |_| {
            let mut points: Vec<Point> = size.points().collect();
            points.shuffle(&mut rng);
            points.truncate(40);
            let colors = [Color::Black, Color::White].into_iter().cycle();
            let turn = |(point, color)| Turn::new(color, Move::Play(point));
            Game { turns: points.into_iter().zip(colors).map(turn).collect(), ..Game::new(size) }
        };
        (0..30).map(game).collect()
    }

    #[test]
    fn shares_add_up_to_the_whole() {
        let games = games();
        let settings = PatternSettings { threshold: 4, ..Default::default() };
        let whole = harvest_in_shares(&games, &settings, 1, 1, |_| {});
        assert!(whole.len() > 100, "{} patterns", whole.len());
        for n_shares in [2, 3, 7] {
            assert_eq!(harvest_in_shares(&games, &settings, 1, n_shares, |_| {}), whole);
        }
    }

    #[test]
    fn known_patterns_are_those_of_the_slow_way() {
        let games = games();
        let settings = PatternSettings { threshold: 4, ..Default::default() };
        let set = PatternSet::harvest(&games, &settings, 1, |_| {});
        let mut replay = Replay::new(&games[0]);
        while let Some((position, _)) = replay.next_position() {
            let points: Vec<Point> = position.legal_points().collect();
            let mut found = vec![Vec::new(); points.len()];
            let reader = CircularReader::new(&position.board, position.to_move);
            set.known_around(&reader, &points, |place, level| found[place].push(level));
            for (point, found) in points.iter().zip(found) {
                let hashes = reader.pattern(*point).0.prefix_hashes();
                let of = |hash: &u64| set.entries().iter().position(|entry| entry.hash == *hash);
                let slow: Vec<u32> =
                    hashes[SMALLEST - FIRST_RING..].iter().map_while(of).map(|level| level as u32).collect();
                assert_eq!(found, slow);
            }
        }
    }
}
