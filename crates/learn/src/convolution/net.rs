//! The network: a shape and its weights, and what they begin with.

use super::kernel::{n_transformed, transform};
use super::shape::{Layout, Shape, ShapeError};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use thiserror::Error;

/// The logarithm of the spread that a new network forecasts: in the middle of what is allowed.
const FIRST_LOG_SPREAD: f32 = 2.5;

/// A convolutional network.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "Parts", into = "Parts")]
pub struct ConvNet {
    shape: Shape,
    pub(super) layout: Layout,
    pub(super) weights: Vec<f32>,
    /// The kernels as convolutions use them: that of the input, then first and second of every block.
    kernels: Vec<f32>,
}

/// What a network is written as.
#[derive(Serialize, Deserialize)]
struct Parts {
    shape: Shape,
    weights: Vec<f32>,
}

impl TryFrom<Parts> for ConvNet {
    type Error = BadWeights;

    fn try_from(parts: Parts) -> Result<Self, BadWeights> {
        ConvNet::from_weights(parts.shape, parts.weights)
    }
}

impl From<ConvNet> for Parts {
    fn from(net: ConvNet) -> Self {
        Parts { shape: net.shape, weights: net.weights }
    }
}

/// Why weights do not make a network.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum BadWeights {
    /// There is no network of that shape.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// Too few or too many.
    #[error("{found} weights where the shape has {expected}")]
    Length {
        /// What the shape has.
        expected: usize,
        /// What was given.
        found: usize,
    },
    /// One that is infinite or no number.
    #[error("weight {place} is {value}")]
    NotFinite {
        /// Its place in the list.
        place: usize,
        /// What it is.
        value: f32,
    },
}

impl ConvNet {
    /// A network that has learned nothing: weights uniform with variance `2 / inputs` (He et al. 2015), but 0 in biases, in the last convolution of every
    /// block and in the heads' last maps.
    pub fn new(shape: Shape, seed: u64) -> Result<Self, ShapeError> {
        shape.check()?;
        let layout = Layout::new(shape);
        let mut weights = vec![0.0; layout.n_weights];
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut draw = |range: &Range<usize>, n_inputs: usize| {
            let limit = (6.0 / n_inputs as f32).sqrt();
            weights[range.clone()].iter_mut().for_each(|weight| *weight = rng.random_range(-limit..limit));
        };
        draw(&layout.input_kernel, 9 * shape.planes + shape.globals);
        draw(&layout.input_globals, 9 * shape.planes + shape.globals);
        for block in &layout.blocks {
            draw(&block.first_kernel, 9 * shape.channels);
            draw(&block.pool, 2 * shape.channels);
        }
        draw(&layout.hidden, shape.n_pooled());
        weights[layout.scalars_bias.end - 1] = FIRST_LOG_SPREAD;
        Ok(ConvNet::prepared(shape, layout, weights))
    }

    /// A network with more blocks that answers as this one does: what is new begins as in [`ConvNet::new`], where the last convolution of a block adds nothing.
    pub fn deepened(&self, blocks: usize, seed: u64) -> Result<Self, ShapeError> {
        let mut deeper = ConvNet::new(Shape { blocks: blocks.max(self.shape.blocks), ..self.shape }, seed)?;
        let heads = [&self.layout, &deeper.layout].map(|layout| layout.cell_kernel.start);
        deeper.weights[..heads[0]].copy_from_slice(&self.weights[..heads[0]]);
        deeper.weights[heads[1]..].copy_from_slice(&self.weights[heads[0]..]);
        deeper.prepare();
        Ok(deeper)
    }

    /// A network of weights from elsewhere, in the order of [`ConvNet::weights`].
    pub fn from_weights(shape: Shape, weights: Vec<f32>) -> Result<Self, BadWeights> {
        shape.check()?;
        let layout = Layout::new(shape);
        if weights.len() != layout.n_weights {
            return Err(BadWeights::Length { expected: layout.n_weights, found: weights.len() });
        }
        if let Some(place) = weights.iter().position(|weight| !weight.is_finite()) {
            return Err(BadWeights::NotFinite { place, value: weights[place] });
        }
        Ok(ConvNet::prepared(shape, layout, weights))
    }

    /// The size of the network.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// All weights.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// One of the same shape; the weights are as many and finite.
    pub(super) fn with_weights(&self, weights: Vec<f32>) -> Self {
        ConvNet::prepared(self.shape, self.layout.clone(), weights)
    }

    fn prepared(shape: Shape, layout: Layout, weights: Vec<f32>) -> Self {
        let mut net = ConvNet { shape, layout, weights, kernels: Vec::new() };
        net.prepare();
        net
    }

    /// Must follow every change of the weights.
    pub(super) fn prepare(&mut self) {
        let Shape { planes, channels, blocks, .. } = self.shape;
        let n_input = n_transformed(planes, channels);
        let n = n_transformed(channels, channels);
        self.kernels.resize(n_input + 2 * blocks * n, 0.0);
        let (input, others) = self.kernels.split_at_mut(n_input);
        transform(&self.weights[self.layout.input_kernel.clone()], input);
        let ranges = self.layout.blocks.iter().flat_map(|block| [&block.first_kernel, &block.second_kernel]);
        for (range, kernel) in ranges.zip(others.chunks_exact_mut(n)) {
            transform(&self.weights[range.clone()], kernel);
        }
    }

    pub(super) fn input_kernel(&self) -> &[f32] {
        &self.kernels[..n_transformed(self.shape.planes, self.shape.channels)]
    }

    /// First and second of a block.
    pub(super) fn block_kernels(&self, block: usize) -> (&[f32], &[f32]) {
        let n = n_transformed(self.shape.channels, self.shape.channels);
        self.kernels[n_transformed(self.shape.planes, self.shape.channels)..][2 * n * block..][..2 * n].split_at(n)
    }

    pub(super) fn part(&self, range: &Range<usize>) -> &[f32] {
        &self.weights[range.clone()]
    }

    /// The scalars' hidden layer and outputs: map and bias of both.
    pub(super) fn scalar_maps(&self) -> [&[f32]; 4] {
        let Layout { hidden, hidden_bias, scalars, scalars_bias, .. } = &self.layout;
        [hidden, hidden_bias, scalars, scalars_bias].map(|range| self.part(range))
    }
}
