//! A small residual convolutional network on grids: for every cell a probability, and for the whole grid a result, a measure and its spread.
//!
//! Input: `planes` numbers for every cell and `globals` for the whole grid, of any width and height. With `*` a 3x3 convolution (zeros outside the grid, a bias
//! for every channel) and `pool` the mean and the maximum of every channel over all cells:
//!
//! ```text
//! x  = relu(planes * K + globals . G)
//! x += relu(h + pool(h) . P) * K2    with h = relu(x) * K1      for every block
//! logit of a cell  = relu(x) . k                                 probability = 1 / (1 + exp(-logit))
//! scalars = leaky((pool(relu(x)), globals, sum of t / 10) . H) . S       with t = tanh(logit / 2) = 2 probability - 1 of every cell
//! measure = sum of t + scalars[1]
//! ```
//!
//! Residual blocks: He et al. 2016 (with the rectifier before the convolution); the pooled bias inside a block: Wu 2019. Last convolutions of blocks
//! and the heads begin at 0 (Zhang et al. 2019), so that the network begins as a shallow one and needs no normalisation.
//!
//! [`ConvNet::predict`] answers; a [`Trainer`] learns by Adam (Kingma and Ba 2015). Everything runs on the processor in single precision. It does *not* know
//! symmetries (the caller may turn examples), nor sample data, nor several grids at once: the inner loops are busy enough with one.

mod adam;
mod backward;
mod forward;
mod frame;
mod heads;
mod kernel;
mod linear;
mod net;
mod passes;
mod pooled;
mod shape;
mod trainer;
mod trainer_state;
mod vector;

pub use forward::{Input, Output, Scratch};
pub use heads::{Losses, Target};
pub use net::{BadWeights, ConvNet};
pub use shape::{Shape, ShapeError};
pub use trainer::{StepLoss, Trainer, TrainerConfig};
pub use trainer_state::{BadTrainerState, TrainerState};

#[cfg(test)]
mod tests;
