//! From an input to the answers.

use super::frame::{Frame, padded};
use super::heads::Heads;
use super::kernel::{Convolution, Start, Transformed};
use super::linear::add_linear;
use super::net::ConvNet;
use super::passes::{add_and_rectify, rectify};
use super::pooled::Pooled;

/// What the network sees: one grid.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// Columns of the grid.
    pub width: usize,
    /// Rows of the grid.
    pub height: usize,
    /// All cells of the first plane in reading order, then those of the next.
    pub planes: &'a [f32],
    /// What belongs to the whole grid.
    pub globals: &'a [f32],
}

/// What the network says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Output {
    /// For every cell in reading order the logit of its probability.
    pub cells: Vec<f32>,
    /// The logit of the result's probability.
    pub result: f32,
    /// The forecast of the measure: the sum over cells of `2 p - 1`, corrected.
    pub measure: f32,
    /// The logarithm of the scale of the measure's Laplace distribution, in [0, 5]; the standard deviation is the root of 2 times the scale.
    pub log_spread: f32,
}

/// Buffers that may be used again for any input of any network.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    pub(super) frame: Frame,
    /// The planes as a field.
    pub(super) planes: Vec<f32>,
    /// The field that blocks add to.
    pub(super) trunk: Vec<f32>,
    /// For training one for every block, otherwise one.
    pub(super) blocks: Vec<BlockPass>,
    pub(super) heads: Heads,
    pub(super) transformed: Transformed,
    bias: Vec<f32>,
}

/// What a block computed.
#[derive(Clone, Debug, Default)]
pub(super) struct BlockPass {
    /// The input of the first convolution.
    pub(super) first: Vec<f32>,
    pub(super) pooled: Pooled,
    /// The input of the second convolution.
    pub(super) second: Vec<f32>,
}

/// Whether what blocks computed is needed afterwards.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Keep {
    Nothing,
    Blocks,
}

impl ConvNet {
    /// Answers for one grid.
    ///
    /// # Panics
    ///
    /// If the input is not of the network's shape, or has no cell.
    pub fn predict(&self, input: &Input<'_>, scratch: &mut Scratch, output: &mut Output) {
        self.run(input, scratch, Keep::Nothing);
        let heads = &scratch.heads;
        output.cells.clone_from(&heads.logits);
        output.result = heads.scalars[0];
        output.measure = heads.measure();
        output.log_spread = heads.log_spread();
    }

    pub(super) fn run(&self, input: &Input<'_>, scratch: &mut Scratch, keep: Keep) {
        let shape = self.shape();
        let frame = Frame { width: input.width, height: input.height };
        assert!(frame.n_cells() > 0, "a grid of {} x {}", input.width, input.height);
        assert_eq!(input.planes.len(), shape.planes * frame.n_cells(), "planes of the input");
        assert_eq!(input.globals.len(), shape.globals, "globals of the input");
        scratch.prepare(self, frame, if keep == Keep::Blocks { shape.blocks } else { shape.blocks.min(1) });
        for (plane, values) in input.planes.chunks_exact(frame.n_cells()).enumerate() {
            for (position, &value) in frame.cells().zip(values) {
                scratch.planes[position * padded(shape.planes) + plane] = value;
            }
        }
        let Scratch { planes, trunk, blocks, heads, transformed, bias, .. } = scratch;

        bias.clear();
        bias.extend_from_slice(self.part(&self.layout.input_bias));
        add_linear(self.part(&self.layout.input_globals), input.globals, bias);
        let convolution = Convolution { frame, n_inputs: shape.planes, n_outputs: shape.channels };
        convolution.apply((planes, self.input_kernel()), Start::Zero, trunk, transformed);
        add_and_rectify(frame, bias, trunk);

        for block in 0..shape.blocks {
            let pass = &mut blocks[if keep == Keep::Blocks { block } else { 0 }];
            self.run_block(block, frame, trunk, pass, (transformed, bias));
        }
        heads.run(self, frame, trunk, input.globals);
    }

    fn run_block(
        &self,
        block: usize,
        frame: Frame,
        trunk: &mut [f32],
        pass: &mut BlockPass,
        (transformed, bias): (&mut Transformed, &mut Vec<f32>),
    ) {
        let n_channels = self.shape().channels;
        let layout = &self.layout.blocks[block];
        let convolution = Convolution { frame, n_inputs: n_channels, n_outputs: n_channels };
        let (first_kernel, second_kernel) = self.block_kernels(block);
        let BlockPass { first, pooled, second } = pass;
        rectify(trunk, first);
        let start = Start::Bias(self.part(&layout.first_bias));
        convolution.apply((first, first_kernel), start, second, transformed);
        pooled.pool(frame, second, n_channels);
        bias.clear();
        bias.resize(n_channels, 0.0);
        add_linear(self.part(&layout.pool), &pooled.values, bias);
        add_and_rectify(frame, bias, second);
        let start = Start::AddBias(self.part(&layout.second_bias));
        convolution.apply((second, second_kernel), start, trunk, transformed);
    }
}

impl Scratch {
    /// Makes room; what lies outside the grid is 0 afterwards.
    fn prepare(&mut self, net: &ConvNet, frame: Frame, n_blocks: usize) {
        let shape = net.shape();
        let (n_planes, n_trunk) = (frame.n_positions() * padded(shape.planes), frame.n_positions() * shape.channels);
        let is_ready = self.frame == frame
            && self.planes.len() == n_planes
            && self.trunk.len() == n_trunk
            && self.blocks.len() >= n_blocks;
        if is_ready {
            return;
        }
        self.frame = frame;
        frame.reset(&mut self.planes, padded(shape.planes));
        frame.reset(&mut self.trunk, shape.channels);
        self.blocks.resize_with(n_blocks, BlockPass::default);
        for pass in &mut self.blocks {
            frame.reset(&mut pass.first, shape.channels);
            frame.reset(&mut pass.second, shape.channels);
        }
    }
}
