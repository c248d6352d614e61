//! The network as nested loops over cells in double precision, written from the formulas in [`super::super`] alone.

use super::*;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

pub(super) struct SlowTwin {
    pub(super) shape: Shape,
    pub(super) weights: Vec<f64>,
}

/// The answers, in double precision.
pub(super) struct SlowOutput {
    pub(super) cells: Vec<f64>,
    pub(super) result: f64,
    pub(super) measure: f64,
    pub(super) log_spread: f64,
}

/// A field: channels, then cells in reading order.
type Field = Vec<Vec<f64>>;

fn relu(field: &Field) -> Field {
    field.iter().map(|channel| channel.iter().map(|value| value.max(0.0)).collect()).collect()
}

fn pool(field: &Field) -> Vec<f64> {
    let means = field.iter().map(|channel| channel.iter().sum::<f64>() / channel.len() as f64);
    means.chain(field.iter().map(|channel| channel.iter().copied().fold(f64::NEG_INFINITY, f64::max))).collect()
}

fn linear(map: &[f64], from: &[f64], n_outputs: usize) -> Vec<f64> {
    (0..n_outputs).map(|o| from.iter().enumerate().map(|(i, value)| value * map[i * n_outputs + o]).sum()).collect()
}

fn convolve(field: &Field, kernel: &[f64], bias: &[f64], (width, height): (usize, usize)) -> Field {
    let at = |channel: &Vec<f64>, x: isize, y: isize| {
        let is_inside = x >= 0 && y >= 0 && x < width as isize && y < height as isize;
        if is_inside { channel[y as usize * width + x as usize] } else { 0.0 }
    };
    let cells = || (0..height as isize).flat_map(|y| (0..width as isize).map(move |x| (x, y)));
    let (n_inputs, n_outputs) = (field.len(), bias.len());
    let output = |o: usize| {
        let cell = |(x, y): (isize, isize)| {
            let mut sum = bias[o];
            for tap in 0..9 {
                let (dx, dy) = (tap as isize % 3 - 1, tap as isize / 3 - 1);
                for (i, channel) in field.iter().enumerate() {
                    sum += at(channel, x + dx, y + dy) * kernel[(tap * n_inputs + i) * n_outputs + o];
                }
            }
            sum
        };
        cells().map(cell).collect()
    };
    (0..n_outputs).map(output).collect()
}

impl SlowTwin {
    pub(super) fn new(net: &ConvNet) -> Self {
        SlowTwin { shape: net.shape(), weights: net.weights().iter().map(|&weight| f64::from(weight)).collect() }
    }

    pub(super) fn predict(&self, input: &Input<'_>) -> SlowOutput {
        let Shape { planes, globals, channels, blocks } = self.shape;
        let size = (input.width, input.height);
        let n_cells = input.width * input.height;
        let mut rest = &self.weights[..];
        let mut take = |n: usize| {
            let part;
            (part, rest) = rest.split_at(n);
            part
        };
        let field: Field =
            input.planes.chunks(n_cells).map(|plane| plane.iter().map(|&value| f64::from(value)).collect()).collect();
        let known: Vec<f64> = input.globals.iter().map(|&value| f64::from(value)).collect();
        let mut x = convolve(&field, take(9 * planes * channels), take(channels), size);
        let from_globals = linear(take(globals * channels), &known, channels);
        x.iter_mut().zip(&from_globals).for_each(|(channel, more)| channel.iter_mut().for_each(|value| *value += more));
        x = relu(&x);
        for _ in 0..blocks {
            let mut h = convolve(&relu(&x), take(9 * channels * channels), take(channels), size);
            let more = linear(take(2 * channels * channels), &pool(&h), channels);
            h.iter_mut().zip(&more).for_each(|(channel, more)| channel.iter_mut().for_each(|value| *value += more));
            let change = convolve(&relu(&h), take(9 * channels * channels), take(channels), size);
            x.iter_mut().flatten().zip(change.iter().flatten()).for_each(|(x, change)| *x += change);
        }
        let last = relu(&x);
        let (kernel, bias) = (take(channels), take(1)[0]);
        let logit =
            |cell: usize| bias + last.iter().zip(kernel).map(|(channel, weight)| channel[cell] * weight).sum::<f64>();
        let cells: Vec<f64> = (0..n_cells).map(logit).collect();
        let sum: f64 = cells.iter().map(|logit| (logit / 2.0).tanh()).sum();
        let mut inputs = pool(&last);
        inputs.extend(known);
        inputs.push(sum / 10.0);
        let add = |values: Vec<f64>, bias: &[f64]| values.iter().zip(bias).map(|(v, b)| v + b).collect::<Vec<f64>>();
        let hidden = add(linear(take(inputs.len() * 32), &inputs, 32), take(32));
        let hidden: Vec<f64> = hidden.iter().map(|value| value.max(0.1 * value)).collect();
        let scalars = add(linear(take(32 * 3), &hidden, 3), take(3));
        assert!(rest.is_empty());
        let log_spread = scalars[2].clamp(0.0, 5.0);
        SlowOutput { cells, result: scalars[0], measure: sum + scalars[1], log_spread }
    }
}

#[test]
fn predictions_are_those_of_the_slow_twin() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut scratch, mut output) = (Scratch::default(), Output::default());
    let shapes = [
        Shape { planes: 3, globals: 2, channels: 16, blocks: 2 },
        Shape { planes: 20, globals: 0, channels: 8, blocks: 1 },
        Shape { planes: 1, globals: 1, channels: 24, blocks: 0 },
        Shape { planes: 5, globals: 3, channels: 40, blocks: 3 },
    ];
    for shape in shapes {
        for size in [(5, 9), (1, 1), (19, 19), (1, 7), (8, 2), (5, 9), (13, 13)] {
            let net = random_net(shape, &mut rng);
            let grid = Grid::random(shape, size, &mut rng);
            net.predict(&grid.input(), &mut scratch, &mut output);
            let twin = SlowTwin::new(&net).predict(&grid.input());
            assert_eq!(output.cells.len(), twin.cells.len());
            let close = |fast: f32, slow: f64| {
                assert!(
                    (f64::from(fast) - slow).abs() < 1e-4 * slow.abs().max(1.0),
                    "{shape:?} {size:?}: {fast} {slow}"
                );
            };
            output.cells.iter().zip(&twin.cells).for_each(|(&fast, &slow)| close(fast, slow));
            close(output.result, twin.result);
            close(output.measure, twin.measure);
            close(output.log_spread, twin.log_spread);
        }
    }
}

#[test]
fn a_deeper_network_begins_with_the_answers_of_the_one_before() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut scratch = Scratch::default();
    for blocks in [0, 2] {
        let net = random_net(Shape { planes: 3, globals: 2, channels: 16, blocks }, &mut rng);
        let deeper = net.deepened(5, 1).unwrap();
        assert_eq!((deeper.shape().blocks, net.deepened(0, 1).unwrap().shape().blocks), (5, blocks));
        let grid = Grid::random(net.shape(), (7, 9), &mut rng);
        let [mut before, mut after] = [Output::default(), Output::default()];
        net.predict(&grid.input(), &mut scratch, &mut before);
        deeper.predict(&grid.input(), &mut scratch, &mut after);
        assert_eq!(before, after);
    }
}
