//! Importing records of archives: which are kept, which are rejected and why, and loading a record onto a board.

use go_board::{BoardSize, Color, Move, RuleSet};
use go_games::{
    Filter, Game, Importer, Rank, ReadError, Refusal, game_from_tree, load_position, read_games, write_database,
};
use sgf::{Date, Margin, Outcome};

const MIXED: &[u8] = include_bytes!("data/mixed.sgf");

fn game(text: &str) -> Result<Game, Refusal> {
    game_from_tree(&sgf::parse(text).unwrap().games[0])
}

#[test]
fn a_mixed_archive_is_sorted_out() {
    let mut importer = Importer::default();
    importer.add("mixed.sgf", read_games(MIXED));
    importer.add("noise.sgf", read_games(b"\x89PNG\r\n\x1a\n"));
    importer.add("cut.zst", read_games(&[0x28, 0xB5, 0x2F, 0xFD, 1, 2, 3]));
    let (games, summary) = importer.finish();
    let refused: Vec<_> = summary.refused.iter().map(|(&reason, &n)| (reason, n)).collect();
    assert_eq!(
        refused,
        [
            ("bad set-up", 1),
            ("board size", 2),
            ("duplicate", 1),
            ("no moves", 1),
            ("no such move", 1),
            ("not Go", 1),
            ("point occupied", 1),
            ("set-up during the game", 1),
        ]
    );
    assert_eq!((games.len(), summary.n_records), (4, 13));
    assert_eq!(summary.n_ko_retakes, 1);
    assert_eq!(summary.unreadable.len(), 2);
    assert!(summary.unreadable[0].1.contains("a game starts with `(;`"), "{:?}", summary.unreadable);
    let occupied = summary.examples.iter().find(|example| example.2.reason() == "point occupied").unwrap();
    assert_eq!(occupied.1.line, 8);
    assert_eq!(occupied.2.to_string(), "move 3: Black plays on E5, which is occupied");
}

#[test]
fn every_reason_is_in_the_list() {
    let mut importer = Importer::new(Filter { sizes: vec![BoardSize::NINE], ..Filter::default() });
    importer.add("mixed.sgf", read_games(MIXED));
    let (_, summary) = importer.finish();
    assert!(summary.refused.keys().all(|reason| Refusal::REASONS.contains(reason)), "{:?}", summary.refused);
}

#[test]
fn a_database_and_a_packed_collection_are_read_like_the_text() {
    let mut importer = Importer::default();
    importer.add("mixed.sgf", read_games(MIXED));
    let (games, _) = importer.finish();
    let mut database = Vec::new();
    write_database(&games, &mut database).unwrap();
    for bytes in [database, zstd::encode_all(MIXED, 3).unwrap()] {
        let mut importer = Importer::default();
        importer.add("again", read_games(&bytes));
        assert_eq!(importer.finish().0, games);
    }
    let mut twice = Importer::default().keep_duplicates();
    twice.add("first", read_games(MIXED));
    twice.add("second", read_games(MIXED));
    assert_eq!(twice.finish().0.len(), 2 * (games.len() + 1));
    assert!(matches!(read_games(b"TESUJI-GAMES 1 games="), Err(ReadError::Database(_))));
}

#[test]
fn metadata_is_read() {
    let text = "(;SZ[19]KM[6,5]HA[2]RU[NZ]DT[2003/4/5]BR[7d?]WR[9p]PB[Kuro\\]]RE[W+Resign]AB[pd][dp];W[dd];B[];W[tt])";
    let game = game(text).unwrap();
    assert_eq!((game.size, game.komi, game.handicap), (BoardSize::NINETEEN, Some(6.5), 2));
    assert_eq!((game.rules, game.date), (Some(RuleSet::NewZealand), Date::new(2003, 4, 5)));
    assert_eq!(game.ranks, [Rank::dan(7), Rank::pro(9)]);
    assert_eq!(game.players, ["Kuro]", ""]);
    assert!(matches!(game.outcome, Outcome::Win { by: Margin::Resignation, .. }));
    assert_eq!((game.setup[0].len(), game.first_player), (2, Color::White));
    assert!(game.turns[1].mv().is_pass() && game.turns[2].mv().is_pass());
}

#[test]
fn komi_in_hundredths_and_in_stones() {
    let komi = |raw: &str| game(&format!("(;KM[{raw}];B[aa])")).unwrap().komi;
    assert_eq!(komi("650"), Some(6.5));
    assert_eq!(komi("375"), Some(7.5));
    assert_eq!(komi("3.75"), Some(7.5));
    assert_eq!(komi("0"), Some(0.0));
    assert_eq!(komi("-5.5"), Some(-5.5));
    assert_eq!(komi(""), None);
    assert_eq!(komi("none"), None);
}

#[test]
fn capital_letters_mean_the_small_ones() {
    let small = game("(;SZ[19];B[qf];W[dd])").unwrap().turns;
    assert_eq!(game("(;SZ[19x19];B[QF];W[Dd])").unwrap().turns, small);
    assert!(game("(;SZ[9];B[QF])").is_err());
}

#[test]
fn handicap_may_be_unnamed() {
    assert_eq!(game("(;SZ[19]AB[pd][dp];W[dd])").unwrap().handicap, 2);
    assert_eq!(game("(;SZ[19]AB[pd][dp];B[dd])").unwrap().handicap, 0);
    assert_eq!(game("(;SZ[19]AB[pd][dp]AW[aa];W[dd])").unwrap().handicap, 0);
}

#[test]
fn a_record_is_put_on_a_board_up_to_a_move() {
    let text = "(;SZ[9]KM[5.5]RU[Japanese]HA[2]AB[cg][gc];W[ee];B[dd];AE[dd]AW[df]PL[W];W[];B[ff](;W[aa])(;W[bb]))";
    let tree = &sgf::parse(text).unwrap().games[0];
    let at = |before| load_position(tree, before).unwrap();
    let start = at(Some(1));
    assert_eq!((start.board.board().n_stones(Color::Black), start.board.n_handicap()), (2, 2));
    assert_eq!((start.board.to_move(), start.n_moves), (Color::White, 5));
    assert!(matches!(start.next, Some((Color::White, Move::Play(_)))));
    let changed = at(Some(3));
    assert_eq!(changed.board.board().n_stones(Color::Black), 2);
    assert_eq!(changed.board.board().n_stones(Color::White), 2);
    assert_eq!(changed.board.to_move(), Color::White);
    let end = at(None);
    assert_eq!((end.board.board().n_stones(Color::White), end.next), (3, None));
    assert_eq!(end.board.komi(), 5.5);
    assert_eq!(end.board.rules(), RuleSet::Japanese.rules());
}

#[test]
fn an_invalid_record_is_reported_with_its_place() {
    let fail = |text: &str| match load_position(&sgf::parse(text).unwrap().games[0], None) {
        Ok(_) => panic!("{text} was loaded"),
        Err(error) => error.to_string(),
    };
    assert_eq!(fail("(;SZ[9]\n;B[ee]\n;W[ee])"), "line 3, column 1: move 2: White plays on E5, which is occupied");
    assert_eq!(fail("(;SZ[9];B[zz])"), "line 1, column 8: move 1: B[zz] is not a move on this board");
    assert!(fail("(;SZ[26];B[aa])").contains("only square boards from 1 to 25"));
    assert!(fail("(;SZ[0];B[aa])").contains("SZ[0]"));
}
