//! Growing by information gain (Quinlan 1986): the attribute, and with [`Branching::Threshold`] the bound, that leaves least entropy.
//!
//! The entropy of a node with `c` chosen of `n` rows is `-(c/n) log2(c/n) - (1 - c/n) log2(1 - c/n)`; a division leaves the mean over its
//! parts, weighted by their rows. Ties go to the lower attribute, then to the lower bound. All thresholds are read from a histogram of the
//! values (`histogram.rs`); the tests keep the search that counts every division anew.

use super::histogram::{Count, Histogram, RankedRows};
use super::tree::Node;
use super::{Branching, Id3Settings, Id3Tree};

/// Rows of equally many integers, each marked as chosen or not.
#[derive(Clone, Debug, Default)]
pub struct AttributeTable {
    pub(super) n_attributes: usize,
    pub(super) values: Vec<i16>,
    pub(super) chosen: Vec<bool>,
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
}

/// `n` times the entropy of `c` among `n`.
fn spread(chosen: u32, n: u32) -> f64 {
    let term = |k: u32| if k == 0 || n == 0 { 0.0 } else { -f64::from(k) * (f64::from(k) / f64::from(n)).log2() };
    term(chosen) + term(n - chosen)
}

/// Differences below this are rounding.
const SMALLEST_GAIN: f64 = 1e-9;

#[derive(Clone, Copy)]
struct Division {
    attribute: u16,
    /// The rank of the largest value of the lower branch; unused with a branch for every value.
    bound: u16,
    left_over: f64,
}

struct Grower<'a> {
    rows: RankedRows,
    settings: &'a Id3Settings,
    nodes: Vec<Node>,
}

impl Grower<'_> {
    /// The division by one attribute that leaves least entropy; `None` if all rows have the same value.
    fn division_by(&self, attribute: usize, histogram: &Histogram, whole: Count) -> Option<Division> {
        let counts = self.rows.counts(histogram, attribute);
        let division =
            |bound: usize, left_over| Division { attribute: attribute as u16, bound: bound as u16, left_over };
        let occurring = || counts.iter().enumerate().filter(|(_, count)| count.n > 0);
        occurring().nth(1)?;
        if self.settings.branching == Branching::EveryValue {
            return Some(division(0, occurring().map(|(_, count)| spread(count.chosen, count.n)).sum()));
        }
        let mut below = Count::default();
        let mut best: Option<Division> = None;
        for (rank, count) in occurring() {
            below.n += count.n;
            below.chosen += count.chosen;
            if below.n == whole.n {
                break;
            }
            let left_over = spread(below.chosen, below.n) + spread(whole.chosen - below.chosen, whole.n - below.n);
            if best.is_none_or(|best| left_over < best.left_over) {
                best = Some(division(rank, left_over));
            }
        }
        best
    }

    fn best_division(&self, histogram: &Histogram, whole: Count) -> Option<Division> {
        let mut left_over = spread(whole.chosen, whole.n) - SMALLEST_GAIN;
        let mut best = None;
        for attribute in 0..self.rows.n_attributes() {
            if let Some(division) = self.division_by(attribute, histogram, whole)
                && division.left_over < left_over
            {
                (left_over, best) = (division.left_over, Some(division));
            }
        }
        best
    }

    fn is_terminal(&self, whole: Count, depth: u32) -> bool {
        let is_pure = whole.chosen == 0 || whole.chosen == whole.n;
        is_pure || depth >= self.settings.depth || whole.n < self.settings.terminal_size
    }

    /// Grows the subtree of these rows; their histogram is counted if it is not known.
    fn grow(&mut self, rows: &mut [u32], depth: u32, known: Option<Histogram>) {
        let whole = self.rows.total(rows);
        let rate = if whole.n == 0 { 0.0 } else { whole.chosen as f32 / whole.n as f32 };
        let histogram = (!self.is_terminal(whole, depth)).then(|| known.unwrap_or_else(|| self.rows.histogram(rows)));
        let division = histogram.as_ref().and_then(|histogram| self.best_division(histogram, whole));
        let (Some(Division { attribute, bound, .. }), Some(histogram)) = (division, histogram) else {
            self.nodes.push(Node::Terminal { rate, n_rows: whole.n });
            return;
        };
        let at = self.nodes.len();
        let column = usize::from(attribute);
        match self.settings.branching {
            Branching::Threshold => {
                let value = self.rows.value(column, bound);
                self.nodes.push(Node::Threshold { attribute, bound: value, above: 0 });
                rows.sort_by_key(|&row| self.rows.rank(row, column) > bound);
                let n_below = rows.partition_point(|&row| self.rows.rank(row, column) <= bound);
                let (below, above) = rows.split_at_mut(n_below);
                let [of_below, of_above] = self.children(histogram, below, above, depth + 1);
                self.grow(below, depth + 1, of_below);
                let next = self.nodes.len() as u32;
                self.nodes[at] = Node::Threshold { attribute, bound: value, above: next };
                self.grow(above, depth + 1, of_above);
            }
            Branching::EveryValue => {
                drop(histogram);
                self.nodes.push(Node::EveryValue { attribute, children: Vec::new(), rate });
                rows.sort_by_key(|&row| self.rows.rank(row, column));
                let mut children = Vec::new();
                let mut rest = rows;
                while let Some(&first) = rest.first() {
                    let rank = self.rows.rank(first, column);
                    let n = rest.partition_point(|&row| self.rows.rank(row, column) <= rank);
                    let (part, others) = rest.split_at_mut(n);
                    children.push((self.rows.value(column, rank), self.nodes.len() as u32));
                    self.grow(part, depth + 1, None);
                    rest = others;
                }
                self.nodes[at] = Node::EveryValue { attribute, children, rate };
            }
        }
    }

    /// The histograms of two children: the smaller one is counted, the other is what remains of the parent's. `None` where it will not
    /// be asked for.
    fn children(&self, parent: Histogram, below: &[u32], above: &[u32], depth: u32) -> [Option<Histogram>; 2] {
        let is_inner = |rows: &[u32]| !self.is_terminal(self.rows.total(rows), depth);
        let (smaller, larger) = if below.len() <= above.len() { (below, above) } else { (above, below) };
        if !is_inner(larger) {
            return [None, None];
        }
        let (mut rest, counted) = (parent, self.rows.histogram(smaller));
        rest.subtract(&counted);
        let counted = is_inner(smaller).then_some(counted);
        if below.len() <= above.len() { [counted, Some(rest)] } else { [Some(rest), counted] }
    }
}

/// Grows a tree.
pub fn grow_id3(table: &AttributeTable, settings: &Id3Settings) -> Id3Tree {
    let mut grower = Grower { rows: RankedRows::new(table), settings, nodes: Vec::new() };
    let mut rows: Vec<u32> = (0..table.len() as u32).collect();
    grower.grow(&mut rows, 0, None);
    Id3Tree { nodes: grower.nodes }
}
