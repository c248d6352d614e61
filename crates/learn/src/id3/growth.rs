//! Growing by information gain (Quinlan 1986): the attribute, and with [`Branching::Threshold`] the bound, that leaves least entropy.
//!
//! The entropy of a node with `c` chosen of `n` rows is `-(c/n) log2(c/n) - (1 - c/n) log2(1 - c/n)`; a division leaves the mean over its
//! parts, weighted by their rows. Ties go to the lower attribute, then to the lower bound. Values are counted in one histogram for each
//! attribute, from which all thresholds are read.

use super::tree::Node;
use super::{Branching, Id3Settings, Id3Tree};
use rayon::prelude::*;

/// Rows of equally many integers, each marked as chosen or not.
#[derive(Clone, Debug, Default)]
pub struct AttributeTable {
    n_attributes: usize,
    values: Vec<i16>,
    chosen: Vec<bool>,
}

impl AttributeTable {
    /// A table without rows.
    pub fn new(n_attributes: usize) -> AttributeTable {
        AttributeTable { n_attributes, values: Vec::new(), chosen: Vec::new() }
    }

    /// Appends a row.
    pub fn push(&mut self, row: &[i16], is_chosen: bool) {
        assert_eq!(row.len(), self.n_attributes, "a row has one value for each attribute");
        self.values.extend_from_slice(row);
        self.chosen.push(is_chosen);
    }

    /// Appends the rows of another table.
    pub fn append(&mut self, mut other: AttributeTable) {
        self.values.append(&mut other.values);
        self.chosen.append(&mut other.chosen);
    }

    /// Integers in a row.
    pub fn n_attributes(&self) -> usize {
        self.n_attributes
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.chosen.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.chosen.is_empty()
    }

    fn value(&self, row: u32, attribute: usize) -> i16 {
        self.values[row as usize * self.n_attributes + attribute]
    }
}

/// `n` times the entropy of `c` among `n`.
fn spread(chosen: u32, n: u32) -> f64 {
    let term = |k: u32| if k == 0 || n == 0 { 0.0 } else { -f64::from(k) * (f64::from(k) / f64::from(n)).log2() };
    term(chosen) + term(n - chosen)
}

/// Differences below this are rounding.
const SMALLEST_GAIN: f64 = 1e-9;

/// Rows and chosen rows with one value.
#[derive(Clone, Copy, Default)]
struct Count {
    n: u32,
    chosen: u32,
}

#[derive(Clone, Copy)]
struct Division {
    attribute: u16,
    /// The largest value of the lower branch; unused with a branch for every value.
    bound: i16,
    left_over: f64,
}

struct Grower<'a> {
    rows: &'a AttributeTable,
    settings: &'a Id3Settings,
    nodes: Vec<Node>,
}

impl Grower<'_> {
    fn count(&self, rows: &[u32]) -> Count {
        let chosen = rows.iter().filter(|&&row| self.rows.chosen[row as usize]).count();
        Count { n: rows.len() as u32, chosen: chosen as u32 }
    }

    /// Counts for each value of an attribute, from the smallest value on.
    fn histogram(&self, rows: &[u32], attribute: usize) -> (i16, Vec<Count>) {
        let values = || rows.iter().map(|&row| self.rows.value(row, attribute));
        let (lowest, highest) = (values().min().unwrap_or(0), values().max().unwrap_or(0));
        let mut histogram = vec![Count::default(); (i32::from(highest) - i32::from(lowest) + 1) as usize];
        for &row in rows {
            let count = &mut histogram[(i32::from(self.rows.value(row, attribute)) - i32::from(lowest)) as usize];
            count.n += 1;
            count.chosen += u32::from(self.rows.chosen[row as usize]);
        }
        (lowest, histogram)
    }

    /// The division by one attribute that leaves least entropy; `None` if all rows have the same value.
    fn division_by(&self, attribute: usize, rows: &[u32], whole: Count) -> Option<Division> {
        let (lowest, histogram) = self.histogram(rows, attribute);
        let division = |bound, left_over| Division { attribute: attribute as u16, bound, left_over };
        if histogram.len() < 2 {
            return None;
        }
        if self.settings.branching == Branching::EveryValue {
            return Some(division(0, histogram.iter().map(|count| spread(count.chosen, count.n)).sum()));
        }
        let mut below = Count::default();
        let mut best: Option<Division> = None;
        for (idx, count) in histogram[..histogram.len() - 1].iter().enumerate().filter(|(_, count)| count.n > 0) {
            below.n += count.n;
            below.chosen += count.chosen;
            let left_over = spread(below.chosen, below.n) + spread(whole.chosen - below.chosen, whole.n - below.n);
            if best.is_none_or(|best| left_over < best.left_over) {
                best = Some(division((i32::from(lowest) + idx as i32) as i16, left_over));
            }
        }
        best
    }

    fn best_division(&self, rows: &[u32], whole: Count) -> Option<Division> {
        let by_attribute: Vec<Option<Division>> = (0..self.rows.n_attributes)
            .into_par_iter()
            .map(|attribute| self.division_by(attribute, rows, whole))
            .collect();
        let mut left_over = spread(whole.chosen, whole.n) - SMALLEST_GAIN;
        let mut best = None;
        for division in by_attribute.into_iter().flatten() {
            if division.left_over < left_over {
                (left_over, best) = (division.left_over, Some(division));
            }
        }
        best
    }

    fn grow(&mut self, rows: &mut [u32], depth: u32) {
        let whole = self.count(rows);
        let rate = if whole.n == 0 { 0.0 } else { whole.chosen as f32 / whole.n as f32 };
        let is_pure = whole.chosen == 0 || whole.chosen == whole.n;
        let is_terminal = is_pure || depth >= self.settings.depth || whole.n < self.settings.terminal_size;
        let division = if is_terminal { None } else { self.best_division(rows, whole) };
        let Some(Division { attribute, bound, .. }) = division else {
            self.nodes.push(Node::Terminal { rate, n_rows: whole.n });
            return;
        };
        let at = self.nodes.len();
        let column = usize::from(attribute);
        match self.settings.branching {
            Branching::Threshold => {
                self.nodes.push(Node::Threshold { attribute, bound, above: 0 });
                rows.sort_by_key(|&row| self.rows.value(row, column) > bound);
                let n_below = rows.partition_point(|&row| self.rows.value(row, column) <= bound);
                let (below, above) = rows.split_at_mut(n_below);
                self.grow(below, depth + 1);
                let next = self.nodes.len() as u32;
                self.nodes[at] = Node::Threshold { attribute, bound, above: next };
                self.grow(above, depth + 1);
            }
            Branching::EveryValue => {
                self.nodes.push(Node::EveryValue { attribute, children: Vec::new(), rate });
                rows.sort_by_key(|&row| self.rows.value(row, column));
                let table = self.rows;
                let mut children = Vec::new();
                for part in rows.chunk_by_mut(|&a, &b| table.value(a, column) == table.value(b, column)) {
                    children.push((table.value(part[0], column), self.nodes.len() as u32));
                    self.grow(part, depth + 1);
                }
                self.nodes[at] = Node::EveryValue { attribute, children, rate };
            }
        }
    }
}

/// Grows a tree.
pub fn grow_id3(table: &AttributeTable, settings: &Id3Settings) -> Id3Tree {
    let mut grower = Grower { rows: table, settings, nodes: Vec::new() };
    let mut rows: Vec<u32> = (0..table.len() as u32).collect();
    grower.grow(&mut rows, 0);
    Id3Tree { nodes: grower.nodes }
}
