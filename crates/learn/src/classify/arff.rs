//! Tables as ARFF, Weka's format: `@relation`, an `@attribute` line per column with its type (`numeric`, `real`, `integer`, `string` or `{name,name}`),
//! `@data`, then a line a row; `%` begins a comment. Sparse rows `{3 1.5, 7 2}` leave zeros out.
//!
//! The class is the last attribute unless another is chosen, and must be declared with its names. Names become indicator columns; dates and relations are
//! refused, as are missing values (`?`), with their line.

use std::fmt::Write;

pub use super::reading::{Choice, ReadError};
use super::reading::{Kind, RawTable, line_error};
use super::table::{Table, TableError};
use super::writing::write_rows;

/// Reads a table.
pub fn read(text: &str, choice: &Choice) -> Result<Table, ReadError> {
    let mut lines = text.lines().enumerate().map(|(place, line)| (place + 1, line.trim()));
    let mut columns: Vec<(String, Kind)> = Vec::new();
    let mut found_data = false;
    for (number, line) in lines.by_ref().filter(|(_, line)| !line.is_empty() && !line.starts_with('%')) {
        let (keyword, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match keyword.to_ascii_lowercase().as_str() {
            "@relation" => {}
            "@attribute" => columns.push(attribute(rest.trim(), number)?),
            "@data" => {
                found_data = true;
                break;
            }
            _ => return line_error(number, format!("{keyword:?} where @attribute or @data was expected")),
        }
    }
    if !found_data {
        return line_error(text.lines().count().max(1), "there is no @data: is this an ARFF file?");
    }
    if columns.is_empty() {
        return Err(TableError::NoColumns.into());
    }
    let rows = lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('%'))
        .map(|(number, line)| Ok((number, data_row(line, number, &columns)?)))
        .collect::<Result<_, ReadError>>()?;
    RawTable { columns, rows }.into_table(choice)
}

/// The name and the type of an `@attribute` line.
fn attribute(rest: &str, number: usize) -> Result<(String, Kind), ReadError> {
    let (name, after) = word(rest, number, char::is_whitespace)?;
    let after = after.trim();
    if let Some(list) = after.strip_prefix('{') {
        let Some(list) = list.trim_end().strip_suffix('}') else {
            return line_error(number, format!("the names of {name:?} are not closed with }}"));
        };
        return Ok((name, Kind::Names(values(list, number)?)));
    }
    let kind = match after.split_whitespace().next().unwrap_or("").to_ascii_lowercase().as_str() {
        "numeric" | "real" | "integer" => Kind::Numeric,
        "string" => Kind::Text,
        other => {
            let what = format!("{name:?} has type {other:?}: numeric, real, integer, string or {{name,...}}");
            return line_error(number, what);
        }
    };
    Ok((name, kind))
}

/// A row, dense or sparse.
fn data_row(line: &str, number: usize, columns: &[(String, Kind)]) -> Result<Vec<String>, ReadError> {
    let Some(sparse) = line.strip_prefix('{') else {
        return values(line, number);
    };
    let Some(sparse) = sparse.strip_suffix('}') else {
        return line_error(number, "a sparse row is not closed with }");
    };
    let zero = |(_, kind): &(String, Kind)| match kind {
        Kind::Names(names) => names.first().cloned().unwrap_or_default(),
        _ => "0".into(),
    };
    let mut cells: Vec<String> = columns.iter().map(zero).collect();
    let mut rest = sparse.trim();
    while !rest.is_empty() {
        let (place, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let Some(cell) = place.parse::<usize>().ok().and_then(|place| cells.get_mut(place)) else {
            return line_error(number, format!("{place:?} is not a column number from 0 to {}", columns.len() - 1));
        };
        let (value, after) = word(after.trim_start(), number, |letter| letter == ',')?;
        *cell = value;
        rest = after.trim_start().strip_prefix(',').unwrap_or(after).trim_start();
    }
    Ok(cells)
}

/// Values apart by commas.
fn values(text: &str, number: usize) -> Result<Vec<String>, ReadError> {
    let mut all = Vec::new();
    let mut rest = text.trim();
    loop {
        let (value, after) = word(rest, number, |letter| letter == ',')?;
        all.push(value);
        let after = after.trim_start();
        match after.strip_prefix(',') {
            Some(next) => rest = next.trim_start(),
            None if after.is_empty() => return Ok(all),
            None => return line_error(number, "there is text between a quoted value and the comma"),
        }
    }
}

/// The first word, quoted by `'` or `"` (with `\` before quotes) or ending before a letter that `ends` it; and the rest.
fn word(text: &str, number: usize, ends: impl Fn(char) -> bool) -> Result<(String, &str), ReadError> {
    let Some(quote) = text.chars().next().filter(|letter| ['\'', '"'].contains(letter)) else {
        let end = text.find(&ends).unwrap_or(text.len());
        return Ok((text[..end].trim().to_owned(), &text[end..]));
    };
    let mut found = String::new();
    let mut letters = text.char_indices().skip(1);
    while let Some((place, letter)) = letters.next() {
        match letter {
            '\\' => found.extend(letters.next().map(|(_, letter)| letter)),
            letter if letter == quote => return Ok((found, &text[place + 1..])),
            letter => found.push(letter),
        }
    }
    line_error(number, "a quote is not closed")
}

/// Writes a table; groups, if it has them, as the attribute `group`.
pub fn write(table: &Table) -> String {
    let mut text = String::from("@relation table\n\n");
    if table.groups().is_some() {
        text.push_str("@attribute group numeric\n");
    }
    for name in table.columns() {
        writeln!(text, "@attribute {} numeric", quoted(name)).expect("a string takes anything");
    }
    let classes = table.classes().iter().map(|name| quoted(name)).collect::<Vec<_>>().join(",");
    writeln!(text, "@attribute {} {{{classes}}}\n\n@data", quoted(table.class_name()))
        .expect("a string takes anything");
    write_rows(table, quoted, &mut text);
    text
}

fn quoted(name: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || ['_', '-', '.', '+'].contains(&letter);
    if !name.is_empty() && name.chars().all(is_plain) {
        return name.to_owned();
    }
    format!("'{}'", name.replace('\\', "\\\\").replace('\'', "\\'"))
}
