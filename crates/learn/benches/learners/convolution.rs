//! A network of 48 channels and eight blocks on a grid of 19 x 19, the size of the embedded models of final ownership: one answer, and one step of learning.

use learn::convolution::{ConvNet, Input, Output, Scratch, Shape, Target, Trainer, TrainerConfig};
use std::time::Instant;

const SIDE: usize = 19;
const SHAPE: Shape = Shape { planes: 24, globals: 6, channels: 48, blocks: 8 };
const N_PREDICTIONS: usize = 300;
const N_STEPS: usize = 5;
const BATCH: usize = 64;

pub(crate) fn run() {
    let net = ConvNet::new(SHAPE, 1).expect("a usual shape");
    let planes: Vec<f32> = (0..SHAPE.planes * SIDE * SIDE).map(|i| (i * 7919 % 13) as f32 / 13.0).collect();
    let input = Input { width: SIDE, height: SIDE, planes: &planes, globals: &[0.3; SHAPE.globals] };
    let cells = vec![0.7; SIDE * SIDE];
    let target = Target { cells: Some(&cells), result: Some(1.0), measure: Some(3.0) };
    let examples = vec![(input, target); BATCH];

    let mut trainer = Trainer::new(net, TrainerConfig::default());
    let start = Instant::now();
    let losses: Vec<f32> = (0..N_STEPS).map(|_| trainer.step(&examples, 1).cells).collect();
    println!("one example learned: {:.2} ms", milliseconds(start) / (N_STEPS * BATCH) as f64);
    assert!(losses[1..].iter().all(|loss| *loss < losses[0]), "{losses:?} do not fall");

    let (mut scratch, mut output) = (Scratch::default(), Output::default());
    let start = Instant::now();
    for _ in 0..N_PREDICTIONS {
        trainer.net().predict(&input, &mut scratch, &mut output);
    }
    println!("one answer: {:.3} ms", milliseconds(start) / N_PREDICTIONS as f64);
    let entropy = |logit: &f32| -0.7 * f64::from(*logit) + f64::from(*logit).exp().ln_1p();
    let found = output.cells.iter().map(entropy).sum::<f64>() / output.cells.len() as f64;
    assert!(found < f64::from(losses[0]), "the network says what it said before it learned: {found}");
}

fn milliseconds(start: Instant) -> f64 {
    1000.0 * start.elapsed().as_secs_f64()
}
