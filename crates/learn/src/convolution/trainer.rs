//! The learner: gradients of a batch on several threads, one step of Adam, and a moving average of the weights.
//!
//! A batch is cut into chunks of a fixed number of examples. Each has a gradient of its own, and these are added in order: the result does not depend on the number of
//! threads. A gradient longer than `clip_norm` is shortened to it. The average follows the weights by `a += (1 - d) (w - a)` with `d = min(average_decay, (1 + t) /
//! (10 + t))` at step `t`, so that it forgets the beginning.

use super::adam::Adam;
use super::backward::{BackScratch, Judge, TurnedKernels};
use super::forward::Input;
use super::heads::{ExampleLoss, Losses, Target};
use super::net::ConvNet;
use super::passes::add_to;
use serde::{Deserialize, Serialize};
use std::sync::Mutex;

/// Examples whose gradients are summed by one thread.
const CHUNK: usize = 4;

/// How a network is trained.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct TrainerConfig {
    /// The step of Adam.
    pub learning_rate: f32,
    /// The share of every weight (not of biases) that a step of rate 1 would take away.
    pub weight_decay: f32,
    /// How much each loss counts.
    pub losses: Losses,
    /// The longest gradient.
    pub clip_norm: f32,
    /// What is left of the averaged weights in a step.
    pub average_decay: f32,
}

impl Default for TrainerConfig {
    fn default() -> Self {
        TrainerConfig {
            learning_rate: 1e-3,
            weight_decay: 1e-4,
            losses: Losses::default(),
            clip_norm: 1.0,
            average_decay: 0.999,
        }
    }
}

/// The mean losses of a batch, unweighted; 0 where no example has that target.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepLoss {
    /// Cross-entropy of a cell.
    pub cells: f32,
    /// Cross-entropy of the result.
    pub result: f32,
    /// Negative log-likelihood of the measure.
    pub measure: f32,
}

/// Trains a network.
#[derive(Clone, Debug)]
pub struct Trainer {
    pub(super) net: ConvNet,
    pub(super) averages: Vec<f32>,
    pub(super) adam: Adam,
    config: TrainerConfig,
    turned: TurnedKernels,
    chunks: Vec<Chunk>,
    scratches: Vec<BackScratch>,
}

/// What a chunk of examples gave.
#[derive(Clone, Debug, Default)]
struct Chunk {
    gradient: Vec<f32>,
    losses: Vec<ExampleLoss>,
}

impl Trainer {
    /// Begins with a network.
    pub fn new(net: ConvNet, config: TrainerConfig) -> Self {
        let adam = Adam::new(net.weights().len());
        let averages = net.weights().to_vec();
        Trainer { net, averages, adam, config, turned: Default::default(), chunks: Vec::new(), scratches: Vec::new() }
    }

    /// The network as it is.
    pub fn net(&self) -> &ConvNet {
        &self.net
    }

    /// The network of the averaged weights: less noisy than the last one.
    pub fn averaged(&self) -> ConvNet {
        self.net.with_weights(self.averages.clone())
    }

    /// Steps so far.
    pub fn n_steps(&self) -> u64 {
        self.adam.n_steps
    }

    /// From now on Adam's step is this.
    pub fn set_learning_rate(&mut self, learning_rate: f32) {
        self.config.learning_rate = learning_rate;
    }

    /// Learns from a batch in one step. A gradient that is not finite (inputs that are not, say) changes nothing; the losses show it.
    ///
    /// # Panics
    ///
    /// If an input or a target is not of the network's shape.
    pub fn step(&mut self, examples: &[(Input<'_>, Target<'_>)], n_threads: usize) -> StepLoss {
        let loss = self.gather(examples, n_threads);
        let (sum, rest) = match self.chunks[..examples.len().div_ceil(CHUNK)].split_first_mut() {
            Some((first, rest)) => (&mut first.gradient, rest),
            None => return loss,
        };
        for chunk in rest {
            add_to(sum, &chunk.gradient);
        }
        let share = 1.0 / examples.len() as f32;
        let norm = share * sum.iter().map(|&slope| f64::from(slope).powi(2)).sum::<f64>().sqrt() as f32;
        if !norm.is_finite() {
            return loss;
        }
        let scale = if norm > self.config.clip_norm { share * self.config.clip_norm / norm } else { share };
        let TrainerConfig { learning_rate, weight_decay, average_decay, .. } = self.config;
        let weights = &mut self.net.weights;
        for range in self.net.layout.maps() {
            weights[range].iter_mut().for_each(|weight| *weight -= learning_rate * weight_decay * *weight);
        }
        self.adam.step(weights, sum, scale, learning_rate);
        self.net.prepare();
        let n_steps = self.adam.n_steps as f32;
        let pull = 1.0 - average_decay.min((1.0 + n_steps) / (10.0 + n_steps));
        self.averages
            .iter_mut()
            .zip(self.net.weights())
            .for_each(|(average, weight)| *average += pull * (weight - *average));
        loss
    }

    /// Fills a chunk for every few examples.
    fn gather(&mut self, examples: &[(Input<'_>, Target<'_>)], n_threads: usize) -> StepLoss {
        self.turned.turn(&self.net);
        let n_chunks = examples.len().div_ceil(CHUNK);
        let n_threads = n_threads.clamp(1, n_chunks.max(1));
        if self.chunks.len() < n_chunks {
            self.chunks.resize_with(n_chunks, Chunk::default);
        }
        if self.scratches.len() < n_threads {
            self.scratches.resize_with(n_threads, BackScratch::default);
        }
        let judge = Judge { net: &self.net, turned: &self.turned, losses: &self.config.losses };
        let queue = Mutex::new(examples.chunks(CHUNK).zip(&mut self.chunks));
        let work = |scratch: &mut BackScratch| {
            loop {
                let next = queue.lock().expect("no thread panics while it holds the queue").next();
                let Some((examples, chunk)) = next else { break };
                chunk.fill(examples, &judge, scratch);
            }
        };
        let (own, others) = self.scratches[..n_threads].split_first_mut().expect("one thread at least");
        std::thread::scope(|scope| {
            let work = &work;
            others.iter_mut().for_each(|scratch| drop(scope.spawn(move || work(scratch))));
            work(own);
        });
        let losses = || self.chunks[..n_chunks].iter().flat_map(|chunk| &chunk.losses);
        StepLoss {
            cells: mean(losses().filter_map(|loss| loss.cells)),
            result: mean(losses().filter_map(|loss| loss.result)),
            measure: mean(losses().filter_map(|loss| loss.measure)),
        }
    }
}

impl Chunk {
    fn fill(&mut self, examples: &[(Input<'_>, Target<'_>)], judge: &Judge<'_>, scratch: &mut BackScratch) {
        self.gradient.clear();
        self.gradient.resize(judge.net.weights().len(), 0.0);
        self.losses.clear();
        for example in examples {
            self.losses.push(judge.add_gradient(example, scratch, &mut self.gradient));
        }
    }
}

/// The mean of what there is, 0 of nothing.
fn mean(losses: impl Iterator<Item = f32>) -> f32 {
    let (mut sum, mut n) = (0.0, 0u32);
    for loss in losses {
        sum += f64::from(loss);
        n += 1;
    }
    (sum / f64::from(n.max(1))) as f32
}
