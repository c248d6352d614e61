//! A small model from made games: what it knows, saved and read again, and the incremental board against the slow way.

use super::*;
use crate::model_file::ModelFileError;
use crate::territory::{FinishedGame, Owners};
use crate::{TrainError, Training};
use go_board::{BoardSize, Color, Move, Point, Position};
use go_features::regions::{REGION_BOARD, Region, RegionKind, RegionShapes};
use go_games::{Game, Turn};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn point(name: &str) -> Point {
    REGION_BOARD.parse_point(name).expect("a point")
}

/// Black takes two corners and encloses the first with C14, White takes the others; then both play anywhere on the upper half.
fn game(seed: u64) -> Game {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = Game::new(REGION_BOARD);
    let mut position: Position = Position::new(REGION_BOARD, 7.5);
    let opening = ["D16", "Q4", "Q16", "D4", "C14", "R6"].map(point);
    for turn in 0..50 {
        let legal: Vec<Point> = position.legal_points().filter(|point| (6..12).contains(&point.y())).collect();
        let mv = opening.get(turn).copied().unwrap_or_else(|| legal[random.random_range(0..legal.len())]);
        game.turns.push(Turn::new(position.to_move, Move::Play(mv)));
        position.play(Move::Play(mv));
    }
    game
}

fn config() -> MEvalConfig {
    MEvalConfig { min_played: 5, first_ply: 6, last_ply: 40, plies: 40, ..MEvalConfig::default() }
}

/// Black owns the upper half, White the lower one.
fn trained() -> MEvalModel {
    let games: Vec<Game> = (0..30).map(game).collect();
    let owners = Owners::new(REGION_BOARD, |point| Some(if point.y() < 10 { Color::Black } else { Color::White }));
    let finished: Vec<FinishedGame<'_>> =
        games.iter().map(|game| FinishedGame { game, owners: Some(owners.clone()) }).collect();
    train_m_eval(&config(), &finished, &Training::new(&games)).expect("a model")
}

#[test]
fn shapes_know_their_territory_and_answers() {
    let model = trained();
    let mut board: Position = Position::new(REGION_BOARD, 7.5);
    for name in ["D16", "Q4", "Q16", "D4"] {
        board.play(Move::Play(point(name)));
    }
    let shapes = RegionShapes::of(&board.board);
    let big = Region::all().find(|region| region.kind() == RegionKind::BigCorner).expect("a corner");
    let known = model.shapes().find(&shapes, big).expect("a stone on the 4-4 point");
    assert!(known.n_seen >= 60 && known.stones.len() == 1);
    // Two corners of Black lie in the upper half, and two of White in the lower one, all of them the same shape with its colours.
    let territory = model.shapes().territory(&shapes, big).expect("known");
    assert!(territory[0] > 60.0 && territory[1] < 6.0, "{territory:?}");
    let mut answers = Vec::new();
    model.shapes().answers(&shapes, big, Color::Black, &mut answers);
    let mut first = [answers[0].0, answers[1].0];
    first.sort();
    assert_eq!(first, [point("F17"), point("C14")], "an answer and its mirror image: {answers:?}");
    let opening = OpeningBoard::of(&model, &board.board).expect("19x19");
    assert!(opening.n_known() >= 4);
    let local = opening.answers(&model, Color::Black, Some(point("D16")), 3);
    assert!(local.iter().any(|(answer, _)| *answer == point("C14")));
    assert!(local.len() <= opening.answers(&model, Color::Black, None, 3).len());
}

#[test]
fn training_twice_gives_the_same_bytes_and_files_round_trip() {
    let model = trained();
    let bytes = model.to_bytes();
    assert_eq!(bytes, trained().to_bytes());
    let again = MEvalModel::from_bytes(&bytes).expect("a model");
    assert_eq!(again.to_bytes(), bytes);
    assert_eq!(again.encoder(), model.encoder());
    assert!(matches!(MEvalModel::from_bytes(&bytes[..bytes.len() - 1]), Err(ModelFileError::Damaged(_))));
}

#[test]
fn the_incremental_board_is_the_slow_one() {
    let model = trained();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let start: Position = Position::new(REGION_BOARD, 7.5);
    let mut opening = OpeningBoard::of(&model, &start.board).expect("19x19");
    let mut color = Color::Black;
    for _ in 0..300 {
        let legal: Vec<Point> = REGION_BOARD.points().filter(|&p| opening.board().is_legal(p, color)).collect();
        opening = opening.after(&model, legal[random.random_range(0..legal.len())], color);
        color = color.opponent();
        opening.check().expect("the same");
    }
    let fresh = OpeningBoard::of(&model, opening.board()).expect("19x19");
    let [kept, new] = [&opening, &fresh].map(|board| board.qualities(&model));
    for (kept, new) in kept.iter().zip(&new) {
        assert_eq!(kept[2..], new[2..], "all but territory, which stays where a shape became unknown");
    }
}

#[test]
fn exchanged_colours_exchange_the_sign() {
    let model = trained();
    let mut board = go_board::Board::new(REGION_BOARD);
    let mut swapped = go_board::Board::new(REGION_BOARD);
    for (k, name) in ["D16", "Q4", "Q16", "D4", "C14", "R6", "K4", "O17"].into_iter().enumerate() {
        let color = Color::BOTH[k % 2];
        board.set_stone(point(name), color);
        swapped.set_stone(point(name), color.opponent());
    }
    let encode = |board| model.encode(&OpeningBoard::of(&model, board).expect("19x19"));
    let (plain, turned) = (encode(&board), encode(&swapped));
    assert!(plain.iter().any(|l| l.abs() > 0.01), "{plain:?}");
    assert!(plain.iter().zip(turned).all(|(a, b)| (a + b).abs() < 1e-4), "{plain:?} {turned:?}");
}

#[test]
fn other_boards_and_settings_are_refused() {
    let model = trained();
    assert!(OpeningBoard::of(&model, &go_board::Board::new(BoardSize::NINE)).is_none());
    let small = [Game::new(BoardSize::NINE)];
    let finished = [FinishedGame { game: &small[0], owners: None }];
    assert!(matches!(train_m_eval(&config(), &finished, &Training::new(&small)), Err(TrainError::NoGames)));
    let wrong = MEvalConfig { min_counted: 1, ..config() };
    assert!(matches!(wrong.check(), Err(TrainError::Setting { key: "min_counted", .. })));
    assert!(MEvalConfig::is_meant("kind = \"m-eval\"") && !MEvalConfig::is_meant("kind = \"territory\""));
}
