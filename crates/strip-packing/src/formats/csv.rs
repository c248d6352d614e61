//! A table with a header line, separated by commas, semicolons or tabs.
//!
//! Columns are found by name, in any order and case: `width` (or `w`, `length`), `height` (`h`), and optionally `copies`
//! (`count`, `quantity`, `qty`, `demand` and other usual names) and `name` (`part`, `id`, `label` and others), which the plan
//! repeats. Any other column, and a second one of the same meaning, is refused: a quantity that is not understood would make another
//! plan. Cells may be quoted; a row must not have more of them than the header, empty ones at its end aside. The strip's
//! width is no property of a rectangle: it stands in a comment line above the header (`# width 60`, `# optimum 30`) or comes
//! from the caller. Below the header there are no comments, because part numbers may begin with `#`.

use crate::instance::{Instance, Item, Size};

use super::{Draft, ReadError, ReadFault, ReadOptions, as_text, number};

const NO_WIDTH: &str = "write a first line like `# width 60`, or pass --width";

/// Reads an instance.
pub fn read(name: &str, bytes: &[u8], options: &ReadOptions) -> Result<Instance, ReadError> {
    let text = as_text(bytes)?;
    let mut draft = Draft::default();
    let mut header: Option<Header> = None;
    for (i, line) in text.lines().enumerate() {
        let line_number = i + 1;
        if line.trim().is_empty() {
            continue;
        } else if let Some(header) = &header {
            let (item, name) = header.item(line, line_number)?;
            draft.items.push(item);
            draft.item_names.extend(name);
            draft.lines.push(line_number);
        } else if let Some(comment) = line.trim_start().strip_prefix('#') {
            read_comment(&mut draft, comment, line_number)?;
        } else {
            header = Some(Header::read(line, line_number)?);
        }
    }
    if header.is_none() {
        let line = text.lines().count().max(1);
        return Err(ReadError { line, fault: ReadFault::Ends("a header line such as `width,height,copies`") });
    }
    draft.finish(name, options, NO_WIDTH)
}

fn read_comment(draft: &mut Draft, comment: &str, line: usize) -> Result<(), ReadError> {
    let mut words = comment.split(|c: char| c.is_whitespace() || c == ':' || c == '=').filter(|word| !word.is_empty());
    match (words.next().map(str::to_ascii_lowercase).as_deref(), words.next()) {
        (Some("width"), Some(value)) => {
            draft.strip_width = Some((number(value, line, "the strip's width")?, line));
        }
        (Some("optimum"), Some(value)) => draft.known_optimum = Some(number(value, line, "the optimal height")?),
        _ => {}
    }
    Ok(())
}

struct Header {
    separator: char,
    n_columns: usize,
    width: usize,
    height: usize,
    copies: Option<usize>,
    name: Option<usize>,
}

/// Names of the columns.
const WIDTH: &[&str] = &["width", "w", "length"];
const HEIGHT: &[&str] = &["height", "h"];
const COPIES: &[&str] =
    &["copies", "count", "quantity", "qty", "demand", "pieces", "pcs", "number", "amount", "n", "anzahl", "cantidad"];
const NAME: &[&str] = &["name", "part", "id", "label", "item", "piece", "part name", "part number", "description"];

impl Header {
    fn read(line: &str, line_number: usize) -> Result<Self, ReadError> {
        let separator = [';', '\t'].into_iter().find(|&s| line.contains(s)).unwrap_or(',');
        let names: Vec<String> = cells(line, separator).iter().map(|cell| cell.to_ascii_lowercase()).collect();
        let find = |aliases: &[&str]| aliases.iter().find_map(|alias| names.iter().position(|name| name == alias));
        let missing = |expected| ReadError {
            line: line_number,
            fault: ReadFault::Expected { expected, found: line.chars().take(40).collect() },
        };
        let header = Self {
            separator,
            n_columns: names.len(),
            width: find(WIDTH).ok_or_else(|| missing("a header with a column `width`"))?,
            height: find(HEIGHT).ok_or_else(|| missing("a header with a column `height`"))?,
            copies: find(COPIES),
            name: find(NAME),
        };
        let used = [Some(header.width), Some(header.height), header.copies, header.name];
        let is_unknown = |(column, name): &(usize, &String)| !name.is_empty() && !used.contains(&Some(*column));
        match names.iter().enumerate().find(is_unknown) {
            None => Ok(header),
            Some((_, name)) => {
                let fault = ReadFault::UnknownColumn { name: name.chars().take(40).collect() };
                Err(ReadError { line: line_number, fault })
            }
        }
    }

    fn item(&self, line: &str, line_number: usize) -> Result<(Item, Option<String>), ReadError> {
        let cells = cells(line, self.separator);
        let n_cells = cells.iter().rposition(|cell| !cell.is_empty()).map_or(0, |last| last + 1);
        if n_cells > self.n_columns {
            let fault = ReadFault::TooManyCells { found: n_cells, expected: self.n_columns };
            return Err(ReadError { line: line_number, fault });
        }
        let cell = |column: usize, expected| match cells.get(column) {
            Some(cell) => number(cell, line_number, expected),
            None => Err(ReadError { line: line_number, fault: ReadFault::Ends(expected) }),
        };
        let size = Size::new(cell(self.width, "a width")?, cell(self.height, "a height")?);
        let copies = match self.copies {
            Some(column) if cells.get(column).is_some_and(|cell| !cell.is_empty()) => {
                cell(column, "a number of copies")?
            }
            _ => 1,
        };
        let name = self.name.map(|column| cells.get(column).cloned().unwrap_or_default());
        Ok((Item { size, copies }, name))
    }
}

/// Cells without surrounding blanks; a quoted cell may hold separators and doubled quotes.
fn cells(line: &str, separator: char) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut quoted = false;
    let mut characters = line.chars().peekable();
    while let Some(c) = characters.next() {
        let cell = cells.last_mut().expect("never empty");
        match c {
            '"' if quoted && characters.peek() == Some(&'"') => {
                characters.next();
                cell.push('"');
            }
            '"' => quoted = !quoted,
            c if c == separator && !quoted => cells.push(String::new()),
            c => cell.push(c),
        }
    }
    for cell in &mut cells {
        *cell = cell.trim().to_owned();
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::text;

    fn check(csv: &str, expected: &str) {
        let found = read("t", csv.as_bytes(), &ReadOptions::default());
        let found = found.map_or_else(|error| error.to_string(), |instance| text::write(&instance).replace('\n', "|"));
        assert_eq!(found, expected, "{csv:?}");
    }

    #[test]
    fn tables_of_many_kinds() {
        check("# width 10\nwidth,height\n3,4\n5,6\n", "name t|width 10|3 4|5 6|");
        check("# Width: 10\n# optimum=7\nlabel;H;W;Count\n\"a;b\"; 4 ;3;2\n", "name t|width 10|optimum 7|3 4 2|");
        check("# width 10\npart,width,height\n#1,3,4\n # 2,5,6\n", "name t|width 10|3 4|5 6|");
        check("# width 10\nPart,Width,Height,Qty\nshelf,3,4,5\ndoor,5,6,7\n", "name t|width 10|3 4 5|5 6 7|");
        let named = read("t", b"# width 10\nPart,Width,Height,Qty\nshelf,3,4,5\n,5,6,7\n", &ReadOptions::default());
        let named = named.expect("an instance");
        assert_eq!([named.item_name(0), named.item_name(1), named.item_name(2)], [Some("shelf"), None, None]);
        check("# width 10\nwidth,height\n3,4,, \n", "name t|width 10|3 4|");
        check("\u{feff}# width 10\r\nid\tlength\theight\tdemand\r\n1\t3\t4\t\r\n", "name t|width 10|3 4|");
    }

    #[test]
    fn errors_name_the_line() {
        check(
            "width,height\n3,4\n",
            "line 1: the strip's width is missing: write a first line like `# width 60`, or pass --width",
        );
        check("# width 10\n", "line 1: the file ends where a header line such as `width,height,copies` should follow");
        check("# width 10\nwidth,height\n", "line 1: there are no rectangles to pack");
        check("# width 10\n3,4\n", "line 2: expected a header with a column `width`, found \"3,4\"");
        check("# width 10\nwidth,height\n3\n", "line 3: the file ends where a height should follow");
        check("# width 10\nwidth,height\n3,4\n11,12\n", "line 4: rectangle 1 is 11 x 12: wider than the strip (10)");
        check("# width 10\nwidth,height\n3,x\n", "line 3: expected a height, found \"x\"");
        check(
            "# width 20\nwidth,height\n12,5,7,5\n",
            "line 3: 4 cells where the header names 2 columns; quote a cell that holds the separator, and write whole numbers",
        );
        check("# width 10\nwidth,height\n3,4\n# width 20\n", "line 4: expected a width, found \"# width 20\"");
        let unknown = "line 2: the column `colour` means nothing here";
        let found = read("t", b"# width 10\nwidth,height,colour\n3,4,red\n", &ReadOptions::default());
        assert!(found.is_err_and(|error| error.to_string().starts_with(unknown)));
        let twice = read("t", b"# width 10\nwidth,height,qty,count\n3,4,2,1\n", &ReadOptions::default());
        assert!(twice.is_err_and(|error| error.to_string().contains("`qty`")), "two quantities");
        check("# width ten\nwidth,height\n", "line 1: expected the strip's width, found \"ten\"");
    }
}
