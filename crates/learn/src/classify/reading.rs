//! From cells of text to a table, alike for ARFF and CSV.

use std::collections::{BTreeMap, BTreeSet};

use thiserror::Error;

use super::table::{Table, TableError};

/// Which column is what.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// The column to predict; the last without it.
    pub class: Option<String>,
    /// A column whose equal values group rows; it is not learned from.
    pub group: Option<String>,
    /// Columns that are left out.
    pub ignore: Vec<String>,
}

/// Why a text is not a table.
#[derive(Debug, Error, PartialEq)]
pub enum ReadError {
    /// Something is wrong in a line.
    #[error("line {line}: {what}")]
    Line {
        /// From 1.
        line: usize,
        /// What, and what to do.
        what: String,
    },
    /// An unknown column.
    #[error("there is no column {name:?}: the table has {known}")]
    NoColumn {
        /// The given name.
        name: String,
        /// The columns.
        known: String,
    },
    /// Two columns of one name.
    #[error("two columns are called {0:?}: rename one")]
    TwoColumns(String),
    /// The remaining rows are not a table.
    #[error(transparent)]
    Table(#[from] TableError),
}

pub(super) fn line_error<T>(line: usize, what: impl Into<String>) -> Result<T, ReadError> {
    Err(ReadError::Line { line, what: what.into() })
}

/// What a column may hold.
pub(super) enum Kind {
    /// Numbers.
    Numeric,
    /// One of these names.
    Names(Vec<String>),
    /// Found out from the cells: numbers if all are.
    Unknown,
    /// Any text: may only be the group, or ignored.
    Text,
}

/// Columns and cells before they are numbers.
pub(super) struct RawTable {
    pub(super) columns: Vec<(String, Kind)>,
    /// Cells with their line.
    pub(super) rows: Vec<(usize, Vec<String>)>,
}

impl RawTable {
    pub(super) fn into_table(self, choice: &Choice) -> Result<Table, ReadError> {
        let mut names = BTreeSet::new();
        if let Some((name, _)) = self.columns.iter().find(|(name, _)| !names.insert(name)) {
            return Err(ReadError::TwoColumns(name.clone()));
        }
        if self.rows.is_empty() {
            return Err(TableError::Empty.into());
        }
        for (line, cells) in &self.rows {
            if cells.len() != self.columns.len() {
                let (found, expected) = (cells.len(), self.columns.len());
                return line_error(*line, format!("{found} values where the table has {expected} columns"));
            }
        }
        let group = choice.group.as_ref().map(|name| self.place(name)).transpose()?;
        let ignored = choice.ignore.iter().map(|name| self.place(name)).collect::<Result<Vec<_>, _>>()?;
        let is_used = |place: usize| Some(place) != group && !ignored.contains(&place);
        let class = match &choice.class {
            Some(name) => self.place(name)?,
            None => (0..self.columns.len()).rev().find(|&place| is_used(place)).ok_or(TableError::NoColumns)?,
        };
        let (classes, labels) = self.classes(class)?;
        let mut columns = Vec::new();
        let mut values: Vec<Vec<f64>> = vec![Vec::new(); self.rows.len()];
        for place in (0..self.columns.len()).filter(|&place| place != class && is_used(place)) {
            self.expand(place, &mut columns, &mut values)?;
        }
        let mut names = BTreeSet::from([&self.columns[class].0]);
        if let Some(name) = columns.iter().find(|name| !names.insert(*name)) {
            return Err(ReadError::TwoColumns(name.clone()));
        }
        let mut table = Table::new(columns, &self.columns[class].0, classes)?;
        for (row, label) in values.iter().zip(labels) {
            table.push(row, label)?;
        }
        if let Some(group) = group {
            let mut numbers = BTreeMap::new();
            let number = |(_, cells): &(usize, Vec<String>)| {
                let next = numbers.len() as u32;
                *numbers.entry(cells[group].clone()).or_insert(next)
            };
            table.set_groups(self.rows.iter().map(number).collect());
        }
        Ok(table)
    }

    fn place(&self, name: &str) -> Result<usize, ReadError> {
        let found = self.columns.iter().position(|(column, _)| column == name);
        found.ok_or_else(|| {
            let known = self.columns.iter().map(|(name, _)| name.as_str()).take(20).collect::<Vec<_>>().join(", ");
            ReadError::NoColumn { name: name.into(), known }
        })
    }

    /// The cells of a column with their lines; a missing one is refused.
    fn cells(&self, place: usize) -> impl Iterator<Item = Result<(usize, &str), ReadError>> {
        self.rows.iter().map(move |(line, cells)| match cells[place].as_str() {
            "" | "?" => {
                let name = &self.columns[place].0;
                line_error(*line, format!("the value of {name:?} is missing: fill it in or leave the row out"))
            }
            cell => Ok((*line, cell)),
        })
    }

    /// The names of the classes and the class of every row.
    fn classes(&self, place: usize) -> Result<(Vec<String>, Vec<u8>), ReadError> {
        let cells: Vec<(usize, &str)> = self.cells(place).collect::<Result<_, _>>()?;
        let names = match &self.columns[place].1 {
            Kind::Names(names) => names.clone(),
            Kind::Numeric | Kind::Text => {
                let name = &self.columns[place].0;
                let what = format!(
                    "{name:?} is not a class: declare it with its names, as {{no,yes}}, or name another column"
                );
                return line_error(1, what);
            }
            Kind::Unknown => sorted_names(cells.iter().map(|(_, cell)| *cell)),
        };
        if names.len() > super::table::MAX_CLASSES {
            return Err(TableError::ManyClasses(names.len()).into());
        }
        let label = |&(line, cell): &(usize, &str)| match names.iter().position(|name| name == cell) {
            Some(label) => Ok(label as u8),
            None => line_error(line, format!("{cell:?} is not among the declared classes {}", names.join(", "))),
        };
        let labels = cells.iter().map(label).collect::<Result<_, _>>()?;
        Ok((names, labels))
    }

    /// Appends a column as numbers: itself, or an indicator for each of its names (one if there are two).
    fn expand(&self, place: usize, columns: &mut Vec<String>, values: &mut [Vec<f64>]) -> Result<(), ReadError> {
        let (name, kind) = &self.columns[place];
        let cells: Vec<(usize, &str)> = self.cells(place).collect::<Result<_, _>>()?;
        let is_numeric = match kind {
            Kind::Numeric => true,
            Kind::Unknown => cells.iter().all(|(_, cell)| cell.parse::<f64>().is_ok()),
            Kind::Names(_) => false,
            Kind::Text => {
                return line_error(
                    1,
                    format!("{name:?} is text, which nothing is learned from: leave it out with ignore"),
                );
            }
        };
        if is_numeric {
            columns.push(name.clone());
            for (&(line, cell), row) in cells.iter().zip(values) {
                match cell.parse::<f64>() {
                    Ok(value) if value.is_finite() => row.push(value),
                    _ => return line_error(line, format!("{cell:?} in {name:?} is not a finite number")),
                }
            }
            return Ok(());
        }
        let names = match kind {
            Kind::Names(names) => names.clone(),
            _ => sorted_names(cells.iter().map(|(_, cell)| *cell)),
        };
        if names.len() > 1_000 {
            return line_error(cells[0].0, format!("{name:?} has {} different names: leave it out", names.len()));
        }
        let shown = if names.len() == 2 { &names[1..] } else { &names[..] };
        columns.extend(shown.iter().map(|value| format!("{name}={value}")));
        for (&(line, cell), row) in cells.iter().zip(values) {
            if !names.iter().any(|value| value == cell) {
                return line_error(line, format!("{cell:?} is not among the declared names of {name:?}"));
            }
            row.extend(shown.iter().map(|value| f64::from(u8::from(value == cell))));
        }
        Ok(())
    }
}

/// The different names: by value if all are numbers, else by letters.
fn sorted_names<'a>(cells: impl Iterator<Item = &'a str>) -> Vec<String> {
    let names: BTreeSet<&str> = cells.collect();
    let mut names: Vec<String> = names.into_iter().map(str::to_owned).collect();
    if names.iter().all(|name| name.parse::<f64>().is_ok()) {
        names.sort_by(|a, b| {
            let number = |name: &str| name.parse::<f64>().unwrap_or(0.0);
            number(a).total_cmp(&number(b)).then_with(|| a.cmp(b))
        });
    }
    names
}
