//! Rows of unequal length in two flat vectors: the input of a learner for one competition.
//!
//! Reused between competitions, so that filling it does not allocate once it has grown.

/// A list of rows of feature numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    values: Vec<u32>,
    ends: Vec<usize>,
}

impl Rows {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Removes all rows and keeps the allocation.
    pub fn clear(&mut self) {
        self.values.clear();
        self.ends.clear();
    }

    /// Number of finished rows.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no finished row.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Appends a value to the row under construction.
    pub fn push(&mut self, value: u32) {
        self.values.push(value);
    }

    /// Ends the row under construction (which may be empty).
    pub fn finish_row(&mut self) {
        self.ends.push(self.values.len());
    }

    /// Appends a whole row.
    pub fn push_row(&mut self, row: &[u32]) {
        self.values.extend_from_slice(row);
        self.finish_row();
    }

    /// The `index`-th row.
    pub fn row(&self, index: usize) -> &[u32] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.values[start..self.ends[index]]
    }

    /// The `index`-th row, for changes that keep its length.
    pub fn row_mut(&mut self, index: usize) -> &mut [u32] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &mut self.values[start..self.ends[index]]
    }

    /// All rows in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        (0..self.len()).map(|index| self.row(index))
    }

    /// Total number of values in finished rows.
    pub fn n_values(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }
}

impl<R: AsRef<[u32]>> FromIterator<R> for Rows {
    fn from_iter<I: IntoIterator<Item = R>>(rows: I) -> Self {
        let mut list = Rows::new();
        rows.into_iter().for_each(|row| list.push_row(row.as_ref()));
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn gives_back_what_was_put_in(rows in prop::collection::vec(prop::collection::vec(any::<u32>(), 0..6), 0..8)) {
            let list: Rows = rows.iter().collect();
            prop_assert_eq!(list.len(), rows.len());
            prop_assert_eq!(list.n_values(), rows.iter().map(Vec::len).sum::<usize>());
            let back: Vec<Vec<u32>> = list.iter().map(<[u32]>::to_vec).collect();
            prop_assert_eq!(back, rows);
        }
    }
}
