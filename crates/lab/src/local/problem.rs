//! Problems from files: SGF trees whose leaves say `CORRECT` or `WRONG`, and JSON lines with `AB`, `AW`, `SZ`, `C` and `SOL`.
//!
//! A first move of a tree is right if the side to move can reach a `CORRECT` leaf whatever listed reply comes, and wrong otherwise. JSON lines list
//! right moves only.

use std::collections::BTreeMap;

use go_board::{Board, BoardSize, Color, Point};
use go_features::fate::Area;
use serde_json::Value;
use sgf::{GameTree, NodeId};
use thiserror::Error;

/// A problem: what is the first move?
#[derive(Clone)]
pub struct LocalProblem {
    /// Its name.
    pub name: String,
    /// The kind, if the file has one, as `lifeAndDeath`.
    pub kind: Option<String>,
    /// The stones.
    pub board: Board,
    /// Who moves.
    pub to_move: Color,
    /// The listed right first moves: one at least.
    pub right: Vec<Point>,
    /// First moves that are listed and fail.
    pub wrong: Vec<Point>,
    /// Where the problem lies, if not in the rectangle round all stones.
    pub area: Option<Area>,
}

/// Why a record is no problem.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("problem {number}: {reason}")]
pub struct ProblemError {
    /// From 1.
    pub number: usize,
    /// What is wrong.
    pub reason: String,
}

/// Reads all problems of a text, SGF or JSON lines; what cannot be read stands in its place as an error.
pub fn read_problems(text: &str) -> Vec<Result<LocalProblem, ProblemError>> {
    let with_number = |(place, read): (usize, Result<LocalProblem, String>)| {
        read.map_err(|reason| ProblemError { number: place + 1, reason })
    };
    if text.trim_start().starts_with('{') {
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        return lines.map(from_json).enumerate().map(with_number).collect();
    }
    match sgf::parse(text) {
        Ok(collection) => collection.games.iter().map(from_tree).enumerate().map(with_number).collect(),
        Err(problem) => vec![Err(ProblemError { number: 1, reason: problem.to_string() })],
    }
}

fn board_of(size: BoardSize, stones: [Vec<Point>; 2]) -> Result<Board, String> {
    let mut board = Board::new(size);
    for (color, points) in [Color::Black, Color::White].into_iter().zip(stones) {
        for point in points {
            if !board.is_empty(point) {
                return Err(format!("two stones on {}", size.name(point)));
            }
            board.set_stone(point, color);
        }
    }
    if board.has_dead_chain() {
        return Err("a chain has no liberty".into());
    }
    Ok(board)
}

fn checked(mut problem: LocalProblem) -> Result<LocalProblem, String> {
    let LocalProblem { board, to_move, .. } = &problem;
    let is_playable = |&point: &Point| board.is_empty(point) && !board.is_suicide(point, *to_move);
    let (right, wrong): (Vec<Point>, Vec<Point>) = (
        problem.right.iter().copied().filter(is_playable).collect(),
        problem.wrong.iter().copied().filter(is_playable).collect(),
    );
    (problem.right, problem.wrong) = (right, wrong);
    match problem.right.is_empty() {
        true => Err("no right first move is listed".into()),
        false => Ok(problem),
    }
}

fn point(letters: &str, size: BoardSize) -> Option<Point> {
    let found = sgf::Point::parse(letters)?;
    size.point(found.column as usize, found.row as usize)
}

fn from_tree(tree: &GameTree<'_>) -> Result<LocalProblem, String> {
    let root = tree.root();
    let size: usize = match root.value("SZ") {
        None => 19,
        Some(text) => text.trim().parse().map_err(|_| format!("SZ[{text}] is no board size"))?,
    };
    let size = BoardSize::new(size).map_err(|error| error.to_string())?;
    let stones = |name: &str| {
        let read = |letters: &str| point(letters, size).ok_or_else(|| format!("{name}[{letters}] is no point"));
        root.values(name).map(read).collect::<Result<Vec<_>, _>>()
    };
    let board = board_of(size, [stones("AB")?, stones("AW")?])?;
    let first = root.children().next().ok_or("there are no moves")?;
    let to_move = if first.value("W").is_some() { Color::White } else { Color::Black };
    let own = to_move.letter().to_string();
    let verdicts = verdicts(tree, &own);
    let (mut right, mut wrong) = (Vec::new(), Vec::new());
    for child in root.children() {
        if let Some(point) = child.value(&own).and_then(|letters| point(letters, size)) {
            if verdicts[&child.id()] { right.push(point) } else { wrong.push(point) }
        }
    }
    let name = root.simple_text("GN").map(|text| text.trim().to_owned()).unwrap_or_default();
    let kind = name.split_whitespace().nth(1).map(str::to_owned);
    checked(LocalProblem { name, kind, board, to_move, right, wrong, area: None })
}

/// For every node: is a `CORRECT` leaf reached, the solver choosing own moves and the file the replies? Children follow their parents, so
/// one backward pass does.
fn verdicts(tree: &GameTree<'_>, own: &str) -> BTreeMap<NodeId, bool> {
    let nodes: Vec<_> = tree.preorder().collect();
    let mut verdicts = BTreeMap::new();
    for node in nodes.into_iter().rev() {
        let replies: Vec<bool> = node.children().map(|child| verdicts[&child.id()]).collect();
        let verdict = match replies.is_empty() {
            true => node.value("C").is_some_and(|text| text.contains("CORRECT")),
            false if node.value(own).is_some() => replies.iter().all(|&right| right),
            false => replies.iter().any(|&right| right),
        };
        verdicts.insert(node.id(), verdict);
    }
    verdicts
}

fn from_json(line: &str) -> Result<LocalProblem, String> {
    let value: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let size = match &value["SZ"] {
        Value::Null => Some(19),
        Value::String(text) => text.parse().ok(),
        other => other.as_u64().and_then(|size| usize::try_from(size).ok()),
    };
    let size = BoardSize::new(size.ok_or("SZ is no board size")?).map_err(|error| error.to_string())?;
    let stones = |name: &str| {
        let read = |entry: &Value| {
            entry
                .as_str()
                .and_then(|letters| point(letters, size))
                .ok_or_else(|| format!("{name}: {entry} is no point"))
        };
        value[name].as_array().into_iter().flatten().map(read).collect::<Result<Vec<_>, _>>()
    };
    let board = board_of(size, [stones("AB")?, stones("AW")?])?;
    let solutions: Vec<(&str, &str)> = value["SOL"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|solution| Some((solution[0].as_str()?, solution[1].as_str()?)))
        .collect();
    let to_move = if solutions.first().is_some_and(|(color, _)| *color == "W") { Color::White } else { Color::Black };
    let right = solutions.iter().filter_map(|(_, letters)| point(letters, size)).collect();
    let name = value["id"].as_str().unwrap_or_default().to_owned();
    checked(LocalProblem { name, kind: None, board, to_move, right, wrong: vec![], area: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_and_lines_are_read() {
        let text = "(;SZ[9]GN[15K lifeAndDeath 7]AB[aa][ab]AW[ba](;W[bb](;B[cc];W[dd]C[CORRECT])(;B[dd];W[cc]C[WRONG]))(;W[cc];B[bb];W[dd]C[CORRECT]))";
        let problems = read_problems(text);
        let problem = problems[0].as_ref().unwrap();
        assert_eq!((problem.to_move, problem.kind.as_deref()), (Color::White, Some("lifeAndDeath")));
        assert_eq!(problem.right, [Point::new(2, 2).unwrap()], "a move that a reply refutes is not right");
        assert_eq!(problem.wrong, [Point::new(1, 1).unwrap()]);
        let line = r#"{"AB":["aa"],"AW":["ba"],"SZ":"9","SOL":[["W","ab","",""]],"id":"x"}"#;
        let problems = read_problems(line);
        assert_eq!(problems[0].as_ref().unwrap().right, [Point::new(0, 1).unwrap()]);
    }

    #[test]
    fn what_is_no_problem_says_why() {
        let reason = |text: &str| read_problems(text).remove(0).err().unwrap().to_string();
        assert_eq!(reason("(;SZ[9]AB[aa];B[bb]C[WRONG])"), "problem 1: no right first move is listed");
        assert_eq!(reason("(;SZ[9]AB[aa])"), "problem 1: there are no moves");
        assert!(reason("(;SZ[9]AB[aa]AW[aa];B[bb])").contains("two stones on A9"));
        assert!(reason("(;SZ[99]AB[aa];B[bb])").starts_with("problem 1: "));
        assert!(reason("{\"AB\":[\"zz\"],\"SZ\":9}").contains("is no point"));
        assert!(reason("{\"AB\":[],\"SZ\":9}").contains("no right first move"));
        assert!(reason("{").starts_with("problem 1: "));
    }
}
