//! Moving on: what is known below the new root stays, everything else is given back.

use mcts::rules::PriorValue;
use mcts::toy::{Bush, BushExpander, BushRollout, BushShape, Nim, NimRandom};
use mcts::{Goal, KeepBest, Limits, Rules, Search, SearchConfig, State, StopReason};

fn search(two_players: bool) -> Search<Bush, BushExpander, BushRollout> {
    let root = Bush::new(BushShape { width: 8, depth: 12, two_players, noise: 0.4, seed: 2 });
    let keep_best = (!two_players).then_some(KeepBest { count: 5, goal: Goal::Maximise });
    let config = SearchConfig { keep_best, rules: Rules::ucb1(0.2), ..SearchConfig::default() };
    let mut search = Search::new(root, BushExpander::default(), BushRollout, config);
    search.run(&Limits::playouts(3000));
    search
}

#[test]
fn advancing_keeps_the_subtree() {
    let mut search = search(true);
    let best = search.inspect().ranked_moves()[0];
    let line = search.inspect().principal_variation();
    let nodes = search.stats().nodes;
    assert_eq!(search.advance(best.action), best.visits);
    assert!(search.stats().nodes < nodes, "the siblings are gone");
    assert_eq!(search.inspect().principal_variation(), line[1..]);
    assert!((search.inspect().value() - (1.0 - best.value)).abs() < 1e-9, "seen by the opponent now");
    let before = search.inspect().root_visits();
    search.run(&Limits::playouts(100));
    assert_eq!(search.inspect().root_visits(), before + 100);
}

#[test]
fn advancing_into_the_unknown_starts_afresh() {
    let mut search = search(true);
    let mut expected = *search.root();
    // Three actions at once: the last ones were hardly ever looked at together.
    for action in [7, 7, 7, 7, 7, 7] {
        search.advance(action);
        expected.apply(action);
    }
    assert_eq!(*search.root(), expected);
    search.run(&Limits::playouts(50));
    assert!(search.best_action().is_some());
}

#[test]
fn advancing_keeps_the_solutions_that_are_still_possible() {
    let mut search = search(false);
    let best = search.solutions()[0].clone();
    search.advance(best.actions[0]);
    let kept = search.solutions()[0].clone();
    assert_eq!((kept.objective, &kept.actions[..]), (best.objective, &best.actions[1..]));
    assert_eq!(search.best_action(), Some(best.actions[1]));
}

#[test]
fn a_game_is_played_to_its_end_on_one_tree() {
    let mut search = Search::new(Nim::new(13), NimRandom, NimRandom, SearchConfig::default());
    while !search.root().is_terminal() {
        search.run(&Limits::playouts(2000));
        search.advance(search.best_action().unwrap());
    }
    assert_eq!(search.root().reward(), 1.0, "the first player wins a heap of 13");
    search.run(&Limits::playouts(10));
    assert_eq!((search.best_action(), search.inspect().settled()), (None, Some(1.0)));
}

#[test]
fn only_allowed_actions_are_searched() {
    let mut search = Search::new(Nim::new(10), NimRandom, NimRandom, SearchConfig::default());
    search.retain_root(|take| take != 2);
    search.run(&Limits::playouts(2000));
    assert_eq!(search.root_moves().iter().map(|root_move| root_move.action).collect::<Vec<_>>(), [1, 3]);
    assert_eq!(search.inspect().settled(), Some(0.0), "without taking two the heap is lost");
}

#[test]
fn a_proof_does_not_outlive_the_action_it_came_from() {
    let mut search = Search::new(Nim::new(10), NimRandom, NimRandom, SearchConfig::default());
    assert_eq!(search.run(&Limits::none()), StopReason::Proven);
    assert_eq!((search.best_action(), search.inspect().settled()), (Some(2), Some(1.0)));
    search.retain_root(|take| take != 2);
    assert_ne!(search.inspect().settled(), Some(1.0));
    assert_eq!(search.run(&Limits::none()), StopReason::Proven);
    assert_eq!(search.inspect().settled(), Some(0.0), "without taking two the heap is lost");
}

#[test]
fn resetting_forgets_the_tree() {
    let mut search = Search::new(Nim::new(10), NimRandom, NimRandom, SearchConfig::default());
    search.run(&Limits::playouts(100));
    search.reset(Nim::new(7));
    assert_eq!(search.inspect().root_visits(), 0);
    search.run(&Limits::playouts(1000));
    assert_eq!(search.best_action(), Some(3));
}

#[test]
fn cutting_the_last_open_question_settles_the_root() {
    let mut search = Search::new(Nim::new(4), NimRandom, NimRandom, SearchConfig::default());
    let stop = std::sync::atomic::AtomicBool::new(false);
    search.run_watched(&Limits::none().with_stop(&stop), 1, |inspection| {
        let settled = inspection.root_moves().iter().any(|root_move| root_move.settled.is_some());
        stop.store(settled, std::sync::atomic::Ordering::Relaxed);
    });
    assert_eq!(search.inspect().settled(), None);
    let known: Vec<u8> = search.root_moves().iter().filter(|m| m.settled.is_some()).map(|m| m.action).collect();
    search.retain_root(|action| known.contains(&action));
    assert_eq!(search.run(&Limits::none()), StopReason::Proven);
    assert_eq!(search.inspect().settled(), Some(0.0));
}

#[test]
fn solutions_from_elsewhere_are_kept() {
    let mut search = search(false);
    let found = search.solutions()[0].objective;
    search.offer(&[0; 12], 1.0, found + 1.0);
    assert_eq!((search.solutions()[0].objective, &search.solutions()[0].actions[..]), (found + 1.0, &[0; 12][..]));
}

#[test]
fn values_of_the_root_can_be_replaced() {
    let rules = Rules { prior_value: PriorValue::Virtual { visits: 20.0 }, ..Rules::ucb1(0.3) };
    let first_choice = |favoured: u8| {
        let config = SearchConfig { rules, ..SearchConfig::default() };
        let mut search = Search::new(Nim::new(30), NimRandom, NimRandom, config);
        search.revise_root(|take| (take == favoured).then_some(1.0));
        search.run(&Limits::playouts(12));
        let moves = search.root_moves();
        let known = moves.iter().filter(|root_move| root_move.prior_value.is_some()).map(|root_move| root_move.action);
        assert_eq!(known.collect::<Vec<_>>(), [favoured]);
        moves.iter().max_by_key(|root_move| root_move.visits).map(|root_move| root_move.action)
    };
    for favoured in 1..=3 {
        assert_eq!(first_choice(favoured), Some(favoured));
    }
}
