//! Drawn examples for every level, slow twins of every family, and properties that hold on random games.

use super::golden::{check, random_positions, transformed};
use super::*;
use go_board::{Board, Color, Move, Point, Position, Symmetry};
use std::collections::BTreeSet;

fn options(name: &str) -> TacticalOptions {
    let tables = TacticalOptions::TABLES;
    match name {
        "" => tables,
        "thesis" => TacticalOptions::THESIS,
        "history-agnostic" => TacticalOptions { history: HistoryUse::Agnostic, ..tables },
        "ladders-off" => TacticalOptions { ladders: LadderTest::Off, ..tables },
        "captured-chain-broken" => TacticalOptions { capture_ladder: CaptureLadder::CapturedChainBroken, ..tables },
        other => panic!("unknown options {other}"),
    }
}

#[test]
fn every_level_of_every_family_has_an_example() {
    let covered = check(include_str!("golden.txt"), |view, name, family, mv| {
        let family = TacticalFamily::from_name(family).unwrap_or_else(|| panic!("no family {family}"));
        TacticalContext::new(&view.position, options(name)).levels(mv)[family]
    });
    for family in TacticalFamily::ALL {
        for level in 0..=family.max_level() {
            let never = family == TacticalFamily::LastDistance || family == TacticalFamily::SecondLastDistance;
            let impossible = level == 1 && never || level == 0 && family == TacticalFamily::Pass;
            assert_eq!(covered.contains(&(family.name().to_owned(), level)), !impossible, "{family:?} {level}");
            assert_eq!(family.sentence(level).is_empty(), level == 0 || level == 1 && never, "{family:?} {level}");
        }
    }
}

fn moves(position: &Position) -> Vec<Move> {
    position.legal_points().map(Move::Play).chain([Move::Pass]).collect()
}

#[test]
fn levels_forget_orientation_and_colour() {
    for options in [TacticalOptions::TABLES, TacticalOptions::THESIS] {
        random_positions(9, 12, |position| {
            let context = TacticalContext::new(position, options);
            for symmetry in Symmetry::ALL {
                for swapped in [false, true] {
                    let other = transformed(position, symmetry, swapped);
                    let turned = TacticalContext::new(&other, options);
                    for mv in moves(position) {
                        let there = mv.point().map_or(Move::Pass, |p| symmetry.apply(other.board.size(), p).into());
                        assert_eq!(context.levels(mv), turned.levels(there), "{mv:?}\n{}", position.board.to_ascii());
                    }
                }
            }
        });
    }
}

/// The stones and liberties of a chain, by flood fill.
struct Chain {
    stones: BTreeSet<Point>,
    liberties: BTreeSet<Point>,
}

fn chain(board: &Board, stone: Point) -> Chain {
    let flood = board.flood_chain(stone);
    Chain { stones: flood.stones.iter().collect(), liberties: flood.liberties.iter().collect() }
}

fn neighbours_of(board: &Board, point: Point, color: Color) -> Vec<Chain> {
    let mut chains: Vec<Chain> = Vec::new();
    for n in point.neighbours() {
        if board.color_at(n) == Some(color) && !chains.iter().any(|c| c.stones.contains(&n)) {
            chains.push(chain(board, n));
        }
    }
    chains
}

/// Extension, self-atari, atari (without ladders) and capture (without ladders) written down from their definitions.
fn slow_levels(position: &Position, point: Point) -> [u8; 4] {
    let (board, own) = (&position.board, position.to_move);
    let friends = neighbours_of(board, point, own);
    let enemies = neighbours_of(board, point, own.opponent());
    let open: BTreeSet<Point> = point.neighbours().into_iter().filter(|&n| board.is_empty(n)).collect();
    let saved = |chains: &[Chain]| {
        let all: BTreeSet<Point> = chains.iter().flat_map(|c| c.liberties.clone()).chain(open.clone()).collect();
        chains.iter().any(|c| c.liberties.len() == 1) && all.iter().filter(|&&p| p != point).count() >= 2
    };
    let captured: Vec<&Chain> = enemies.iter().filter(|c| c.liberties.len() == 1).collect();
    let holds_atari = |c: &&Chain| {
        c.stones
            .iter()
            .flat_map(|s| s.neighbours())
            .any(|n| board.color_at(n) == Some(own) && chain(board, n).liberties.len() == 1)
    };
    let rescuing = captured.iter().copied().filter(|c| holds_atari(c)).map(|c| c.stones.len()).max();
    let last = position.last_point(0).filter(|_| position.last_captured > 0);
    let capture = match rescuing {
        _ if captured.is_empty() => 0,
        Some(10..) => 6,
        Some(_) => 5,
        None if captured.iter().any(|c| last.is_some_and(|p| c.stones.contains(&p))) => 4,
        None if captured.len() < enemies.len() && saved(&enemies) => 3,
        None => 1,
    };
    let left: BTreeSet<Point> = friends.iter().flat_map(|c| c.liberties.clone()).chain(open.clone()).collect();
    let n_left = left.iter().filter(|&&p| p != point).count();
    let n_captured: usize = captured.iter().map(|c| c.stones.len()).sum();
    let size = 1 + friends.iter().map(|c| c.stones.len()).sum::<usize>();
    let self_atari = match (n_left, n_captured, size) {
        (0..=1, 0..=1, 0..=5) => 1,
        (0..=1, 0..=1, _) => 2,
        _ => 0,
    };
    let attacks = enemies.iter().any(|c| c.liberties.len() == 2);
    let atari = if !attacks { 0 } else { 1 + u8::from(board.ko().is_some()) };
    [capture, u8::from(saved(&friends)), self_atari, atari]
}

#[test]
fn levels_equal_the_slow_twin() {
    let options = TacticalOptions { ladders: LadderTest::Off, ..TacticalOptions::TABLES };
    let families =
        [TacticalFamily::Capture, TacticalFamily::Extension, TacticalFamily::SelfAtari, TacticalFamily::Atari];
    let mut seen = BTreeSet::new();
    for size in [5, 9, 13] {
        random_positions(size, 25, |position| {
            let context = TacticalContext::new(position, options);
            for point in position.legal_points() {
                let levels = context.levels(Move::Play(point));
                let found = families.map(|family| levels[family]);
                assert_eq!(found, slow_levels(position, point), "{point:?}\n{}", position.board.to_ascii());
                seen.extend(families.map(|family| (family, levels[family])));
            }
        });
    }
    assert!(seen.len() >= 14, "levels seen: {seen:?}");
}

/// Distances by relaxing every edge until nothing changes.
fn slow_distances(board: &Board, from: Point) -> Vec<(Point, u8)> {
    let mut distances: Vec<(Point, u8)> = board.size().points().map(|p| (p, if p == from { 0 } else { 200 })).collect();
    let at = |distances: &[(Point, u8)], p: Point| distances[board.size().dense_index(p)].1;
    loop {
        let mut changed = false;
        for i in 0..distances.len() {
            let (point, distance) = distances[i];
            for n in point.neighbours().into_iter().filter(|&n| board.size().contains(n)) {
                let same = board.color_at(n).is_some() && board.color_at(n) == board.color_at(point);
                let through = at(&distances, n) + u8::from(!same);
                if through < distance.min(distances[i].1) {
                    distances[i].1 = through;
                    changed = true;
                }
            }
        }
        if !changed {
            return distances;
        }
    }
}

#[test]
fn cfg_distances_equal_the_slow_twin() {
    random_positions(9, 15, |position| {
        for from in position.board.size().points().step_by(7) {
            let reach = 5;
            let fast = CfgDistance::new(&position.board, from, reach);
            for (point, distance) in slow_distances(&position.board, from) {
                assert_eq!(fast.get(point), Some(distance).filter(|&d| d <= reach), "{from:?} to {point:?}");
            }
        }
    });
}

#[test]
fn options_survive_a_config_file() {
    let named = "ladders = 'reading'\ncapture-ladder = 'captured-chain-working'\nhistory = 'agnostic'";
    let read: TacticalOptions = toml::from_str(named).unwrap();
    let expected = TacticalOptions {
        ladders: LadderTest::Reading,
        capture_ladder: CaptureLadder::CapturedChainWorking,
        history: HistoryUse::Agnostic,
        ..TacticalOptions::TABLES
    };
    assert_eq!(read, expected);
    assert!(toml::from_str::<TacticalOptions>("ladder = 'off'").is_err());
    assert_eq!(TacticalOptions::default(), TacticalOptions::TABLES);
}
