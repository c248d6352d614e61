//! The kinds of cells that questions may count: the classes of all fields, and "outside the grid".

use serde::{Deserialize, Serialize};

/// A countable kind of cell: 0 is outside the grid, then the classes of the first field, those of the second, ...
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Kind(pub u16);

impl Kind {
    /// Cells beyond the border of the grid.
    pub const OUTSIDE: Kind = Kind(0);
}

/// A field: its name and the names of its classes. A cell has one of the classes or none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldKind {
    /// A stable name.
    pub name: String,
    /// Stable names of the classes.
    pub classes: Vec<String>,
}

impl FieldKind {
    /// A field with named classes.
    pub fn new(name: &str, classes: &[&str]) -> FieldKind {
        FieldKind { name: name.to_owned(), classes: classes.iter().map(|&class| class.to_owned()).collect() }
    }
}

/// Sorts integers into classes: value `v` has the class of the largest lower bound that is at most `v`.
///
/// `Bins::new(&[1, 2, 3, 4])` has the classes 1, 2, 3 and "4 or more"; anything below 1 has no class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bins {
    lower_bounds: Vec<i64>,
}

impl Bins {
    /// Bins with these lower bounds, in rising order.
    pub fn new(lower_bounds: &[i64]) -> Bins {
        assert!(lower_bounds.is_sorted_by(|a, b| a < b), "the bounds {lower_bounds:?} do not rise");
        Bins { lower_bounds: lower_bounds.to_vec() }
    }

    /// The class of a value.
    pub fn class(&self, value: i64) -> Option<u16> {
        let n_reached = self.lower_bounds.partition_point(|&bound| bound <= value);
        n_reached.checked_sub(1).map(|class| class as u16)
    }

    /// A field whose classes are named after the bins.
    pub fn field(&self, name: &str) -> FieldKind {
        let last = self.lower_bounds.len().saturating_sub(1);
        let class = |(idx, bound): (usize, &i64)| match self.lower_bounds.get(idx + 1) {
            Some(&next) if next > bound + 1 => format!("{bound} to {}", next - 1),
            _ if idx == last => format!("{bound} or more"),
            _ => bound.to_string(),
        };
        FieldKind { name: name.to_owned(), classes: self.lower_bounds.iter().enumerate().map(class).collect() }
    }
}

/// All fields of a domain, in order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Vocabulary {
    fields: Vec<FieldKind>,
}

impl Vocabulary {
    /// The vocabulary of these fields.
    pub fn new(fields: Vec<FieldKind>) -> Vocabulary {
        Vocabulary { fields }
    }

    /// The fields.
    pub fn fields(&self) -> &[FieldKind] {
        &self.fields
    }

    /// The same with one more field at the end; the numbers of the other kinds stay.
    pub fn with_field(&self, field: FieldKind) -> Vocabulary {
        Vocabulary { fields: self.fields.iter().cloned().chain([field]).collect() }
    }

    /// Number of kinds, "outside" included.
    pub fn n_kinds(&self) -> usize {
        1 + self.fields.iter().map(|field| field.classes.len()).sum::<usize>()
    }

    /// The kind of a class of a field.
    pub fn kind(&self, field: usize, class: u16) -> Kind {
        assert!(usize::from(class) < self.fields[field].classes.len(), "field {field} has no class {class}");
        let n_before: usize = self.fields[..field].iter().map(|field| field.classes.len()).sum();
        Kind((1 + n_before) as u16 + class)
    }

    /// Field and class of a kind; `None` for "outside" and for numbers beyond the vocabulary.
    pub fn field_and_class(&self, kind: Kind) -> Option<(&FieldKind, &str)> {
        let mut class = usize::from(kind.0).checked_sub(1)?;
        for field in &self.fields {
            if let Some(name) = field.classes.get(class) {
                return Some((field, name));
            }
            class -= field.classes.len();
        }
        None
    }

    /// A stable name of the kind, as `liberties:2`.
    pub fn name(&self, kind: Kind) -> String {
        self.field_and_class(kind)
            .map_or_else(|| "outside".to_owned(), |(field, class)| format!("{}:{class}", field.name))
    }
}
