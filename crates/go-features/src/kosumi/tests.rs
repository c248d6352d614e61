//! Strings and attributes on drawn boards; rows do not change under rotation, reflection and exchange of colours.

use super::*;
use go_board::{Board, BoardSize, Move, Symmetry, TrueLiberties};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

fn position(drawing: &str) -> (Position, Vec<(char, Point)>) {
    let (board, marks) = Board::<TrueLiberties>::parse_ascii(drawing).unwrap();
    let mut position = Position::new(board.size(), 7.5);
    position.board = board;
    (position, marks)
}

#[test]
fn strings_hold_where_a_kosumi_is_not_cut() {
    let (position, _) = position(
        "
        . . . . . . .
        . X . . . X .
        . . X . X . .
        . . . X . . .
        . . . . . . .
        . X O . . . .
        . O X . . . .",
    );
    let strings = Strings::find(&position.board);
    let at = |name: &str| strings.at(position.board.size().parse_point(name).unwrap()).unwrap();
    // Three kosumi in a row from B6 over C5 to D4, and two more to F6.
    assert_eq!(at("B6").stones.len(), 5);
    assert_eq!(at("B6").numbers(), [5, 5, 3, 0, 12, 0, 24, 0, 0, 4, 4, 2, 3]);
    // B2 and C1 are kosumi, but White has both points between them.
    assert_eq!((at("B2").stones.len(), at("C1").stones.len()), (1, 1));
    assert_eq!(at("C2").stones.len(), 1, "nor are White's: Black has both points between them");
}

#[test]
fn a_half_cut_kosumi_has_a_discerption_point() {
    let (position, _) = position(
        "
        . . . . .
        . X O . .
        . . X . .
        . . . . .
        . . . . .",
    );
    let strings = Strings::find(&position.board);
    let string = strings.at(position.board.size().parse_point("B4").unwrap()).unwrap();
    assert_eq!((string.stones.len(), string.numbers()[3]), (2, 1));
}

#[test]
fn rows_describe_the_candidate() {
    let (position, marks) = position(
        "
        . . . . . . .
        . . X . . . .
        . . . . . . .
        . a . . O . .
        . . . . . . .
        . . . . . . .
        . . . . . . .",
    );
    let mut row = Vec::new();
    let context = KosumiContext::new(&position, Attributes::Recent);
    context.write_row(marks[0].1, &mut row);
    assert_eq!(row.len(), Attributes::Recent.len());
    // The nearest border is to the left: nothing there; the white stone is three to the right; nothing up or down.
    assert_eq!((row[0], row[15], row[30], row[45]), (0, 2, 0, 0));
    assert_eq!((row[15 + 1], row[15 + 14]), (1, 3), "one stone at distance 3");
    // Black's turn, second line, black stone at distance 3, white at 3: 8 - 8.
    assert_eq!(&row[60..64], &[0, 2, 8 - 8, 0]);
    assert_eq!(&row[64..], &[99; 9]);
    assert_eq!(context.string_towards(marks[0].1, 1).unwrap().1, 3);
    assert_eq!(Attributes::Paper.words(29), "distance along the line, string away from the nearest border");
    assert_eq!(Attributes::Recent.words(64), "distance to the last move");
    assert_eq!((Attributes::Recent.moves_back(64), Attributes::Recent.moves_back(60)), (Some(0), None));
}

/// A stone at a knight's move is seen in a wide view only; the step sideways is counted towards the border of the other axis.
#[test]
fn a_wide_view_sees_knights_moves() {
    let (position, marks) = position(
        "
        . . . . . . .
        . . . X . . .
        . a . . . . .
        . . . . O . .
        . . . . . . .
        . . . . . . .
        . . . . . . .",
    );
    let row = |attributes| {
        let mut row = Vec::new();
        KosumiContext::new(&position, attributes).write_row(marks[0].1, &mut row);
        assert_eq!(row.len(), Attributes::len(attributes));
        row
    };
    assert_eq!(row(Attributes::Paper)[..60], [0; 60], "no stone on its lines");
    let wide = row(Attributes::Wide);
    // Black's stone is two to the right and one up, towards the second border.
    assert_eq!((wide[16], wide[16 + 14], wide[16 + 15]), (1, 2, 1));
    assert_eq!(Attributes::Wide.words(31), "step sideways, string away from the nearest border");
    assert_eq!((wide[0], wide[32], wide[48]), (0, 0, 0));
    let extended = row(Attributes::Extended);
    assert_eq!(&extended[64 + 4 + 9..], &[3, 0, 0, 1, 0, 1, 1, 1, 1]);
    assert_eq!(Attributes::Extended.words(64 + 4 + 9), "distance from the second border");
    assert_eq!(Attributes::Extended.words(64 + 4 + 10), "own stones within 1");
    assert_eq!(Attributes::Extended.words(64 + 4 + 17), "opposing stones within 5");
    assert_eq!(Attributes::Extended.moves_back(64 + 4 + 9), None);
}

#[test]
fn symmetric_candidates_have_equal_rows() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let size = BoardSize::NINE;
    let lists = [Attributes::Recent, Attributes::Extended];
    for (symmetry, list) in Symmetry::ALL.into_iter().flat_map(|symmetry| lists.map(|list| (symmetry, list))) {
        let mut one: Position = Position::new(size, 7.5);
        let mut other: Position = Position::new(size, 7.5);
        for _ in 0..60 {
            let mv = one.board.random_move(one.to_move, &mut random);
            one.play(mv);
            other.play(mv.point().map_or(Move::Pass, |point| Move::Play(symmetry.apply(size, point))));
        }
        let (here, there) = (KosumiContext::new(&one, list), KosumiContext::new(&other, list));
        for point in one.legal_points() {
            // On an axis of symmetry the two directions away from it are equal.
            let is_ambiguous = point.x() == 4 || point.y() == 4 || point.x() == point.y() || point.x() + point.y() == 8;
            if is_ambiguous {
                continue;
            }
            let (mut row, mut image) = (Vec::new(), Vec::new());
            here.write_row(point, &mut row);
            there.write_row(symmetry.apply(size, point), &mut image);
            assert_eq!(row, image, "{symmetry:?} {}", size.name(point));
        }
    }
}
