//! A table's columns as ranks, so that trees never sort: a value is the number of the column's smaller distinct values.
//!
//! A split search counts class weights by rank ([`Ranked::tally`]); a node with few rows sorts its few ranks instead of walking all of them.

use super::table::Table;

/// Ranks of all values, column by column.
pub(crate) struct Ranked {
    n_rows: usize,
    ranks: Vec<u32>,
    distinct: Vec<Vec<f64>>,
}

/// Class weights by rank: what a split search of one column reads.
#[derive(Default)]
pub(crate) struct Tally {
    /// The ranks that occur, ascending.
    pub(crate) ranks: Vec<u32>,
    /// The class weights of each, `n_classes` at a time.
    pub(crate) weights: Vec<f64>,
    dense: Vec<f64>,
    sorted: Vec<(u32, u32)>,
}

impl Ranked {
    pub(crate) fn new(table: &Table) -> Ranked {
        let n_rows = table.n_rows();
        let mut ranks = Vec::with_capacity(n_rows * table.n_columns());
        let mut distinct = Vec::with_capacity(table.n_columns());
        for column in 0..table.n_columns() {
            let (of_column, values) = rank_column(table, column);
            ranks.extend(of_column);
            distinct.push(values);
        }
        Ranked { n_rows, ranks, distinct }
    }

    /// The ranks of a column, by row.
    #[inline(always)]
    pub(crate) fn column(&self, column: usize) -> &[u32] {
        &self.ranks[column * self.n_rows..(column + 1) * self.n_rows]
    }

    /// The values of a column, ascending.
    pub(crate) fn distinct(&self, column: usize) -> &[f64] {
        &self.distinct[column]
    }

    pub(crate) fn n_columns(&self) -> usize {
        self.distinct.len()
    }

    /// Counts the class weights of some rows by rank of a column. Weights are positive.
    #[inline]
    pub(crate) fn tally(&self, column: usize, rows: &[u32], labels: &Labels, tally: &mut Tally) {
        let ranks = self.column(column);
        let n_classes = labels.n_classes;
        let n_distinct = self.distinct[column].len();
        tally.ranks.clear();
        tally.weights.clear();
        if n_distinct > 4 * rows.len() {
            tally.sorted.clear();
            tally.sorted.extend(rows.iter().map(|&row| (ranks[row as usize], row)));
            tally.sorted.sort_unstable();
            for &(rank, row) in &tally.sorted {
                if tally.ranks.last() != Some(&rank) {
                    tally.ranks.push(rank);
                    tally.weights.resize(tally.weights.len() + n_classes, 0.0);
                }
                let start = tally.weights.len() - n_classes;
                tally.weights[start + labels.classes[row as usize] as usize] += labels.weights[row as usize];
            }
            return;
        }
        tally.dense.clear();
        tally.dense.resize(n_distinct * n_classes, 0.0);
        for &row in rows {
            let place = ranks[row as usize] as usize * n_classes + labels.classes[row as usize] as usize;
            tally.dense[place] += labels.weights[row as usize];
        }
        for (rank, weights) in tally.dense.chunks_exact(n_classes).enumerate() {
            if weights.iter().any(|&weight| weight > 0.0) {
                tally.ranks.push(rank as u32);
                tally.weights.extend_from_slice(weights);
            }
        }
    }
}

/// The ranks of a column by row, and its values, ascending.
pub(crate) fn rank_column(table: &Table, column: usize) -> (Vec<u32>, Vec<f64>) {
    let mut values: Vec<f64> = table.rows().map(|row| row[column]).collect();
    values.sort_unstable_by(f64::total_cmp);
    values.dedup_by(|a, b| a == b);
    let ranks = table.rows().map(|row| values.partition_point(|&value| value < row[column]) as u32).collect();
    (ranks, values)
}

/// The class and the weight of every row.
#[derive(Clone, Copy)]
pub(crate) struct Labels<'a> {
    pub(crate) n_classes: usize,
    pub(crate) classes: &'a [u8],
    pub(crate) weights: &'a [f64],
}

impl Labels<'_> {
    /// The class weights of some rows.
    pub(crate) fn distribution(&self, rows: &[u32]) -> Vec<f64> {
        let mut weights = vec![0.0; self.n_classes];
        rows.iter().for_each(|&row| weights[self.classes[row as usize] as usize] += self.weights[row as usize]);
        weights
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::noisy_table;
    use super::*;

    #[test]
    fn both_ways_of_counting_agree_with_the_values() {
        let table = noisy_table(200, 3);
        let ranked = Ranked::new(&table);
        let weights: Vec<f64> = (0..table.n_rows()).map(|row| 1.0 + (row % 3) as f64).collect();
        let labels = Labels { n_classes: 2, classes: table.labels(), weights: &weights };
        for n_rows in [3, 10, 200] {
            let rows: Vec<u32> = (0..n_rows).map(|row| row * 199 % 200).collect();
            for column in 0..table.n_columns() {
                let mut tally = Tally::default();
                ranked.tally(column, &rows, &labels, &mut tally);
                assert!(tally.ranks.is_sorted());
                for (&rank, found) in tally.ranks.iter().zip(tally.weights.chunks_exact(2)) {
                    let value = ranked.distinct(column)[rank as usize];
                    let of = rows.iter().copied().filter(|&row| table.row(row as usize)[column] == value);
                    assert_eq!(found, labels.distribution(&of.collect::<Vec<_>>()));
                }
                let total: f64 = tally.weights.iter().sum();
                assert_eq!(total, labels.distribution(&rows).iter().sum::<f64>());
            }
        }
    }
}
