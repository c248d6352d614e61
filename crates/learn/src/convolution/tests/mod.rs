//! Laws of the network: it agrees with its slow twin, its gradient with differences of the twin's loss, and training learns what can be learned.

mod gradients;
mod slow_twin;
mod toy;

use super::*;
use rand::{Rng, RngExt};
use slow_twin::SlowTwin;

/// A network whose every weight is random, the heads' too.
fn random_net(shape: Shape, rng: &mut impl Rng) -> ConvNet {
    let spread = 1.0 / (shape.channels as f32).sqrt();
    let mut weights: Vec<f32> = (0..shape.n_weights()).map(|_| rng.random_range(-spread..spread)).collect();
    // Well within its bounds: at them the logarithm of the spread has no derivative.
    *weights.last_mut().unwrap() = 1.5;
    ConvNet::from_weights(shape, weights).unwrap()
}

/// Random numbers for an input.
struct Grid {
    width: usize,
    height: usize,
    planes: Vec<f32>,
    globals: Vec<f32>,
}

impl Grid {
    fn random(shape: Shape, (width, height): (usize, usize), rng: &mut impl Rng) -> Self {
        let mut numbers = |n: usize| (0..n).map(|_| rng.random_range(-1.0..1.0)).collect();
        Grid { width, height, planes: numbers(shape.planes * width * height), globals: numbers(shape.globals) }
    }

    fn input(&self) -> Input<'_> {
        Input { width: self.width, height: self.height, planes: &self.planes, globals: &self.globals }
    }
}
