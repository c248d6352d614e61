//! How often each value of each attribute occurs among the rows of a node, all attributes in one pass.
//!
//! Values are numbered by rank within their attribute, so that the counts of all attributes lie in one array without gaps. A row is read
//! once, from memory that lies together; a column after the other would fetch a cache line for every value. The histogram of one child
//! is that of its parent less that of its sibling, so that only the smaller child is counted.

use super::AttributeTable;
use rayon::prelude::*;

/// Rows and chosen rows with one value.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Count {
    pub(super) n: u32,
    pub(super) chosen: u32,
}

/// The rows of a table with values replaced by their places in the histogram.
pub(super) struct RankedRows {
    n_attributes: usize,
    /// For each row, for each attribute, the rank of its value.
    ranks: Vec<u16>,
    chosen: Vec<bool>,
    /// The values of each attribute, ascending.
    values: Vec<Vec<i16>>,
    /// Where the counts of each attribute begin, and at last where they end.
    starts: Vec<usize>,
}

/// The counts of all values of all attributes.
pub(super) struct Histogram(Vec<Count>);

/// Rows that one thread counts at a time.
const CHUNK: usize = 16_384;

impl RankedRows {
    pub(super) fn new(table: &AttributeTable) -> RankedRows {
        let n_attributes = table.n_attributes;
        let rows = || table.values.chunks_exact(n_attributes.max(1));
        let offset = |value: i16| (i32::from(value) - i32::from(i16::MIN)) as usize;
        let values_of = |attribute: usize| -> Vec<i16> {
            let mut is_there = vec![false; 1 << 16];
            rows().for_each(|row| is_there[offset(row[attribute])] = true);
            (i16::MIN..=i16::MAX).filter(|&value| is_there[offset(value)]).collect()
        };
        let values: Vec<Vec<i16>> = (0..n_attributes).into_par_iter().map(values_of).collect();
        let mut starts = vec![0];
        starts.extend(values.iter().scan(0, |end, values| {
            *end += values.len();
            Some(*end)
        }));
        let mut rank_of = vec![0; n_attributes << 16];
        for (attribute, values) in values.iter().enumerate() {
            for (rank, &value) in values.iter().enumerate() {
                rank_of[attribute << 16 | offset(value)] = rank as u16;
            }
        }
        let mut ranks = vec![0; table.values.len()];
        ranks.par_chunks_mut(n_attributes.max(1)).zip(table.values.par_chunks(n_attributes.max(1))).for_each(
            |(ranks, row)| {
                for (attribute, (rank, &value)) in ranks.iter_mut().zip(row).enumerate() {
                    *rank = rank_of[attribute << 16 | offset(value)];
                }
            },
        );
        RankedRows { n_attributes, ranks, chosen: table.chosen.clone(), values, starts }
    }

    pub(super) fn n_attributes(&self) -> usize {
        self.n_attributes
    }

    /// The value of an attribute with this rank.
    pub(super) fn value(&self, attribute: usize, rank: u16) -> i16 {
        self.values[attribute][usize::from(rank)]
    }

    /// The rank of a row's value.
    pub(super) fn rank(&self, row: u32, attribute: usize) -> u16 {
        self.ranks[row as usize * self.n_attributes + attribute]
    }

    /// All rows and the chosen ones.
    pub(super) fn total(&self, rows: &[u32]) -> Count {
        let chosen = rows.iter().filter(|&&row| self.chosen[row as usize]).count();
        Count { n: rows.len() as u32, chosen: chosen as u32 }
    }

    /// The counts of these rows.
    pub(super) fn histogram(&self, rows: &[u32]) -> Histogram {
        let empty = || Histogram(vec![Count::default(); self.starts[self.n_attributes]]);
        if rows.len() <= CHUNK {
            let mut histogram = empty();
            self.count_into(rows, &mut histogram);
            return histogram;
        }
        let n_parts = rayon::current_num_threads().min(rows.len().div_ceil(CHUNK));
        let counted = |part: &[u32]| {
            let mut histogram = empty();
            self.count_into(part, &mut histogram);
            histogram
        };
        let parts = rows.par_chunks(rows.len().div_ceil(n_parts)).map(counted);
        parts.reduce(empty, |mut a, b| {
            for (a, b) in a.0.iter_mut().zip(b.0) {
                a.n += b.n;
                a.chosen += b.chosen;
            }
            a
        })
    }

    fn count_into(&self, rows: &[u32], histogram: &mut Histogram) {
        for &row in rows {
            let chosen = u32::from(self.chosen[row as usize]);
            let ranks = &self.ranks[row as usize * self.n_attributes..][..self.n_attributes];
            for (&start, &rank) in self.starts.iter().zip(ranks) {
                let count = &mut histogram.0[start + usize::from(rank)];
                count.n += 1;
                count.chosen += chosen;
            }
        }
    }

    /// The counts of one attribute, by rank.
    pub(super) fn counts<'h>(&self, histogram: &'h Histogram, attribute: usize) -> &'h [Count] {
        &histogram.0[self.starts[attribute]..self.starts[attribute + 1]]
    }
}

impl Histogram {
    /// Takes away the counts of some of its rows.
    pub(super) fn subtract(&mut self, part: &Histogram) {
        for (whole, part) in self.0.iter_mut().zip(&part.0) {
            whole.n -= part.n;
            whole.chosen -= part.chosen;
        }
    }
}
