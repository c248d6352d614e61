//! Files with problems: SGF trees, JSON lines, drawings, lines of our own and GoTools-like text; what a file is, is seen from its first
//! character, and text without a line `problem NAME` is read as GoTools-like.

mod diagram;
mod follow_ups;
mod gotools;
mod json_lines;
mod problem_lines;
mod sgf_trees;

pub use problem_lines::{PROBLEM_LINES_HEAD, problem_line};

use std::str::Utf8Error;

use go_games::{MAX_UNPACKED, UnpackError, unpack};

use crate::task::Task;

/// Why a file could not be read at all.
#[derive(Debug, thiserror::Error)]
pub enum FormatError {
    /// Damaged compression.
    #[error(transparent)]
    Unpack(#[from] UnpackError),
    /// Not text.
    #[error("the file is not text: {0}")]
    NotText(#[from] Utf8Error),
    /// No problem in it.
    #[error("there is no problem in the file; expected SGF trees, JSON lines, drawings or GoTools text")]
    Empty,
}

/// A problem that could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct TaskError {
    /// Where it begins, from 1.
    pub line: usize,
    /// What is wrong.
    pub reason: String,
}

/// Reads every problem of a file, plain or Zstandard-compressed; those that cannot be read stand in their place as errors.
pub fn read_tasks(bytes: &[u8]) -> Result<Vec<Result<Task, TaskError>>, FormatError> {
    let plain = unpack(bytes, MAX_UNPACKED)?;
    let first = plain.iter().find(|byte| !byte.is_ascii_whitespace());
    let tasks = match first {
        None => return Err(FormatError::Empty),
        Some(b'(') => sgf_trees::read(&sgf::decode(&plain).text),
        Some(b'{') => json_lines::read(std::str::from_utf8(&plain)?),
        Some(b'#') if plain.trim_ascii_start().starts_with(PROBLEM_LINES_HEAD.as_bytes()) => {
            problem_lines::read(std::str::from_utf8(&plain)?)
        }
        Some(_) => {
            let text = std::str::from_utf8(&plain)?;
            let is_drawing = text.lines().any(|line| line.trim_start().starts_with("problem"));
            if is_drawing { diagram::read(text) } else { gotools::read(text) }
        }
    };
    if tasks.is_empty() { Err(FormatError::Empty) } else { Ok(tasks) }
}

/// The positions after one to `most_moves` moves of every solution tree of a file, with what the tree calls right there, in the order of [`read_tasks`]; empty for files of
/// other kinds, which say nothing about them.
pub fn read_follow_ups(bytes: &[u8], most_moves: usize) -> Result<Vec<Vec<Task>>, FormatError> {
    let plain = unpack(bytes, MAX_UNPACKED)?;
    match plain.iter().find(|byte| !byte.is_ascii_whitespace()) {
        None => Err(FormatError::Empty),
        Some(b'(') => Ok(follow_ups::read(&sgf::decode(&plain).text, most_moves)),
        Some(_) => Ok(Vec::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use go_board::Color;

    fn only(text: &str) -> Task {
        let mut tasks = read_tasks(text.as_bytes()).unwrap();
        assert_eq!(tasks.len(), 1);
        tasks.remove(0).unwrap()
    }

    #[test]
    fn a_tree_names_its_right_first_moves() {
        let task = only(
            "(;GM[1]SZ[19]GN[15K lifeAndDeath 7]PL[W]AB[aa][ab]AW[ba]TR[aa](;W[bb](;B[cc];W[dd]C[CORRECT])(;B[dd];W[cc]C[WRONG]))\
             (;W[cc](;B[bb];W[dd]C[CORRECT])(;B[ee];W[ff]C[CORRECT])))",
        );
        assert_eq!((task.kind.as_deref(), task.rank.as_deref()), (Some("lifeAndDeath"), Some("15K")));
        assert_eq!((task.to_move, task.id.as_str()), (Color::White, "15K lifeAndDeath 7"));
        assert_eq!(task.marked, [go_board::Point::new(0, 0).unwrap()]);
        assert_eq!(
            task.right,
            [go_board::Point::new(2, 2).unwrap()],
            "a move that the opponent can refute is not right"
        );
    }

    #[test]
    fn json_lines_and_drawings_say_the_same() {
        let json =
            only(r#"{"AB":["aa","ba"],"AW":["ab"],"SZ":"9","C":"White to play","SOL":[["W","bb","",""]],"id":"x"}"#);
        let drawn = only("problem x\nsize 9\nto move: white\nanswer: bb\nx x .\nO . .\n");
        assert_eq!(json.stones, drawn.stones);
        assert_eq!((json.to_move, &json.right, json.size), (drawn.to_move, &drawn.right, drawn.size));
        assert_eq!(drawn.marked.len(), 2);
        assert_eq!(json.id, drawn.id);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let error = |text: &str| read_tasks(text.as_bytes()).unwrap().remove(0).unwrap_err().to_string();
        assert!(error("{\"AB\": 3}").contains("line 1"));
        assert!(error("\n\nproblem p\nto move: green\n. .\n").contains("line 4"));
        assert!(error("problem p\n. q\n").contains("'q'"));
        assert!(read_tasks(b"  ").is_err());
    }
}
