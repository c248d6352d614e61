//! A whole text at once: all its games and all its problems.

use crate::parser::{MAX_NODES, Reader};
use crate::place::Place;
use crate::problem::{Problem, ProblemKind, Severity};
use crate::tree::GameTree;

/// The games of a text and its problems.
#[derive(Clone, Debug)]
pub struct Collection<'a> {
    /// The games in order; at least one.
    pub games: Vec<GameTree<'a>>,
    /// The first 10,000 problems, in the order of the text.
    pub problems: Vec<Problem>,
}

/// Reads every game of a decoded text, leniently. Fails if there is none, and if they have more than [`MAX_NODES`] nodes together.
///
/// For a large collection, [`Reader`] reads one game at a time in the same memory.
pub fn parse(text: &str) -> Result<Collection<'_>, Problem> {
    let mut reader = Reader::new(text)?;
    let mut games: Vec<GameTree<'_>> = Vec::new();
    let mut n_nodes = 0;
    while let Some(game) = reader.next() {
        n_nodes += game.n_nodes();
        if n_nodes > MAX_NODES || reader.has_overrun() {
            return Err(Problem::new(ProblemKind::TooManyNodes, game.origin(), ""));
        }
        games.push(game);
    }
    if games.is_empty() {
        return Err(Problem::new(ProblemKind::NoGame, Place::START, text.trim_start()));
    }
    Ok(Collection { games, problems: reader.into_problems() })
}

/// Reads the first game of a decoded text, leniently, and nothing behind it.
pub fn parse_first(text: &str) -> Result<GameTree<'_>, Problem> {
    let mut reader = Reader::new(text)?;
    match reader.next() {
        None => Err(Problem::new(ProblemKind::NoGame, Place::START, text.trim_start())),
        Some(game) if reader.has_overrun() => Err(Problem::new(ProblemKind::TooManyNodes, game.origin(), "")),
        Some(game) => Ok(game),
    }
}

/// Reads every game of a decoded text and fails at the first violation of FF\[4\], in structure or values.
///
/// Notes, such as private properties or an older format, are allowed.
pub fn parse_strict(text: &str) -> Result<Collection<'_>, Problem> {
    let collection = parse(text)?;
    let against_format = |problem: &Problem| problem.kind.severity() > Severity::Note;
    let in_values = collection.games.iter().flat_map(crate::check::check);
    let first =
        collection.problems.iter().cloned().chain(in_values).filter(against_format).min_by_key(|problem| problem.place);
    match first {
        Some(problem) => Err(problem),
        None => Ok(collection),
    }
}
