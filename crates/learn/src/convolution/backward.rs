//! The gradient of the loss by all weights, for one example at a time.
//!
//! Gradients of fields are 0 outside the grid, because those of rectifiers are masked by fields that are.

use super::forward::{BlockPass, Input, Keep, Scratch};
use super::frame::Frame;
use super::heads::{ExampleLoss, Losses, Target};
use super::kernel::{Convolution, Start, Transformed, n_transformed, transform, turn_kernel};
use super::linear::back_linear;
use super::net::ConvNet;
use super::passes::{add_masked, add_sums, add_to, mask};

/// The kernels of all blocks turned round and transformed, first and second of each.
#[derive(Clone, Debug, Default)]
pub(super) struct TurnedKernels {
    kernels: Vec<f32>,
}

impl TurnedKernels {
    pub(super) fn turn(&mut self, net: &ConvNet) {
        let n_channels = net.shape().channels;
        let n = n_transformed(n_channels, n_channels);
        self.kernels.resize(2 * n * net.shape().blocks, 0.0);
        let mut turned = vec![0.0; 9 * n_channels * n_channels];
        let kernels = net.layout.blocks.iter().flat_map(|block| [&block.first_kernel, &block.second_kernel]);
        for (range, kernel) in kernels.zip(self.kernels.chunks_exact_mut(n)) {
            turn_kernel(net.part(range), n_channels, n_channels, &mut turned);
            transform(&turned, kernel);
        }
    }

    fn of_block(&self, block: usize, n_channels: usize) -> (&[f32], &[f32]) {
        let n = n_transformed(n_channels, n_channels);
        self.kernels[2 * n * block..2 * n * (block + 1)].split_at(n)
    }
}

/// Buffers of one thread.
#[derive(Clone, Debug, Default)]
pub(super) struct BackScratch {
    forward: Scratch,
    of_trunk: Vec<f32>,
    of_inner: Vec<f32>,
    of_first: Vec<f32>,
}

/// What an example is judged by.
#[derive(Clone, Copy)]
pub(super) struct Judge<'a> {
    pub(super) net: &'a ConvNet,
    pub(super) turned: &'a TurnedKernels,
    pub(super) losses: &'a Losses,
}

impl Judge<'_> {
    /// Adds the gradient of one example to `gradient`.
    pub(super) fn add_gradient(
        &self,
        (input, target): &(Input<'_>, Target<'_>),
        scratch: &mut BackScratch,
        gradient: &mut [f32],
    ) -> ExampleLoss {
        let net = self.net;
        let shape = net.shape();
        let BackScratch { forward, of_trunk, of_inner, of_first } = scratch;
        net.run(input, forward, Keep::Blocks);
        let frame = forward.frame;
        for field in [&mut *of_trunk, of_inner, of_first] {
            if field.len() != frame.n_positions() * shape.channels {
                frame.reset(field, shape.channels);
            }
        }
        let loss = forward.heads.run_back(net, frame, (target, self.losses), gradient, of_trunk);
        for block in (0..shape.blocks).rev() {
            let fields = [&mut *of_trunk, of_inner, of_first];
            self.block_back((block, frame), &forward.blocks[block], fields, gradient, &mut forward.transformed);
        }
        let layout = &net.layout;
        // The input of the first block is what the first rectifier gave; without blocks the heads have masked it.
        if let Some(pass) = forward.blocks[..shape.blocks].first() {
            mask(of_trunk, &pass.first);
        }
        let convolution = Convolution { frame, n_inputs: shape.planes, n_outputs: shape.channels };
        let of_kernel = &mut gradient[layout.input_kernel.clone()];
        convolution.add_kernel_gradient(&forward.planes, of_trunk, of_kernel, &mut forward.transformed);
        let mut of_bias = vec![0.0; shape.channels];
        add_sums(of_trunk, &mut of_bias);
        add_to(&mut gradient[layout.input_bias.clone()], &of_bias);
        let globals = net.part(&layout.input_globals);
        back_linear(globals, input.globals, &of_bias, &mut gradient[layout.input_globals.clone()], |_, _| {});
        loss
    }

    fn block_back(
        &self,
        (block, frame): (usize, Frame),
        pass: &BlockPass,
        [of_trunk, of_inner, of_first]: [&mut Vec<f32>; 3],
        gradient: &mut [f32],
        transformed: &mut Transformed,
    ) {
        let n_channels = self.net.shape().channels;
        let layout = &self.net.layout.blocks[block];
        let (first_turned, second_turned) = self.turned.of_block(block, n_channels);
        let convolution = Convolution { frame, n_inputs: n_channels, n_outputs: n_channels };
        add_sums(of_trunk, &mut gradient[layout.second_bias.clone()]);
        let of_kernel = &mut gradient[layout.second_kernel.clone()];
        convolution.add_kernel_gradient(&pass.second, of_trunk, of_kernel, transformed);
        convolution.apply((of_trunk, second_turned), Start::Zero, of_inner, transformed);
        mask(of_inner, &pass.second);

        let mut of_pool_bias = vec![0.0; n_channels];
        add_sums(of_inner, &mut of_pool_bias);
        let mut of_pooled = vec![0.0; 2 * n_channels];
        let pool = self.net.part(&layout.pool);
        let of_pool = &mut gradient[layout.pool.clone()];
        back_linear(pool, &pass.pooled.values, &of_pool_bias, of_pool, |idx, slope| of_pooled[idx] = slope);
        pass.pooled.spread(frame, &of_pooled, of_inner);

        add_sums(of_inner, &mut gradient[layout.first_bias.clone()]);
        let of_kernel = &mut gradient[layout.first_kernel.clone()];
        convolution.add_kernel_gradient(&pass.first, of_inner, of_kernel, transformed);
        convolution.apply((of_inner, first_turned), Start::Zero, of_first, transformed);
        add_masked(of_trunk, of_first, &pass.first);
    }
}
