//! Plain text: one rectangle per line.
//!
//! ```text
//! # a comment
//! name cutting plan 7
//! width 60
//! optimum 30        (optional, for reports)
//! 12 7              width and height
//! 5 5 3             three of them
//! ```
//!
//! The bare-number files of the old benchmark collections are read too: the number of rectangles, then the strip's width
//! (a height after it is taken as the optimum), then `width height` or `id width height` per line.

use crate::instance::{Instance, Item, Size};

use super::{Draft, ReadError, ReadFault, ReadOptions, as_text, number};

const NO_WIDTH: &str = "write a line like `width 60`, or pass --width";

/// Reads an instance.
pub fn read(name: &str, bytes: &[u8], options: &ReadOptions) -> Result<Instance, ReadError> {
    let text = as_text(bytes)?;
    let lines: Vec<Line<'_>> = text
        .lines()
        .enumerate()
        .map(|(i, line)| Line { number: i + 1, tokens: content(line).split_whitespace().collect() })
        .filter(|line| !line.tokens.is_empty())
        .collect();
    let bare = lines.first().is_some_and(|line| line.tokens.len() == 1 && line.tokens[0].parse::<u32>().is_ok());
    let draft = if bare { read_bare(&lines)? } else { read_named(&lines)? };
    draft.finish(name, options, NO_WIDTH)
}

struct Line<'a> {
    number: usize,
    tokens: Vec<&'a str>,
}

fn content(line: &str) -> &str {
    line.split_once('#').map_or(line, |(before, _)| before)
}

fn read_named(lines: &[Line<'_>]) -> Result<Draft, ReadError> {
    let mut draft = Draft::default();
    for &Line { number: line, ref tokens } in lines {
        let value = |expected| match tokens.get(1) {
            Some(token) => number(token, line, expected),
            None => Err(ReadError { line, fault: ReadFault::Ends(expected) }),
        };
        match tokens[0].to_ascii_lowercase().as_str() {
            "name" => draft.name = Some(tokens[1..].join(" ")),
            "width" => draft.strip_width = Some((value("the strip's width")?, line)),
            "optimum" => draft.known_optimum = Some(value("the optimal height")?),
            _ => {
                draft.items.push(rectangle(tokens, line)?);
                draft.lines.push(line);
            }
        }
    }
    Ok(draft)
}

/// `width height` or `width height copies`.
fn rectangle(tokens: &[&str], line: usize) -> Result<Item, ReadError> {
    let width = number(tokens[0], line, "a width, or one of the words name, width, optimum")?;
    let Some(height) = tokens.get(1) else {
        return Err(ReadError { line, fault: ReadFault::Ends("a height") });
    };
    let height = number(height, line, "a height")?;
    let copies = tokens.get(2).map_or(Ok(1), |token| number(token, line, "a number of copies"))?;
    nothing_after(tokens, 3, line)?;
    Ok(Item { size: Size::new(width, height), copies })
}

fn read_bare(lines: &[Line<'_>]) -> Result<Draft, ReadError> {
    let mut draft = Draft::default();
    let n_items = number(lines[0].tokens[0], lines[0].number, "the number of rectangles")? as usize;
    let Some(strip) = lines.get(1) else {
        return Err(ReadError { line: lines[0].number, fault: ReadFault::Ends("the strip's width") });
    };
    draft.strip_width = Some((number(strip.tokens[0], strip.number, "the strip's width")?, strip.number));
    draft.known_optimum = strip.tokens.get(1).and_then(|token| token.parse().ok());
    nothing_after(&strip.tokens, 2, strip.number)?;
    let rest = &lines[2..];
    for line in rest {
        if draft.items.len() == n_items {
            return Err(ReadError {
                line: line.number,
                fault: ReadFault::Expected {
                    expected: "the end: all rectangles are there",
                    found: line.tokens.join(" "),
                },
            });
        }
        // Three numbers begin with an id here; copies are a matter of the named format.
        let size = if line.tokens.len() >= 3 { &line.tokens[1..] } else { &line.tokens[..] };
        nothing_after(size, 2, line.number)?;
        draft.items.push(rectangle(size, line.number)?);
        draft.lines.push(line.number);
    }
    if draft.items.len() < n_items {
        let line = rest.last().map_or(strip.number, |line| line.number);
        return Err(ReadError { line, fault: ReadFault::Ends("another rectangle") });
    }
    Ok(draft)
}

fn nothing_after(tokens: &[&str], n: usize, line: usize) -> Result<(), ReadError> {
    match tokens.get(n) {
        None => Ok(()),
        Some(token) => {
            let found = token.chars().take(40).collect();
            Err(ReadError { line, fault: ReadFault::Expected { expected: "the end of the line", found } })
        }
    }
}

/// Writes an instance in the named format.
pub fn write(instance: &Instance) -> String {
    let mut out = String::new();
    let name: String = instance.name().split_whitespace().collect::<Vec<_>>().join(" ").replace('#', "");
    if !name.trim().is_empty() {
        out.push_str(&format!("name {}\n", name.trim()));
    }
    out.push_str(&format!("width {}\n", instance.strip_width()));
    if let Some(optimum) = instance.known_optimum() {
        out.push_str(&format!("optimum {optimum}\n"));
    }
    for Item { size, copies } in instance.items() {
        let copies = if *copies == 1 { String::new() } else { format!(" {copies}") };
        out.push_str(&format!("{} {}{copies}\n", size.width, size.height));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let found = read("file", text.as_bytes(), &ReadOptions::default());
        let found = found.map_or_else(|error| error.to_string(), |instance| write(&instance).replace('\n', "|"));
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn the_named_format() {
        check("# c\nname a b\nwidth 10 # strip\n\n3 4\n2 2 5\n", "name a b|width 10|3 4|2 2 5|");
        check("WIDTH 10\noptimum 4\n10 4\n", "name file|width 10|optimum 4|10 4|");
    }

    #[test]
    fn bare_numbers() {
        check("2\n10\n3 4\n5 6\n", "name file|width 10|3 4|5 6|");
        check("2\r\n10 6\r\n1 3 4\r\n2 5 6\r\n", "name file|width 10|optimum 6|3 4|5 6|");
    }

    #[test]
    fn errors_name_the_line() {
        check("3 4\n", "line 1: the strip's width is missing: write a line like `width 60`, or pass --width");
        check("width 10\n", "line 1: there are no rectangles to pack");
        check("", "line 1: the strip's width is missing: write a line like `width 60`, or pass --width");
        check("width 10\n3 4\n11 12\n", "line 3: rectangle 1 is 11 x 12: wider than the strip (10)");
        check("width 10\n3 0\n", "line 2: rectangle 0 is 3 x 0: both sides must be positive");
        check("\nwidth 0\n3 1\n", "line 2: the strip's width is 0; it must be positive");
        check("width 10\n3\n", "line 2: the file ends where a height should follow");
        check("width 10\n3 -4\n", "line 2: expected a height, found \"-4\"");
        check(
            "width 10\nbanana\n",
            "line 2: expected a width, or one of the words name, width, optimum, found \"banana\"",
        );
        check("width 10\n3 4 1 9\n", "line 2: expected the end of the line, found \"9\"");
        check("2\n10\n3 4\n", "line 3: the file ends where another rectangle should follow");
        check("1\n10\n3 4\n5 6\n", "line 4: expected the end: all rectangles are there, found \"5 6\"");
        check("7\n", "line 1: the file ends where the strip's width should follow");
    }

    #[test]
    fn binary_files_are_rejected() {
        let error = read("file", b"width 10\n\xff\xfe", &ReadOptions::default()).expect_err("not UTF-8");
        assert_eq!(error.to_string(), "line 2: this is not UTF-8 text");
    }

    #[test]
    fn the_user_may_choose_another_width() {
        let options = ReadOptions { strip_width: Some(12), ..ReadOptions::default() };
        let instance = read("file", b"width 10\noptimum 4\n10 4\n", &options).expect("valid");
        assert_eq!((instance.strip_width(), instance.known_optimum()), (12, None));
    }
}
