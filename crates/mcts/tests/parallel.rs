//! Several threads on one tree: statistics stay consistent, answers stay the same, and all threads stop when asked.

use mcts::toy::{Bush, BushExpander, BushRollout, BushShape, Nim, NimRandom};
use mcts::{Goal, KeepBest, Limits, Rules, Search, SearchConfig, StopReason, WhenFull};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

const SHAPE: BushShape = BushShape { width: 30, depth: 8, two_players: true, noise: 0.2, seed: 9 };

fn search(config: SearchConfig) -> Search<Bush, BushExpander, BushRollout> {
    Search::new(Bush::new(SHAPE), BushExpander { sharpness: 1.0, page: 8 }, BushRollout, config)
}

#[test]
fn no_visit_is_lost_or_invented() {
    for virtual_loss in [0, 1, 3] {
        let config = SearchConfig { threads: 4, virtual_loss, rules: Rules::goknot(0.2), ..SearchConfig::default() };
        let mut search = search(config);
        // The root is expanded by the first playout alone; while it is, the others would count above its children.
        for playouts in [1, 20_000, 999] {
            assert_eq!(search.run(&Limits::playouts(playouts)), StopReason::Playouts);
        }
        let moves = search.root_moves();
        assert_eq!(search.inspect().root_visits(), 21_000);
        assert_eq!(search.stats().playouts, 21_000);
        assert_eq!(moves.iter().map(|root_move| root_move.visits).sum::<u32>(), 21_000);
        assert!(moves.iter().all(|root_move| (0.0..=1.0).contains(&root_move.value)));
    }
}

/// How many actions at the root are worth less than this one.
fn n_worse(chosen: u16) -> usize {
    let root = Bush::new(SHAPE);
    (0..SHAPE.width).filter(|&action| root.worth_of(action) < root.worth_of(chosen)).count()
}

#[test]
fn four_threads_are_as_strong_as_one() {
    let run = |threads| {
        let mut search = search(SearchConfig { threads, rules: Rules::ucb1(0.2), ..SearchConfig::default() });
        search.run(&Limits::playouts(30_000));
        (n_worse(search.best_action().unwrap()), search.inspect().value())
    };
    let ((one, one_value), (four, four_value)) = (run(1), run(4));
    assert!(one >= 24 && four >= 24, "worth more than {one} and {four} of 30");
    assert!((one_value - four_value).abs() < 0.03, "{one_value} and {four_value}");
}

#[test]
fn threads_prove_the_same_as_one() {
    for heap in [9, 12] {
        let config = SearchConfig { threads: 4, ..SearchConfig::default() };
        let mut search = Search::new(Nim::new(heap), NimRandom, NimRandom, config);
        assert_eq!(search.run(&Limits::none()), StopReason::Proven);
        assert_eq!(search.inspect().settled(), Some(f64::from(u8::from(heap % 4 != 0))));
    }
    let root = Bush::new(BushShape { width: 5, depth: 4, two_players: false, noise: 0.5, seed: 1 });
    let keep_best = Some(KeepBest { count: 5, goal: Goal::Maximise });
    let solutions = |threads| {
        let config = SearchConfig { threads, keep_best, ..SearchConfig::default() };
        let mut search = Search::new(root, BushExpander::default(), BushRollout, config);
        assert_eq!(search.run(&Limits::none()), StopReason::Proven);
        search.solutions().into_iter().map(|solution| solution.actions).collect::<Vec<_>>()
    };
    assert_eq!(solutions(4), solutions(1));
}

#[test]
fn stops_when_asked_and_shows_progress_meanwhile() {
    let stop = AtomicBool::new(false);
    let mut search = search(SearchConfig { threads: 3, ..SearchConfig::default() });
    let mut reports = 0;
    let reason = search.run_watched(&Limits::none().with_stop(&stop), 500, |inspection| {
        reports += 1;
        // The other threads go on: a second ranking may differ from this one, so the line is asked for by its first move.
        let ranked = inspection.ranked_moves();
        assert_eq!(inspection.variation(ranked[0].action)[0], ranked[0].action);
        let principal = inspection.principal_variation();
        assert!(
            inspection.root_moves().iter().any(|root_move| root_move.action == principal[0] && root_move.visits > 0)
        );
        stop.store(reports == 5, Ordering::Relaxed);
    });
    assert_eq!((reason, reports), (StopReason::Asked, 5));
    assert!(search.inspect().playouts() >= 2500);
}

#[test]
fn stops_by_the_clock_it_is_given() {
    // A clock that advances a millisecond with every reading.
    let ticks = AtomicU64::new(0);
    let clock = || Duration::from_millis(ticks.fetch_add(1, Ordering::Relaxed));
    let mut search = search(SearchConfig::default());
    assert_eq!(search.run(&Limits::time(Duration::from_millis(300), &clock)), StopReason::Time);
    assert_eq!(search.inspect().playouts(), 301, "looked at once per playout");
    assert!(search.stats().playouts_per_second().is_some());
}

#[test]
fn stops_when_the_choice_is_decided() {
    let limits = Limits::playouts(50_000).until_decided();
    let config = SearchConfig { endings: mcts::Endings::Revisit, ..SearchConfig::default() };
    let mut early = Search::new(Nim::new(10), NimRandom, NimRandom, config.clone());
    assert_eq!(early.run(&limits), StopReason::Decided);
    assert!(early.inspect().playouts() < 50_000);
    let mut full = Search::new(Nim::new(10), NimRandom, NimRandom, config);
    full.run(&Limits::playouts(50_000));
    assert_eq!(early.best_action(), full.best_action());
}

#[test]
fn memory_is_recycled_or_stops_the_search() {
    for threads in [1, 4] {
        let config = SearchConfig { threads, memory_bytes: 300_000, ..SearchConfig::default() };
        let mut recycling = search(config.clone());
        assert_eq!(recycling.run(&Limits::playouts(30_000)), StopReason::Playouts);
        let stats = recycling.stats();
        assert!(stats.recycled > 1000 && stats.bytes < 310_000, "{stats}");
        assert_eq!(recycling.inspect().root_visits(), 30_000, "statistics survive recycling");

        let mut stopping = search(SearchConfig { when_full: WhenFull::Stop, ..config });
        assert_eq!(stopping.run(&Limits::playouts(30_000)), StopReason::Memory);
        assert!(stopping.inspect().playouts() < 30_000);
    }
}

#[test]
fn a_recycling_search_still_finds_a_good_action() {
    let config = SearchConfig { memory_bytes: 300_000, rules: Rules::ucb1(0.2), ..SearchConfig::default() };
    let mut search = search(config);
    search.run(&Limits::playouts(30_000));
    let worse = n_worse(search.best_action().unwrap());
    assert!(worse >= 24, "worth more than {worse} of 30");
}
