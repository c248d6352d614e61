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

use super::forest::for_window;
use super::{BadGridTree, Cell, GridForest, GridShape, Scene, Sighting};
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

    /// Where the weights of a leaf begin.
    fn leaf_start(&self, forest: &GridForest, tree: usize, leaf: u32) -> usize {
        let window = usize::from(forest.trees()[tree].window());
        self.starts[tree] as usize + leaf as usize * window * window
    }

    /// For each cell, row by row, the sum of its weights.
    pub fn scores(&self, forest: &GridForest, scene: &Scene, scores: &mut Vec<f32>) {
        let shape = scene.shape();
        scores.clear();
        scores.resize(shape.n_cells(), 0.0);
        for (idx, tree) in forest.trees().iter().enumerate() {
            for focus in shape.cells() {
                let start = self.leaf_start(forest, idx, tree.leaf(scene, focus));
                for_window(shape, focus, tree.window(), |cell, place| scores[cell] += self.values[start + place]);
            }
        }
    }

    /// The probability of each cell, row by row; cells for which `is_possible` is false get 0.
    pub fn probabilities(
        &self,
        forest: &GridForest,
        scene: &Scene,
        is_possible: impl Fn(usize) -> bool,
        probabilities: &mut Vec<f32>,
    ) {
        self.scores(forest, scene, probabilities);
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
    leaves: Vec<u32>,
    /// Probability minus event, for each cell.
    off: Vec<f32>,
    log_evidence: f64,
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
    pub fn learn(&mut self, batch: &[(Sighting, Vec<bool>)], pace: f32) -> f64 {
        let residuals: Vec<Residual> =
            batch.par_iter().map(|(sighting, possible)| self.residual(sighting, possible)).collect();
        for residual in &residuals {
            self.step(residual, pace);
        }
        residuals.iter().map(|residual| residual.log_evidence).sum::<f64>() / batch.len().max(1) as f64
    }

    fn residual(&self, sighting: &Sighting, possible: &[bool]) -> Residual {
        let shape = sighting.scene.shape();
        let n_cells = shape.n_cells();
        let mut leaves = Vec::with_capacity(self.forest.trees().len() * n_cells);
        let mut off = vec![0.0; n_cells];
        for (idx, tree) in self.forest.trees().iter().enumerate() {
            for focus in shape.cells() {
                let leaf = tree.leaf(&sighting.scene, focus);
                leaves.push(leaf);
                let start = self.weights.leaf_start(self.forest, idx, leaf);
                for_window(shape, focus, tree.window(), |cell, place| off[cell] += self.weights.values[start + place]);
            }
        }
        softmax(&mut off, |idx| possible[idx]);
        let event = shape.index(sighting.event);
        let log_evidence = f64::from(off[event].max(f32::MIN_POSITIVE)).ln();
        off[event] -= 1.0;
        Residual { shape, leaves, off, log_evidence }
    }

    fn step(&mut self, residual: &Residual, pace: f32) {
        let Residual { shape, leaves, off, .. } = residual;
        let n_cells = shape.n_cells();
        let shrinkage = self.settings.shrinkage;
        let rate = self.settings.rate * pace / self.n_added;
        for (cell, &gradient) in off.iter().enumerate().filter(|(_, g)| g.abs() > NEGLIGIBLE) {
            for (idx, tree) in self.forest.trees().iter().enumerate() {
                let (forest, weights, squares) = (self.forest, &mut self.weights, &mut self.squares);
                for_covering_foci(*shape, shape.cell(cell), tree.window(), |focus, place| {
                    let leaf = leaves[idx * n_cells + shape.index(focus)];
                    let at = weights.leaf_start(forest, idx, leaf) + place;
                    let pulled = gradient + shrinkage * weights.values[at];
                    squares[at] += pulled * pulled;
                    weights.values[at] -= rate * pulled / (squares[at] + EPSILON).sqrt();
                });
            }
        }
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
