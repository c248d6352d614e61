//! The gradient against differences of the slow twin's loss, and the laws of training that hold exactly.

use super::*;
use crate::convolution::backward::{BackScratch, Judge, TurnedKernels};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The weighted loss of the twin.
fn slow_loss(twin: &SlowTwin, input: &Input<'_>, target: &Target<'_>, losses: &Losses) -> f64 {
    let output = twin.predict(input);
    let cross_entropy = |logit: f64, target: f32| {
        let p = 1.0 / (1.0 + (-logit).exp());
        -f64::from(target) * p.ln() - (1.0 - f64::from(target)) * (1.0 - p).ln()
    };
    let cells = target.cells.map_or(0.0, |cells| {
        output.cells.iter().zip(cells).map(|(&logit, &cell)| cross_entropy(logit, cell)).sum::<f64>()
            / cells.len() as f64
    });
    let result = target.result.map_or(0.0, |result| cross_entropy(output.result, result));
    let measure = target.measure.map_or(0.0, |measure| {
        let error = (output.measure - f64::from(measure)) / output.log_spread.exp();
        (error * error + 0.01).sqrt() + output.log_spread + std::f64::consts::LN_2
    });
    f64::from(losses.cells) * cells + f64::from(losses.result) * result + f64::from(losses.measure) * measure
}

#[test]
fn gradients_are_differences_of_the_loss_in_every_part_of_the_weights() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let losses = Losses { cells: 1.0, result: 0.7, measure: 0.3 };
    for (shape, size) in [
        (Shape { planes: 3, globals: 2, channels: 8, blocks: 2 }, (4, 3)),
        (Shape { planes: 7, globals: 0, channels: 24, blocks: 1 }, (5, 6)),
        (Shape { planes: 2, globals: 1, channels: 16, blocks: 0 }, (1, 3)),
    ] {
        let net = random_net(shape, &mut rng);
        let grid = Grid::random(shape, size, &mut rng);
        let cells: Vec<f32> = (0..size.0 * size.1).map(|_| rng.random_range(0.0..1.0)).collect();
        let all = Target { cells: Some(&cells), result: Some(0.8), measure: Some(1.5) };
        for target in [all, Target { cells: None, ..all }, Target { measure: None, result: None, ..all }] {
            let mut turned = TurnedKernels::default();
            turned.turn(&net);
            let judge = Judge { net: &net, turned: &turned, losses: &losses };
            let mut gradient = vec![0.0; shape.n_weights()];
            judge.add_gradient(&(grid.input(), target), &mut BackScratch::default(), &mut gradient);

            let layout = &net.layout;
            let mut parts = layout.maps();
            parts.extend([&layout.input_bias, &layout.hidden_bias, &layout.scalars_bias].map(Clone::clone));
            parts.push(layout.cell_bias..layout.cell_bias + 1);
            parts.extend(layout.blocks.iter().flat_map(|block| [block.first_bias.clone(), block.second_bias.clone()]));
            assert_eq!(parts.iter().map(|part| part.len()).sum::<usize>(), shape.n_weights());
            let mut twin = SlowTwin::new(&net);
            for part in parts {
                for place in part.clone().step_by(part.len().div_ceil(25).max(1)) {
                    let weight = twin.weights[place];
                    let mut loss_at = |value| {
                        twin.weights[place] = value;
                        slow_loss(&twin, &grid.input(), &target, &losses)
                    };
                    let slope = (loss_at(weight + 1e-5) - loss_at(weight - 1e-5)) / 2e-5;
                    loss_at(weight);
                    let found = f64::from(gradient[place]);
                    assert!(
                        (found - slope).abs() < 1e-4 + 1e-3 * slope.abs(),
                        "{shape:?} {part:?} {place}: {found} {slope}"
                    );
                }
            }
        }
    }
}

const SHAPE: Shape = Shape { planes: 4, globals: 1, channels: 16, blocks: 2 };

/// Grids of several sizes with targets, some of them silent.
fn examples(n: usize, seed: u64) -> Vec<(Grid, Vec<f32>)> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut example = |idx: usize| {
        let grid = Grid::random(SHAPE, (3 + idx % 3, 5), &mut rng);
        let cells = (0..grid.width * grid.height).map(|_| rng.random_range(0.0..1.0)).collect();
        (grid, cells)
    };
    (0..n).map(&mut example).collect()
}

fn batch(examples: &[(Grid, Vec<f32>)]) -> Vec<(Input<'_>, Target<'_>)> {
    let known = |idx: usize, every: usize, value: f32| (!idx.is_multiple_of(every)).then_some(value);
    let targets = examples.iter().enumerate().map(|(idx, (grid, cells))| {
        let cells = (!idx.is_multiple_of(5)).then_some(&cells[..]);
        (grid.input(), Target { cells, result: known(idx, 3, 0.25), measure: known(idx, 4, idx as f32 - 9.0) })
    });
    targets.collect()
}

fn trainer() -> Trainer {
    Trainer::new(ConvNet::new(SHAPE, 7).unwrap(), TrainerConfig::default())
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let examples = examples(23, 3);
    let mut trainers = [trainer(), trainer(), trainer()];
    for _ in 0..3 {
        let losses: Vec<StepLoss> = trainers
            .iter_mut()
            .zip([1, 2, 5])
            .map(|(trainer, n_threads)| trainer.step(&batch(&examples), n_threads))
            .collect();
        assert!(losses[0] == losses[1] && losses[0] == losses[2]);
    }
    let [one, two, five] = trainers.map(|trainer| trainer.state());
    assert_ne!(one.weights, trainer().state().weights);
    assert!(one == two && one == five);
}

#[test]
fn training_goes_on_from_a_saved_state_as_if_it_had_not_stopped() {
    let examples = examples(10, 4);
    let mut whole = trainer();
    for _ in 0..3 {
        whole.step(&batch(&examples), 2);
    }
    let bytes = postcard::to_stdvec(&whole.state()).unwrap();
    let mut resumed = Trainer::from_state(postcard::from_bytes(&bytes).unwrap(), TrainerConfig::default()).unwrap();
    for _ in 0..3 {
        assert_eq!(whole.step(&batch(&examples), 2), resumed.step(&batch(&examples), 1));
    }
    assert_eq!(whole.state(), resumed.state());
    assert_eq!(whole.averaged().weights(), resumed.averaged().weights());
    assert_ne!(whole.averaged().weights(), whole.net().weights());
}

#[test]
fn states_that_are_not_ones_of_a_trainer_are_refused() {
    let good = trainer().state();
    let refused = |change: &dyn Fn(&mut TrainerState)| {
        let mut state = good.clone();
        change(&mut state);
        Trainer::from_state(state, TrainerConfig::default()).unwrap_err().to_string()
    };
    let n = SHAPE.n_weights();
    assert_eq!(refused(&|state| state.averages.truncate(1)), format!("averages: 1 weights where the shape has {n}"));
    assert_eq!(refused(&|state| state.weights[3] = f32::NAN), "weights: weight 3 is NaN");
    assert_eq!(refused(&|state| state.second_moments[0] = -1.0), "second moment 0 is -1, less than 0");
    assert_eq!(
        refused(&|state| state.shape.channels = 12),
        "weights: 12 channels: there may be 8, 16, 24, ... up to 512"
    );
    assert_eq!(refused(&|state| state.shape.planes = 0), "weights: 0 planes: there may be 1 to 1024");
}

#[test]
fn a_gradient_that_is_not_finite_changes_nothing() {
    let examples = examples(6, 5);
    let mut batch = batch(&examples);
    batch[1].1.measure = Some(f32::NAN);
    let mut trainer = trainer();
    let before = trainer.state();
    assert!(trainer.step(&batch, 1).measure.is_nan());
    assert_eq!(trainer.state(), before);
    assert_eq!(trainer.step(&[], 1), StepLoss::default());
    assert_eq!(trainer.state(), before);
}
