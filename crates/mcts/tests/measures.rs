//! The measured quantity of a node: what exact visits count, and that it outlives recycling and a new root.

use mcts::toy::{Bush, BushExpander, BushRollout, BushShape};
use mcts::{Limits, Measured, Rules, Search, SearchConfig, StopReason, Turn};

fn search(shape: BushShape, config: SearchConfig) -> Search<Bush, BushExpander, BushRollout> {
    Search::new(Bush::new(shape), BushExpander::default(), BushRollout, config)
}

/// What a mean margin of a bush should be for a mean value.
fn margin(value: f64) -> f64 {
    20.0 * (value - 0.5)
}

#[test]
fn a_visit_that_counts_as_an_exact_ending_counts_its_measure() {
    // Every child of the root is an ending: each is visited once, then the root counts the best one.
    let shape = BushShape { width: 40, depth: 1, two_players: true, noise: 1.0, seed: 3 };
    let mut search = search(shape, SearchConfig::default());
    assert_eq!(search.run(&Limits::none()), StopReason::Proven);
    let inspection = search.inspect();
    let Measured { count, mean, .. } = inspection.measured().expect("margins");
    assert_eq!(count, inspection.root_visits());
    assert!((mean - margin(inspection.value())).abs() < 1e-5, "{mean}: {}", inspection.value());
    for root_move in inspection.root_moves() {
        let measured = root_move.measured.expect("a margin");
        assert!((measured.mean - margin(root_move.value)).abs() < 1e-5, "{root_move:?}");
        assert_eq!((measured.count, measured.deviation), (1, 0.0));
    }
}

#[test]
fn every_visit_of_a_solved_game_is_measured() {
    let shape = BushShape { width: 4, depth: 4, two_players: true, noise: 0.5, seed: 1 };
    let mut search = search(shape, SearchConfig { rules: Rules::ucb1(0.5), ..SearchConfig::default() });
    assert_eq!(search.run(&Limits::none()), StopReason::Proven);
    for root_move in search.root_moves().iter().filter(|root_move| root_move.visits > 0) {
        assert_eq!(root_move.measured.map(|measured| measured.count), Some(root_move.visits));
    }
}

#[test]
fn a_problem_without_a_measure_has_none() {
    let shape = BushShape { width: 4, depth: 6, two_players: false, noise: 0.5, seed: 1 };
    let mut search = search(shape, SearchConfig::default());
    search.run(&Limits::playouts(100));
    assert_eq!(search.inspect().measured(), None);
    assert!(search.root_moves().iter().all(|root_move| root_move.measured.is_none()));
}

#[test]
fn threads_and_recycling_lose_no_measure() {
    let shape = BushShape { width: 30, depth: 8, two_players: true, noise: 0.2, seed: 9 };
    for threads in [1, 4] {
        let mut search = search(shape, SearchConfig { threads, memory_bytes: 300_000, ..SearchConfig::default() });
        search.run(&Limits::playouts(20_000));
        assert!(search.stats().recycled > 0);
        let inspection = search.inspect();
        let Measured { count, mean, .. } = inspection.measured().expect("margins");
        assert_eq!(count, 20_000);
        assert!((mean - margin(inspection.value())).abs() < 1e-4, "{mean}: {}", inspection.value());
    }
}

#[test]
fn a_new_root_keeps_what_was_measured_seen_by_the_player_to_move() {
    let shape = BushShape { width: 8, depth: 12, two_players: true, noise: 0.4, seed: 2 };
    let mut search = search(shape, SearchConfig::default());
    search.run(&Limits::playouts(2000));
    let best = search.inspect().ranked_moves()[0];
    search.advance(best.action);
    assert_eq!(search.inspect().measured(), best.measured.map(|measured| measured.seen_by(Turn::Second)));
}
