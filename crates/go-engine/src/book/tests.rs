//! Making, writing, reading and querying a book.

use go_board::{Board, BoardSize, Color, Move, Point, Symmetry};
use go_games::{Game, Turn};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;

const SIZE: BoardSize = BoardSize::NINE;

fn point(name: &str) -> Point {
    SIZE.parse_point(name).expect("a point")
}

fn game(moves: &str, symmetry: Symmetry) -> Game {
    let mut game = Game::new(SIZE);
    game.turns = moves
        .split_whitespace()
        .enumerate()
        .map(|(n, name)| Turn::new(Color::BOTH[n % 2], Move::Play(symmetry.apply(SIZE, point(name)))))
        .collect();
    game
}

/// Five games in all eight views.
fn example() -> Book {
    let lines = ["E5 C3 G7", "E5 C3 G7", "E5 C3 C7", "E5 E3 G7", "C3 G7 E5"];
    let games: Vec<Game> = lines.iter().flat_map(|line| Symmetry::ALL.map(|symmetry| game(line, symmetry))).collect();
    Book::from_games(&games, SIZE, BookSettings { n_moves: 3, min_games: 8, min_reply: 8 })
}

fn board(moves: &str) -> (Board<TrueLiberties>, Color) {
    let mut board = Board::new(SIZE);
    let mut color = Color::Black;
    for name in moves.split_whitespace() {
        board.set_stone(point(name), color);
        color = color.opponent();
    }
    (board, color)
}

#[test]
fn positions_are_known_from_every_side() {
    let book = example();
    let (empty, color) = board("");
    let replies = book.replies(&empty, color);
    assert_eq!(replies.iter().map(|reply| reply.n_games).collect::<Vec<_>>(), [32, 8]);
    assert_eq!(replies[0].point, point("E5"));
    for symmetry in Symmetry::ALL {
        let mut turned = Board::new(SIZE);
        turned.set_stone(point("E5"), Color::Black);
        turned.set_stone(symmetry.apply(SIZE, point("C3")), Color::White);
        let best = book.replies(&turned, Color::Black)[0];
        assert_eq!((symmetry.apply(SIZE, point("G7")), 16), (best.point, best.n_games));
    }
    let (transposed, color) = board("G7 C3 E5");
    assert!(book.replies(&transposed, color).is_empty(), "three moves is all that was read");
    assert!(book.replies(&Board::new(BoardSize::NINETEEN), Color::Black).is_empty());
}

#[test]
fn rare_replies_are_not_played() {
    let book = Book::parse("tesuji book 1 for 9x9\n: E5 100 C3 30 G4 9\n").expect("a book");
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let (empty, color) = board("");
    let drawn: Vec<Point> = (0..200).map(|_| book.draw(&empty, color, &mut random).expect("a reply")).collect();
    assert!(drawn.contains(&point("E5")) && drawn.iter().any(|&p| p != point("E5")));
    let kind = |p: Point| SIZE.line(p);
    assert!(drawn.iter().all(|&p| [5, 3].contains(&kind(p))), "G4 is too rare");
}

#[test]
fn books_round_trip() {
    let book = example();
    let text = book.to_text();
    assert_eq!(text.lines().next(), Some("tesuji book 1 for 9x9"));
    assert_eq!(text.lines().count(), 1 + book.n_positions(), "{text}");
    assert_eq!(Book::parse(&text).expect("our own text"), book);
}

fn check_refused(text: &str, expected: &str) {
    let error = Book::parse(text).expect_err("no book").to_string();
    assert!(error.contains(expected), "{error}");
}

#[test]
fn other_texts_are_refused_with_their_place() {
    check_refused("", "line 1");
    check_refused("tesuji book 2 for 9x9", "line 1");
    check_refused("tesuji book 1 for 99x99", "line 1");
    let line = |line: &str| format!("tesuji book 1 for 9x9\n: E5 7\n{line}\n");
    for (bad, expected) in [
        ("E5 C3 4", "no colon"),
        ("E5 : K10 4", "no point"),
        ("E5 : C3", "without its number"),
        ("E5 : C3 0", "no number"),
        ("E5 : E5 3", "on a stone"),
        ("E5 E5 : C3 3", "comes twice"),
        ("E5 : C3 3 G7 4", "comes twice"),
        ("E5 : C3 3 E3 4", "not the most frequent"),
        (": C3 9", "a position comes twice"),
        ("E5 :", "no reply"),
    ] {
        check_refused(&line(bad), expected);
        check_refused(&line(bad), "line 3");
    }
}
