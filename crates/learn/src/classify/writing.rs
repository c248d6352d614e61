//! The rows of a table as text, as ARFF and CSV have them: group, values, class.

use std::fmt::Write;

use super::table::Table;

/// Appends a line for every row; names of classes are quoted as the format wants.
pub(super) fn write_rows(table: &Table, quoted: impl Fn(&str) -> String, text: &mut String) {
    for row in 0..table.n_rows() {
        if let Some(groups) = table.groups() {
            write!(text, "{},", groups[row]).expect("a string takes anything");
        }
        for value in table.row(row) {
            write!(text, "{value},").expect("a string takes anything");
        }
        text.push_str(&quoted(&table.classes()[table.labels()[row] as usize]));
        text.push('\n');
    }
}
