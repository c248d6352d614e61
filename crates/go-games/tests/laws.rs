//! Laws on random games: SGF and back, the database and back, symmetry, replay.

use go_board::{BoardSize, Color, GameBoard, Move, PlayoutBoard, Point, Position, RuleSet, Symmetry};
use go_games::{
    Fingerprinter, Game, Rank, Replay, Side, Turn, fingerprint, fuzz, game_from_tree, read_database, side_of,
    tree_from_game, write_database,
};
use proptest::prelude::*;
use sgf::value::Color as Winner;
use sgf::{Date, Margin, Outcome};

fn outcomes() -> impl Strategy<Value = Outcome> {
    let margins = prop_oneof![
        (0u16..700).prop_map(|halves| Margin::Score(f32::from(halves) / 2.0)),
        Just(Margin::Resignation),
        Just(Margin::Time),
        Just(Margin::Forfeit),
        Just(Margin::Unstated),
    ];
    let wins = (any::<bool>(), margins)
        .prop_map(|(black, by)| Outcome::Win { winner: if black { Winner::Black } else { Winner::White }, by });
    prop_oneof![Just(Outcome::Unknown), Just(Outcome::Draw), Just(Outcome::Void), wins]
}

fn ranks() -> impl Strategy<Value = Option<Rank>> {
    prop_oneof![
        Just(None),
        (1u8..=30).prop_map(Rank::kyu),
        (1u8..=10).prop_map(Rank::dan),
        (1u8..=10).prop_map(Rank::pro)
    ]
}

/// Plays the picks as moves: a pick chooses among the empty points, now and then a pass; colours mostly alternate.
fn play(game: &mut Game, picks: &[u16]) {
    let mut board = PlayoutBoard::new(game.size);
    for color in Color::BOTH {
        game.setup[color.index()].iter().for_each(|&point| board.set_stone(point, color));
    }
    let mut color = game.first_player;
    for &pick in picks {
        let empty = board.empty_points();
        let mv = match (pick % 40, empty.len()) {
            (0, _) | (_, 0) => Move::Pass,
            _ => Move::Play(empty[usize::from(pick) % empty.len()]),
        };
        game.turns.push(Turn::new(color, mv));
        match mv {
            Move::Play(point) => {
                board.play_unchecked(point, color);
            }
            Move::Pass => board.pass(),
        }
        color = if pick % 97 == 1 { color } else { color.opponent() };
    }
}

fn games() -> impl Strategy<Value = Game> {
    let facts = (
        prop_oneof![Just(1usize), 2usize..=25, Just(9), Just(19)],
        prop::option::of(-20i8..=20),
        prop::option::of(prop::sample::select(RuleSet::ALL.to_vec())),
        prop::option::of((1u16..=9999, 0u8..=12, 0u8..=31)),
        ["[^\\x00-\\x1f\\x7f]{0,12}", "[^\\x00-\\x1f\\x7f]{0,12}"],
        [ranks(), ranks()],
        outcomes(),
        any::<bool>(),
    );
    (facts, prop::collection::vec(any::<u16>(), 1..300)).prop_map(|(facts, picks)| {
        let (side, komi, rules, date, players, ranks, outcome, white_first) = facts;
        let mut game = Game::new(BoardSize::new(side).unwrap());
        game.komi = komi.map(|halves| f32::from(halves) / 2.0);
        game.rules = rules;
        game.date = date.and_then(|(year, month, day)| Date::new(year, month, day));
        game.players = players;
        game.ranks = ranks;
        game.outcome = outcome;
        game.first_player = if white_first { Color::White } else { Color::Black };
        if side >= 7 && picks[0] % 3 == 0 {
            game.setup[0] = [(2, 2), (3, 2), (4, 4)].iter().filter_map(|&(x, y)| game.size.point(x, y)).collect();
            game.handicap = if white_first { 3 } else { 0 };
        }
        play(&mut game, &picks);
        game
    })
}

fn turned(game: &Game, symmetry: Symmetry) -> Game {
    let image = |point: Point| symmetry.apply(game.size, point);
    let mut other = game.clone();
    other.setup.iter_mut().flatten().for_each(|point| *point = image(*point));
    for turn in &mut other.turns {
        *turn = Turn::new(turn.color(), turn.mv().point().map_or(Move::Pass, |point| Move::Play(image(point))));
    }
    other
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn a_game_survives_sgf(game in games()) {
        let tree = tree_from_game(&game);
        prop_assert_eq!(game_from_tree(&tree), Ok(game));
        let text = sgf::write_game(&tree, sgf::Layout::Lines(70));
        prop_assert!(sgf::parse_strict(&text).is_ok(), "{:?}", sgf::parse_strict(&text));
    }

    #[test]
    fn games_survive_the_database(games in prop::collection::vec(games(), 0..5)) {
        let (mut first, mut second) = (Vec::new(), Vec::new());
        write_database(&games, &mut first).unwrap();
        write_database(&games, &mut second).unwrap();
        prop_assert_eq!(&first, &second);
        prop_assert_eq!(read_database(&first).unwrap(), games);
    }

    #[test]
    fn turning_a_game_leaves_its_fingerprint(game in games()) {
        let fingerprinter = Fingerprinter::new(game.size);
        let original = fingerprinter.fingerprint(&game);
        for symmetry in Symmetry::ALL {
            prop_assert_eq!(fingerprinter.fingerprint(&turned(&game, symmetry)), original);
        }
        let mut longer = game.clone();
        longer.turns.push(Turn::new(Color::Black, Move::Pass));
        prop_assert_ne!(fingerprint(&longer), original);
        let mut swapped = game.clone();
        swapped.turns[0] = Turn::new(game.turns[0].color().opponent(), game.turns[0].mv());
        prop_assert_ne!(fingerprint(&swapped), original);
    }

    #[test]
    fn replay_shows_what_the_game_board_shows(game in games()) {
        prop_assert!(game.check().is_ok());
        let mut board: GameBoard = GameBoard::new(game.size, RuleSet::TrompTaylor.rules(), 0.0);
        board.set_up(&game.setup[0], &game.setup[1], &[]).unwrap();
        let mut replay = Replay::new(&game);
        for turn in &game.turns {
            let (position, mv) = replay.next_position().unwrap();
            prop_assert_eq!((position.to_move, mv), (turn.color(), turn.mv()));
            prop_assert_eq!(position.board.hash(), board.board().hash());
            prop_assert_eq!(position.board.ko(), board.board().ko());
            board.play_recorded(turn.color(), turn.mv()).unwrap();
        }
        prop_assert!(replay.next_position().is_none());
        prop_assert_eq!(replay.into_final_position().board.hash(), board.board().hash());
    }

    #[test]
    fn any_bytes_keep_the_laws(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        fuzz::fuzz_import(&bytes);
        fuzz::fuzz_database(&bytes);
    }
}

#[test]
fn a_replay_stops_where_no_stone_can_go() {
    let mut game = Game::new(BoardSize::NINE);
    let center = game.size.point(4, 4).unwrap();
    game.turns = vec![Turn::new(Color::Black, Move::Play(center)), Turn::new(Color::White, Move::Play(center))];
    let end: Position = Replay::new(&game).into_final_position();
    assert_eq!(end.move_number, 1);
    assert!(game.check().is_err());
    let whole_board: Vec<Point> = game.size.points().collect();
    game.setup[0] = whole_board;
    let end: Position = Replay::new(&game).into_final_position();
    assert_eq!(end.move_number, 0);
}

#[test]
fn a_split_gives_each_side_its_share() {
    let n_validation = (0u64..100_000).filter(|&nth| side_of(nth, 0.1, 0) == Side::Validation).count();
    assert!((9_500..10_500).contains(&n_validation), "{n_validation}");
    assert!((0u64..1_000).any(|nth| side_of(nth, 0.1, 0) != side_of(nth, 0.1, 1)));
    assert!((0u64..1_000).all(|nth| side_of(nth, 0.0, 0) == Side::Train && side_of(nth, 1.0, 0) == Side::Validation));
}
