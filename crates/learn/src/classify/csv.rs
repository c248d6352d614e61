//! Tables as CSV: a line of names, then one line per row, cells separated by commas, `"` around cells that contain
//! commas or quotes.
//!
//! A column of numbers is numeric, any other becomes indicator columns, and the class is always a name, so that 0 and 1 are fine. A missing
//! cell (empty or `?`), a NaN, a row of another length are errors with their line.

pub use super::reading::{Choice, ReadError};
use super::reading::{Kind, RawTable, line_error};
use super::table::{Table, TableError};
use super::writing::write_rows;

/// Reads a table.
pub fn read(text: &str, choice: &Choice) -> Result<Table, ReadError> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let (first, head) = lines.next().ok_or(TableError::Empty)?;
    let columns = cells(head, first + 1)?.into_iter().map(|name| (name, Kind::Unknown)).collect();
    let rows = lines.map(|(place, line)| Ok((place + 1, cells(line, place + 1)?))).collect::<Result<_, ReadError>>()?;
    RawTable { columns, rows }.into_table(choice)
}

/// Splits a line into cells; blanks around them do not count.
pub(super) fn cells(line: &str, number: usize) -> Result<Vec<String>, ReadError> {
    let mut cells = Vec::new();
    let mut rest = line.trim_start();
    loop {
        if let Some(quoted) = rest.strip_prefix('"') {
            let mut cell = String::new();
            let mut letters = quoted.char_indices().peekable();
            let end = loop {
                match letters.next() {
                    None => return line_error(number, "a quote is not closed"),
                    Some((_, '"')) if letters.peek().is_some_and(|(_, next)| *next == '"') => {
                        cell.push('"');
                        letters.next();
                    }
                    Some((place, '"')) => break place + 1,
                    Some((_, letter)) => cell.push(letter),
                }
            };
            cells.push(cell);
            rest = quoted[end..].trim_start();
        } else {
            let end = rest.find(',').unwrap_or(rest.len());
            cells.push(rest[..end].trim().to_owned());
            rest = &rest[end..];
        }
        match rest.strip_prefix(',') {
            Some(after) => rest = after.trim_start(),
            None if rest.trim().is_empty() => return Ok(cells),
            None => return line_error(number, "there is text between a quoted cell and the comma"),
        }
    }
}

/// Writes a table; groups, if it has them, as the column `group`.
pub fn write(table: &Table) -> String {
    let mut text = String::new();
    let group = table.groups().map(|_| "group".to_owned());
    let names = group.iter().chain(table.columns()).map(String::as_str).chain([table.class_name()]);
    text.push_str(&names.map(quoted).collect::<Vec<_>>().join(","));
    text.push('\n');
    write_rows(table, quoted, &mut text);
    text
}

fn quoted(cell: &str) -> String {
    let is_plain = cell.trim() == cell && !cell.is_empty() && !cell.contains([',', '"']);
    if is_plain { cell.to_owned() } else { format!("\"{}\"", cell.replace('"', "\"\"")) }
}
