//! Which cells of a study's table are run: labels name rows, columns, or both.

/// A choice of cells by labels. Rows that are named leave the others out, columns likewise, so that a row and a column together name
/// one cell; without labels every cell is run.
pub(crate) struct Only<'a> {
    labels: &'a [String],
    names_rows: bool,
    names_columns: bool,
}

impl<'a> Only<'a> {
    /// The labels that were given, and those of the table.
    pub(crate) fn new<'l>(
        labels: &'a [String],
        rows: impl IntoIterator<Item = &'l str>,
        columns: impl IntoIterator<Item = &'l str>,
    ) -> Self {
        let named = |label: &str| labels.iter().any(|only| only == label);
        Only { labels, names_rows: rows.into_iter().any(named), names_columns: columns.into_iter().any(named) }
    }

    /// Whether the cell of that row and column is run.
    pub(crate) fn wants(&self, row: &str, column: &str) -> bool {
        let named = |label: &str| self.labels.iter().any(|only| only == label);
        let of_table = self.labels.is_empty() || self.names_rows || self.names_columns;
        of_table && (!self.names_rows || named(row)) && (!self.names_columns || named(column))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_columns_narrow_the_table() {
        let (rows, columns) = (["T", "T + P", "T + DT"], ["off", "on"]);
        let chosen = |labels: &[&str]| {
            let labels: Vec<String> = labels.iter().map(|label| label.to_string()).collect();
            let only = Only::new(&labels, rows, columns);
            let cells = rows.iter().flat_map(|row| columns.map(|column| (*row, column)));
            cells.filter(|(row, column)| only.wants(row, column)).collect::<Vec<_>>()
        };
        assert_eq!(chosen(&[]).len(), 6);
        assert_eq!(chosen(&["T + P"]), [("T + P", "off"), ("T + P", "on")]);
        assert_eq!(chosen(&["on"]), [("T", "on"), ("T + P", "on"), ("T + DT", "on")]);
        assert_eq!(chosen(&["T + DT", "on", "T"]), [("T", "on"), ("T + DT", "on")]);
        assert_eq!(chosen(&["elsewhere"]), []);
    }
}
