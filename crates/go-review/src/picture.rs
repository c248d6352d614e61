//! Converts boards and predictions to drawings.

use go_board::{Board, Color, GameBoard, Liberties, Move, Point, PointMap};
use go_models::{Evidence, Prediction};
use goban_svg::{Definitions, Goban, Mark, Side, Spot, Window};
use sgf::value::{parse_point, parse_points};
use sgf::{Node, Size};

/// The spot of a point.
pub fn spot(point: Point) -> Spot {
    Spot::new(point.x(), point.y())
}

/// The side of a colour.
pub fn side(color: Color) -> Side {
    match color {
        Color::Black => Side::Black,
        Color::White => Side::White,
    }
}

/// The stones of a board.
pub fn stones<L: Liberties>(board: &Board<L>) -> Goban {
    let mut goban = Goban::new(board.size().get());
    let stone = |point| board.color_at(point).map(|color| (spot(point), side(color)));
    goban.stones = board.size().points().filter_map(stone).collect();
    goban
}

/// The stones of a game with its last move marked.
pub fn game(game: &GameBoard) -> Goban {
    let mut goban = stones(game.board());
    if let Some(point) = game.moves().next_back().and_then(|(_, mv)| mv.point()) {
        goban.marks.push((spot(point), Mark::LastMove));
    }
    goban
}

/// The shape or window that a reason for a move looks at, by itself: only the stones within it, the move ringed.
pub fn region<L: Liberties>(board: &Board<L>, region: &Evidence, mv: Move) -> Goban {
    let points = region.covered(board.size());
    let mut goban = Goban::new(board.size().get());
    goban.coordinates = false;
    goban.definitions = Definitions::Shared;
    let stone = |&point: &Point| board.color_at(point).map(|color| (spot(point), side(color)));
    goban.stones = points.iter().filter_map(stone).collect();
    goban.marks.extend(mv.point().map(|point| (spot(point), Mark::Choice)));
    let shown: Vec<Spot> = points.into_iter().chain(mv.point()).map(spot).collect();
    let ends = |of: fn(&Spot) -> u8| Some((shown.iter().map(of).min()?, shown.iter().map(of).max()?));
    goban.window = ends(|at| at.x)
        .zip(ends(|at| at.y))
        .map(|((left, right), (top, bottom))| Window { from: Spot::new(left, top), to: Spot::new(right, bottom) });
    goban.title = match region {
        Evidence::Shape { radius, .. } => format!("the shape up to distance {radius}"),
        _ => "the window that is looked at".to_owned(),
    };
    goban
}

/// The probabilities of the points that may be played, for [`Goban::heat`].
pub fn heat(prediction: &Prediction) -> Vec<(Spot, f32)> {
    let moves = prediction.moves.iter().zip(&prediction.probabilities);
    moves.filter_map(|(mv, &probability)| Some((spot(mv.point()?), probability))).collect()
}

/// The expected owner of each point, for [`Goban::ownership`]; an engine gives it from the point of view of the side to
/// move.
pub fn ownership(shares: &PointMap<f32>, to_move: Color, size: go_board::BoardSize) -> Vec<(Spot, f32)> {
    let sign = if to_move == Color::Black { 1.0 } else { -1.0 };
    size.points().map(|point| (spot(point), sign * shares[point])).collect()
}

/// The marks that an SGF node puts on the board: `TR`, `SQ`, `CR`, `MA` and `LB`. Invalid ones are left out.
pub fn node_marks(node: Node<'_>, size: Size) -> Vec<(Spot, Mark)> {
    let our_spot = |point: sgf::Point| Spot::new(point.column, point.row);
    let mut marks = Vec::new();
    for (name, mark) in [("TR", Mark::Triangle), ("SQ", Mark::Square), ("CR", Mark::Circle), ("MA", Mark::Cross)] {
        for points in node.values(name).filter_map(|raw| parse_points(raw, size).ok()) {
            marks.extend(points.map(|point| (our_spot(point), mark.clone())));
        }
    }
    for (point, label) in node.values("LB").filter_map(sgf::text::split_composed) {
        if let Ok(point) = parse_point(point, size) {
            marks.push((our_spot(point), Mark::Label(sgf::text::simple_text(label).into_owned())));
        }
    }
    marks
}
