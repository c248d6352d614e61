//! What an expander says of a state: when it is asked, and how much its answer counts.

use mcts::rules::Rave;
use mcts::toy::{Bush, BushExpander, BushRollout, BushShape};
use mcts::{Appraisal, Candidate, Coverage, Expander, Limits, Rules, Search, SearchConfig, State, StopReason, Turn};
use std::sync::atomic::{AtomicU64, Ordering};

const SHAPE: BushShape = BushShape { width: 8, depth: 10, two_players: true, noise: 0.4, seed: 2 };

/// Says the same of every state, and counts the questions.
struct Says(Option<Appraisal>, AtomicU64);

impl Says {
    fn new(appraisal: Option<Appraisal>) -> Self {
        Self(appraisal, AtomicU64::new(0))
    }

    fn n_questions(&self) -> u64 {
        self.1.load(Ordering::Relaxed)
    }
}

impl Expander<Bush> for Says {
    type Scratch = <BushExpander as Expander<Bush>>::Scratch;

    fn new_scratch(&self) -> Self::Scratch {
        BushExpander::default().new_scratch()
    }

    fn expand(
        &self,
        scratch: &mut Self::Scratch,
        state: &Bush,
        from: usize,
        out: &mut Vec<Candidate<u16>>,
    ) -> Coverage {
        BushExpander::default().expand(scratch, state, from, out)
    }

    fn appraise(&self, _: &mut Self::Scratch, state: &Bush) -> Option<Appraisal> {
        assert!(!state.is_terminal());
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0
    }
}

const HIGH: Appraisal = Appraisal { value: 0.9, measure: Some(40.0) };

fn config(appraisal_weight: f64, appraise_after: u32) -> SearchConfig {
    let rules = Rules { rave: Some(Rave::least_error(0.001)), ..Rules::ucb1(0.2) };
    SearchConfig { rules, appraisal_weight, appraise_after, ..SearchConfig::default() }
}

fn search<E: Expander<Bush>>(shape: BushShape, expander: E, config: SearchConfig) -> Search<Bush, E, BushRollout> {
    let mut search = Search::new(Bush::new(shape), expander, BushRollout, config);
    search.run(&Limits::playouts(1000));
    search
}

#[test]
fn without_weight_or_without_an_answer_nothing_changes() {
    let (mute, loud) = (Says::new(None), Says::new(Some(HIGH)));
    let plain = search(SHAPE, BushExpander::default(), config(0.0, 0));
    assert_eq!(search(SHAPE, &loud, config(0.0, 0)).root_moves(), plain.root_moves());
    assert_eq!(loud.n_questions(), 0, "what does not count is not asked");
    let silent = search(SHAPE, &mute, config(0.5, 0));
    assert_eq!(silent.root_moves(), plain.root_moves());
    assert_eq!((mute.n_questions(), silent.stats().appraisals), (silent.stats().expansions, 0));
}

#[test]
fn with_all_the_weight_the_value_is_the_appraisers() {
    let search = search(SHAPE, Says::new(Some(HIGH)), config(1.0, 0));
    let inspection = search.inspect();
    assert_eq!(inspection.appraisal(), Some(HIGH));
    assert!((inspection.value() - 0.9).abs() < 1e-6, "{}", inspection.value());
    let measured = inspection.measured().expect("it measures");
    assert!((measured.mean - 40.0).abs() < 1e-6 && measured.deviation < 1e-3, "{measured:?}");
    for root_move in inspection.root_moves().iter().filter(|root_move| root_move.rave_visits > 0) {
        assert!((root_move.rave_value - 0.9).abs() < 1e-4, "RAVE is of the same kind: {root_move:?}");
    }
}

#[test]
fn the_second_player_sees_the_other_side_of_it() {
    let mut search = search(SHAPE, Says::new(Some(HIGH)), config(1.0, 0));
    let best = search.inspect().ranked_moves()[0];
    assert_eq!(best.appraisal, Some(HIGH));
    search.advance(best.action);
    assert_eq!(search.inspect().appraisal(), Some(HIGH.seen_by(Turn::Second)));
    assert!((search.inspect().value() - 0.1).abs() < 1e-6);
}

#[test]
fn exact_values_are_not_mixed() {
    let shape = BushShape { width: 4, depth: 4, ..SHAPE };
    for weight in [0.5, 1.0] {
        let mut search = search(shape, Says::new(Some(HIGH)), config(weight, 0));
        assert_eq!(search.run(&Limits::none()), StopReason::Proven);
        let exact = Bush::new(shape).exact_value();
        assert!((search.inspect().settled().expect("it is proven") - exact).abs() < 1e-6);
    }
}

#[test]
fn a_node_is_appraised_once_when_it_is_due() {
    let mut asked = Vec::new();
    for appraise_after in [0, 20, 5000] {
        let says = Says::new(Some(HIGH));
        let search = search(SHAPE, &says, config(0.5, appraise_after));
        assert_eq!(says.n_questions(), search.stats().appraisals);
        let known = |visits: u32| visits > appraise_after.max(search.config().expand_after);
        for root_move in search.root_moves().iter().filter(|root_move| root_move.settled.is_none()) {
            assert_eq!(root_move.appraisal.is_some(), known(root_move.visits), "{appraise_after}: {root_move:?}");
        }
        asked.push(says.n_questions());
    }
    assert!(asked[0] > asked[1] && asked[1] > asked[2], "{asked:?}");
    assert_eq!(asked[2], 1, "the root is appraised at once");
}

#[test]
fn a_new_root_is_appraised_at_once() {
    let says = Says::new(Some(HIGH));
    let mut search = search(SHAPE, &says, config(0.5, 5000));
    let best = search.best_action().expect("an action");
    search.advance(best);
    search.run(&Limits::playouts(1));
    assert_eq!(says.n_questions(), 2);
}

#[test]
fn a_recycled_node_is_asked_again_and_its_statistics_stay() {
    let says = Says::new(Some(HIGH));
    let search = search(SHAPE, &says, SearchConfig { memory_bytes: 50_000, ..config(1.0, 0) });
    assert!(search.stats().recycled > 0);
    assert!((search.inspect().value() - 0.9).abs() < 1e-6);
    assert_eq!(search.inspect().root_visits(), 1000);
}

#[test]
fn threads_ask_once_per_node() {
    let says = Says::new(Some(HIGH));
    let search = search(SHAPE, &says, SearchConfig { threads: 4, ..config(1.0, 4) });
    assert_eq!(says.n_questions(), search.stats().appraisals);
    assert!(says.n_questions() <= search.stats().expansions);
    let by_rollouts = search.inspect().value() - 0.9;
    // Playouts that ran while the first thread was asking about the root had no appraisal.
    assert!(by_rollouts.abs() < 0.01, "{by_rollouts}");
}
