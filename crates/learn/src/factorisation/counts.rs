//! A sparse matrix of non-negative numbers, row by row: what a factorisation approximates.
//!
//! Zeros are not kept. Rows are appended one after the other; there is no way to change one.

use thiserror::Error;

/// A row that cannot be part of the matrix.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum CountsError {
    /// A column that the matrix does not have.
    #[error("row {row} names column {column} of {n_columns}")]
    Column {
        /// The row.
        row: usize,
        /// What it names.
        column: usize,
        /// What there is.
        n_columns: usize,
    },
    /// A value below zero, or none at all.
    #[error("row {row}, column {column}: {value} is not a number from 0 on")]
    Value {
        /// The row.
        row: usize,
        /// The column.
        column: usize,
        /// What was found.
        value: f64,
    },
    /// A column twice, or columns out of order.
    #[error("row {row}: column {column} does not follow column {before}")]
    Order {
        /// The row.
        row: usize,
        /// The column.
        column: usize,
        /// The one before it.
        before: usize,
    },
}

/// A sparse matrix X of non-negative numbers, n x p.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counts {
    n_columns: usize,
    ends: Vec<usize>,
    entries: Vec<(u32, f64)>,
}

impl Counts {
    /// A matrix of so many columns without rows.
    pub fn new(n_columns: usize) -> Counts {
        Counts { n_columns, ..Counts::default() }
    }

    /// Appends a row of (column, value), columns in rising order.
    pub fn push(&mut self, row: impl IntoIterator<Item = (usize, f64)>) -> Result<(), CountsError> {
        let (from, number) = (self.entries.len(), self.ends.len());
        let mut before: Option<usize> = None;
        for (column, value) in row {
            let error = match before {
                _ if column >= self.n_columns => {
                    Some(CountsError::Column { row: number, column, n_columns: self.n_columns })
                }
                _ if !(value >= 0.0 && value.is_finite()) => Some(CountsError::Value { row: number, column, value }),
                Some(before) if before >= column => Some(CountsError::Order { row: number, column, before }),
                _ => None,
            };
            if let Some(error) = error {
                self.entries.truncate(from);
                return Err(error);
            }
            before = Some(column);
            if value > 0.0 {
                self.entries.push((column as u32, value));
            }
        }
        self.ends.push(self.entries.len());
        Ok(())
    }

    /// Appends a row with a value for every column.
    pub fn push_dense(&mut self, row: &[f64]) -> Result<(), CountsError> {
        self.push(row.iter().copied().enumerate())
    }

    /// Rows.
    pub fn n_rows(&self) -> usize {
        self.ends.len()
    }

    /// Columns.
    pub fn n_columns(&self) -> usize {
        self.n_columns
    }

    /// The values of a row that are not 0, with their columns.
    pub fn row(&self, number: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let from = if number == 0 { 0 } else { self.ends[number - 1] };
        self.entries[from..self.ends[number]].iter().map(|&(column, value)| (column as usize, value))
    }

    /// The sum of all values.
    pub fn total(&self) -> f64 {
        self.entries.iter().map(|&(_, value)| value).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_that_cannot_be_are_refused_and_leave_nothing_behind() {
        let mut counts = Counts::new(3);
        counts.push([(0, 1.0), (2, 0.0)]).expect("a row");
        assert_eq!(counts.push([(0, 1.0), (3, 1.0)]), Err(CountsError::Column { row: 1, column: 3, n_columns: 3 }));
        assert_eq!(counts.push([(1, -1.0)]), Err(CountsError::Value { row: 1, column: 1, value: -1.0 }));
        assert!(matches!(counts.push([(1, f64::NAN)]), Err(CountsError::Value { .. })));
        assert_eq!(counts.push([(1, 1.0), (1, 1.0)]), Err(CountsError::Order { row: 1, column: 1, before: 1 }));
        counts.push_dense(&[0.0, 2.5, 1.0]).expect("a row");
        assert_eq!(counts.n_rows(), 2);
        assert_eq!(counts.row(0).collect::<Vec<_>>(), [(0, 1.0)]);
        assert_eq!(counts.row(1).collect::<Vec<_>>(), [(1, 2.5), (2, 1.0)]);
        assert_eq!(counts.total(), 4.5);
    }
}
