//! JSON instances.
//!
//! Two shapes are understood. That of the public benchmark collections of cutting and packing problems:
//!
//! ```json
//! {"Name": "C1_1", "Objects": [{"Length": 20, "Height": 20}],
//!  "Items": [{"Length": 2, "Height": 12, "Demand": 1}]}
//! ```
//!
//! where the strip's width is the object's `Length`, its `Height` is what those collections claim to be the optimal height, and
//! `Demand` (1 if absent or null) counts copies; and the same in our words: `name`, `width`, `optimum`, `items` with `width`,
//! `height`, `copies`, `name`.
//! Unknown fields are ignored.

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::instance::{Instance, Item, Size};

use super::{Draft, ReadError, ReadFault, ReadOptions, as_text};

const NO_WIDTH: &str = "expected \"width\", or \"Objects\" with a \"Length\"";

#[derive(Deserialize)]
struct File<'a> {
    #[serde(alias = "Name")]
    name: Option<String>,
    #[serde(borrow)]
    width: Option<&'a RawValue>,
    optimum: Option<u32>,
    #[serde(borrow, rename = "Objects", default)]
    objects: Vec<&'a RawValue>,
    #[serde(borrow, alias = "Items")]
    items: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
struct Object {
    #[serde(rename = "Length")]
    length: u32,
    #[serde(rename = "Height")]
    height: Option<u32>,
}

#[derive(Deserialize)]
struct Entry {
    #[serde(alias = "Length")]
    width: u32,
    #[serde(alias = "Height")]
    height: u32,
    #[serde(alias = "Demand")]
    copies: Option<u32>,
    #[serde(alias = "Name")]
    name: Option<String>,
}

/// Reads an instance.
pub fn read(name: &str, bytes: &[u8], options: &ReadOptions) -> Result<Instance, ReadError> {
    let text = as_text(bytes)?;
    let file: File<'_> = serde_json::from_str(text).map_err(|error| fault(&error, error.line().max(1)))?;
    let mut draft = Draft { name: file.name, known_optimum: file.optimum, ..Draft::default() };
    if let Some(raw) = file.width {
        draft.strip_width = Some((parse(text, raw)?, line_of(text, raw)));
    } else if let Some(&raw) = file.objects.first() {
        let object: Object = parse(text, raw)?;
        draft.strip_width = Some((object.length, line_of(text, raw)));
        draft.known_optimum = draft.known_optimum.or(object.height);
    }
    let mut lines = LineCounter::new(text);
    for raw in file.items {
        let entry: Entry = parse(text, raw)?;
        draft.items.push(Item { size: Size::new(entry.width, entry.height), copies: entry.copies.unwrap_or(1) });
        draft.item_names.push(entry.name.unwrap_or_default());
        draft.lines.push(lines.line_at(offset(text, raw)));
    }
    draft.finish(name, options, NO_WIDTH)
}

/// Parses a part of the file; its line is counted from where the part begins.
fn parse<'a, T: Deserialize<'a>>(text: &'a str, raw: &'a RawValue) -> Result<T, ReadError> {
    serde_json::from_str(raw.get()).map_err(|error| fault(&error, line_of(text, raw) + error.line().max(1) - 1))
}

fn fault(error: &serde_json::Error, line: usize) -> ReadError {
    let text = error.to_string();
    // serde_json appends its own position, which counts from the part's beginning.
    let message = text.rsplit_once(" at line ").map_or(text.as_str(), |(message, _)| message);
    ReadError { line, fault: ReadFault::Json(message.to_owned()) }
}

/// Where a part that borrows from the text begins in it.
fn offset(text: &str, raw: &RawValue) -> usize {
    (raw.get().as_ptr() as usize).saturating_sub(text.as_ptr() as usize).min(text.len())
}

fn line_of(text: &str, raw: &RawValue) -> usize {
    LineCounter::new(text).line_at(offset(text, raw))
}

/// Counts lines forward only, so that many parts in order cost one pass.
struct LineCounter<'a> {
    bytes: &'a [u8],
    position: usize,
    line: usize,
}

impl<'a> LineCounter<'a> {
    fn new(text: &'a str) -> Self {
        Self { bytes: text.as_bytes(), position: 0, line: 1 }
    }

    fn line_at(&mut self, offset: usize) -> usize {
        let passed = &self.bytes[self.position..offset.max(self.position)];
        self.line += passed.iter().filter(|&&byte| byte == b'\n').count();
        self.position = offset.max(self.position);
        self.line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::text;

    fn check(json: &str, expected: &str) {
        let found = read("t", json.as_bytes(), &ReadOptions::default());
        let found = found.map_or_else(|error| error.to_string(), |instance| text::write(&instance).replace('\n', "|"));
        assert_eq!(found, expected, "{json:?}");
    }

    #[test]
    fn both_shapes() {
        check(
            r#"{"Name":"C1_1","Objects":[{"Length":20,"Height":15,"Stock":null,"Cost":400}],"Items":[
               {"Length":2,"Height":12,"Demand":2,"DemandMax":null,"Value":24},{"Length":7,"Height":1,"Demand":null}]}"#,
            "name C1_1|width 20|optimum 15|2 12 2|7 1|",
        );
        check(
            r#"{"width":20,"items":[{"width":2,"height":12,"copies":3},{"width":7,"height":1}]}"#,
            "name t|width 20|2 12 3|7 1|",
        );
    }

    #[test]
    fn errors_name_the_line() {
        check("{\"width\":20,\n\"items\":[{\"width\":2,", "line 2: EOF while parsing an object");
        check("", "line 1: EOF while parsing a value");
        check("[1,2]", "line 1: invalid type: integer `1`, expected a string");
        check("{\"width\":20}", "line 1: missing field `items`");
        check(
            "{\"items\":[]}",
            "line 1: the strip's width is missing: expected \"width\", or \"Objects\" with a \"Length\"",
        );
        check("{\"width\":20,\"items\":[]}", "line 1: there are no rectangles to pack");
        check(
            "{\n\"width\":0,\"items\":[{\"width\":1,\"height\":1}]}",
            "line 2: the strip's width is 0; it must be positive",
        );
        check(
            "{\"width\":20,\"items\":[\n{\"width\":2,\"height\":3},\n{\"width\":21,\"height\":30}]}",
            "line 3: rectangle 1 is 21 x 30: wider than the strip (20)",
        );
        check(
            "{\"width\":20,\"items\":[\n{\"width\":2,\n\"height\":-3}]}",
            "line 3: invalid value: integer `-3`, expected u32",
        );
        check(
            "{\"width\":20,\"items\":[{\"width\":2,\"height\":0}]}",
            "line 1: rectangle 0 is 2 x 0: both sides must be positive",
        );
        check("{\"Objects\":[{\"Height\":3}],\"Items\":[]}", "line 1: missing field `Length`");
    }
}
