//! A slow reference for the tree's statistics: all playouts are recorded, and the statistics of the root and its
//! children are counted again from the records.

use mcts::rules::{Rave, Rules, Schedule, Widening};
use mcts::toy::{Bush, BushExpander, BushRollout, BushShape};
use mcts::{Limits, Outcome, RaveKey, Rollout, RootMove, Search, SearchConfig, State, Step, Trace, Turn};
use proptest::prelude::*;
use std::sync::Mutex;

type Record = (Vec<Step<u16>>, f64);

/// Plays like [`BushRollout`] and records every playout.
struct Recording;

impl Rollout<Bush> for Recording {
    type Shared = Mutex<Vec<Record>>;
    type Local = <BushRollout as Rollout<Bush>>::Local;

    fn new_shared(&self) -> Self::Shared {
        Mutex::new(Vec::new())
    }

    fn new_local(&self, seed: u64) -> Self::Local {
        BushRollout.new_local(seed)
    }

    fn play(&self, _: &Self::Shared, local: &mut Self::Local, state: &mut Bush, trace: &mut Trace<u16>) -> Outcome {
        BushRollout.play(&(), local, state, trace)
    }

    fn learn(&self, records: &Self::Shared, _: &mut Self::Local, trace: &Trace<u16>, outcome: &Outcome) {
        assert!(!trace.tree_steps().is_empty(), "the root is expanded at once");
        records.lock().unwrap().push((trace.steps().to_vec(), outcome.reward));
    }
}

/// Visits and value of an action at the root, and its RAVE visits and value, counted from the records.
fn recount(records: &[Record], turn: Turn, action: u16) -> (u32, f64, u32, f64) {
    let (mut visits, mut sum, mut rave_visits, mut rave_sum) = (0, 0.0, 0, 0.0);
    for (steps, reward) in records {
        if steps[0].action == action {
            visits += 1;
            sum += turn.view(*reward);
        }
        let key = Some(RaveKey(u32::from(action)));
        let first = steps.iter().find(|step| step.rave_key == key);
        if first.is_some_and(|step| step.turn == turn) {
            rave_visits += 1;
            rave_sum += turn.view(*reward);
        }
    }
    (visits, sum / f64::from(visits.max(1)), rave_visits, rave_sum / f64::from(rave_visits.max(1)))
}

fn compare(root_move: &RootMove<u16>, (visits, value, rave_visits, rave_value): (u32, f64, u32, f64)) {
    assert_eq!((root_move.visits, root_move.rave_visits), (visits, rave_visits), "{root_move:?}");
    assert!((root_move.value - value).abs() < 1e-6, "{root_move:?}: {value}");
    assert!((f64::from(root_move.rave_value) - rave_value).abs() < 1e-4, "{root_move:?}: {rave_value}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn the_tree_counts_what_happened(
        width in 2_u16..12,
        depth in 2_u16..10,
        two_players: bool,
        seed: u64,
        expand_after in 1_u32..5,
        narrow: bool,
        page in 1_usize..12,
    ) {
        let root = Bush::new(BushShape { width, depth, two_players, noise: 0.5, seed });
        let schedule = if narrow { Schedule::geometric() } else { Schedule::AtOnce };
        let widening = Widening::with_promotion(schedule);
        let rules = Rules { rave: Some(Rave::least_error(0.001)), widening, ..Rules::ucb1(0.3) };
        let config = SearchConfig { rules, expand_after, endings: mcts::Endings::Revisit, seed, ..SearchConfig::default() };
        let mut search = Search::new(root, BushExpander { sharpness: 1.0, page }, Recording, config);
        search.run(&Limits::playouts(300));
        let records = search.shared().lock().unwrap().clone();
        prop_assert_eq!(records.len(), 300);
        // A page that was fetched late has missed the earlier playouts.
        if page >= usize::from(width) {
            for root_move in search.root_moves() {
                compare(&root_move, recount(&records, root.turn(), root_move.action));
            }
        }

        // One level down: the records that began with this action, without it. Its own edges exist since its expansion.
        let chosen = search.best_action().unwrap();
        let kept = search.advance(chosen);
        let below: Vec<Record> = records
            .into_iter()
            .filter(|(steps, _)| steps[0].action == chosen)
            .map(|(steps, reward)| (steps[1..].to_vec(), reward))
            .collect();
        prop_assert_eq!(kept as usize, below.len());
        if page >= usize::from(width) && depth > 1 && below.len() > expand_after as usize {
            let since_expansion = &below[expand_after as usize..];
            let mut next = root;
            next.apply(chosen);
            for root_move in search.root_moves() {
                compare(&root_move, recount(since_expansion, next.turn(), root_move.action));
            }
        }
    }
}
