//! A whole text at once: all its games and all its problems.

use crate::parser::Reader;
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

/// Reads every game of a decoded text, leniently. Fails if there is none.
///
/// For a large collection, [`Reader`] reads one game at a time in the same memory.
pub fn parse(text: &str) -> Result<Collection<'_>, Problem> {
    let mut reader = Reader::new(text)?;
    let games: Vec<_> = reader.by_ref().collect();
    if games.is_empty() {
        return Err(Problem::new(ProblemKind::NoGame, Place::START, text.trim_start()));
    }
    Ok(Collection { games, problems: reader.into_problems() })
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
