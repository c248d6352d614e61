//! Between GTP's vertices (rows from the bottom) and the board's points (rows from the top).

use go_board::{BoardSize, Color, Move, Point};
use gtp::{Arguments, Failure, Vertex};

/// The point of a vertex that was read for a board of this size.
pub(crate) fn point(vertex: Vertex, size: BoardSize) -> Point {
    let (x, y) = (usize::from(vertex.column()), usize::from(size.get() - 1 - vertex.row()));
    size.point(x, y).expect("vertices are read for the size of the board")
}

/// Our colour for GTP's.
pub(crate) fn color(color: gtp::Color) -> Color {
    match color {
        gtp::Color::Black => Color::Black,
        gtp::Color::White => Color::White,
    }
}

/// GTP's text for a move.
pub(crate) fn move_text(mv: Move, size: BoardSize) -> String {
    size.vertex(mv).to_string()
}

/// Points in GTP's words, separated by spaces.
pub(crate) fn points_text(points: impl IntoIterator<Item = Point>, size: BoardSize) -> String {
    points.into_iter().map(|point| size.name(point)).collect::<Vec<_>>().join(" ")
}

/// Reads a colour argument.
pub(crate) fn read_color(arguments: &mut Arguments<'_>) -> Result<Color, Failure> {
    arguments.color().map(color)
}

/// Reads a vertex argument.
pub(crate) fn read_point(arguments: &mut Arguments<'_>, size: BoardSize) -> Result<Point, Failure> {
    arguments.vertex(size.get()).map(|vertex| point(vertex, size))
}

/// Reads a vertex argument that may be a pass.
pub(crate) fn read_move(arguments: &mut Arguments<'_>, size: BoardSize) -> Result<Move, Failure> {
    Ok(match arguments.vertex_or_pass(size.get())? {
        gtp::Move::At(vertex) => Move::Play(point(vertex, size)),
        gtp::Move::Pass | gtp::Move::Resign => Move::Pass,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_and_points_have_the_same_names() {
        for n_lines in 1..=25 {
            let size = BoardSize::new(n_lines).expect("a size");
            for at in size.points() {
                let name = size.name(at);
                assert_eq!(point(Vertex::parse(&name, size.get()).expect("a vertex"), size), at, "{name} on {size}");
            }
        }
    }
}
