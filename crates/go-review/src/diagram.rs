//! A position of a record as a picture: the stones after some move, the marks of the record, numbers on the moves that led there.

use crate::picture::{game, node_marks, spot};
use go_board::GameBoard;
use go_games::{LoadError, load_position};
use goban_svg::{Goban, Mark};
use sgf::{GameTree, Size};

/// What to draw of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DiagramOptions {
    /// The position after so many moves; 0 is before the first. Without it, the end of the main line.
    pub after: Option<usize>,
    /// The last so many moves carry their numbers instead of a mark on the last one.
    pub n_numbered: usize,
}

/// A drawn position.
#[derive(Clone)]
pub struct Diagram {
    /// The picture.
    pub goban: Goban,
    /// The position that it shows.
    pub board: GameBoard,
    /// Moves before it.
    pub n_played: usize,
}

/// Why a position cannot be drawn.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum DiagramError {
    /// The record cannot be put on a board.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// There is no such move.
    #[error("the game has {n_moves} moves, there is no move {asked}")]
    NoSuchMove {
        /// The requested move.
        asked: usize,
        /// What there is.
        n_moves: usize,
    },
}

/// Draws a position of the main line.
pub fn diagram(tree: &GameTree<'_>, options: DiagramOptions) -> Result<Diagram, DiagramError> {
    let loaded = load_position(tree, options.after.map(|n| n.saturating_add(1)))?;
    if let Some(asked) = options.after.filter(|&n| n > loaded.n_moves) {
        return Err(DiagramError::NoSuchMove { asked, n_moves: loaded.n_moves });
    }
    let n_played = options.after.unwrap_or(loaded.n_moves);
    let board = loaded.board;
    let mut goban = game(&board);
    if options.n_numbered > 0 {
        goban.marks.clear();
        number_moves(&board, n_played, options.n_numbered, &mut goban);
    }
    let sgf_size = Size { columns: board.size().get(), rows: board.size().get() };
    for (at, mark) in marks_after(tree, n_played, sgf_size) {
        goban.marks.retain(|(other, _)| *other != at);
        goban.marks.push((at, mark));
    }
    goban.title = match n_played {
        0 => "The board before the first move".into(),
        n => format!("The board after move {n}"),
    };
    Ok(Diagram { goban, board, n_played })
}

/// Numbers on the stones of the last moves that are still on the board; of two moves on one point the later one is
/// shown.
fn number_moves(board: &GameBoard, n_played: usize, n_numbered: usize, goban: &mut Goban) {
    let numbers = (1..=n_played).rev();
    let mut seen = Vec::new();
    for (number, (color, mv)) in numbers.zip(board.moves().rev()).take(n_numbered) {
        let Some(point) = mv.point().filter(|&point| board.board().color_at(point) == Some(color)) else { continue };
        if !seen.contains(&point) {
            seen.push(point);
            goban.marks.push((spot(point), Mark::Label(number.to_string())));
        }
    }
}

/// The marks of the node that holds that move (the root's for none).
fn marks_after(tree: &GameTree<'_>, n_played: usize, size: Size) -> Vec<(goban_svg::Spot, Mark)> {
    let mut n = 0;
    for node in tree.main_line() {
        n += node.properties().filter(|property| matches!(property.name(), "B" | "W")).count();
        if n >= n_played {
            return node_marks(node, size);
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;
    use goban_svg::{Side, Spot};

    fn of(text: &str, options: DiagramOptions) -> Result<Diagram, DiagramError> {
        diagram(&sgf::parse(text).expect("a game").games[0], options)
    }

    const CAPTURE: &str = "(;SZ[9]AW[ab];B[bb];W[aa];B[ac]LB[aa:<b>]TR[bb];W[])";

    #[test]
    fn stones_last_move_and_marks() {
        let drawn = of(CAPTURE, DiagramOptions { after: Some(1), ..Default::default() }).expect("a position");
        assert_eq!(drawn.goban.stones, [(Spot::new(0, 1), Side::White), (Spot::new(1, 1), Side::Black)]);
        assert_eq!(drawn.goban.marks, [(Spot::new(1, 1), Mark::LastMove)]);
        let drawn = of(CAPTURE, DiagramOptions { after: Some(3), ..Default::default() }).expect("a position");
        assert!(drawn.goban.marks.contains(&(Spot::new(1, 1), Mark::Triangle)));
        assert!(drawn.goban.marks.contains(&(Spot::new(0, 0), Mark::Label("<b>".into()))));
        assert!(drawn.goban.draw().to_string().contains("&lt;b&gt;"));
    }

    #[test]
    fn numbers_of_the_last_moves_that_stand() {
        let drawn = of("(;SZ[5];B[aa];W[ab];B[cc];W[ba];B[aa])", DiagramOptions { after: None, n_numbered: 4 });
        let drawn = drawn.expect("a position");
        assert_eq!(drawn.n_played, 5);
        let labels: Vec<_> = drawn.goban.marks.iter().map(|(spot, mark)| (spot.x, spot.y, mark.clone())).collect();
        let label = |n: &str| Mark::Label(n.into());
        // Move 5 was suicide and is off the board again.
        assert_eq!(labels, [(1, 0, label("4")), (2, 2, label("3")), (0, 1, label("2"))]);
    }

    #[test]
    fn a_move_that_is_not_there_is_named() {
        let error = of(CAPTURE, DiagramOptions { after: Some(9), ..Default::default() }).err().expect("an error");
        assert_eq!(error.to_string(), "the game has 4 moves, there is no move 9");
    }
}
