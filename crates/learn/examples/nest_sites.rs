//! Where will the bird nest? Spatial probability trees on a domain whose true distribution can be computed.
//!
//! A landscape is a grid of water, reed, trees and roads. A bird chooses a dry cell with a probability proportional to
//! `exp(0.5 * reed within 1 + 0.25 * water within 2 - 0.8 * roads within 2 + 0.6 * (a tree is adjacent))`, which the trees are not told.
//! They see sites that were chosen, and their forecast is compared with the truth, with a uniform guess, and with the frequency of each
//! cell regardless of the landscape.
//!
//! ```text
//! cargo run --release -p learn --example nest_sites
//! ```

use learn::grid::*;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const SHAPE: GridShape = GridShape { width: 16, height: 12 };
const WATER: Kind = Kind(1);
const REED: Kind = Kind(2);
const TREE: Kind = Kind(3);
const ROAD: Kind = Kind(4);

fn vocabulary() -> Vocabulary {
    Vocabulary::new(vec![FieldKind::new("cover", &["water", "reed", "tree", "road"])])
}

/// A pond with a reed belt, scattered trees, and a road across.
fn landscape(rng: &mut impl Rng) -> Scene {
    let mut scene = Scene::new(&vocabulary(), SHAPE);
    let (cx, cy) = (f64::from(rng.random_range(2..14)), f64::from(rng.random_range(2..10)));
    let (radius, road_x) = (rng.random_range(1.5..3.5), rng.random_range(0..16));
    for cell in SHAPE.cells() {
        let distance = (f64::from(cell.x) - cx).hypot(f64::from(cell.y) - cy);
        if cell.x == road_x {
            scene.mark(cell, ROAD);
        } else if distance < radius {
            scene.mark(cell, WATER);
        } else if distance < radius + 1.5 && rng.random_bool(0.6) {
            scene.mark(cell, REED);
        } else if rng.random_bool(0.12) {
            scene.mark(cell, TREE);
        }
    }
    scene.finish();
    scene
}

fn is_dry(scene: &Scene, cell: Cell) -> bool {
    !scene.is(cell, WATER) && !scene.is(cell, ROAD)
}

/// The bird's true distribution.
fn truth(scene: &Scene) -> Vec<f32> {
    let liking = |cell: Cell| {
        let near = |kind, reach| f64::from(scene.count(kind, cell, reach));
        let beside_tree = f64::from(u8::from(near(TREE, 1) > 0.0));
        (0.5 * near(REED, 1) + 0.25 * near(WATER, 2) - 0.8 * near(ROAD, 2) + 0.6 * beside_tree).exp()
    };
    let weights: Vec<f64> = SHAPE.cells().map(|cell| if is_dry(scene, cell) { liking(cell) } else { 0.0 }).collect();
    let total: f64 = weights.iter().sum();
    weights.iter().map(|w| (w / total) as f32).collect()
}

fn sighting(rng: &mut impl Rng) -> Sighting {
    let scene = landscape(rng);
    let mut left: f32 = rng.random_range(0.0..1.0);
    let chosen = truth(&scene).iter().position(|p| {
        left -= p;
        left < 0.0
    });
    // Rounding may leave a crumb: then the last dry cell.
    let event = chosen
        .map_or_else(|| SHAPE.cells().filter(|&cell| is_dry(&scene, cell)).last().unwrap(), |idx| SHAPE.cell(idx));
    Sighting { scene, event }
}

fn sightings(n: usize, seed: u64) -> Vec<Sighting> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    (0..n).map(|_| sighting(&mut rng)).collect()
}

/// Mean natural log of the probability of the chosen site.
fn log_evidence(test: &[Sighting], forecast: impl Fn(&Scene) -> Vec<f32>) -> f64 {
    let log = |s: &Sighting| f64::from(forecast(&s.scene)[SHAPE.index(s.event)].max(1e-9)).ln();
    test.iter().map(log).sum::<f64>() / test.len() as f64
}

struct Figures {
    uniform: f64,
    place_alone: f64,
    forest: f64,
    weights: f64,
    truth: f64,
}

fn compare(n_trees: usize, n_per_tree: usize, n_for_weights: usize) -> (Figures, GridForest, OffsetWeights) {
    let settings = GrowthSettings { largest_question_window: 7, ..GrowthSettings::default() };
    let of = |tree: usize| sightings(n_per_tree, 100 + tree as u64);
    let forest = GridForest::new(grow_forest(n_trees, of, &vocabulary(), &settings, 1, || {}).expect("windows fit"));

    let mut learner = WeightLearner::new(&forest, WeightSettings::default());
    let training = sightings(n_for_weights, 2);
    let n_batches = training.len().div_ceil(32) as f32;
    let windows = Windows::for_trees(SHAPE, forest.trees());
    for (idx, batch) in training.chunks(32).enumerate() {
        let possible = |s: &Sighting| SHAPE.cells().map(|cell| is_dry(&s.scene, cell)).collect();
        let batch: Vec<_> = batch.iter().map(|s| (s.clone(), possible(s))).collect();
        learner.learn(&batch, &windows, 1.0 - idx as f32 / n_batches);
    }
    let weights = learner.finish();

    let mut place = vec![1.0f32; SHAPE.n_cells()];
    training.iter().for_each(|s| place[SHAPE.index(s.event)] += 1.0);
    let masked = |scene: &Scene, weight: &dyn Fn(usize) -> f32| {
        let raw: Vec<f32> =
            (0..SHAPE.n_cells()).map(|idx| if is_dry(scene, SHAPE.cell(idx)) { weight(idx) } else { 0.0 }).collect();
        let total: f32 = raw.iter().sum();
        raw.iter().map(|w| w / total).collect::<Vec<f32>>()
    };
    let test = sightings(2_000, 3);
    let figures = Figures {
        uniform: log_evidence(&test, |scene| masked(scene, &|_| 1.0)),
        place_alone: log_evidence(&test, |scene| masked(scene, &|idx| place[idx])),
        forest: log_evidence(&test, |scene| {
            let mut p = Vec::new();
            let view = View { scene, windows: &windows };
            forest.probabilities(view, |idx| is_dry(scene, SHAPE.cell(idx)), &mut Scratch::default(), &mut p);
            p
        }),
        weights: log_evidence(&test, |scene| learned(&forest, &weights, scene)),
        truth: log_evidence(&test, truth),
    };
    (figures, forest, weights)
}

fn learned(forest: &GridForest, weights: &OffsetWeights, scene: &Scene) -> Vec<f32> {
    let mut p = Vec::new();
    let windows = Windows::for_trees(SHAPE, forest.trees());
    let view = View { scene, windows: &windows };
    weights.probabilities(forest, view, |idx| is_dry(scene, SHAPE.cell(idx)), &mut Scratch::default(), &mut p);
    p
}

/// One row of the landscape, of the truth and of the forecast (in tenths of the most likely cell).
fn draw_row(scene: &Scene, y: u8, truth: &[f32], forecast: &[f32]) -> String {
    let sign = |cell: Cell| {
        let signs = [(WATER, '~'), (REED, '|'), (TREE, 'T'), (ROAD, '#')];
        signs.iter().find(|(kind, _)| scene.is(cell, *kind)).map_or('.', |&(_, sign)| sign)
    };
    let level = |p: &[f32], cell: Cell| {
        let highest = p.iter().copied().fold(0.0, f32::max);
        char::from_digit((p[SHAPE.index(cell)] / highest * 9.0).round() as u32, 10).unwrap_or('?')
    };
    let row: Vec<Cell> = (0..SHAPE.width).map(|x| Cell { x, y }).collect();
    let text = |of: &dyn Fn(Cell) -> char| row.iter().map(|&cell| of(cell)).collect::<String>();
    format!("{}   {}   {}", text(&sign), text(&|cell| level(truth, cell)), text(&|cell| level(forecast, cell)))
}

fn main() {
    let (figures, forest, weights) = compare(10, 1_000, 20_000);
    println!("mean log-probability of the site that was chosen, 2000 landscapes never seen before");
    println!("  any dry cell              {:.3}", figures.uniform);
    println!("  how often each cell was   {:.3}", figures.place_alone);
    println!("  forest, local frequencies {:.3}", figures.forest);
    println!("  forest, learned weights   {:.3}", figures.weights);
    println!("  the truth                 {:.3}", figures.truth);
    let scene = landscape(&mut Xoshiro256PlusPlus::seed_from_u64(11));
    let (truth, forecast) = (truth(&scene), learned(&forest, &weights, &scene));
    println!("\nlandscape          truth              forecast");
    (0..SHAPE.height).for_each(|y| println!("{}", draw_row(&scene, y, &truth, &forecast)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forecasts_come_close_to_the_truth_and_never_beat_it() {
        let (figures, ..) = compare(4, 300, 4_000);
        let Figures { uniform, place_alone, forest, weights, truth } = figures;
        assert!(truth > weights && weights > forest && forest > place_alone.max(uniform) + 0.2);
        assert!(truth - weights < 0.35 * (truth - uniform), "{weights} of {truth}");
    }
}
