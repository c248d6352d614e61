//! Loads an SGF record onto a board up to some move, for GTP's `loadsgf` and the analysis of a single game.
//!
//! Unlike [`crate::game_from_tree`] this handles stones set up in the middle of the record. Moves are accepted as in
//! real games: no check for ko, superko or suicide. The main line only.

use crate::from_sgf::{board_size, game_from_tree, game_without_turns, our_color, our_move, parse_komi};
use crate::game::Game;
use crate::refusal::Refusal;
use go_board::{BoardSize, Color, GameBoard, Move, Point, PointSet, RuleSet};
use sgf::value::{parse_color, parse_points};
use sgf::{GameTree, Node, Place, Size};

/// A record loaded onto a board.
#[derive(Clone)]
pub struct Loaded {
    /// The position, with the moves since the last set-up.
    pub board: GameBoard,
    /// The number of moves of the whole main line, including those not played.
    pub n_moves: usize,
    /// The next move of the record, if there is one.
    pub next: Option<(Color, Move)>,
    /// The komi, if the record gives a valid one; the board has the usual one otherwise.
    pub komi: Option<f32>,
    /// The metadata of the game; its turns are empty if stones are set up in the middle.
    pub game: Game,
}

/// Why a record cannot be loaded, and where.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{place}: {refusal}")]
pub struct LoadError {
    /// Where in the text.
    pub place: Place,
    /// Why.
    pub refusal: Refusal,
}

/// Plays the main line up to, not including, move `before` (from 1), or to its end.
pub fn load_position(tree: &GameTree<'_>, before: Option<usize>) -> Result<Loaded, LoadError> {
    let root = tree.root();
    let fail = |node: Node<'_>, refusal| LoadError { place: node.place(), refusal };
    let (size, sgf_size) = board_size(root).map_err(|refusal| fail(root, refusal))?;
    let rules = root.value("RU").and_then(RuleSet::parse).unwrap_or_default();
    let komi = root.value("KM").and_then(parse_komi);
    let game = game_from_tree(tree).unwrap_or_else(|_| game_without_turns(root, size));
    let mut board: GameBoard = GameBoard::new(size, rules.rules(), game.komi_or_usual());
    let (mut n_moves, mut next) = (0, None);
    let last = before.unwrap_or(usize::MAX).max(1);
    for node in tree.main_line() {
        if n_moves < last {
            set_up(node, &mut board, sgf_size).map_err(|refusal| fail(node, refusal))?;
        }
        for property in node.properties() {
            let color = match property.name() {
                "B" => Color::Black,
                "W" => Color::White,
                _ => continue,
            };
            n_moves += 1;
            let bad = |refusal| fail(node, refusal);
            if n_moves > last {
                continue;
            }
            let mv = our_move(color, property.value(), sgf_size, n_moves).map_err(bad)?;
            if n_moves == last {
                next = Some((color, mv));
                continue;
            }
            board.play_recorded(color, mv).map_err(|_| bad(occupied(n_moves, color, mv, size)))?;
        }
    }
    if let Some((color, _)) = next {
        board.set_to_move(color);
    }
    Ok(Loaded { board, n_moves, next, komi, game })
}

fn occupied(move_number: usize, color: Color, mv: Move, size: BoardSize) -> Refusal {
    Refusal::Occupied { move_number, color, point: mv.point().map_or_else(String::new, |point| size.name(point)) }
}

/// Applies `AB`, `AW`, `AE` and `PL` of a node.
fn set_up(node: Node<'_>, board: &mut GameBoard, size: Size) -> Result<(), Refusal> {
    let black = points(node, "AB", size)?;
    let white = points(node, "AW", size)?;
    let cleared = points(node, "AE", size)?;
    if black.len() + white.len() + cleared.len() > 0 {
        let empty = Color::BOTH.iter().all(|&color| board.board().n_stones(color) == 0) && board.moves().len() == 0;
        let handicap = node.value("HA").and_then(|raw| raw.trim().parse().ok()).unwrap_or(0);
        let is_handicap = empty && handicap >= 2 && handicap == black.len() && white.is_empty() && cleared.is_empty();
        match is_handicap {
            true => board.place_handicap(&black),
            false => board.set_up(&black, &white, &cleared),
        }
        .map_err(|_| Refusal::BadSetup)?;
    }
    if let Some(color) = node.value("PL").and_then(|raw| parse_color(raw).ok()) {
        board.set_to_move(our_color(color));
    }
    Ok(())
}

fn points(node: Node<'_>, name: &str, size: Size) -> Result<Vec<Point>, Refusal> {
    let mut set = PointSet::new();
    for raw in node.values(name).filter(|raw| !raw.trim().is_empty()) {
        for point in parse_points(raw, size).map_err(|_| Refusal::BadSetup)? {
            set.insert(Point::new(point.column, point.row).ok_or(Refusal::BadSetup)?);
        }
    }
    Ok(set.iter().collect())
}
