//! A table of text cells, written as Markdown, CSV, TSV or aligned terminal text.
//!
//! Cells are plain text: characters that would break the target format (a pipe, a tab, a newline) are escaped or
//! replaced. Width is counted in characters; double-width scripts are not measured.

/// Alignment of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// A column's title and alignment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    title: String,
    align: Align,
}

impl Column {
    /// A column of words.
    pub fn left(title: impl Into<String>) -> Self {
        Self { title: title.into(), align: Align::Left }
    }

    /// A column of numbers.
    pub fn right(title: impl Into<String>) -> Self {
        Self { title: title.into(), align: Align::Right }
    }
}

/// Columns and rows of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty table with these columns.
    pub fn new(columns: impl IntoIterator<Item = Column>) -> Self {
        Self { columns: columns.into_iter().collect(), rows: Vec::new() }
    }

    /// Adds a row.
    ///
    /// # Panics
    /// If the number of cells is not the number of columns: that is a mistake in the calling code.
    pub fn push<C: Into<String>>(&mut self, cells: impl IntoIterator<Item = C>) {
        let row: Vec<String> = cells.into_iter().map(Into::into).collect();
        assert_eq!(row.len(), self.columns.len(), "a row must have one cell per column: {row:?}");
        self.rows.push(row);
    }

    /// Number of rows.
    pub fn n_rows(&self) -> usize {
        self.rows.len()
    }

    /// GitHub-flavoured Markdown, padded so that the source reads well too.
    pub fn to_markdown(&self) -> String {
        let escape = |cell: &str| one_line(cell).replace('\\', "\\\\").replace('|', "\\|");
        let cells = self.map_cells(escape);
        let widths = column_widths(&cells, 3);
        let mut out = String::new();
        for (i, row) in cells.iter().enumerate() {
            out.push('|');
            for ((cell, column), &width) in row.iter().zip(&self.columns).zip(&widths) {
                out.push_str(&format!(" {} |", pad(cell, width, column.align)));
            }
            out.push('\n');
            if i == 0 {
                out.push('|');
                for (column, &width) in self.columns.iter().zip(&widths) {
                    match column.align {
                        Align::Left => out.push_str(&format!(" {} |", "-".repeat(width))),
                        Align::Right => out.push_str(&format!(" {}: |", "-".repeat(width - 1))),
                    }
                }
                out.push('\n');
            }
        }
        out
    }

    /// Comma-separated values with a header line (RFC 4180, but lines end with a line feed): a cell with a comma, a quote or a blank at an end is in quotes, quotes inside are
    /// doubled. Control characters become spaces, so that every row is one line.
    pub fn to_csv(&self) -> String {
        let mut out = String::new();
        for row in self.map_cells(|cell| quoted(&one_line(cell).replace('\t', " "))) {
            out.push_str(&row.join(","));
            out.push('\n');
        }
        out
    }

    /// Tab-separated values with a header line; tabs and newlines inside cells become spaces.
    pub fn to_tsv(&self) -> String {
        let mut out = String::new();
        for row in self.map_cells(|cell| one_line(cell).replace('\t', " ")) {
            out.push_str(&row.join("\t"));
            out.push('\n');
        }
        out
    }

    /// Columns aligned with spaces, a rule under the header: for a terminal.
    pub fn to_terminal(&self) -> String {
        let cells = self.map_cells(one_line);
        let widths = column_widths(&cells, 1);
        let mut out = String::new();
        for (i, row) in cells.iter().enumerate() {
            let padded: Vec<String> = row
                .iter()
                .zip(&self.columns)
                .zip(&widths)
                .map(|((cell, column), &width)| pad(cell, width, column.align))
                .collect();
            out.push_str(padded.join("  ").trim_end());
            out.push('\n');
            if i == 0 {
                let rules: Vec<String> = widths.iter().map(|&width| "─".repeat(width)).collect();
                out.push_str(&rules.join("  "));
                out.push('\n');
            }
        }
        out
    }

    fn map_cells(&self, f: impl Fn(&str) -> String) -> Vec<Vec<String>> {
        let header = self.columns.iter().map(|column| f(&column.title)).collect();
        let body = self.rows.iter().map(|row| row.iter().map(|cell| f(cell)).collect());
        std::iter::once(header).chain(body).collect()
    }
}

/// A cell as CSV has it.
fn quoted(cell: &str) -> String {
    match cell.contains([',', '"']) || cell.trim() != cell {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.to_owned(),
    }
}

/// Control characters, terminal escapes included, become spaces: a cell may contain text from a foreign file.
fn one_line(cell: &str) -> String {
    cell.chars().map(|c| if c.is_control() && c != '\t' { ' ' } else { c }).collect()
}

fn column_widths(cells: &[Vec<String>], minimum: usize) -> Vec<usize> {
    let n_columns = cells.first().map_or(0, Vec::len);
    (0..n_columns).map(|c| cells.iter().map(|row| row[c].chars().count()).max().unwrap_or(0).max(minimum)).collect()
}

fn pad(cell: &str, width: usize, align: Align) -> String {
    match align {
        Align::Left => format!("{cell:<width$}"),
        Align::Right => format!("{cell:>width$}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Table {
        let mut table = Table::new([Column::left("class"), Column::right("gap")]);
        table.push(["C1", "0.0"]);
        table.push(["a|b\nc", "12.25"]);
        table
    }

    #[test]
    fn markdown() {
        let expected = "\
| class  |   gap |
| ------ | ----: |
| C1     |   0.0 |
| a\\|b c | 12.25 |
";
        assert_eq!(sample().to_markdown(), expected);
    }

    #[test]
    fn tsv() {
        assert_eq!(sample().to_tsv(), "class\tgap\nC1\t0.0\na|b c\t12.25\n");
    }

    #[test]
    fn csv() {
        let mut table = sample();
        table.push(["say \"hi\", twice", " 3"]);
        table.push(["two\r\nlines", ""]);
        let expected = "class,gap\nC1,0.0\na|b c,12.25\n\"say \"\"hi\"\", twice\",\" 3\"\ntwo  lines,\n";
        assert_eq!(table.to_csv(), expected);
    }

    /// The slow twin of the quotes: a reader of RFC 4180, letter by letter.
    fn cells_of(line: &str) -> Vec<String> {
        let (mut cells, mut is_quoted, mut letters) = (vec![String::new()], false, line.chars().peekable());
        while let Some(letter) = letters.next() {
            let cell = cells.last_mut().expect("there is always one");
            match letter {
                '"' if is_quoted && letters.peek() == Some(&'"') => cell.extend(letters.next()),
                '"' => is_quoted = !is_quoted,
                ',' if !is_quoted => cells.push(String::new()),
                _ => cell.push(letter),
            }
        }
        cells
    }

    proptest::proptest! {
        #[test]
        fn csv_reads_back(a in "[ -~é]{0,12}", b in "[,\" a]{0,8}") {
            let mut table = Table::new([Column::left("a"), Column::left("b, c")]);
            table.push([a.clone(), b.clone()]);
            let text = table.to_csv();
            let lines: Vec<Vec<String>> = text.lines().map(cells_of).collect();
            proptest::prop_assert_eq!(lines, [vec!["a".to_owned(), "b, c".to_owned()], vec![a, b]]);
        }
    }

    #[test]
    fn terminal() {
        assert_eq!(sample().to_terminal(), "class    gap\n─────  ─────\nC1       0.0\na|b c  12.25\n");
    }

    #[test]
    fn terminal_escape_sequences_are_removed() {
        let mut table = Table::new([Column::left("x")]);
        table.push(["\u{1b}[31mred"]);
        assert!(!table.to_terminal().contains('\u{1b}'));
    }

    #[test]
    #[should_panic(expected = "one cell per column")]
    fn ragged_rows_are_rejected() {
        sample().push(["only one"]);
    }
}
