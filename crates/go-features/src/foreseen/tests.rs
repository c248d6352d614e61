//! Levels on a drawn position by hand, and the laws of a feature set: exchange of colours, symmetries, ranges, words.

use super::*;
use go_board::{BoardSize, Color, Move, Point, Position, Symmetry};

/// A game of legal random moves, reproducible.
fn random_position(size: BoardSize, n_moves: usize, seed: u64) -> Position {
    let mut position = Position::new(size, 7.5);
    for n in 0..n_moves {
        let points: Vec<Point> = position.legal_points().collect();
        let draw = stable_hash::splitmix64::nth(seed, n as u64) as usize;
        position.play(Move::Play(points[draw % points.len()]));
    }
    position
}

/// Multiples of 1/64, whose sums and squares are exact in any order.
fn random_owners(size: BoardSize, seed: u64) -> Owners {
    let mut owners = Owners::filled(0.0);
    for (n, point) in size.points().enumerate() {
        owners[point] = (stable_hash::splitmix64::nth(seed, n as u64) % 129) as f32 / 64.0 - 1.0;
    }
    owners
}

/// The same stones with exchanged colours or turned; recent moves and ko do not matter to this set.
fn rebuilt(position: &Position, symmetry: Symmetry, exchange: bool) -> Position {
    let size = position.board.size();
    let mut other = Position::new(size, 7.5);
    for point in size.points() {
        if let Some(color) = position.board.color_at(point) {
            other.board.set_stone(symmetry.apply(size, point), if exchange { color.opponent() } else { color });
        }
    }
    other.to_move = if exchange { position.to_move.opponent() } else { position.to_move };
    other
}

#[test]
fn levels_follow_the_board_when_it_is_turned_or_its_colours_are_exchanged() {
    for seed in 0..20 {
        let size = if seed % 2 == 0 { BoardSize::NINE } else { BoardSize::NINETEEN };
        let position = random_position(size, 20 + 4 * seed as usize, seed);
        let owners = random_owners(size, 100 + seed);
        let context = ForeseenContext::new(&position, &owners);
        for symmetry in Symmetry::ALL {
            for exchange in [false, true] {
                let other = rebuilt(&position, symmetry, exchange);
                let mut turned = Owners::filled(0.0);
                for point in size.points() {
                    turned[symmetry.apply(size, point)] = if exchange { -owners[point] } else { owners[point] };
                }
                let theirs = ForeseenContext::new(&other, &turned);
                for &point in position.board.empty_points() {
                    assert_eq!(context.levels(point), theirs.levels(symmetry.apply(size, point)));
                }
            }
        }
    }
}

#[test]
fn every_level_is_in_range_and_has_words_of_its_own() {
    for family in ForeseenFamily::ALL {
        let words: Vec<String> = (1..=family.max_level()).map(|level| family.sentence(level)).collect();
        assert!(words.iter().all(|words| !words.is_empty()), "{}", family.name());
        let distinct: std::collections::HashSet<&String> = words.iter().collect();
        assert_eq!(distinct.len(), words.len(), "{}", family.name());
        assert_eq!(family.sentence(0), "");
        assert_eq!(family.sentence(family.max_level() + 1), "");
    }
    for seed in 0..10 {
        let position = random_position(BoardSize::NINETEEN, 40 * seed as usize, seed);
        let context = ForeseenContext::new(&position, &random_owners(BoardSize::NINETEEN, seed));
        for &point in position.board.empty_points() {
            for (family, level) in ForeseenFamily::ALL.into_iter().zip(context.levels(point)) {
                assert!(level <= family.max_level(), "{} {level}", family.name());
            }
        }
    }
}

/// Black to move; one black stone that White is foreseen to take, one white stone that is safe, and a point between them.
#[test]
fn a_drawn_example() {
    let size = BoardSize::NINE;
    let mut position = Position::new(size, 7.5);
    let at = |name: &str| size.parse_point(name).expect("a point");
    position.board.set_stone(at("D5"), Color::Black);
    position.board.set_stone(at("F5"), Color::White);
    let mut owners = Owners::filled(0.0);
    (owners[at("D5")], owners[at("F5")], owners[at("E5")]) = (-0.7, -0.95, 0.5);
    let context = ForeseenContext::new(&position, &owners);
    let levels = context.levels(at("E5"));
    let said = |family: ForeseenFamily| family.sentence(levels[family as usize]);
    assert_eq!(said(ForeseenFamily::Owner), "plays where what is probably the player's own is foreseen");
    assert_eq!(said(ForeseenFamily::Beside), "plays beside own stones that are lost and enemy stones that are safe");
    // (0.5 - 0.7 - 0.95) / 21 and 1 - (0.25 + 0.49 + 0.9025) / 21.
    assert_eq!(said(ForeseenFamily::Around), "plays where the surroundings are foreseen as shared");
    assert_eq!(said(ForeseenFamily::Unsettled), "plays where the surroundings are unsettled");
    // 1 - 0.49 own and 1 - 0.9025 enemy stones.
    assert_eq!(said(ForeseenFamily::OwnDoubt), "plays near own stones of which about one is in doubt");
    assert_eq!(levels[ForeseenFamily::EnemyDoubt as usize], 0);
    // Far from everything, where nothing is decided.
    let levels = context.levels(at("A1"));
    assert_eq!(levels[ForeseenFamily::Near as usize], 0);
    assert_eq!(
        ForeseenFamily::Hotness.sentence(levels[ForeseenFamily::Hotness as usize]),
        "plays where the most of the board is unsettled"
    );
}

#[test]
fn evidence_names_the_chains_that_a_level_is_about() {
    let size = BoardSize::NINE;
    let mut position = Position::new(size, 7.5);
    let at = |name: &str| size.parse_point(name).expect("a point");
    for name in ["D5", "D4"] {
        position.board.set_stone(at(name), Color::Black);
    }
    position.board.set_stone(at("F5"), Color::White);
    let context = ForeseenContext::new(&position, &Owners::filled(0.0));
    let crate::Evidence::Chains { chains } = context.evidence(ForeseenFamily::OwnDoubt, at("E5")) else {
        panic!("chains")
    };
    let mut stones = chains.concat();
    stones.sort();
    let mut wanted = vec![at("D5"), at("D4")];
    wanted.sort();
    assert_eq!(stones, wanted);
}
