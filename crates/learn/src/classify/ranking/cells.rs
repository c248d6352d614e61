//! Columns as the cells of histograms.

use rayon::prelude::*;

use super::super::ranked::rank_column;
use super::super::table::Table;

pub(super) const MOST_CELLS: usize = 255;

/// Columns as histogram cells: at most 255 a column, each with its largest value.
pub(super) struct Cells {
    n_rows: usize,
    cells: Vec<u8>,
    /// The threshold after every cell but the last: between its largest value and the next.
    pub(super) thresholds: Vec<Vec<f64>>,
}

impl Cells {
    /// Column by column: the ranks of a large table take half of its own memory.
    pub(super) fn new(table: &Table) -> Cells {
        let n_rows = table.n_rows();
        let made: Vec<(Vec<u8>, Vec<f64>)> = (0..table.n_columns())
            .into_par_iter()
            .map(|column| {
                let (ranks, values) = rank_column(table, column);
                let mut counts = vec![0usize; values.len()];
                ranks.iter().for_each(|&rank| counts[rank as usize] += 1);
                let mut cell_of = vec![0u8; values.len()];
                let mut thresholds = Vec::new();
                let (mut cell, mut seen, per_cell) = (0u8, 0usize, n_rows as f64 / MOST_CELLS as f64);
                for rank in 0..values.len() {
                    cell_of[rank] = cell;
                    seen += counts[rank];
                    let is_full = values.len() <= MOST_CELLS || seen as f64 >= per_cell * f64::from(cell + 1);
                    if is_full && rank + 1 < values.len() && (cell as usize) + 1 < MOST_CELLS {
                        thresholds.push((values[rank] + values[rank + 1]) / 2.0);
                        cell += 1;
                    }
                }
                (ranks.iter().map(|&rank| cell_of[rank as usize]).collect(), thresholds)
            })
            .collect();
        let (cells, thresholds): (Vec<Vec<u8>>, Vec<Vec<f64>>) = made.into_iter().unzip();
        Cells { n_rows, cells: cells.concat(), thresholds }
    }

    pub(super) fn column(&self, column: usize) -> &[u8] {
        &self.cells[column * self.n_rows..(column + 1) * self.n_rows]
    }
}
