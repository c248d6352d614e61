//! From local tables to one distribution over the grid (Tidwell 2012, sections 4.3 and 4.6).
//!
//! A tree's table at cell `c` is the mean, over the foci whose window covers `c`, of what their leaves say about `c`; it is then
//! normalised to 1. A forest adds the tables of its trees and normalises again. Cells where the event cannot happen are set to 0
//! before the last normalisation.

use super::{Cell, Foci, GridShape, GridTree, View};
use serde::{Deserialize, Serialize};

/// Several trees with the same vocabulary.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GridForest {
    trees: Vec<GridTree>,
}

/// Buffers that repeated evaluations share.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    foci: Foci,
    leaves: Vec<u32>,
    /// The grid with a margin as wide as the leaves reach.
    wide: Vec<f32>,
    table: Vec<f32>,
}

impl GridForest {
    /// A forest of these trees.
    pub fn new(trees: Vec<GridTree>) -> GridForest {
        GridForest { trees }
    }

    /// Its trees.
    pub fn trees(&self) -> &[GridTree] {
        &self.trees
    }

    /// The forest without one of its trees.
    pub fn without(&self, tree: usize) -> GridForest {
        let others = self.trees.iter().enumerate().filter(|&(idx, _)| idx != tree);
        GridForest { trees: others.map(|(_, tree)| tree.clone()).collect() }
    }

    /// The probability of each cell, row by row. Cells for which `is_possible` is false get 0. If the trees rule out every possible
    /// cell, all possible ones are equally likely.
    pub fn probabilities(
        &self,
        view: View<'_>,
        is_possible: impl Fn(usize) -> bool,
        scratch: &mut Scratch,
        probabilities: &mut Vec<f32>,
    ) {
        let n_cells = view.scene.shape().n_cells();
        probabilities.clear();
        probabilities.resize(n_cells, 0.0);
        for tree in &self.trees {
            tree_table(tree, view, scratch);
            let total: f32 = scratch.table.iter().sum();
            if total > 0.0 {
                probabilities.iter_mut().zip(&scratch.table).for_each(|(sum, p)| *sum += p / total);
            }
        }
        (0..n_cells).filter(|&idx| !is_possible(idx)).for_each(|idx| probabilities[idx] = 0.0);
        let total: f32 = probabilities.iter().sum();
        if total > 0.0 {
            probabilities.iter_mut().for_each(|p| *p /= total);
        } else {
            let possible: Vec<usize> = (0..n_cells).filter(|&idx| is_possible(idx)).collect();
            possible.iter().for_each(|&idx| probabilities[idx] = 1.0 / possible.len() as f32);
        }
    }
}

/// The table of one tree, divided by the cover counts and not yet normalised, into `scratch.table`.
fn tree_table(tree: &GridTree, view: View<'_>, scratch: &mut Scratch) {
    let windows = view.windows;
    scratch.start(windows.shape().n_cells());
    add_tables(tree, tree.shares(), view, scratch);
    scratch.table.iter_mut().zip(windows.cover(tree.window())).for_each(|(p, cover)| *p /= f32::from(cover));
}

/// Adds to `scratch.table` what the leaves of all foci say; `values` has a number for each leaf and place.
pub(super) fn add_tables(tree: &GridTree, values: &[f32], view: View<'_>, scratch: &mut Scratch) {
    let View { scene, windows } = view;
    let Scratch { foci, leaves, wide, table } = scratch;
    tree.leaves(scene, windows, foci, leaves);
    let window = usize::from(tree.window());
    let shape = windows.shape();
    let (width, height) = (usize::from(shape.width), usize::from(shape.height));
    let stride = width + window - 1;
    wide.clear();
    wide.resize(stride * (height + window - 1), 0.0);
    // A width known to the compiler for the usual window.
    match window {
        3 => add_leaves::<3>(values, leaves, width, wide),
        _ => {
            for (row_start, leaves) in (0..).step_by(stride).zip(leaves.chunks_exact(width)) {
                for (x, &leaf) in leaves.iter().enumerate() {
                    let values = &values[leaf as usize * window * window..][..window * window];
                    for (start, values) in (row_start + x..).step_by(stride).zip(values.chunks_exact(window)) {
                        wide[start..start + window].iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
                    }
                }
            }
        }
    }
    let reach = window / 2;
    for (row, wide) in table.chunks_exact_mut(width).zip(wide.chunks_exact(stride).skip(reach)) {
        row.iter_mut().zip(&wide[reach..]).for_each(|(sum, value)| *sum += value);
    }
}

/// Adds the tables of all leaves, `W` values in a row.
fn add_leaves<const W: usize>(values: &[f32], leaves: &[u32], width: usize, wide: &mut [f32]) {
    let stride = width + W - 1;
    let rows: &[[f32; W]] = values.as_chunks().0;
    for (y, leaves) in leaves.chunks_exact(width).enumerate() {
        for dy in 0..W {
            let sums = &mut wide[(y + dy) * stride..][..stride];
            for (x, &leaf) in leaves.iter().enumerate() {
                let row = rows[leaf as usize * W + dy];
                (0..W).for_each(|dx| sums[x + dx] += row[dx]);
            }
        }
    }
}

impl Scratch {
    /// Sets the table to 0.
    pub(super) fn start(&mut self, n_cells: usize) {
        self.table.clear();
        self.table.resize(n_cells, 0.0);
    }

    /// What was added up.
    pub(super) fn table(&self) -> &[f32] {
        &self.table
    }
}

/// Calls `visit` with the number of each cell in the window that lies on the grid, and its place in the window.
#[inline]
pub(super) fn for_window(shape: GridShape, focus: Cell, window: u8, mut visit: impl FnMut(usize, usize)) {
    let (reach, window) = (usize::from(window / 2), usize::from(window));
    let (fx, fy) = (usize::from(focus.x), usize::from(focus.y));
    let (width, height) = (usize::from(shape.width), usize::from(shape.height));
    for y in fy.saturating_sub(reach)..(fy + reach + 1).min(height) {
        let row = (y + reach - fy) * window;
        for x in fx.saturating_sub(reach)..(fx + reach + 1).min(width) {
            visit(y * width + x, row + x + reach - fx);
        }
    }
}
