//! Leaf weights learned by maximum likelihood over whole scenes. Goes beyond Tidwell 2012.
//!
//! The thesis fills a leaf with local frequencies and averages overlapping tables, so a leaf cannot know what its neighbours already
//! say. Here the structure of the trees stays and every place of every leaf gets a log-weight `w`:
//!
//! `p(c) = exp s(c) / sum over possible cells of exp s`, `s(c) = sum over trees and foci f around c of w[leaf(f)][c - f]`.
//!
//! This is a Bradley-Terry competition between cells whose team members are (leaf, offset) pairs. The log-likelihood is concave in
//! `w`; it is climbed by Adagrad over a stream of sightings, in batches whose scores are computed in parallel. The result does not
//! depend on the number of threads.

use super::forest::{add_tables, for_window};
use super::{BadGridTree, Cell, Foci, GridForest, GridShape, GridTree, Scene, Scratch, Sighting, View, Windows};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// Cells whose probability is off by less than this do not move weights: their gradient is below the noise of one event.
const NEGLIGIBLE: f32 = 1e-4;
/// Keeps the first steps of Adagrad finite.
const EPSILON: f32 = 1e-6;

/// How weights are learned.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct WeightSettings {
    /// The first step of Adagrad, for a whole score: each of the weights that are added up to a score moves by its share.
    pub rate: f32,
    /// Pull towards 0, for each time that a weight takes part.
    pub shrinkage: f32,
}

impl Default for WeightSettings {
    fn default() -> Self {
        WeightSettings { rate: 0.3, shrinkage: 1e-5 }
    }
}

/// Log-weights of the places of all leaves of a forest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OffsetWeights {
    /// For each tree, where its leaves begin in `values`.
    starts: Vec<u32>,
    /// For each tree, leaf and place.
    values: Vec<f32>,
}

impl OffsetWeights {
    /// All weights 0: every possible cell is equally likely.
    pub fn new(forest: &GridForest) -> OffsetWeights {
        let mut starts = Vec::with_capacity(forest.trees().len());
        let mut n_values = 0;
        for tree in forest.trees() {
            starts.push(n_values as u32);
            n_values += tree.n_leaves() * usize::from(tree.window()) * usize::from(tree.window());
        }
        OffsetWeights { starts, values: vec![0.0; n_values] }
    }

    /// Checks weights from a file.
    pub fn check(&self, forest: &GridForest) -> Result<(), BadGridTree> {
        let fitting = OffsetWeights::new(forest);
        let fits = fitting.starts == self.starts && fitting.values.len() == self.values.len();
        if fits && self.values.iter().all(|w| w.is_finite()) { Ok(()) } else { Err(BadGridTree::Table(0)) }
    }

    /// Number of weights.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether the forest has no trees.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The weights, for rounding before they are written.
    pub fn values_mut(&mut self) -> &mut [f32] {
        &mut self.values
    }

    /// The weights of the forest without one of its trees.
    pub fn without(&self, forest: &GridForest, tree: usize) -> OffsetWeights {
        let smaller = OffsetWeights::new(&forest.without(tree));
        let end = self.starts.get(tree + 1).map_or(self.values.len(), |&start| start as usize);
        let values = self.values[..self.starts[tree] as usize].iter().chain(&self.values[end..]).copied().collect();
        OffsetWeights { values, ..smaller }
    }

    /// The weights of a forest of the first of these trees.
    pub fn first(&self, forest: &GridForest) -> OffsetWeights {
        let smaller = OffsetWeights::new(forest);
        OffsetWeights { values: self.values[..smaller.values.len()].to_vec(), ..smaller }
    }

    /// Where the weights of a leaf begin.
    fn leaf_start(&self, forest: &GridForest, tree: usize, leaf: u32) -> usize {
        let window = usize::from(forest.trees()[tree].window());
        self.starts[tree] as usize + leaf as usize * window * window
    }

    /// The weights of a tree: a number for each leaf and place.
    fn of_tree(&self, tree: usize) -> &[f32] {
        let end = self.starts.get(tree + 1).map_or(self.values.len(), |&start| start as usize);
        &self.values[self.starts[tree] as usize..end]
    }

    /// For each cell, row by row, the sum of its weights.
    pub fn scores(&self, forest: &GridForest, view: View<'_>, scratch: &mut Scratch, scores: &mut Vec<f32>) {
        scratch.start(view.scene.shape().n_cells());
        for (idx, tree) in forest.trees().iter().enumerate() {
            add_tables(tree, self.of_tree(idx), view, scratch);
        }
        scores.clear();
        scores.extend_from_slice(scratch.table());
    }

    /// The probability of each cell, row by row; cells for which `is_possible` is false get 0.
    pub fn probabilities(
        &self,
        forest: &GridForest,
        view: View<'_>,
        is_possible: impl Fn(usize) -> bool,
        scratch: &mut Scratch,
        probabilities: &mut Vec<f32>,
    ) {
        self.scores(forest, view, scratch, probabilities);
        softmax(probabilities, is_possible);
    }

    /// What one tree adds to the score of a cell.
    pub fn contribution(&self, forest: &GridForest, tree: usize, scene: &Scene, cell: Cell) -> f32 {
        let grown = &forest.trees()[tree];
        let mut sum = 0.0;
        for_covering_foci(scene.shape(), cell, grown.window(), |focus, place| {
            sum += self.values[self.leaf_start(forest, tree, grown.leaf(scene, focus)) + place];
        });
        sum
    }
}

/// Calls `visit` with each focus whose window covers the cell, and the cell's place in that window.
fn for_covering_foci(shape: GridShape, cell: Cell, window: u8, mut visit: impl FnMut(Cell, usize)) {
    let last = usize::from(window) * usize::from(window) - 1;
    // The focus at place k of the window around the cell sees the cell at the mirrored place.
    for_window(shape, cell, window, |focus, place| visit(shape.cell(focus), last - place));
}

/// Turns scores into probabilities of the possible cells; the others get 0.
pub(crate) fn softmax(scores: &mut [f32], is_possible: impl Fn(usize) -> bool) {
    let possible = |idx: &usize| is_possible(*idx);
    let highest = (0..scores.len()).filter(possible).map(|idx| scores[idx]).fold(f32::NEG_INFINITY, f32::max);
    let mut total = 0.0;
    for (idx, score) in scores.iter_mut().enumerate() {
        *score = if is_possible(idx) { (*score - highest).exp() } else { 0.0 };
        total += *score;
    }
    if total > 0.0 {
        scores.iter_mut().for_each(|p| *p /= total);
    }
}

/// Learns weights from a stream of batches.
pub struct WeightLearner<'a> {
    forest: &'a GridForest,
    settings: WeightSettings,
    weights: OffsetWeights,
    /// Sums of squared gradients.
    squares: Vec<f32>,
    /// Weights that make up one score.
    n_added: f32,
}

/// What a batch needs after its scores are known.
struct Residual {
    shape: GridShape,
    /// The leaf of every tree at every focus.
    leaves: Vec<Vec<u32>>,
    /// Probability minus event, for each cell where it is not negligible.
    off: Vec<(Cell, f32)>,
    log_evidence: f64,
}

/// The weights of one tree while they are learned.
struct TreeWeights<'w> {
    tree: &'w GridTree,
    values: &'w mut [f32],
    squares: &'w mut [f32],
}

impl<'a> WeightLearner<'a> {
    /// Begins with weights 0.
    pub fn new(forest: &'a GridForest, settings: WeightSettings) -> Self {
        let weights = OffsetWeights::new(forest);
        let places = |window: u8| f32::from(window) * f32::from(window);
        let n_added = forest.trees().iter().map(|tree| places(tree.window())).sum();
        WeightLearner { forest, settings, squares: vec![0.0; weights.len()], weights, n_added }
    }

    /// Learns from a batch: sightings with the cells that are possible in them (the event's among them). `pace` in (0, 1] scales the
    /// steps, so that the caller can slow down towards the end. Returns the mean natural log of the probability that the events had
    /// *before* the batch was learned.
    pub fn learn(&mut self, batch: &[(Sighting, Vec<bool>)], windows: &Windows, pace: f32) -> f64 {
        let residuals: Vec<Residual> =
            batch.par_iter().map(|(sighting, possible)| self.residual(sighting, windows, possible)).collect();
        let rate = self.settings.rate * pace / self.n_added;
        let shrinkage = self.settings.shrinkage;
        // Trees share no weights: each follows the batch on its own, in order.
        let trees: Vec<TreeWeights<'_>> = self.by_tree();
        trees.into_par_iter().enumerate().for_each(|(idx, mut tree)| {
            residuals.iter().for_each(|residual| tree.step(residual, &residual.leaves[idx], rate, shrinkage));
        });
        residuals.iter().map(|residual| residual.log_evidence).sum::<f64>() / batch.len().max(1) as f64
    }

    fn by_tree(&mut self) -> Vec<TreeWeights<'_>> {
        let (mut values, mut squares) = (&mut self.weights.values[..], &mut self.squares[..]);
        let part = |tree| {
            let n = GridTree::n_leaves(tree) * usize::from(tree.window()) * usize::from(tree.window());
            let (own, rest) = std::mem::take(&mut values).split_at_mut(n);
            let (own_squares, rest_squares) = std::mem::take(&mut squares).split_at_mut(n);
            (values, squares) = (rest, rest_squares);
            TreeWeights { tree, values: own, squares: own_squares }
        };
        self.forest.trees().iter().map(part).collect()
    }

    fn residual(&self, sighting: &Sighting, windows: &Windows, possible: &[bool]) -> Residual {
        let (scene, shape) = (&sighting.scene, sighting.scene.shape());
        let mut foci = Foci::default();
        let mut off = vec![0.0; shape.n_cells()];
        let mut all_leaves = Vec::with_capacity(self.forest.trees().len());
        for (idx, tree) in self.forest.trees().iter().enumerate() {
            let mut leaves = Vec::new();
            tree.leaves(scene, windows, &mut foci, &mut leaves);
            let (values, n_places) = (self.weights.of_tree(idx), usize::from(tree.window()).pow(2));
            for (focus, &leaf) in shape.cells().zip(&leaves) {
                let values = &values[leaf as usize * n_places..][..n_places];
                for_window(shape, focus, tree.window(), |cell, place| off[cell] += values[place]);
            }
            all_leaves.push(leaves);
        }
        softmax(&mut off, |idx| possible[idx]);
        let event = shape.index(sighting.event);
        let log_evidence = f64::from(off[event].max(f32::MIN_POSITIVE)).ln();
        off[event] -= 1.0;
        let off = off.into_iter().enumerate().filter(|(_, gradient)| gradient.abs() > NEGLIGIBLE);
        let off = off.map(|(idx, gradient)| (shape.cell(idx), gradient)).collect();
        Residual { shape, leaves: all_leaves, off, log_evidence }
    }

    /// The weights learned so far.
    pub fn weights(&self) -> &OffsetWeights {
        &self.weights
    }

    /// Ends the training.
    pub fn finish(self) -> OffsetWeights {
        self.weights
    }
}

impl TreeWeights<'_> {
    fn step(&mut self, residual: &Residual, leaves: &[u32], rate: f32, shrinkage: f32) {
        let (shape, window) = (residual.shape, self.tree.window());
        let n_places = usize::from(window).pow(2);
        for &(cell, gradient) in &residual.off {
            // The focus at place k of the window around the cell sees the cell at the mirrored place.
            for_window(shape, cell, window, |focus, place| {
                let at = leaves[focus] as usize * n_places + n_places - 1 - place;
                let pulled = gradient + shrinkage * self.values[at];
                self.squares[at] += pulled * pulled;
                self.values[at] -= rate * pulled / (self.squares[at] + EPSILON).sqrt();
            });
        }
    }
}
