//! The board as text: `X` Black, `O` White, `.` empty, `+` a handicap point, brackets around the last move.

use std::fmt::Write;

use go_board::{BoardSize, Color, GameBoard, Point, fixed_handicap, max_fixed_handicap};

/// A drawing with coordinates, prisoners, komi and whose turn it is.
pub(crate) fn showboard(game: &GameBoard) -> String {
    let (size, board) = (game.size(), game.board());
    let n_lines = usize::from(size.get());
    let last = game.moves().next_back().and_then(|(_, mv)| mv.point());
    let columns: String = (0..n_lines).map(|x| format!(" {}", column_name(size, x))).collect();
    let mut text = format!("\n  {columns}\n");
    for y in 0..n_lines {
        let row = n_lines - y;
        write!(text, "{row:>2}").expect("a string grows");
        for point in (0..n_lines).filter_map(|x| size.point(x, y)) {
            let letter = match board.color_at(point) {
                Some(Color::Black) => 'X',
                Some(Color::White) => 'O',
                None if is_handicap_point(size, point) => '+',
                None => '.',
            };
            let before = if Some(point) == last { '(' } else { separator(last, point) };
            write!(text, "{before}{letter}").expect("a string grows");
        }
        let ends_with_last =
            last.is_some_and(|point| usize::from(point.y()) == y && usize::from(point.x()) + 1 == n_lines);
        writeln!(text, "{}{row}", if ends_with_last { ')' } else { ' ' }).expect("a string grows");
    }
    writeln!(text, "  {columns}").expect("a string grows");
    // GTP counts what a player has taken, the board what a colour has lost.
    let taken = |color: Color| board.prisoners(color.opponent());
    write!(
        text,
        "{} to play, komi {}, prisoners: Black {} White {}",
        game.to_move(),
        game.komi(),
        taken(Color::Black),
        taken(Color::White)
    )
    .expect("a string grows");
    text
}

/// The separator before a point: the bracket around the last move, or a space.
fn separator(last: Option<Point>, point: Point) -> char {
    match last {
        Some(last) if last.y() == point.y() && last.x() + 1 == point.x() => ')',
        _ => ' ',
    }
}

fn column_name(size: BoardSize, x: usize) -> char {
    let name = size.point(x, 0).map(|point| size.name(point)).unwrap_or_default();
    name.chars().next().unwrap_or(' ')
}

fn is_handicap_point(size: BoardSize, point: Point) -> bool {
    fixed_handicap(size, max_fixed_handicap(size)).is_ok_and(|points| points.contains(&point))
}

#[cfg(test)]
mod tests {
    use go_board::{Move, RuleSet};

    use super::*;

    #[test]
    fn a_small_board() {
        let mut game: GameBoard = GameBoard::new(BoardSize::new(3).expect("a size"), RuleSet::Chinese.rules(), 7.5);
        for (color, name) in [(Color::Black, "A1"), (Color::White, "B1"), (Color::Black, "C3"), (Color::White, "A2")] {
            let point = game.size().parse_point(name).expect("a point");
            game.play(color, Move::Play(point)).expect("a legal move");
        }
        let expected = "\n   A B C\n 3 . . X 3\n 2(O). . 2\n 1 . O . 1\n   A B C\n\
                        Black to play, komi 7.5, prisoners: Black 0 White 1";
        assert_eq!(showboard(&game), expected);
    }
}
