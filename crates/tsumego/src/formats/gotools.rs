//! Plain text in the manner of GoTools' collections (Wolf 1994): rows of stones, who moves, first moves from best to worst.
//!
//! ```text
//! @1.27
//! white to move
//! . . . X O ?
//! X X X X O ?
//! O O O O O ?
//! 2,1 +  1,1 -  3,1 ko1
//! ```
//!
//! No description of the original files was found. What is known of them is that each problem has a name, a drawing and solutions
//! ranked in order of quality (Foulds 2006), with the ko level of each; this reader takes the plausible spellings of that and was *not*
//! tried on the original files.
//!
//! - A line that begins with `@`, `#` or `%`, or holds a number only, names a problem and begins it; so does a drawing after a list of moves.
//! - `X x # * @ B` are black, `O o 0 W` white, `. , + - _ :` empty, `?` and `~` outside. Blanks between cells, row numbers and `|` frames are
//!   skipped. The drawing is the upper left part of a 19x19 board.
//! - `black`, `white`, `B`, `W`, `X` or `O`, alone or before `to move`, `moves`, `to play`, `plays` or `first`, says who moves; Black unless said.
//! - A move is `column,row` from the upper left corner, counted from 1, SGF letters (`ba`), or a vertex of the whole board (`B19`). A word after it is its
//!   status for the side to move: `+ win wins yes`, `ko` with an optional level (threats that the mover needs, `ko1`), `- lose loses no`.
//!   Without any status the first move is the right one.
//!
//! Outside points are read as empty: where the region ends is found as for any unmarked problem.

use go_board::{BoardSize, Color, Point};

use super::TaskError;
use crate::task::Task;

/// What one line is.
enum Line {
    Name(String),
    Mover(Color),
    Row(Vec<Option<Color>>),
    Moves(Vec<(Point, Option<i32>)>),
}

#[derive(Default)]
struct Draft {
    name: Option<String>,
    line: usize,
    to_move: Option<Color>,
    rows: Vec<Vec<Option<Color>>>,
    moves: Vec<(Point, Option<i32>)>,
}

const SIZE: BoardSize = BoardSize::NINETEEN;

pub(super) fn read(text: &str) -> Vec<Result<Task, TaskError>> {
    let mut tasks = Vec::new();
    let mut draft = Draft::default();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let number = index + 1;
        let Some(line) = parse(line.trim()) else {
            let reason = format!("{:?} is no name, row of stones, side to move or list of moves", line.trim());
            tasks.push(Err(TaskError { line: number, reason }));
            continue;
        };
        let begins = match line {
            Line::Name(_) => !draft.rows.is_empty() || draft.name.is_some(),
            Line::Row(_) | Line::Mover(_) => !draft.moves.is_empty(),
            Line::Moves(_) => false,
        };
        if begins {
            finish(std::mem::take(&mut draft), &mut tasks);
        }
        if draft.line == 0 {
            draft.line = number;
        }
        match line {
            Line::Name(name) => draft.name = Some(name),
            Line::Mover(color) => draft.to_move = Some(color),
            Line::Row(row) => draft.rows.push(row),
            Line::Moves(moves) => draft.moves.extend(moves),
        }
    }
    finish(draft, &mut tasks);
    tasks
}

fn finish(draft: Draft, tasks: &mut Vec<Result<Task, TaskError>>) {
    if draft.line == 0 {
        return;
    }
    let error = |reason: &str| TaskError { line: draft.line, reason: reason.to_owned() };
    if draft.rows.is_empty() {
        return tasks.push(Err(error("a problem without a drawing")));
    }
    let mut stones = [Vec::new(), Vec::new()];
    for (y, row) in draft.rows.iter().enumerate() {
        for (x, color) in row.iter().enumerate() {
            let Some(point) = SIZE.point(x, y) else {
                return tasks.push(Err(error("the drawing is larger than the 19x19 board")));
            };
            if let Some(color) = color {
                stones[color.index()].push(point);
            }
        }
    }
    let best = draft.moves.iter().filter_map(|&(_, value)| value).max();
    let right = match best {
        Some(best) => draft.moves.iter().filter(|m| m.1 == Some(best)).map(|m| m.0).collect(),
        None => draft.moves.first().map(|m| m.0).into_iter().collect(),
    };
    let id = draft.name.unwrap_or_else(|| (tasks.len() + 1).to_string());
    let to_move = draft.to_move.unwrap_or(Color::Black);
    let kind = Some("lifeAndDeath".to_owned());
    tasks.push(Ok(Task { id, size: SIZE, stones, to_move, marked: Vec::new(), kind, rank: None, right }));
}

fn parse(line: &str) -> Option<Line> {
    if let Some(row) = row(line) {
        return Some(Line::Row(row));
    }
    let begins_name = line.starts_with(['@', '#', '%']) || line.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    if begins_name {
        return Some(Line::Name(line.trim_start_matches(['@', '#', '%', ' ']).to_owned()));
    }
    mover(line).map(Line::Mover).or_else(|| moves(line).map(Line::Moves))
}

/// A row of at least two cells.
fn row(line: &str) -> Option<Vec<Option<Color>>> {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let cells = match (line.split_once('|'), line.split_once(' ')) {
        (Some((label, cells)), _) if label.trim().is_empty() || is_number(label.trim()) => cells,
        // A single 0 is a white stone.
        (None, Some((label, cells))) if is_number(label) && label != "0" => cells,
        _ => line,
    };
    let cells = cells.split_once('|').map_or(cells, |(cells, _)| cells);
    let mut row = Vec::new();
    for symbol in cells.chars().filter(|c| !c.is_whitespace()) {
        row.push(match symbol {
            'X' | 'x' | '#' | '*' | '@' | 'B' => Some(Color::Black),
            'O' | 'o' | '0' | 'W' => Some(Color::White),
            '.' | ',' | '+' | '-' | '_' | ':' | '?' | '~' => None,
            _ => return None,
        });
    }
    (row.len() >= 2).then_some(row)
}

fn mover(line: &str) -> Option<Color> {
    let lower = line.to_ascii_lowercase();
    let mut words = lower.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| !word.is_empty());
    let color = match words.next()? {
        "black" | "b" | "x" => Color::Black,
        "white" | "w" | "o" => Color::White,
        _ => return None,
    };
    words.all(|word| matches!(word, "to" | "move" | "moves" | "play" | "plays" | "first")).then_some(color)
}

/// Moves, each with its value for the side to move if a status follows it.
fn moves(line: &str) -> Option<Vec<(Point, Option<i32>)>> {
    let mut list: Vec<(Point, Option<i32>)> = Vec::new();
    for word in line.split([' ', '\t', ';', '(', ')', '=']).filter(|word| !word.is_empty()) {
        match (point(word), value(word), list.last_mut()) {
            (Some(point), ..) => list.push((point, None)),
            (None, Some(value), Some(last)) if last.1.is_none() => last.1 = Some(value),
            _ => return None,
        }
    }
    (!list.is_empty()).then_some(list)
}

/// How good a status is for the side to move: a success, a ko that needs few threats, a failure.
fn value(word: &str) -> Option<i32> {
    let word = word.to_ascii_lowercase();
    match word.as_str() {
        "+" | "win" | "wins" | "yes" => Some(1000),
        "-" | "lose" | "loses" | "no" => Some(-1000),
        _ => match word.strip_prefix("ko")? {
            "" => Some(0),
            level => level.parse::<i16>().ok().map(|level| -i32::from(level)),
        },
    }
}

fn point(word: &str) -> Option<Point> {
    if let Some((column, row)) = word.split_once(',') {
        let (column, row): (usize, usize) = (column.parse().ok()?, row.parse().ok()?);
        return SIZE.point(column.checked_sub(1)?, row.checked_sub(1)?);
    }
    if word.len() == 2 && word.bytes().all(|byte| byte.is_ascii_lowercase()) && !matches!(word, "no" | "ko") {
        let point = sgf::Point::parse(word)?;
        return SIZE.point(point.column.into(), point.row.into());
    }
    SIZE.parse_point(word).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = "@1.27\nwhite to move\n. . . X O ?\nX X X X O ?\nO O O O O ?\n2,1 +  1,1 -  3,1 ko1\n\n\
                       19 |..X0\n18 |XXX0\n17 |000.\nB\nba aa\n";

    fn only(text: &str) -> Task {
        let mut tasks = read(text);
        assert_eq!(tasks.len(), 1, "{tasks:?}");
        tasks.remove(0).expect("a problem")
    }

    #[test]
    fn drawings_movers_and_ranked_moves_in_two_spellings() {
        let tasks: Vec<Task> = read(TWO).into_iter().map(|task| task.expect("a problem")).collect();
        let [first, second] = &tasks[..] else { panic!("{} problems", tasks.len()) };
        assert_eq!((first.id.as_str(), first.to_move), ("1.27", Color::White));
        assert_eq!((first.stones[0].len(), first.stones[1].len()), (5, 7));
        assert_eq!(first.right, [Point::new(1, 0).expect("a point")]);
        assert_eq!((second.id.as_str(), second.to_move), ("2", Color::Black));
        assert_eq!((second.stones[0].len(), second.stones[1].len()), (4, 5));
        assert_eq!(second.right, first.right, "without a status the first one listed");
    }

    #[test]
    fn a_ko_that_needs_fewer_threats_is_better() {
        let task = only("X X O\nB19 ko2 A19 ko C19 ko1\n");
        assert_eq!(task.right, [Point::new(0, 0).expect("a point")]);
    }

    #[test]
    fn what_cannot_be_read_is_named_with_its_line() {
        let errors: Vec<String> =
            read("@1\nX . O\nhello there\n@2\n").into_iter().filter_map(|t| t.err().map(|e| e.to_string())).collect();
        assert!(errors[0].starts_with("line 3: \"hello there\""), "{errors:?}");
        assert!(errors[1].contains("line 4: a problem without a drawing"), "{errors:?}");
        let wide = format!("{}\n", "X ".repeat(20));
        assert!(read(&wide)[0].as_ref().is_err_and(|e| e.reason.contains("larger")));
    }
}
