//! Problems as JSON lines: `AB`, `AW`, `SZ`, `C` ("Black to play"), `SOL` (lists that begin with colour and point), `id`, and
//! optionally `target` (points of stones). Points are SGF letters.

use go_board::{BoardSize, Color, Point};
use serde_json::Value;

use super::TaskError;
use crate::task::Task;

pub(super) fn read(text: &str) -> Vec<Result<Task, TaskError>> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(index, line)| task(line, index + 1).map_err(|reason| TaskError { line: index + 1, reason })).collect()
}

fn task(line: &str, number: usize) -> Result<Task, String> {
    let value: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let size = match &value["SZ"] {
        Value::Null => 19,
        Value::String(text) => text.parse().map_err(|_| format!("SZ {text:?} is no size"))?,
        Value::Number(number) => number.as_u64().unwrap_or(0) as usize,
        other => return Err(format!("SZ {other} is no size")),
    };
    let size = BoardSize::new(size).map_err(|error| error.to_string())?;
    let stones = [points(&value, "AB", size)?, points(&value, "AW", size)?];
    let marked = points(&value, "target", size)?;
    let mut right = Vec::new();
    let mut first = None;
    for line in value["SOL"].as_array().into_iter().flatten() {
        let color = line[0].as_str().and_then(color);
        let point = line[1].as_str().and_then(|letters| point(letters, size));
        if let (Some(color), Some(point)) = (color, point) {
            first.get_or_insert(color);
            right.push(point);
        }
    }
    let asked = value["C"].as_str().and_then(|text| text.split_whitespace().next()).and_then(color);
    let to_move = asked.or(first).unwrap_or(Color::Black);
    let id = value["id"].as_str().map_or_else(|| number.to_string(), str::to_owned);
    let kind = value["kind"].as_str().map(str::to_owned);
    let rank = value["rank"].as_str().map(str::to_owned);
    Ok(Task { id, size, stones, to_move, marked, kind, rank, right })
}

fn color(word: &str) -> Option<Color> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}

fn point(letters: &str, size: BoardSize) -> Option<Point> {
    let point = sgf::Point::parse(letters)?;
    size.point(point.column.into(), point.row.into())
}

fn points(value: &Value, name: &str, size: BoardSize) -> Result<Vec<Point>, String> {
    let list = match &value[name] {
        Value::Null => return Ok(Vec::new()),
        Value::Array(list) => list,
        other => return Err(format!("{name} is {other}, not a list of points")),
    };
    let read = |entry: &Value| entry.as_str().and_then(|letters| point(letters, size));
    list.iter().map(|entry| read(entry).ok_or_else(|| format!("{name} holds {entry}, which is no point"))).collect()
}
