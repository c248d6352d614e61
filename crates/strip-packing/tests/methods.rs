//! Guarantees of every method: a valid packing, the same one for the same seed, no shorter than any bound, and the
//! optimum where that is easy.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use strip_packing::formats::{ReadOptions, text};
use strip_packing::{
    Budget, CutPlan, Improvement, Instance, Item, Listener, Method, NoListener, Rotation, Settings, Size, cut_sheet,
    lower_bound, solve,
};

fn settings(method: Method) -> Settings {
    Settings { method, seed: 5, threads: 1 }
}

fn shipped(name: &str) -> Instance {
    let path = format!("{}/../../data/packing/{name}", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    text::read(name, &bytes, &ReadOptions::default()).unwrap_or_else(|error| panic!("{path}: {error}"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn every_method_packs_everything(
        strip_width in 3u32..20,
        sizes in prop::collection::vec((1u32..12, 1u32..12, 0u32..4), 1..12),
        turning in any::<bool>(),
    ) {
        let rotation = if turning { Rotation::Allowed } else { Rotation::Fixed };
        let mut items: Vec<Item> =
            sizes.into_iter().map(|(w, h, copies)| Item { size: Size::new(w.min(strip_width), h), copies }).collect();
        items[0].copies += 1;
        let instance = Instance::new("t", strip_width, items, rotation).expect("valid");
        for method in Method::ALL {
            let summary = solve(&instance, &settings(method), Budget::evaluations(30), &NoListener, None);
            prop_assert_eq!(summary.layout.check(&instance), Ok(()));
            prop_assert!(summary.height() >= lower_bound(&instance));
            let again = solve(&instance, &settings(method), Budget::evaluations(30), &NoListener, None);
            prop_assert_eq!(&summary.layout, &again.layout, "{} is not repeatable", method);
            prop_assert_eq!(summary.evaluations, again.evaluations);
        }
    }
}

#[test]
fn small_sheets_are_packed_without_waste() {
    for name in ["sheet-20x20-16.txt", "sheet-40x15-25.txt"] {
        let instance = shipped(name);
        let summary = solve(&instance, &settings(Method::Mcts), Budget::evaluations(200_000), &NoListener, None);
        assert_eq!(Some(summary.height()), instance.known_optimum(), "{name}");
        assert!(summary.is_optimal());
    }
}

#[test]
fn the_tree_search_beats_its_parts() {
    let instance = shipped("sheet-60x60-49.txt");
    let height = |method| solve(&instance, &settings(method), Budget::evaluations(20_000), &NoListener, None).height();
    let mcts = height(Method::Mcts);
    for method in [Method::Random, Method::Skyline, Method::BestFit, Method::BottomLeft] {
        assert!(mcts <= height(method), "{method}");
    }
}

/// Whether rectangles fill a grid exactly, each as given: the first empty cell must be the corner of one of them.
/// Independent of skylines.
fn fills_exactly(width: usize, grid: &mut [bool], items: &mut Vec<Size>) -> bool {
    let Some(corner) = grid.iter().position(|&full| !full) else { return items.is_empty() };
    for i in 0..items.len() {
        let size = items.swap_remove(i);
        let (w, h) = (size.width as usize, size.height as usize);
        let inside = corner % width + w <= width && (corner / width + h) * width <= grid.len();
        let cells: Vec<usize> = (0..h).flat_map(|y| (0..w).map(move |x| corner + y * width + x)).collect();
        if inside && cells.iter().all(|&cell| !grid[cell]) {
            cells.iter().for_each(|&cell| grid[cell] = true);
            if fills_exactly(width, grid, items) {
                return true;
            }
            cells.iter().for_each(|&cell| grid[cell] = false);
        }
        items.push(size);
        let last = items.len() - 1;
        items.swap(i, last);
    }
    false
}

#[test]
fn a_raised_bound_is_true() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut n_raised = 0;
    for _ in 0..300 {
        let strip_width = rng.random_range(4..8);
        let mut sizes: Vec<Size> = (0..rng.random_range(4..8))
            .map(|_| Size::new(rng.random_range(1..=strip_width / 2), rng.random_range(1..4)))
            .collect();
        let items = sizes.iter().map(|&size| Item { size, copies: 1 }).collect();
        let instance = Instance::new("t", strip_width, items, Rotation::Fixed).expect("valid");
        let bound = lower_bound(&instance);
        if instance.area() != u64::from(strip_width) * u64::from(bound) {
            continue;
        }
        let summary = solve(&instance, &settings(Method::Mcts), Budget::evaluations(20_000), &NoListener, None);
        let mut grid = vec![false; (strip_width * bound) as usize];
        if fills_exactly(strip_width as usize, &mut grid, &mut sizes) {
            assert_eq!((summary.height(), summary.lower_bound), (bound, bound), "{instance:?}");
        } else {
            assert!(summary.height() > bound, "{instance:?}");
            n_raised += u32::from(summary.lower_bound > bound);
        }
    }
    assert!(n_raised > 0, "no case was found that proves anything");
}

#[test]
fn a_search_starts_from_a_given_packing() {
    let instance = shipped("sheet-60x60-49.txt");
    let first = solve(&instance, &settings(Method::Mcts), Budget::evaluations(3000), &NoListener, None);
    let second =
        solve(&instance, &settings(Method::BestFit), Budget::evaluations(10), &NoListener, Some(first.layout.clone()));
    assert!(second.height() <= first.height());
}

#[test]
fn time_flag_and_listener_work_with_several_threads() {
    struct Heights(Mutex<Vec<u32>>);
    impl Listener for Heights {
        fn improved(&self, improvement: &Improvement<'_>) {
            self.0.lock().expect("not poisoned").push(improvement.layout.height());
        }
    }
    let plan = CutPlan { sheet: Size::new(200, 300), n_pieces: 150, min_side: 3, seed: 9 };
    let instance = cut_sheet("large", &plan).expect("large enough");
    let begin = std::time::Instant::now();
    let clock = || begin.elapsed();
    let stop = AtomicBool::new(false);
    for method in Method::ALL {
        let heights = Heights(Mutex::new(Vec::new()));
        let until = begin.elapsed() + Duration::from_millis(100);
        let budget = Budget { stop: Some(&stop), ..Budget::time(until, &clock) };
        let settings = Settings { threads: 2, ..settings(method) };
        let summary = solve(&instance, &settings, budget, &heights, None);
        assert_eq!(summary.layout.check(&instance), Ok(()), "{method}");
        let heights = heights.0.into_inner().expect("not poisoned");
        assert!(heights.windows(2).all(|pair| pair[1] < pair[0]), "{method}: {heights:?}");
        assert_eq!(heights.last(), Some(&summary.height()));
    }
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let budget = Budget { stop: Some(&stop), ..Budget::time(Duration::from_secs(3600), &clock) };
    for method in Method::ALL {
        let summary = solve(&instance, &settings(method), budget, &NoListener, None);
        assert_eq!(summary.evaluations, 1, "{method}: one packing, then the flag is seen");
    }
}
