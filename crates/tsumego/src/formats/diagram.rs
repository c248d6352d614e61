//! Problems as drawings, for people and for other programs:
//!
//! ```text
//! problem corner 12
//! to move: white
//! answer: ba
//! . . x X O
//! x x x X O
//! O O O O O
//! ```
//!
//! `X` is black, `O` white, `.` empty; `x` and `o` are stones of the target. The drawing is the upper left part of a board of `size`
//! (19 unless said). `problem` begins a new problem; `to move` is black unless said; `answer` lists right first moves as SGF letters.
//! Lines that begin with `#` are remarks.

use go_board::{BoardSize, Color, Point};

use super::TaskError;
use crate::task::Task;

struct Draft {
    id: String,
    line: usize,
    size: usize,
    to_move: Color,
    answers: Vec<String>,
    rows: Vec<(usize, String)>,
}

pub(super) fn read(text: &str) -> Vec<Result<Task, TaskError>> {
    let mut tasks: Vec<Result<Task, TaskError>> = Vec::new();
    let mut draft: Option<Draft> = None;
    for (index, line) in text.lines().enumerate() {
        let (number, line) = (index + 1, line.trim());
        let error = |reason: String| TaskError { line: number, reason };
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(name) = line.strip_prefix("problem") {
            tasks.extend(draft.take().map(finish));
            let id = if name.trim().is_empty() { (tasks.len() + 1).to_string() } else { name.trim().to_owned() };
            draft = Some(Draft {
                id,
                line: number,
                size: 19,
                to_move: Color::Black,
                answers: Vec::new(),
                rows: Vec::new(),
            });
            continue;
        }
        let Some(open) = &mut draft else {
            tasks.push(Err(error("a drawing begins with a line `problem NAME`".to_owned())));
            break;
        };
        let outcome = if let Some(size) = line.strip_prefix("size") {
            size.trim().parse().map(|size| open.size = size).map_err(|_| format!("{size:?} is no size"))
        } else if let Some(color) = line.strip_prefix("to move:") {
            match color.trim() {
                "black" => Ok(Color::Black),
                "white" => Ok(Color::White),
                other => Err(format!("{other:?} is no colour; black or white")),
            }
            .map(|color| open.to_move = color)
        } else if let Some(list) = line.strip_prefix("answer:") {
            open.answers = list.split_whitespace().map(str::to_owned).collect();
            Ok(())
        } else {
            open.rows.push((number, line.to_owned()));
            Ok(())
        };
        if let Err(reason) = outcome {
            tasks.push(Err(error(reason)));
            draft = None;
        }
    }
    tasks.extend(draft.map(finish));
    tasks
}

fn finish(draft: Draft) -> Result<Task, TaskError> {
    let error = |line: usize, reason: String| TaskError { line, reason };
    let size = BoardSize::new(draft.size).map_err(|e| error(draft.line, e.to_string()))?;
    let (mut stones, mut marked) = ([Vec::new(), Vec::new()], Vec::new());
    for (y, (line, row)) in draft.rows.iter().enumerate() {
        for (x, symbol) in row.chars().filter(|c| !c.is_whitespace()).enumerate() {
            let outside = || error(*line, format!("the drawing is larger than the {size} board"));
            let point: Point = size.point(x, y).ok_or_else(outside)?;
            match symbol {
                '.' | '+' => {}
                'X' | 'x' => stones[0].push(point),
                'O' | 'o' => stones[1].push(point),
                other => return Err(error(*line, format!("{other:?} is no stone; expected X O x o or ."))),
            }
            if symbol.is_ascii_lowercase() {
                marked.push(point);
            }
        }
    }
    let mut right = Vec::new();
    for letters in &draft.answers {
        let point = sgf::Point::parse(letters).and_then(|p| size.point(p.column.into(), p.row.into()));
        right.push(point.ok_or_else(|| error(draft.line, format!("the answer {letters:?} is no point")))?);
    }
    Ok(Task { id: draft.id, size, stones, to_move: draft.to_move, marked, kind: None, rank: None, right })
}
