//! Problems of our own, one a line: side to move, rating, status, best first move, wrong first moves, drawing.
//!
//! ```text
//! # tesuji problems 1
//! W 62 dead ba aa,ca ..xXO/xxxXO/OOOO.
//! ```
//!
//! Points are SGF letters; the drawing is that of `diagram` with its rows joined by `/`. Status is `dead`, `alive` or `ko`, the last
//! with the threats that the attacker needs (`ko1`, `ko-1`; see `Status`).

use std::fmt::Write;

use go_board::{BoardSize, Color, Point};

use super::TaskError;
use crate::generate::Generated;
use crate::status::Status;
use crate::task::Task;

/// The first line of a file of problem lines.
pub const PROBLEM_LINES_HEAD: &str = "# tesuji problems 1";

pub(super) fn read(text: &str) -> Vec<Result<Task, TaskError>> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    lines.map(|(index, line)| task(line, index + 1).map_err(|reason| TaskError { line: index + 1, reason })).collect()
}

fn task(line: &str, number: usize) -> Result<Task, String> {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let [side, rating, _, best, _, drawing] = fields[..] else {
        return Err(format!("{} fields; a problem line has six", fields.len()));
    };
    let to_move = match side {
        "B" => Color::Black,
        "W" => Color::White,
        other => return Err(format!("{other:?} is no side; B or W")),
    };
    let size = BoardSize::NINETEEN;
    let (mut stones, mut marked) = ([Vec::new(), Vec::new()], Vec::new());
    for (y, row) in drawing.split('/').enumerate() {
        for (x, symbol) in row.chars().enumerate() {
            let point: Point = size.point(x, y).ok_or("the drawing is larger than the board")?;
            match symbol {
                '.' => continue,
                'X' | 'x' => stones[0].push(point),
                'O' | 'o' => stones[1].push(point),
                other => return Err(format!("{other:?} is no stone; expected X O x o or .")),
            }
            if symbol.is_ascii_lowercase() {
                marked.push(point);
            }
        }
    }
    let best = sgf::Point::parse(best).and_then(|p| size.point(p.column.into(), p.row.into()));
    let right = vec![best.ok_or("the best move is no point")?];
    let rank = Some(rating.to_owned());
    let kind = Some("lifeAndDeath".to_owned());
    Ok(Task { id: number.to_string(), size, stones, to_move, marked, kind, rank, right })
}

/// A problem as a line.
pub fn problem_line(problem: &Generated) -> String {
    let board = &problem.board;
    let letters = |point: Point| sgf::Point { column: point.x(), row: point.y() }.to_string();
    let target = board.chain_at(problem.target);
    let stones = || board.size().points().filter(|&p| !board.is_empty(p));
    let width = stones().map(|p| p.x() + 1).max().unwrap_or(0);
    let height = stones().map(|p| p.y() + 1).max().unwrap_or(0);
    let symbol = |x: u8, y: u8| {
        let Some(point) = Point::new(x, y) else { return '.' };
        let letter = match board.color_at(point) {
            None => return '.',
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
        };
        if board.chain_at(point) == target { letter.to_ascii_lowercase() } else { letter }
    };
    let rows: Vec<String> = (0..height)
        .map(|y| (0..width).map(|x| symbol(x, y)).collect::<String>().trim_end_matches('.').to_owned())
        .collect();
    let status = match problem.status {
        Status::Ko { attacker_needs: Some(needs) } => format!("ko{needs}"),
        other => other.to_string(),
    };
    let mut line = String::new();
    let wrong: Vec<String> = problem.wrong.iter().take(4).map(|&point| letters(point)).collect();
    let (side, rating, best) = (problem.to_move.letter(), problem.rating, letters(problem.best));
    write!(line, "{side} {rating} {status} {best} {} {}", wrong.join(","), rows.join("/"))
        .expect("writing to a string");
    line
}
