//! From local tables to one distribution over the grid (Tidwell 2012, sections 4.3 and 4.6).
//!
//! A tree's table at cell `c` is the mean, over the foci whose window covers `c`, of what their leaves say about `c`; it is then
//! normalised to 1. A forest adds the tables of its trees and normalises again. Cells where the event cannot happen are set to 0
//! before the last normalisation.

use super::{Cell, GridShape, GridTree, Scene};
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
    table: Vec<f32>,
    cover: Vec<u16>,
    cover_of: Option<(GridShape, u8)>,
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
        scene: &Scene,
        is_possible: impl Fn(usize) -> bool,
        scratch: &mut Scratch,
        probabilities: &mut Vec<f32>,
    ) {
        let n_cells = scene.shape().n_cells();
        probabilities.clear();
        probabilities.resize(n_cells, 0.0);
        for tree in &self.trees {
            tree_table(tree, scene, scratch);
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
fn tree_table(tree: &GridTree, scene: &Scene, scratch: &mut Scratch) {
    let shape = scene.shape();
    scratch.table.clear();
    scratch.table.resize(shape.n_cells(), 0.0);
    for focus in shape.cells() {
        let leaf = tree.table(tree.leaf(scene, focus));
        let scale = 1.0 / leaf.n_examples().max(1) as f32;
        for_window(shape, focus, tree.window(), |cell, place| {
            scratch.table[cell] += leaf.counts[place] as f32 * scale;
        });
    }
    if scratch.cover_of != Some((shape, tree.window())) {
        scratch.cover = cover_counts(shape, tree.window());
        scratch.cover_of = Some((shape, tree.window()));
    }
    scratch.table.iter_mut().zip(&scratch.cover).for_each(|(p, &cover)| *p /= f32::from(cover));
}

/// For each cell, how many foci have it in their window.
fn cover_counts(shape: GridShape, window: u8) -> Vec<u16> {
    let mut cover = vec![0; shape.n_cells()];
    for focus in shape.cells() {
        for_window(shape, focus, window, |cell, _| cover[cell] += 1);
    }
    cover
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
