//! Problems as SGF trees: set-up stones in the root, then moves; leaves that say `CORRECT` or `WRONG`.
//!
//! A first move is right when the side to move can always reach a `CORRECT` leaf from it, whatever listed reply comes. Stones of the
//! target may be marked with `TR`, `MA`, `SQ` or `CR`. `GN` may hold rank, kind and number ("15K lifeAndDeath 19196").

use std::collections::HashMap;

use go_board::{BoardSize, Color, Point};
use sgf::value::{Move, parse_color, parse_move, parse_points};
use sgf::{GameTree, Node, NodeId, Size};

use super::TaskError;
use crate::task::Task;

pub(super) fn read(text: &str) -> Vec<Result<Task, TaskError>> {
    let collection = match sgf::parse(text) {
        Ok(collection) => collection,
        Err(problem) => return vec![Err(TaskError { line: 1, reason: problem.to_string() })],
    };
    collection.games.iter().enumerate().map(|(index, tree)| task(tree, index)).collect()
}

pub(super) fn task(tree: &GameTree<'_>, index: usize) -> Result<Task, TaskError> {
    let root = tree.root();
    let error = |reason: &str| TaskError { line: root.place().line as usize, reason: reason.to_owned() };
    let sgf_size = match root.value("SZ") {
        None => Size::DEFAULT,
        Some(raw) => Size::parse(raw).ok_or_else(|| error("SZ is no board size"))?,
    };
    if sgf_size.columns != sgf_size.rows {
        return Err(error("only square boards are read"));
    }
    let size = BoardSize::new(sgf_size.columns.into()).map_err(|e| error(&e.to_string()))?;
    let points = |name: &str| -> Result<Vec<Point>, TaskError> {
        let mut all = Vec::new();
        for raw in root.values(name) {
            let points = parse_points(raw, sgf_size).map_err(|e| error(&format!("{name}[{raw}]: {e}")))?;
            all.extend(points.filter_map(|p| Point::new(p.column, p.row)));
        }
        Ok(all)
    };
    let stones = [points("AB")?, points("AW")?];
    let mut marked = Vec::new();
    for name in ["TR", "MA", "SQ", "CR"] {
        marked.extend(points(name)?);
    }
    marked.retain(|point| stones.iter().any(|set| set.contains(point)));
    let first_move =
        root.children().find_map(|child| ["B", "W"].into_iter().find(|name| child.property(name).is_some()));
    let to_move = match (root.value("PL").and_then(|raw| parse_color(raw).ok()), first_move) {
        (Some(sgf::value::Color::White), _) | (None, Some("W")) => Color::White,
        _ => Color::Black,
    };
    let letter = to_move.letter().to_string();
    let mut right = Vec::new();
    let verdicts = verdicts(tree, &letter);
    for child in root.children() {
        let Some(raw) = child.value(&letter) else { continue };
        if let (Ok(Move::At(point)), true) = (parse_move(raw, sgf_size), verdicts[&child.id()]) {
            right.extend(Point::new(point.column, point.row));
        }
    }
    let name = root.simple_text("GN").map(|text| text.trim().to_owned()).filter(|name| !name.is_empty());
    let words: Vec<&str> = name.as_deref().map(|name| name.split(' ').collect()).unwrap_or_default();
    let (rank, kind) = match words[..] {
        [rank, kind, _] => (Some(rank.to_owned()), Some(kind.to_owned())),
        _ => (None, None),
    };
    let id = name.clone().unwrap_or_else(|| (index + 1).to_string());
    Ok(Task { id, size, stones, to_move, marked, kind, rank, right })
}

/// For every node: does the solver's side reach a leaf that is called correct? Children come after their parents, so one backward
/// pass does.
pub(super) fn verdicts(tree: &GameTree<'_>, letter: &str) -> HashMap<NodeId, bool> {
    let nodes: Vec<Node<'_>> = tree.preorder().collect();
    let mut verdicts = HashMap::new();
    for node in nodes.into_iter().rev() {
        let replies: Vec<bool> = node.children().map(|child| verdicts[&child.id()]).collect();
        let says_correct = node.value("C").is_some_and(|text| text.contains("CORRECT"));
        let right = match (replies.is_empty(), node.property(letter).is_some()) {
            (true, _) => says_correct,
            (false, true) => replies.into_iter().all(|right| right),
            (false, false) => replies.into_iter().any(|right| right),
        };
        verdicts.insert(node.id(), right);
    }
    verdicts
}
