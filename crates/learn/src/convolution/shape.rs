//! The size of a network, and where each of its parts lies in the one flat list of weights.
//!
//! Every linear map is stored as rows of inputs with the outputs side by side, so that the inner loops run over outputs. A 3x3 kernel is
//! nine such maps in reading order, the one of the cell up left first.

use serde::{Deserialize, Serialize};
use std::ops::Range;
use thiserror::Error;

/// Units of the hidden layer between the pooled channels and the three scalars.
pub(super) const HIDDEN: usize = 32;
/// The scalars: result, correction of the measure, logarithm of its spread.
pub(super) const SCALARS: usize = 3;

/// The size of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Shape {
    /// Numbers a cell of the input has.
    pub planes: usize,
    /// Numbers of the input that belong to the whole grid.
    pub globals: usize,
    /// Numbers a cell has inside the network; a multiple of eight.
    pub channels: usize,
    /// Residual blocks of two convolutions each.
    pub blocks: usize,
}

/// Why there is no network of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ShapeError {
    /// Planes outside 1 to 1024.
    #[error("{0} planes: there may be 1 to 1024")]
    Planes(usize),
    /// More than 1024 globals.
    #[error("{0} globals: there may be 0 to 1024")]
    Globals(usize),
    /// Channels that do not fill vectors, or outside 8 to 512.
    #[error("{0} channels: there may be 8, 16, 24, ... up to 512")]
    Channels(usize),
    /// More than 100 blocks.
    #[error("{0} blocks: there may be 0 to 100")]
    Blocks(usize),
}

impl Shape {
    /// Whether there can be a network of this shape.
    pub fn check(&self) -> Result<(), ShapeError> {
        if !(1..=1024).contains(&self.planes) {
            return Err(ShapeError::Planes(self.planes));
        }
        if self.globals > 1024 {
            return Err(ShapeError::Globals(self.globals));
        }
        if !(8..=512).contains(&self.channels) || !self.channels.is_multiple_of(8) {
            return Err(ShapeError::Channels(self.channels));
        }
        if self.blocks > 100 {
            return Err(ShapeError::Blocks(self.blocks));
        }
        Ok(())
    }

    /// How many weights a network of this shape, which [`Shape::check`] accepts, has.
    pub fn n_weights(&self) -> usize {
        Layout::new(*self).n_weights
    }

    /// How many numbers the hidden layer of the scalars sees: mean and maximum of every channel, the globals, the mean of all cells.
    pub(super) fn n_pooled(&self) -> usize {
        2 * self.channels + self.globals + 1
    }
}

/// Where the parts of one residual block lie.
#[derive(Clone, Debug)]
pub(super) struct BlockLayout {
    pub(super) first_kernel: Range<usize>,
    pub(super) first_bias: Range<usize>,
    /// From mean and maximum of every channel to a bias of every channel.
    pub(super) pool: Range<usize>,
    pub(super) second_kernel: Range<usize>,
    pub(super) second_bias: Range<usize>,
}

/// Where every part lies in the list of weights.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) input_kernel: Range<usize>,
    pub(super) input_bias: Range<usize>,
    pub(super) input_globals: Range<usize>,
    pub(super) blocks: Vec<BlockLayout>,
    pub(super) cell_kernel: Range<usize>,
    pub(super) cell_bias: usize,
    pub(super) hidden: Range<usize>,
    pub(super) hidden_bias: Range<usize>,
    pub(super) scalars: Range<usize>,
    pub(super) scalars_bias: Range<usize>,
    pub(super) n_weights: usize,
}

impl Layout {
    pub(super) fn new(shape: Shape) -> Self {
        let Shape { planes, globals, channels, blocks } = shape;
        let mut end = 0;
        let mut take = |n: usize| {
            end += n;
            end - n..end
        };
        Layout {
            input_kernel: take(9 * planes * channels),
            input_bias: take(channels),
            input_globals: take(globals * channels),
            blocks: (0..blocks)
                .map(|_| BlockLayout {
                    first_kernel: take(9 * channels * channels),
                    first_bias: take(channels),
                    pool: take(2 * channels * channels),
                    second_kernel: take(9 * channels * channels),
                    second_bias: take(channels),
                })
                .collect(),
            cell_kernel: take(channels),
            cell_bias: take(1).start,
            hidden: take(shape.n_pooled() * HIDDEN),
            hidden_bias: take(HIDDEN),
            scalars: take(HIDDEN * SCALARS),
            scalars_bias: take(SCALARS),
            n_weights: end,
        }
    }

    /// The parts that are multiplied with something (all but biases): these decay.
    pub(super) fn maps(&self) -> Vec<Range<usize>> {
        let mut maps = vec![self.input_kernel.clone(), self.input_globals.clone()];
        for block in &self.blocks {
            maps.extend([block.first_kernel.clone(), block.pool.clone(), block.second_kernel.clone()]);
        }
        maps.extend([self.cell_kernel.clone(), self.hidden.clone(), self.scalars.clone()]);
        maps
    }
}
