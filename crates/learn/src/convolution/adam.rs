//! Adam (Kingma and Ba 2015) with decay of the weights apart from the gradient (Loshchilov and Hutter 2019).
//!
//! `m = b1 m + (1 - b1) g`, `v = b2 v + (1 - b2) g^2`, `w -= rate * (m / (1 - b1^t)) / (sqrt(v / (1 - b2^t)) + e)`, with `b1 = 0.9`, `b2 = 0.999`, `e = 1e-8`.

const FIRST_DECAY: f32 = 0.9;
const SECOND_DECAY: f32 = 0.999;
const EPSILON: f32 = 1e-8;

/// The moments of every weight.
#[derive(Clone, Debug)]
pub(super) struct Adam {
    pub(super) first: Vec<f32>,
    pub(super) second: Vec<f32>,
    pub(super) n_steps: u64,
}

impl Adam {
    pub(super) fn new(n_weights: usize) -> Self {
        Adam { first: vec![0.0; n_weights], second: vec![0.0; n_weights], n_steps: 0 }
    }

    /// One step down the gradient times `scale`.
    pub(super) fn step(&mut self, weights: &mut [f32], gradient: &[f32], scale: f32, rate: f32) {
        self.n_steps += 1;
        let correction = |decay: f32| (1.0 / (1.0 - f64::from(decay).powf(self.n_steps as f64))) as f32;
        let (first_correction, second_correction) = (correction(FIRST_DECAY), correction(SECOND_DECAY));
        let moments = self.first.iter_mut().zip(&mut self.second);
        for ((weight, &slope), (first, second)) in weights.iter_mut().zip(gradient).zip(moments) {
            let slope = slope * scale;
            *first = FIRST_DECAY * *first + (1.0 - FIRST_DECAY) * slope;
            *second = SECOND_DECAY * *second + (1.0 - SECOND_DECAY) * slope * slope;
            *weight -= rate * *first * first_correction / ((*second * second_correction).sqrt() + EPSILON);
        }
    }
}
