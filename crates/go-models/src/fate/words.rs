//! Columns of the feature sets in the words of a Go player, and where on the board they look.

use go_board::{Color, Point, Position};
use go_features::Evidence;

/// "two steps away: own chain with 2 liberties, then border point: 3 (usually 1)".
pub(super) fn sentence(column: &str, value: f64, typical: f64) -> String {
    let what = match column.split_once(':') {
        Some(("path", letters)) => format!("ways over {}", steps(letters)),
        Some(("group", letters)) => format!("ways over {}, chains that belong together as one", steps(letters)),
        Some(("near", kind)) => format!("next to it: {}", readable(kind)),
        Some(("pair", kinds)) => match kinds.split_once('/') {
            Some((first, second)) => format!("next to it {}, then {}", readable(first), readable(second)),
            None => readable(kinds),
        },
        Some((_, name)) => readable(name),
        None => readable(column),
    };
    format!("{what}: {} (usually {})", number(value), number(typical))
}

fn steps(letters: &str) -> String {
    let step = |letter: char| match letter {
        '+' => "an own chain",
        '-' => "a chain of the opponent",
        'X' => "a black chain",
        'O' => "a white chain",
        _ => "an empty point",
    };
    letters.chars().map(step).collect::<Vec<_>>().join(", ")
}

fn readable(name: &str) -> String {
    name.replace('-', " ")
}

fn number(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.2}") }
}

/// The chains beside the move that the column speaks of; the cells next to the move where it speaks of none.
pub(super) fn evidence(column: &str, position: &Position, point: Point) -> Evidence {
    let (own, theirs) = (position.to_move, position.to_move.opponent());
    let named: &[Color] = match column.split_once(':') {
        Some(("path" | "group", letters)) => match letters.chars().next() {
            Some('+') => &[own],
            Some('-') => &[theirs],
            Some('X') => &[Color::Black],
            Some('O') => &[Color::White],
            _ => &[],
        },
        Some((_, name)) if name.starts_with("own") => &[own],
        Some((_, name)) if name.starts_with("opponent") => &[theirs],
        _ => &[],
    };
    let board = &position.board;
    let mut chains = Vec::new();
    for neighbour in point.neighbours() {
        let is_named = board.color_at(neighbour).is_some_and(|color| named.contains(&color));
        if let Some(chain) = board.chain_at(neighbour).filter(|_| is_named) {
            let mut stones: Vec<Point> = board.stones(chain).collect();
            stones.sort_by_key(|stone| stone.index());
            if !chains.contains(&stones) {
                chains.push(stones);
            }
        }
    }
    if chains.is_empty() { Evidence::Shape { center: point, radius: 3 } } else { Evidence::Chains { chains } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_said_in_words() {
        let said = |column: &str| sentence(column, 2.0, 0.0);
        assert_eq!(said("path:.+"), "ways over an empty point, an own chain: 2 (usually 0)");
        assert_eq!(
            said("near:own-target-2-liberties-3-4-stones"),
            "next to it: own target 2 liberties 3 4 stones: 2 (usually 0)"
        );
        assert_eq!(said("pair:border/opponent-1"), "next to it border, then opponent 1: 2 (usually 0)");
        assert_eq!(said("move:liberties-after"), "liberties after: 2 (usually 0)");
    }
}
