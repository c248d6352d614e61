//! Counts against a slow twin, the worked example of the thesis, growth on a domain with a known truth, laws of tables.

use super::weights::softmax;
use super::*;
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn two_fields() -> Vocabulary {
    Vocabulary::new(vec![FieldKind::new("stone", &["own", "other"]), Bins::new(&[1, 2, 4]).field("height")])
}

/// Counts by looking at every cell of the window.
fn slow_count(marks: &[(Cell, Kind)], shape: GridShape, kind: Kind, focus: Cell, reach: u8) -> u16 {
    let reach = i16::from(reach);
    let mut n = 0;
    for dy in -reach..=reach {
        for dx in -reach..=reach {
            let (x, y) = (i16::from(focus.x) + dx, i16::from(focus.y) + dy);
            let is_inside = (0..i16::from(shape.width)).contains(&x) && (0..i16::from(shape.height)).contains(&y);
            let is_counted = match kind {
                Kind::OUTSIDE => !is_inside,
                _ => is_inside && marks.contains(&(Cell { x: x as u8, y: y as u8 }, kind)),
            };
            n += u16::from(is_counted);
        }
    }
    n
}

proptest! {
    #[test]
    fn summed_areas_count_like_the_slow_twin(width in 1u8..9, height in 1u8..9, seed in any::<u64>()) {
        let (vocabulary, shape) = (two_fields(), GridShape { width, height });
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut marks = Vec::new();
        let mut scene = Scene::new(&vocabulary, shape);
        for cell in shape.cells() {
            for kind in (1..vocabulary.n_kinds()).map(|k| Kind(k as u16)) {
                if rng.random_bool(0.3) {
                    marks.push((cell, kind));
                    scene.mark(cell, kind);
                }
            }
        }
        scene.finish();
        for focus in shape.cells() {
            for kind in (0..vocabulary.n_kinds()).map(|k| Kind(k as u16)) {
                for reach in 0..5 {
                    prop_assert_eq!(scene.count(kind, focus, reach), slow_count(&marks, shape, kind, focus, reach));
                }
            }
        }
    }
}

#[test]
fn bins_have_the_class_of_the_largest_bound_reached() {
    let bins = Bins::new(&[1, 2, 4]);
    let classes: Vec<Option<u16>> = (0..6).map(|value| bins.class(value)).collect();
    assert_eq!(classes, [None, Some(0), Some(1), Some(1), Some(2), Some(2)]);
    assert_eq!(bins.field("height").classes, ["1", "2 to 3", "4 or more"]);
}

#[test]
fn kinds_have_names_and_places() {
    let vocabulary = two_fields();
    assert_eq!(vocabulary.n_kinds(), 6);
    assert_eq!(vocabulary.name(Kind::OUTSIDE), "outside");
    assert_eq!(vocabulary.name(vocabulary.kind(1, 2)), "height:4 or more");
    assert_eq!(vocabulary.field_and_class(Kind(6)), None);
}

/// Figures 4.5 and 4.6: in the corner of a board a 3x3 window has five cells outside.
#[test]
fn a_corner_has_five_cells_outside_its_3x3_window() {
    let scene = Scene::new(&two_fields(), GridShape { width: 19, height: 19 });
    assert_eq!(scene.count(Kind::OUTSIDE, Cell { x: 0, y: 0 }, 1), 5);
    assert_eq!(scene.count(Kind::OUTSIDE, Cell { x: 0, y: 5 }, 1), 3);
    assert_eq!(scene.count(Kind::OUTSIDE, Cell { x: 9, y: 9 }, 9), 0);
}

/// A scene with one landmark; the event is right of it.
fn beside_a_landmark(seed: u64) -> (Vocabulary, Sighting) {
    let vocabulary = Vocabulary::new(vec![FieldKind::new("mark", &["landmark", "litter"])]);
    let shape = GridShape { width: 8, height: 6 };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut scene = Scene::new(&vocabulary, shape);
    let landmark = Cell { x: rng.random_range(0..7), y: rng.random_range(0..6) };
    scene.mark(landmark, Kind(1));
    for cell in shape.cells().filter(|&cell| cell != landmark) {
        if rng.random_bool(0.2) {
            scene.mark(cell, Kind(2));
        }
    }
    scene.finish();
    (vocabulary, Sighting { scene, event: Cell { x: landmark.x + 1, y: landmark.y } })
}

fn landmark_settings() -> GrowthSettings {
    GrowthSettings {
        questions: 60,
        minimum_support: 10,
        depth: 6,
        smallest_question_window: 1,
        largest_question_window: 5,
        ..GrowthSettings::default()
    }
}

fn landmark_forest() -> GridForest {
    let (vocabulary, _) = beside_a_landmark(0);
    let of = |tree: usize| (0..150).map(|i| beside_a_landmark(1000 * tree as u64 + i).1).collect();
    let trees = grow_forest(4, of, &vocabulary, &landmark_settings(), 5, || {}).unwrap();
    GridForest::new(trees)
}

fn share_ranked_first(predict: impl Fn(&Scene) -> Vec<f32>) -> f64 {
    let n_hits = (0..200u64).filter(|i| {
        let (_, sighting) = beside_a_landmark(900_000 + i);
        let p = predict(&sighting.scene);
        let event = sighting.scene.shape().index(sighting.event);
        p.iter().enumerate().all(|(idx, &q)| idx == event || q < p[event])
    });
    n_hits.count() as f64 / 200.0
}

#[test]
fn a_forest_finds_what_the_event_depends_on() {
    let forest = landmark_forest();
    let frequencies = share_ranked_first(|scene| {
        let mut p = Vec::new();
        let windows = Windows::for_trees(scene.shape(), forest.trees());
        forest.probabilities(View { scene, windows: &windows }, |_| true, &mut Scratch::default(), &mut p);
        assert!((p.iter().sum::<f32>() - 1.0).abs() < 1e-4);
        p
    });
    assert!(frequencies > 0.9, "{frequencies}");

    let mut learner = WeightLearner::new(&forest, WeightSettings { rate: 3.0, ..WeightSettings::default() });
    let batch = |k: u64| -> Vec<(Sighting, Vec<bool>)> {
        (0..20).map(|i| (beside_a_landmark(500_000 + 20 * k + i).1, vec![true; 48])).collect()
    };
    let windows = Windows::for_trees(GridShape { width: 8, height: 6 }, forest.trees());
    let first = learner.learn(&batch(0), &windows, 1.0);
    assert!((first + 48f64.ln()).abs() < 1e-3, "weights 0 are uniform: {first}");
    let last = (1..15).map(|k| learner.learn(&batch(k), &windows, 1.0)).last().unwrap();
    assert!(last > -1.0, "{last}");
    let weights = learner.finish();
    let learned = share_ranked_first(|scene| {
        let mut scores = Vec::new();
        weights.scores(&forest, View { scene, windows: &windows }, &mut Scratch::default(), &mut scores);
        scores
    });
    assert!(learned >= 0.95, "{learned}");
    assert_eq!(weights.check(&forest), Ok(()));
    assert!(weights.check(&GridForest::new(forest.trees()[..2].to_vec())).is_err());
}

/// The table of a tree as the thesis makes it: focus by focus, cell by cell (algorithms 4.2 to 4.4).
fn slow_table(tree: &GridTree, scene: &Scene) -> Vec<f32> {
    let shape = scene.shape();
    let reach = i32::from(tree.window() / 2);
    let (mut table, mut cover) = (vec![0.0; shape.n_cells()], vec![0.0; shape.n_cells()]);
    for focus in shape.cells() {
        let leaf = tree.table(tree.leaf(scene, focus));
        for (place, (dy, dx)) in (-reach..=reach).flat_map(|dy| (-reach..=reach).map(move |dx| (dy, dx))).enumerate() {
            let (x, y) = (i32::from(focus.x) + dx, i32::from(focus.y) + dy);
            if (0..i32::from(shape.width)).contains(&x) && (0..i32::from(shape.height)).contains(&y) {
                let cell = shape.index(Cell { x: x as u8, y: y as u8 });
                table[cell] += leaf.probability(place) as f32;
                cover[cell] += 1.0;
            }
        }
    }
    let total: f32 = table.iter().zip(&cover).map(|(sum, cover)| sum / cover).sum();
    table.iter().zip(&cover).map(|(sum, cover)| sum / cover / total).collect()
}

proptest! {
    /// All shapes of tables: padded to 128, 256 and 512 sums, and not padded.
    #[test]
    fn all_foci_at_once_are_as_each_alone(width in 1u8..30, height in 1u8..30, seed in any::<u64>()) {
        let (vocabulary, shape) = (two_fields(), GridShape { width, height });
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let sightings: Vec<Sighting> = (0..12).map(|_| {
            let mut scene = Scene::new(&vocabulary, shape);
            for cell in shape.cells() {
                scene.mark(cell, Kind(rng.random_range(1..vocabulary.n_kinds() as u16)));
            }
            scene.finish();
            Sighting { scene, event: shape.cell(rng.random_range(0..shape.n_cells())) }
        }).collect();
        let largest = shape.largest_window();
        let settings = GrowthSettings {
            leaf_window: largest.min(3),
            questions: 10,
            minimum_support: 2,
            depth: 6,
            smallest_question_window: 1,
            largest_question_window: largest,
            ..GrowthSettings::default()
        };
        let tree = grow_tree(&sightings, &vocabulary, &settings, seed).unwrap();
        let windows = Windows::for_trees(shape, [&tree]);
        let (mut foci, mut leaves) = (Foci::default(), Vec::new());
        for Sighting { scene, .. } in &sightings {
            tree.leaves(scene, &windows, &mut foci, &mut leaves);
            let slow: Vec<u32> = shape.cells().map(|focus| tree.leaf(scene, focus)).collect();
            prop_assert_eq!(&leaves, &slow);
        }
        let forest = GridForest::new(vec![tree]);
        let scene = &sightings[0].scene;
        let mut p = Vec::new();
        forest.probabilities(View { scene, windows: &windows }, |_| true, &mut Scratch::default(), &mut p);
        for (fast, slow) in p.iter().zip(slow_table(&forest.trees()[0], scene)) {
            prop_assert!(slow.is_nan() || (fast - slow).abs() < 1e-5, "{} {}", fast, slow);
        }
    }
}

#[test]
fn contributions_add_up_to_the_score() {
    let forest = landmark_forest();
    let mut weights = OffsetWeights::new(&forest);
    weights.values_mut().iter_mut().enumerate().for_each(|(idx, w)| *w = (idx as f32 * 0.37).sin());
    let (_, sighting) = beside_a_landmark(77);
    let mut scores = Vec::new();
    let windows = Windows::for_trees(sighting.scene.shape(), forest.trees());
    let view = View { scene: &sighting.scene, windows: &windows };
    weights.scores(&forest, view, &mut Scratch::default(), &mut scores);
    for (idx, &score) in scores.iter().enumerate() {
        let cell = sighting.scene.shape().cell(idx);
        let sum: f32 = (0..4).map(|tree| weights.contribution(&forest, tree, &sighting.scene, cell)).sum();
        assert!((sum - score).abs() < 1e-4, "{idx}: {sum} {score}");
    }
    for tree in 0..4 {
        let (smaller, fewer) = (forest.without(tree), weights.without(&forest, tree));
        assert_eq!(fewer.check(&smaller), Ok(()));
        let mut rest = Vec::new();
        fewer.scores(&smaller, view, &mut Scratch::default(), &mut rest);
        let own = weights.contribution(&forest, tree, &sighting.scene, sighting.event);
        let idx = sighting.scene.shape().index(sighting.event);
        assert!((rest[idx] + own - scores[idx]).abs() < 1e-4);
    }
}

#[test]
fn impossible_cells_get_nothing_and_no_hint_is_uniform() {
    let (_, sighting) = beside_a_landmark(3);
    let forest = landmark_forest();
    let mut p = Vec::new();
    let windows = Windows::for_trees(sighting.scene.shape(), forest.trees());
    let view = View { scene: &sighting.scene, windows: &windows };
    forest.probabilities(view, |idx| idx % 2 == 0, &mut Scratch::default(), &mut p);
    assert!(p.iter().enumerate().all(|(idx, &q)| idx % 2 == 0 || q == 0.0));
    GridForest::new(Vec::new()).probabilities(view, |idx| idx < 4, &mut Scratch::default(), &mut p);
    assert_eq!(&p[..5], &[0.25, 0.25, 0.25, 0.25, 0.0]);
    let mut scores = vec![1.0, 2.0, 3.0];
    softmax(&mut scores, |idx| idx < 2);
    assert!(scores[2] == 0.0 && (scores[0] + scores[1] - 1.0).abs() < 1e-6);
}

#[test]
fn growth_is_deterministic_and_stops_where_it_must() {
    let (vocabulary, _) = beside_a_landmark(0);
    let sightings: Vec<Sighting> = (0..100).map(|i| beside_a_landmark(i).1).collect();
    let grow = |settings: &GrowthSettings, seed| grow_tree(&sightings, &vocabulary, settings, seed).unwrap();
    let settings = landmark_settings();
    assert_eq!(grow(&settings, 3), grow(&settings, 3));
    assert_ne!(grow(&settings, 3), grow(&settings, 4));
    assert!(grow(&GrowthSettings { depth: 2, ..settings }, 3).n_leaves() <= 4);
    assert_eq!(grow(&GrowthSettings { minimum_support: 1_000_000, ..settings }, 3).n_leaves(), 1);
    // Every example is in exactly one leaf, and one half of them is positive.
    let tree = grow(&settings, 3);
    let n_null: u32 = (0..tree.n_leaves() as u32).map(|leaf| tree.table(leaf).n_null).sum();
    let n_all: u32 = (0..tree.n_leaves() as u32).map(|leaf| tree.table(leaf).n_examples()).sum();
    assert_eq!(n_all, 2 * n_null);
}

#[test]
fn stacked_leaves_are_a_field() {
    let (vocabulary, sighting) = beside_a_landmark(1);
    let tree = &landmark_forest().trees()[0].clone();
    let (field, classes) = stacked_field(tree, &sighting.scene, "lower");
    let taller = vocabulary.with_field(field);
    let scene = sighting.scene.with_field(&taller, &classes);
    for (idx, &class) in classes.iter().enumerate() {
        let cell = scene.shape().cell(idx);
        assert!(scene.is(cell, taller.kind(1, class)));
        assert_eq!(scene.count(Kind(1), cell, 2), sighting.scene.count(Kind(1), cell, 2));
    }
}

#[test]
fn bad_settings_are_named() {
    let shape = GridShape { width: 9, height: 9 };
    let good = GrowthSettings { largest_question_window: 9, ..GrowthSettings::default() };
    assert_eq!(good.check(shape), Ok(()));
    let message = |settings: GrowthSettings| settings.check(shape).unwrap_err().to_string();
    assert!(message(GrowthSettings::default()).contains("larger than the grid of 9x9"));
    assert!(message(GrowthSettings { leaf_window: 4, ..good }).contains("leaf-window is 4"));
    assert!(
        message(GrowthSettings { smallest_question_window: 9, largest_question_window: 3, ..good })
            .contains("larger than")
    );
    assert!(message(GrowthSettings { negatives: f64::NAN, ..good }).contains("negatives is NaN"));
    assert!(message(GrowthSettings { depth: 0, ..good }).contains("from 1 to 40"));
    assert!(message(GrowthSettings { questions: 0, ..good }).contains("questions"));
    assert!(message(GrowthSettings { minimum_support: 0, ..good }).contains("minimum-support"));
}

#[test]
fn a_tree_survives_its_file_and_damage_is_noticed() {
    let tree = landmark_forest().trees()[1].clone();
    let text = serde_json::to_string(&tree).unwrap();
    assert_eq!(serde_json::from_str::<GridTree>(&text).unwrap(), tree);
    assert_eq!(tree.check(3, 5), Ok(()));
    assert!(matches!(tree.check(1, 5), Err(BadGridTree::Question(_))));
    for damaged in [r#"{"window":3,"nodes":[]}"#, r#"{"window":2,"nodes":[{"Leaf":{"counts":[0,0,0,0],"n_null":0}}]}"#]
    {
        assert!(serde_json::from_str::<GridTree>(damaged).is_err(), "{damaged}");
    }
    let question = r#"{"kind":1,"reach":1,"at_least":1}"#;
    let leaf = r#"{"Leaf":{"counts":[0],"n_null":1}}"#;
    for no in [0, 1, 3, 4] {
        let text = format!(r#"{{"window":1,"nodes":[{{"Ask":[{question},{no}]}},{leaf},{leaf}]}}"#);
        assert!(serde_json::from_str::<GridTree>(&text).is_err(), "{text}");
    }
    let right = format!(r#"{{"window":1,"nodes":[{{"Ask":[{question},2]}},{leaf},{leaf}]}}"#);
    assert_eq!(serde_json::from_str::<GridTree>(&right).unwrap().n_leaves(), 2);
}
