//! Candidate queries come in families: all thresholds of one measure, all reaches of one search.
//!
//! A family says which columns of an observed row decide its queries, so that statistics for all of them are counted
//! without asking a single query.

/// Value of a column that stands for "nothing there".
pub const ABSENT: u16 = u16::MAX;

/// Queries that differ only in their [`Split`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Compares one column with a constant: outcomes yes, no. Constants go from 0 to `n_values - 1`.
    Threshold {
        /// The column.
        column: usize,
        /// Number of constants; larger values only ever answer "no".
        n_values: u16,
    },
    /// Looks for the nearest of several kinds within some reach: one outcome per allowed kind, then "none".
    /// The kinds' distances are consecutive columns; of equally near ones the first kind is found.
    Nearest {
        /// Column of kind 0.
        column: usize,
        /// Allowed kinds as bits.
        kinds: u8,
        /// Number of reaches tried, from 0.
        n_values: u16,
    },
    /// Looks for the first of several kinds: one outcome per allowed kind, then "none". The column has a bit per kind
    /// present. One query, without a constant.
    FirstPresent {
        /// The column.
        column: usize,
        /// Allowed kinds as bits.
        kinds: u8,
    },
    /// The column is the outcome itself. One query, without a constant.
    Categorical {
        /// The column.
        column: usize,
        /// Number of outcomes.
        n_outcomes: u16,
    },
}

/// Which query of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    /// Is the value smaller than this?
    LessThan(u16),
    /// Is the value equal to this?
    EqualTo(u16),
    /// At most this far away.
    Within(u16),
    /// The family's only query.
    Whole,
}

impl Family {
    /// Number of outcomes of the family's queries.
    pub fn n_outcomes(&self) -> usize {
        match *self {
            Family::Threshold { .. } => 2,
            Family::Nearest { kinds, .. } | Family::FirstPresent { kinds, .. } => kinds.count_ones() as usize + 1,
            Family::Categorical { n_outcomes, .. } => usize::from(n_outcomes),
        }
    }

    /// The outcome of one query for one row: the law that ties `observe` to `answer`, and the reference for the
    /// histograms.
    ///
    /// # Panics
    ///
    /// If the split does not belong to the family.
    pub fn outcome(&self, split: Split, row: &[u16]) -> usize {
        match (*self, split) {
            (Family::Threshold { column, .. }, Split::LessThan(value)) => usize::from(row[column] >= value),
            (Family::Threshold { column, .. }, Split::EqualTo(value)) => usize::from(row[column] != value),
            (Family::Nearest { column, kinds, .. }, Split::Within(reach)) => match nearest(column, kinds, row) {
                Some((place, distance)) if distance <= reach => place,
                _ => kinds.count_ones() as usize,
            },
            (Family::FirstPresent { column, kinds }, Split::Whole) => first_present(kinds, row[column]),
            (Family::Categorical { column, .. }, Split::Whole) => usize::from(row[column]),
            (family, split) => panic!("{split:?} is not a split of {family:?}"),
        }
    }
}

/// Place among the allowed kinds, and distance, of the nearest one present.
#[inline]
pub(super) fn nearest(column: usize, kinds: u8, row: &[u16]) -> Option<(usize, u16)> {
    let mut best = None;
    let mut least = ABSENT;
    let mut place = 0;
    for kind in 0..8 {
        if kinds >> kind & 1 == 1 {
            let distance = row[column + kind];
            if distance < least {
                least = distance;
                best = Some((place, distance));
            }
            place += 1;
        }
    }
    best
}

/// Place among the allowed kinds of the first one present, or the number of allowed kinds.
#[inline]
pub(super) fn first_present(kinds: u8, present: u16) -> usize {
    let both = kinds & present as u8;
    if both == 0 {
        return kinds.count_ones() as usize;
    }
    let first = both & both.wrapping_neg();
    (kinds & (first - 1)).count_ones() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_found_in_order() {
        let row = [9, 4, 4, 2];
        let any = Family::Nearest { column: 0, kinds: 0b111, n_values: 10 };
        assert_eq!(any.outcome(Split::Within(4), &row), 1, "of two at distance 4 the first kind is found");
        assert_eq!(any.outcome(Split::Within(3), &row), 3, "nothing within 3 among the first three kinds");
        let outer = Family::Nearest { column: 0, kinds: 0b101, n_values: 10 };
        assert_eq!(outer.outcome(Split::Within(9), &row), 1, "kind 2 is the second one allowed");
        assert_eq!(first_present(0b110, 0b101), 1);
        assert_eq!(first_present(0b110, 0b001), 2);
        assert_eq!(first_present(0b011, 0b011), 0);
    }

    #[test]
    fn nothing_there_is_never_near() {
        assert_eq!(nearest(0, 0b11, &[ABSENT, ABSENT]), None);
        let family = Family::Nearest { column: 0, kinds: 0b11, n_values: 10 };
        assert_eq!(family.outcome(Split::Within(9), &[ABSENT, ABSENT]), 2);
    }
}
