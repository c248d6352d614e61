//! How many grids a second a convolutional network answers for, and learns from, on one thread.
//!
//! ```text
//! cargo run --release -p learn --example convolution_speed [CHANNELS BLOCKS]
//! ```
//!
//! Random grids of 19 x 19 cells with 20 planes. Times are those of the processor, so that other programs on the machine do not count (where the
//! system does not tell them, those of the clock). The answers are asserted: predictions do not depend on what was predicted before, and training lowers the loss.

use learn::convolution::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::time::Instant;

const SIDE: usize = 19;

struct Example {
    planes: Vec<f32>,
    cells: Vec<f32>,
}

/// Planes of zeros and ones; a cell is won where its first plane is set.
fn examples(n: usize, planes: usize) -> Vec<Example> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut example = || {
        let planes: Vec<f32> = (0..planes * SIDE * SIDE).map(|_| f32::from(u8::from(rng.random_bool(0.3)))).collect();
        let cells = planes[..SIDE * SIDE].to_vec();
        Example { planes, cells }
    };
    (0..n).map(|_| example()).collect()
}

impl Example {
    fn input(&self) -> Input<'_> {
        Input { width: SIDE, height: SIDE, planes: &self.planes, globals: &[0.5; 4] }
    }

    fn target(&self) -> Target<'_> {
        let measure: f32 = self.cells.iter().map(|p| 2.0 * p - 1.0).sum();
        Target { cells: Some(&self.cells), result: Some(f32::from(u8::from(measure > 0.0))), measure: Some(measure) }
    }
}

/// Seconds of this process so far.
fn processor_seconds(started: Instant) -> f64 {
    // Fields 14 and 15, counted after the name in brackets: user and system time in hundredths of a second.
    let from_system = || {
        let text = std::fs::read_to_string("/proc/self/stat").ok()?;
        let mut fields = text.rsplit_once(')')?.1.split_whitespace().skip(11);
        let mut ticks = || fields.next()?.parse::<f64>().ok();
        Some((ticks()? + ticks()?) / 100.0)
    };
    from_system().unwrap_or_else(|| started.elapsed().as_secs_f64())
}

/// How often a second `work` is done.
fn rate(n: usize, mut work: impl FnMut(usize)) -> f64 {
    let started = Instant::now();
    work(0);
    let before = processor_seconds(started);
    (0..n).for_each(&mut work);
    n as f64 / (processor_seconds(started) - before).max(1e-9)
}

/// Predictions and training examples a second.
fn measure(shape: Shape, n_predictions: usize, n_steps: usize) -> (f64, f64) {
    let examples = examples(16, shape.planes);
    let net = ConvNet::new(shape, 2).expect("a shape within bounds");
    let mut trainer = Trainer::new(net, TrainerConfig::default());
    let batch: Vec<_> = examples.iter().map(|example| (example.input(), example.target())).collect();
    let first = trainer.step(&batch, 1);
    let mut last = first;
    let training = rate(n_steps, |_| last = trainer.step(&batch, 1)) * batch.len() as f64;
    assert!(last.cells < first.cells && last.measure < first.measure, "{first:?} {last:?}");

    let net = trainer.averaged();
    let (mut scratch, mut output) = (Scratch::default(), Output::default());
    net.predict(&examples[0].input(), &mut scratch, &mut output);
    let expected = output.clone();
    let predictions = rate(n_predictions, |idx| {
        net.predict(&examples[idx % examples.len()].input(), &mut scratch, &mut output);
        assert!(idx % examples.len() != 0 || output == expected);
    });
    (predictions, training)
}

fn main() {
    let numbers: Vec<usize> = std::env::args().skip(1).map(|text| text.parse().expect("a number")).collect();
    let [channels, blocks] = numbers[..] else { return print(32, 6) };
    print(channels, blocks);
}

fn print(channels: usize, blocks: usize) {
    let shape = Shape { planes: 20, globals: 4, channels, blocks };
    let (predictions, training) = measure(shape, 3_000, 50);
    println!("{channels} channels, {blocks} blocks, {} weights, one thread", shape.n_weights());
    println!("  predictions a second        {predictions:.0}");
    println!("  training examples a second  {training:.0}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_network_is_measured() {
        let (predictions, training) = measure(Shape { planes: 3, globals: 4, channels: 8, blocks: 1 }, 20, 10);
        assert!(predictions > 0.0 && training > 0.0);
    }
}
