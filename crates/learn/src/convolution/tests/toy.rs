//! A task whose truth can be computed: two kinds of marks on a grid, each cell belongs to the nearer one, and the kind with more cells wins.

use super::*;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

const SHAPE: Shape = Shape { planes: 3, globals: 1, channels: 16, blocks: 3 };
const SIDE: usize = 7;
const N_CELLS: usize = SIDE * SIDE;

struct Example {
    planes: Vec<f32>,
    cells: Vec<f32>,
    measure: f32,
}

impl Example {
    /// One mark of each kind on different cells; a cell as far from one as from the other is half of each.
    fn random(rng: &mut impl Rng) -> Self {
        let ours = rng.random_range(0..N_CELLS);
        let theirs = (ours + rng.random_range(1..N_CELLS)) % N_CELLS;
        let mut planes = vec![0.0; 3 * N_CELLS];
        planes[ours] = 1.0;
        planes[N_CELLS + theirs] = 1.0;
        planes[2 * N_CELLS..].fill(1.0);
        let distance = |a: usize, b: usize| (a % SIDE).abs_diff(b % SIDE) + (a / SIDE).abs_diff(b / SIDE);
        let owner = |cell: usize| match distance(cell, ours).cmp(&distance(cell, theirs)) {
            std::cmp::Ordering::Less => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 0.0,
        };
        let cells: Vec<f32> = (0..N_CELLS).map(owner).collect();
        let measure = cells.iter().map(|p| 2.0 * p - 1.0).sum();
        Example { planes, cells, measure }
    }

    fn input(&self) -> Input<'_> {
        Input { width: SIDE, height: SIDE, planes: &self.planes, globals: &[1.0] }
    }

    fn result(&self) -> f32 {
        0.5 + 0.5 * self.measure.signum() * f32::from(u8::from(self.measure != 0.0))
    }

    fn target(&self) -> Target<'_> {
        Target { cells: Some(&self.cells), result: Some(self.result()), measure: Some(self.measure) }
    }
}

#[test]
fn it_learns_which_mark_is_nearer_and_which_has_more_cells() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let config = TrainerConfig { average_decay: 0.99, ..TrainerConfig::default() };
    let mut trainer = Trainer::new(ConvNet::new(SHAPE, 6).unwrap(), config);
    let n_steps = 400;
    for step in 0..n_steps {
        let examples: Vec<Example> = (0..32).map(|_| Example::random(&mut rng)).collect();
        let batch: Vec<_> = examples.iter().map(|example| (example.input(), example.target())).collect();
        trainer.set_learning_rate(5e-3 * (1.0 - 0.9 * step as f32 / n_steps as f32));
        trainer.step(&batch, 1);
    }
    let net = trainer.averaged();
    let (mut scratch, mut output) = (Scratch::default(), Output::default());
    let (mut n_decided, mut n_right, mut n_results, mut n_results_right) = (0, 0, 0, 0);
    let (mut error, mut likelihood) = (0.0, 0.0);
    let n_tests = 200;
    for _ in 0..n_tests {
        let example = Example::random(&mut rng);
        net.predict(&example.input(), &mut scratch, &mut output);
        for (logit, cell) in output.cells.iter().zip(&example.cells).filter(|(_, cell)| **cell != 0.5) {
            n_decided += 1;
            n_right += usize::from((*logit > 0.0) == (*cell > 0.5));
        }
        if example.measure != 0.0 {
            n_results += 1;
            n_results_right += usize::from((output.result > 0.0) == (example.measure > 0.0));
        }
        let distance = (output.measure - example.measure) / output.log_spread.exp();
        error += (output.measure - example.measure).abs() / n_tests as f32;
        likelihood -= (0.5 * distance * distance + output.log_spread) / n_tests as f32;
    }
    let share = |n: usize, of: usize| n as f64 / of as f64;
    let found = (share(n_right, n_decided), share(n_results_right, n_results), error, likelihood);
    assert!(found.0 > 0.95 && found.1 > 0.95 && found.2 < 3.0 && found.3 > -1.8, "{found:?}");
}
