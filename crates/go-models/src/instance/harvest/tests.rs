//! Harvests against slow twins: everything counted at once, and the program's passes written down plainly.

use super::*;
use crate::instance::PatternSet;
use go_board::{BoardSize, Color, Point};
use go_games::Turn;
use std::collections::BTreeMap;

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

fn settings(order: HarvestOrder) -> PatternSettings {
    PatternSettings { threshold: 4, sampling: 0.5, order, ..Default::default() }
}

const ORDERS: [HarvestOrder; 2] = [HarvestOrder::Full, HarvestOrder::LargestFirst];

#[test]
fn shares_add_up_to_the_whole() {
    let games = &games()[..10];
    for order in ORDERS {
        let settings = PatternSettings { threshold: 3, ..settings(order) };
        let whole = harvest_in_shares(games, &settings, 1, 1, |_| {});
        assert!(whole.len() > 100, "{} patterns", whole.len());
        for n_shares in [2, 5] {
            assert_eq!(harvest_in_shares(games, &settings, 1, n_shares, |_| {}), whole);
        }
    }
}

/// The slow twin: every pattern of every size around every legal move of the same sample, all at once.
#[test]
fn the_full_harvest_is_that_of_counting_everything() {
    let games = games();
    let settings = settings(HarvestOrder::Full);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut order: Vec<&Game> = games.iter().collect();
    order.shuffle(&mut rng);
    let mut all: BTreeMap<(u8, Vec<u64>), (u64, u32, u32)> = BTreeMap::new();
    for game in order {
        let mut replay = Replay::new(game);
        while let Some((position, played)) = replay.next_position() {
            if !rng.random_bool(settings.sampling) {
                continue;
            }
            let reader = CircularReader::new(&position.board, position.to_move);
            for point in position.legal_points() {
                let pattern = reader.pattern(point).0;
                for size in SMALLEST..=LAST_RING {
                    let hash = pattern.prefix_hashes()[size - FIRST_RING];
                    let counted = all.entry((size as u8, pattern.prefix(size).to_vec())).or_insert((hash, 0, 0));
                    counted.1 += 1;
                    counted.2 += u32::from(played == Move::Play(point));
                }
            }
        }
    }
    let frequent = all.into_iter().filter(|(_, (_, seen, _))| *seen >= settings.threshold);
    let mut slow: Vec<PatternEntry> =
        frequent.map(|((size, _), (hash, seen, played))| PatternEntry { hash, size, seen, played }).collect();
    slow.sort_unstable_by_key(|entry| (entry.size, entry.hash));
    assert!(slow.iter().any(|entry| entry.size > 6), "no large pattern is frequent");
    assert_eq!(harvest_in_shares(&games, &settings, 1, 2, |_| {}), slow);
}

/// The program's passes, written down plainly: whole tables, a sample a size, moves that a larger kept pattern covers left out.
#[test]
fn the_largest_first_is_that_of_plain_passes() {
    let games = games();
    let settings = settings(HarvestOrder::LargestFirst);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut order: Vec<&Game> = games.iter().collect();
    order.shuffle(&mut rng);
    let mut kept: Vec<PatternEntry> = Vec::new();
    for size in (SMALLEST..=LAST_RING).rev() {
        let mut sample = Xoshiro256PlusPlus::seed_from_u64(rng.random());
        let mut counts: BTreeMap<u64, (u32, u32)> = BTreeMap::new();
        for game in &order {
            let mut replay = Replay::new(game);
            while let Some((position, played)) = replay.next_position() {
                if !sample.random_bool(settings.sampling) {
                    continue;
                }
                let reader = CircularReader::new(&position.board, position.to_move);
                for point in position.legal_points() {
                    let hashes = reader.pattern(point).0.prefix_hashes();
                    if kept.iter().any(|entry| hashes[usize::from(entry.size) - FIRST_RING] == entry.hash) {
                        continue;
                    }
                    let counted = counts.entry(hashes[size - FIRST_RING]).or_default();
                    *counted = (counted.0 + 1, counted.1 + u32::from(played == Move::Play(point)));
                }
            }
        }
        let entry = |(hash, (seen, played))| PatternEntry { hash, size: size as u8, seen, played };
        kept.extend(counts.into_iter().map(entry).filter(|entry| entry.seen >= settings.threshold));
    }
    kept.sort_unstable_by_key(|entry| (entry.size, entry.hash));
    assert_eq!(harvest_in_shares(&games, &settings, 1, 2, |_| {}), kept);
}

#[test]
fn progress_counts_every_pass() {
    let games = &games()[..3];
    for order in ORDERS {
        let most = std::sync::atomic::AtomicUsize::new(0);
        harvest(games, &settings(order), 1, |n| {
            most.fetch_max(n, std::sync::atomic::Ordering::Relaxed);
        });
        assert_eq!(most.into_inner(), n_passes(order) * games.len());
    }
}

#[test]
fn known_patterns_are_those_of_the_slow_way() {
    let games = games();
    for order in ORDERS {
        let set = PatternSet::harvest(&games, &settings(order), 1, |_| {});
        let (mut n_found, mut n_gaps) = (0, 0);
        let mut replay = Replay::new(&games[0]);
        while let Some((position, _)) = replay.next_position() {
            let points: Vec<Point> = position.legal_points().collect();
            let mut found = vec![Vec::new(); points.len()];
            let reader = CircularReader::new(&position.board, position.to_move);
            set.known_around(&reader, &points, |place, level| found[place].push(level));
            for (point, found) in points.iter().zip(found) {
                let hashes = reader.pattern(*point).0.prefix_hashes();
                let of = |hash: &u64| set.entries().iter().position(|entry| entry.hash == *hash);
                let levels: Vec<Option<usize>> = hashes[SMALLEST - FIRST_RING..].iter().map(of).collect();
                let slow: Vec<u32> = levels.iter().flatten().map(|&level| level as u32).collect();
                n_found += slow.len();
                n_gaps += usize::from(levels.iter().skip_while(|level| level.is_some()).any(|level| level.is_some()));
                assert_eq!(found, slow);
            }
        }
        assert!(n_found > 100);
        assert_eq!(n_gaps > 0, order == HarvestOrder::LargestFirst, "unknown patterns inside known ones: {n_gaps}");
    }
}
