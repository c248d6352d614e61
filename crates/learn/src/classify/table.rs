//! Rows of numbers with a class each: the training data of a classifier.
//!
//! All columns are numeric and nothing is missing: the readers turn names into indicator columns and reject gaps, so
//! that learners need not handle them. A table may group rows (the candidates of one problem); only ranking uses that.

use thiserror::Error;

/// Rows, row by row in one vector, with names of columns and classes.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    columns: Vec<String>,
    class_name: String,
    classes: Vec<String>,
    values: Vec<f64>,
    labels: Vec<u8>,
    groups: Option<Vec<u32>>,
}

/// The most classes that a table can have.
pub const MAX_CLASSES: usize = 250;

/// Why a table cannot be learned from.
#[derive(Debug, Error, PartialEq)]
pub enum TableError {
    /// No rows.
    #[error("the table has no rows: there is nothing to learn from")]
    Empty,
    /// No columns but the class.
    #[error("the table has no columns besides the class")]
    NoColumns,
    /// Fewer than two classes.
    #[error("all rows have the class {0:?}: two classes at least are needed")]
    OneClass(String),
    /// More classes than can be counted.
    #[error("{0} classes are too many: {MAX_CLASSES} at most; is the class really the column to predict?")]
    ManyClasses(usize),
    /// A row of another length.
    #[error("row {row} has {found} values; the table has {expected} columns")]
    RowLength {
        /// From 1.
        row: usize,
        /// Its values.
        found: usize,
        /// Columns.
        expected: usize,
    },
    /// A value that is not a number.
    #[error("row {row}, column {column:?}: {value} is not a finite number")]
    NotFinite {
        /// From 1.
        row: usize,
        /// The column's name.
        column: String,
        /// The value.
        value: f64,
    },
    /// A class that was not declared.
    #[error("row {row} has class number {label}; the table has {n_classes} classes")]
    Label {
        /// From 1.
        row: usize,
        /// The number.
        label: u8,
        /// Classes.
        n_classes: usize,
    },
}

/// Why a table does not fit a classifier.
#[derive(Debug, Error, PartialEq)]
pub enum ArrangeError {
    /// A column that the classifier needs.
    #[error("there is no column {0:?}, which the classifier was trained on")]
    NoColumn(String),
    /// A class that the classifier does not know.
    #[error("row {row} has the class {class:?}, which the classifier was not trained on")]
    Class {
        /// From 1.
        row: usize,
        /// Its class.
        class: String,
    },
}

impl Table {
    /// A table without rows.
    pub fn new(columns: Vec<String>, class_name: &str, classes: Vec<String>) -> Result<Table, TableError> {
        if classes.len() > MAX_CLASSES {
            return Err(TableError::ManyClasses(classes.len()));
        }
        if columns.is_empty() {
            return Err(TableError::NoColumns);
        }
        Ok(Table { columns, class_name: class_name.into(), classes, values: vec![], labels: vec![], groups: None })
    }

    /// Makes room for so many rows more, so that a large table is not moved while it grows.
    pub fn reserve(&mut self, n_rows: usize) {
        self.values.reserve_exact(n_rows.saturating_mul(self.columns.len()));
    }

    /// Appends a row.
    pub fn push(&mut self, values: &[f64], label: u8) -> Result<(), TableError> {
        let row = self.labels.len() + 1;
        if values.len() != self.columns.len() {
            return Err(TableError::RowLength { row, found: values.len(), expected: self.columns.len() });
        }
        if let Some(column) = values.iter().position(|value| !value.is_finite()) {
            return Err(TableError::NotFinite { row, column: self.columns[column].clone(), value: values[column] });
        }
        if label as usize >= self.classes.len() {
            return Err(TableError::Label { row, label, n_classes: self.classes.len() });
        }
        self.values.extend_from_slice(values);
        self.labels.push(label);
        if let Some(groups) = &mut self.groups {
            groups.push(groups.last().copied().unwrap_or(0));
        }
        Ok(())
    }

    /// Forgets the groups.
    pub fn clear_groups(&mut self) {
        self.groups = None;
    }

    /// Says which rows belong together: a number per row, equal for rows of one group.
    pub fn set_groups(&mut self, groups: Vec<u32>) {
        assert_eq!(groups.len(), self.labels.len(), "a group per row");
        self.groups = Some(groups);
    }

    /// Is there something to learn: rows of two classes at least?
    pub fn check(&self) -> Result<(), TableError> {
        let first = *self.labels.first().ok_or(TableError::Empty)?;
        match self.labels.iter().any(|&label| label != first) {
            true => Ok(()),
            false => Err(TableError::OneClass(self.classes[first as usize].clone())),
        }
    }

    /// The names of the columns.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// The name of the class column.
    pub fn class_name(&self) -> &str {
        &self.class_name
    }

    /// The names of the classes.
    pub fn classes(&self) -> &[String] {
        &self.classes
    }

    /// Rows.
    pub fn n_rows(&self) -> usize {
        self.labels.len()
    }

    /// Columns.
    pub fn n_columns(&self) -> usize {
        self.columns.len()
    }

    /// Classes.
    pub fn n_classes(&self) -> usize {
        self.classes.len()
    }

    /// The values of a row.
    #[inline]
    pub fn row(&self, row: usize) -> &[f64] {
        &self.values[row * self.columns.len()..(row + 1) * self.columns.len()]
    }

    /// All rows in order.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[f64]> {
        self.values.chunks_exact(self.columns.len())
    }

    /// The class of every row.
    pub fn labels(&self) -> &[u8] {
        &self.labels
    }

    /// The group of every row, if the table has groups.
    pub fn groups(&self) -> Option<&[u32]> {
        self.groups.as_deref()
    }

    /// The same rows with the columns and classes of a classifier, by name. An indicator column `name=value` that is not there is 0 if another of
    /// the same name is.
    pub fn arranged_for(&self, columns: &[String], classes: &[String]) -> Result<Table, ArrangeError> {
        let place = |name: &String| {
            let found = self.columns.iter().position(|column| column == name);
            let is_sibling = |column: &String| match (column.rsplit_once('='), name.rsplit_once('=')) {
                (Some((ours, _)), Some((theirs, _))) => ours == theirs,
                _ => false,
            };
            match found {
                None if !self.columns.iter().any(is_sibling) => Err(ArrangeError::NoColumn(name.clone())),
                found => Ok(found),
            }
        };
        let places = columns.iter().map(place).collect::<Result<Vec<_>, _>>()?;
        let label = |(row, &label): (usize, &u8)| {
            let class = &self.classes[label as usize];
            let found = classes.iter().position(|known| known == class);
            found.map(|label| label as u8).ok_or_else(|| ArrangeError::Class { row: row + 1, class: class.clone() })
        };
        let values = self.rows().flat_map(|row| places.iter().map(|place| place.map_or(0.0, |place| row[place])));
        Ok(Table {
            columns: columns.to_vec(),
            class_name: self.class_name.clone(),
            classes: classes.to_vec(),
            values: values.collect(),
            labels: self.labels.iter().enumerate().map(label).collect::<Result<_, _>>()?,
            groups: self.groups.clone(),
        })
    }

    /// A table of some of the rows, in that order.
    pub fn subset(&self, rows: &[usize]) -> Table {
        let groups = self.groups.as_ref().map(|groups| rows.iter().map(|&row| groups[row]).collect());
        Table {
            columns: self.columns.clone(),
            class_name: self.class_name.clone(),
            classes: self.classes.clone(),
            values: rows.iter().flat_map(|&row| self.row(row)).copied().collect(),
            labels: rows.iter().map(|&row| self.labels[row]).collect(),
            groups,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_place() {
        let names = |names: &[&str]| names.iter().map(|name| name.to_string()).collect::<Vec<_>>();
        assert_eq!(Table::new(vec![], "c", names(&["a"])), Err(TableError::NoColumns));
        assert_eq!(Table::new(names(&["x"]), "c", vec![String::new(); 300]), Err(TableError::ManyClasses(300)));
        let mut table = Table::new(names(&["x", "y"]), "c", names(&["a", "b"])).unwrap();
        assert_eq!(table.check(), Err(TableError::Empty));
        assert_eq!(table.push(&[1.0, 2.0], 0), Ok(()));
        assert_eq!(table.check(), Err(TableError::OneClass("a".into())));
        assert_eq!(table.push(&[1.0], 0), Err(TableError::RowLength { row: 2, found: 1, expected: 2 }));
        assert!(
            matches!(table.push(&[1.0, f64::NAN], 0), Err(TableError::NotFinite { row: 2, column, .. }) if column == "y")
        );
        assert_eq!(table.push(&[1.0, 2.0], 2), Err(TableError::Label { row: 2, label: 2, n_classes: 2 }));
        assert_eq!(table.push(&[3.0, 4.0], 1), Ok(()));
        assert_eq!(table.check(), Ok(()));
        assert_eq!(table.subset(&[1]).row(0), [3.0, 4.0]);
        let arranged = table.arranged_for(&names(&["y"]), &names(&["c", "b", "a"])).unwrap();
        assert_eq!((arranged.row(1), arranged.labels()), (&[4.0][..], &[2, 1][..]));
        let unknown = table.arranged_for(&names(&["z"]), table.classes());
        assert_eq!(unknown, Err(ArrangeError::NoColumn("z".into())));
        let unknown = table.arranged_for(table.columns(), &names(&["a"]));
        assert_eq!(unknown, Err(ArrangeError::Class { row: 2, class: "b".into() }));
    }
}
