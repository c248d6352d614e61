//! Drawn examples for every level, slow twins of the maps, and the laws that hold on random games.

use super::survey::{Facing, Nearest, Neighbourhood, vital_points};
use super::*;
use crate::tactical::golden::{check, random_positions, transformed};
use go_board::{Color, Liberties, Move, Point, Symmetry};
use go_tactics::{EyeSpace, EyeStatus, adjacent_chains};

#[test]
fn every_level_of_every_family_has_an_example() {
    let covered = check(include_str!("golden.txt"), |view, _, family, mv| {
        let family = Tactical2Family::from_name(family).unwrap_or_else(|| panic!("no family {family}"));
        Tactical2Context::new(&view.position, Tactical2Options::default()).levels(mv)[family]
    });
    let mut missing = Vec::new();
    for family in Tactical2Family::ALL {
        assert_eq!(family.sentence(0), "");
        for level in 1..=family.max_level() {
            let impossible = level == 1 && family == Tactical2Family::ThirdLastDistance;
            assert_eq!(family.sentence(level).is_empty(), impossible, "{family:?} {level}");
            if !impossible && !covered.contains(&(family.name().to_owned(), level)) {
                missing.push(format!("{} {level}", family.name()));
            }
        }
    }
    assert!(missing.is_empty(), "no example for {missing:?}");
}

#[test]
fn levels_forget_orientation_and_colour() {
    // No limit that could be reached in one orientation and not in another.
    let options = Tactical2Options { node_limit: 100_000 };
    random_positions(7, 6, |position| {
        let context = Tactical2Context::new(position, options);
        for symmetry in Symmetry::ALL {
            for swapped in [false, true] {
                let other = transformed(position, symmetry, swapped);
                let turned = Tactical2Context::new(&other, options);
                for point in position.legal_points() {
                    let there = symmetry.apply(other.board.size(), point);
                    let (here, there) = (context.levels(point.into()), turned.levels(there.into()));
                    assert_eq!(here, there, "{point:?}\n{}", position.board.to_ascii());
                }
                assert_eq!(context.levels(Move::Pass), turned.levels(Move::Pass));
            }
        }
    });
}

#[test]
fn levels_stay_below_their_maximum() {
    random_positions(9, 10, |position| {
        let context = Tactical2Context::new(position, Tactical2Options::default());
        for point in position.legal_points() {
            for (family, level) in context.levels(point.into()).present() {
                assert!(level <= family.max_level(), "{family:?} {level}");
            }
        }
    });
}

fn steps(a: Point, b: Point) -> u8 {
    a.x().abs_diff(b.x()) + a.y().abs_diff(b.y())
}

#[test]
fn maps_equal_their_slow_twins() {
    random_positions(9, 12, |position| {
        let (board, own) = (&position.board, position.to_move);
        let stones = |color: Color| board.size().points().filter(move |&p| board.color_at(p) == Some(color));
        let neighbourhood = Neighbourhood::new(board, own);
        for color in Color::BOTH {
            let liberties = |chain| board.liberties(chain).count().min(15) as u8;
            let nearest = Nearest::new(board, color, liberties);
            let vital = vital_points(board, color);
            for point in board.size().points() {
                let found = stones(color).map(|p| (steps(p, point), liberties(board.chain_at(p).unwrap())));
                let expected = found.min().unwrap_or((Nearest::FAR, 0));
                if expected.0 < Nearest::FAR {
                    assert_eq!((nearest.distance(point), nearest.strength(point)), expected, "{point:?}");
                }
                let space = EyeSpace::around(board, point, color);
                let is_vital = space.is_some_and(|space| space.status() == EyeStatus::Vital(point));
                assert_eq!(vital.contains(point), is_vital, "{color} {point:?}\n{}", board.to_ascii());
            }
        }
        for point in board.size().points() {
            let near = |color: Color| stones(color).map(move |p| steps(p, point)).filter(|&d| d > 0 && d <= 3);
            let weight = |color: Color| near(color).map(|d| 8 >> d).sum::<i32>();
            assert_eq!(neighbourhood.influence(point), weight(own) - weight(own.opponent()));
            assert_eq!(neighbourhood.n_stones(point), near(own).count() + near(own.opponent()).count());
        }
        let facing = Facing::new(board);
        for chain in board.size().points().filter_map(|p| board.chain_at(p)) {
            let expected = adjacent_chains(board, chain).map(|enemy| board.liberties(enemy).count()).min();
            assert_eq!(facing.weakest(chain), expected);
        }
    });
}

/// The levels of a move agree with the position after making it.
#[test]
fn levels_agree_with_the_board_after_the_move() {
    random_positions(9, 12, |position| {
        let own = position.to_move;
        let context = Tactical2Context::new(position, Tactical2Options::default());
        for point in position.legal_points() {
            let levels = context.levels(point.into());
            let mut after = position.board.clone();
            let n_captured = after.play_unchecked(point, own);
            let place = format!("{point:?}\n{}", position.board.to_ascii());
            let chain = after.chain_at(point).expect("no suicide");
            let n_liberties = after.liberties(chain).count();
            assert_eq!(levels[Tactical2Family::LibertiesAfter] as usize, n_liberties.min(6), "{place}");
            assert_eq!(levels[Tactical2Family::SelfAtariKind] > 0, n_liberties == 1, "{place}");
            assert_eq!(levels[Tactical2Family::Ko] == 1, after.ko().is_some(), "{place}");
            assert_eq!(levels[Tactical2Family::CaptureRead] > 0, n_captured > 0, "{place}");
            let beside = point.neighbours().into_iter().filter(|&n| after.color_at(n) == Some(own.opponent()));
            let left: Vec<usize> = beside.map(|n| after.liberties(after.chain_at(n).unwrap()).count()).collect();
            let fewest = left.iter().min().map_or(0, |&n| n.min(5));
            assert_eq!(levels[Tactical2Family::EnemyLiberties] as usize, fewest, "{place}");
            let gives_atari = left.contains(&1);
            assert!(!gives_atari || levels[Tactical2Family::AttackRead] > 0, "{place}");
        }
    });
}
