//! One agent: every solution is seen once, the best are kept, and repeats are handled (Basaldúa 2013, sections 5.6,
//! 7.2.6, 7.3.1).

use mcts::rules::{Rules, Schedule, Widening};
use mcts::toy::{Bush, BushExpander, BushRollout, BushShape};
use mcts::{
    Beam, Calibration, Endings, Goal, KeepBest, Limits, Outcome, Rollout, Search, SearchConfig, State, StopReason,
    Trace,
};
use std::collections::HashMap;
use std::sync::Mutex;

fn bush(width: u16, depth: u16, seed: u64) -> Bush {
    Bush::new(BushShape { width, depth, two_players: false, noise: 0.5, seed })
}

fn keep(count: usize) -> Option<KeepBest> {
    Some(KeepBest { count, goal: Goal::Maximise })
}

/// The values of all leaves, best first.
fn all_values(state: Bush, width: u16) -> Vec<f64> {
    if state.is_terminal() {
        return vec![state.value()];
    }
    let below = (0..width).flat_map(|action| {
        let mut next = state;
        next.apply(action);
        all_values(next, width)
    });
    let mut values: Vec<f64> = below.collect();
    values.sort_by(|a, b| b.total_cmp(a));
    values
}

/// Counts how often each solution was evaluated.
#[derive(Default)]
struct Counting(Mutex<HashMap<u64, u32>>);

impl Rollout<Bush> for Counting {
    type Shared = ();
    type Local = <BushRollout as Rollout<Bush>>::Local;

    fn new_shared(&self) {}

    fn new_local(&self, seed: u64) -> Self::Local {
        BushRollout.new_local(seed)
    }

    fn play(&self, _: &(), local: &mut Self::Local, state: &mut Bush, trace: &mut Trace<u16>) -> Outcome {
        let outcome = BushRollout.play(&(), local, state, trace);
        *self.0.lock().unwrap().entry(state.key().unwrap()).or_default() += 1;
        outcome
    }
}

#[test]
fn a_small_problem_is_exhausted_and_the_best_are_kept() {
    for rules in [Rules::ucb1(0.3), Rules::goknot(0.3), Rules::puct(1.0)] {
        let root = bush(4, 4, 11);
        let config = SearchConfig { rules, keep_best: keep(10), ..SearchConfig::default() };
        let mut search = Search::new(root, BushExpander::default(), BushRollout, config);
        assert_eq!(search.run(&Limits::none()), StopReason::Proven);
        let kept: Vec<f64> = search.solutions().iter().map(|solution| solution.objective).collect();
        assert_eq!(kept, all_values(root, 4)[..10]);
        for solution in search.solutions() {
            assert_eq!(solution.state.value(), solution.objective);
        }
    }
}

#[test]
fn paging_hides_no_solution() {
    let root = bush(9, 3, 2);
    let narrow = Widening { schedule: Schedule::geometric(), promotion: 0.0 };
    for widening in [Widening::OFF, narrow] {
        let rules = Rules { widening, ..Rules::ucb1(0.3) };
        let config = SearchConfig { rules, keep_best: keep(3), ..SearchConfig::default() };
        let mut search = Search::new(root, BushExpander { sharpness: 1.0, page: 2 }, BushRollout, config);
        assert_eq!(search.run(&Limits::none()), StopReason::Proven);
        let kept: Vec<f64> = search.solutions().iter().map(|solution| solution.objective).collect();
        assert_eq!(kept, all_values(root, 9)[..3]);
    }
}

#[test]
fn settling_and_penalising_keep_the_search_from_repeating_itself() {
    let repeats = |endings| {
        let rollout = Counting::default();
        // A narrow constant is what gets plain UCT stuck on the first good leaf.
        let config = SearchConfig { endings, rules: Rules::ucb1(0.02), ..SearchConfig::default() };
        let mut search = Search::new(bush(6, 3, 4), BushExpander::default(), &rollout, config);
        search.run(&Limits::playouts(200));
        let counts = rollout.0.lock().unwrap();
        (counts.len(), *counts.values().max().unwrap())
    };
    // The leaves of this bush lie much further apart than the rewards of Basaldúa 2013, section 5.6, where 0.02 is enough.
    let (plain_seen, plain_most) = repeats(Endings::Revisit);
    let (penalised_seen, penalised_most) = repeats(Endings::Penalise(0.3));
    let (settled_seen, settled_most) = repeats(Endings::Settle);
    assert!(plain_most > 30, "plain UCT evaluates one leaf {plain_most} times");
    assert!(penalised_most < plain_most && penalised_seen > plain_seen, "{penalised_most} and {penalised_seen}");
    assert!(settled_most < penalised_most && settled_seen > penalised_seen, "{settled_most} and {settled_seen}");
}

#[test]
fn stops_at_the_wanted_objective() {
    let root = bush(5, 5, 3);
    let config = SearchConfig { keep_best: keep(1), ..SearchConfig::default() };
    let mut search = Search::new(root, BushExpander::default(), BushRollout, config);
    let wanted = all_values(root, 5)[2];
    assert_eq!(search.run(&Limits::none().until_objective(wanted)), StopReason::Objective);
    assert!(search.solutions()[0].objective >= wanted);
    assert_eq!(search.best_action(), Some(search.solutions()[0].actions[0]));
}

#[test]
fn a_beam_reaches_the_end_of_a_deep_problem() {
    let root = bush(10, 40, 5);
    let run = |beam| {
        let config = SearchConfig { rules: Rules::ucb1(0.2), beam, keep_best: keep(1), ..SearchConfig::default() };
        let mut search = Search::new(root, BushExpander::default(), BushRollout, config);
        search.run(&Limits::playouts(8000));
        (search.stats().max_depth, search.solutions()[0].objective)
    };
    let (plain_depth, plain) = run(None);
    let (beam_depth, beamed) = run(Some(Beam { playouts_per_level: 200, width: 4 }));
    assert!(beam_depth == 40 && plain_depth < 20, "{beam_depth} and {plain_depth}");
    assert!(beamed > plain, "{beamed} and {plain}");
}

#[test]
fn an_exhausted_beam_does_not_claim_a_proof() {
    let config = SearchConfig {
        beam: Some(Beam { playouts_per_level: 30, width: 2 }),
        keep_best: keep(1),
        ..SearchConfig::default()
    };
    let mut search = Search::new(bush(6, 4, 8), BushExpander::default(), BushRollout, config);
    assert_eq!(search.run(&Limits::none()), StopReason::Exhausted);
    assert!(search.stats().playouts < 6_u64.pow(4));
}

#[test]
fn calibration_helps_a_narrow_reward() {
    // Rewards of a deep bush with little noise are close together: a constant made for [0, 1] explores too much.
    let root = Bush::new(BushShape { width: 12, depth: 12, two_players: false, noise: 0.1, seed: 6 });
    let run = |config| {
        let mut search = Search::new(root, BushExpander::default(), BushRollout, config);
        search.run(&Limits::playouts(4000));
        search.solutions()[0].objective
    };
    let plain = SearchConfig { keep_best: keep(1), ..SearchConfig::default() };
    let mut tuned = plain.clone();
    let calibration = Calibration::sample(&root, &BushExpander::default(), &BushRollout, 200, 1);
    calibration.tune(&mut tuned, 4000);
    assert!(run(tuned) > run(plain), "{calibration}");
}
