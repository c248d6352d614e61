//! Fields on a small board, colour symmetry, and that every class is named.

use super::*;
use go_board::{BoardSize, Move};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

fn position(drawing: &str, to_move: Color) -> (Position, Vec<(char, Point)>) {
    let (board, marks) = Board::<TrueLiberties>::parse_ascii(drawing).unwrap();
    let mut position = Position::new(board.size(), 7.5);
    position.board = board;
    position.to_move = to_move;
    (position, marks)
}

/// The class of a point in the field with that name.
fn class(set: FieldSet, position: &Position, field: &str, point: Point) -> Option<&'static str> {
    let idx = set.fields().iter().position(|spec| spec.name == field).unwrap();
    let mut found = None;
    set.survey(position, |f, p, class| {
        if (f, p) == (idx, point) {
            assert_eq!(found, None, "one class");
            found = Some(set.fields()[f].classes[usize::from(class)]);
        }
    });
    found
}

const FIGHT: &str = "
    . O X . .
    . O X . .
    a X O O .
    . X X O .
    . . . . .";

#[test]
fn fields_of_stones_liberties_and_captures() {
    let (position, marks) = position(FIGHT, Color::White);
    let at = |name: &str| position.board.size().parse_point(name).unwrap();
    let of = |field: &str, point| class(FieldSet::Thesis, &position, field, point);
    assert_eq!(of("stones", at("B5")), Some("own stones"));
    assert_eq!(of("stones", at("C5")), Some("opposing stones"));
    assert_eq!(of("stones", marks[0].1), Some("empty points"));
    assert_eq!(of("own-liberties", at("B5")), Some("own stones with 2 liberties"));
    assert_eq!(of("own-liberties", at("C5")), None);
    assert_eq!(of("opposing-liberties", at("C4")), Some("opposing stones with 2 liberties"));
    assert_eq!(of("capture", marks[0].1), None);
}

#[test]
fn captures_count_every_chain_once() {
    let (position, marks) = position(
        "
        . X O a X
        . X O O X
        . X X X X
        . . . . .
        . . . . .",
        Color::Black,
    );
    let point = marks[0].1;
    assert_eq!(class(FieldSet::Thesis, &position, "capture", point), Some("points that capture 3 stones"));
    assert_eq!(class(FieldSet::Thesis, &position, "opposing-capture", point), None);
    let (turned, _) = self::position(&position.board.to_ascii(), Color::White);
    let found = class(FieldSet::Thesis, &turned, "opposing-capture", point);
    assert_eq!(found, Some("points where the opponent captures 3 stones"));
}

#[test]
fn recent_moves_are_marked_only_where_configured() {
    let mut position: Position = Position::new(BoardSize::NINE, 7.5);
    let names = ["C3", "G7", "C7"].map(|name| position.board.size().parse_point(name).unwrap());
    names.iter().for_each(|&point| position.play(Move::Play(point)));
    assert_eq!(class(FieldSet::ThesisRecent, &position, "last-moves", names[2]), Some("the last move"));
    assert_eq!(class(FieldSet::ThesisRecent, &position, "last-moves", names[1]), Some("the move before the last"));
    assert_eq!(class(FieldSet::ThesisRecent, &position, "last-moves", names[0]), None);
    assert_eq!(class(FieldSet::Extended, &position, "earlier-moves", names[0]), Some("the third and fourth last move"));
    FieldSet::Thesis.survey(&position, |field, _, _| assert!(field < 5));
}

#[test]
fn a_chain_in_a_ladder_can_be_captured() {
    let (position, _) = position(
        "
        . . . . . . .
        . X O . . . .
        . O X X . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .",
        Color::Black,
    );
    let at = |name: &str| position.board.size().parse_point(name).unwrap();
    assert_eq!(class(FieldSet::Extended, &position, "reading", at("C6")), Some("opposing stones that can be captured"));
    assert_eq!(class(FieldSet::Extended, &position, "reading", at("D5")), None);
    assert_eq!(class(FieldSet::Extended, &position, "chain-size", at("D5")), Some("stones of chains of 2"));
}

/// With all colours exchanged the side to move sees the same.
#[test]
fn colours_do_not_matter() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(9);
    let mut black: Position = Position::new(BoardSize::NINE, 7.5);
    let mut white: Position = Position::new(BoardSize::NINE, 7.5);
    white.to_move = Color::White;
    for _ in 0..100 {
        let mv = black.board.random_move(black.to_move, &mut random);
        black.play(mv);
        white.play(mv);
        let seen = |position: &Position| {
            let mut marks = Vec::new();
            FieldSet::Extended.survey(position, |field, point, class| {
                assert!(usize::from(class) < EXTENDED[field].classes.len());
                marks.push((field, point, class));
            });
            marks.sort();
            marks
        };
        assert_eq!(seen(&black), seen(&white));
    }
}
