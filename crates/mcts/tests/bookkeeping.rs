//! A slow reference for the tree's statistics: all playouts are recorded, and the statistics of the root and its
//! children are counted again from the records, the appraisals that were mixed in too.

use mcts::rules::{Rave, Rules, Schedule, Widening};
use mcts::toy::{Bush, BushExpander, BushRollout, BushShape};
use mcts::{
    Appraisal, Candidate, Coverage, Expander, Limits, Measured, Outcome, RaveKey, Rollout, RootMove, Search,
    SearchConfig, State, Step, Trace, Turn,
};
use proptest::prelude::*;
use std::collections::{HashMap, HashSet};
use std::sync::Mutex;

type Record = (Vec<Step<u16>>, Outcome);

/// A record with the number of steps that the tree chose.
type FullRecord = (Trace<u16>, Outcome);

/// Offers what a [`BushExpander`] does and appraises states by their hash; some not at all.
struct Appraising(BushExpander);

impl Appraising {
    fn judge(state: &Bush) -> Option<Appraisal> {
        let hash = state.key().expect("a bush has keys");
        let value = (hash % 1000) as f32 / 999.0;
        (!hash.is_multiple_of(5))
            .then(|| Appraisal { value, measure: (!hash.is_multiple_of(7)).then_some(30.0 * value - 15.0) })
    }
}

impl Expander<Bush> for Appraising {
    type Scratch = <BushExpander as Expander<Bush>>::Scratch;

    fn new_scratch(&self) -> Self::Scratch {
        self.0.new_scratch()
    }

    fn expand(
        &self,
        scratch: &mut Self::Scratch,
        state: &Bush,
        from: usize,
        out: &mut Vec<Candidate<u16>>,
    ) -> Coverage {
        self.0.expand(scratch, state, from, out)
    }

    fn appraise(&self, _: &mut Self::Scratch, state: &Bush) -> Option<Appraisal> {
        Self::judge(state)
    }
}

/// The records with what their nodes counted: follows the playouts one by one and asks, as the search should have, when a node is due.
fn mix(root: &Bush, records: Vec<FullRecord>, weight: f64, appraise_after: u32) -> Vec<Record> {
    let mut visits: HashMap<Vec<u16>, u32> = HashMap::new();
    let mut asked: HashSet<Vec<u16>> = HashSet::new();
    let mut mixed = Vec::new();
    for (trace, mut outcome) in records {
        let (mut state, mut line, mut deepest) = (*root, Vec::new(), None);
        for step in trace.tree_steps() {
            if line.is_empty() || visits.get(&line).copied().unwrap_or(0) >= appraise_after {
                asked.insert(line.clone());
            }
            deepest = Appraising::judge(&state).filter(|_| weight > 0.0 && asked.contains(&line)).or(deepest);
            *visits.entry(line.clone()).or_default() += 1;
            line.push(step.action);
            state.apply(step.action);
        }
        *visits.entry(line).or_default() += 1;
        if let Some(Appraisal { value, measure }) = deepest.filter(|_| !state.is_terminal()) {
            let mix = |rollout: f64, appraised: f32| (1.0 - weight) * rollout + weight * f64::from(appraised);
            outcome.reward = mix(outcome.reward, value);
            outcome.measure = match (outcome.measure, measure) {
                (Some(rollout), Some(appraised)) => Some(mix(f64::from(rollout), appraised) as f32),
                (rollout, appraised) => rollout.or(appraised),
            };
        }
        mixed.push((trace.steps().to_vec(), outcome));
    }
    mixed
}

/// Plays like [`BushRollout`] and records every playout.
struct Recording;

impl Rollout<Bush> for Recording {
    type Shared = Mutex<Vec<FullRecord>>;
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
        records.lock().unwrap().push((trace.clone(), *outcome));
    }
}

/// The statistics of an action at the root.
struct Recount {
    visits: u32,
    value: f64,
    rave_visits: u32,
    rave_value: f64,
    measures: Vec<f64>,
}

/// Counted from the records.
fn recount(records: &[Record], turn: Turn, action: u16) -> Recount {
    let (mut visits, mut sum, mut rave_visits, mut rave_sum) = (0, 0.0, 0, 0.0);
    let mut measures = Vec::new();
    for (steps, Outcome { reward, measure, .. }) in records {
        if steps[0].action == action {
            visits += 1;
            sum += turn.view(*reward);
            measures.extend(measure.map(|measure| turn.signed(f64::from(measure))));
        }
        let key = Some(RaveKey(u32::from(action)));
        let first = steps.iter().find(|step| step.rave_key == key);
        if first.is_some_and(|step| step.turn == turn) {
            rave_visits += 1;
            rave_sum += turn.view(*reward);
        }
    }
    let (value, rave_value) = (sum / f64::from(visits.max(1)), rave_sum / f64::from(rave_visits.max(1)));
    Recount { visits, value, rave_visits, rave_value, measures }
}

fn compare(root_move: &RootMove<u16>, recount: Recount) {
    let Recount { visits, value, rave_visits, rave_value, measures } = recount;
    compare_measures(root_move.measured, &measures);
    assert_eq!((root_move.visits, root_move.rave_visits), (visits, rave_visits), "{root_move:?}");
    assert!((root_move.value - value).abs() < 1e-6, "{root_move:?}: {value}");
    assert!((f64::from(root_move.rave_value) - rave_value).abs() < 1e-4, "{root_move:?}: {rave_value}");
}

/// Mean and standard deviation in two passes.
fn compare_measures(measured: Option<Measured>, measures: &[f64]) {
    assert_eq!(measured.map_or(0, |measured| measured.count) as usize, measures.len());
    let Some(Measured { mean, deviation, .. }) = measured else { return };
    let n = measures.len() as f64;
    let expected = measures.iter().sum::<f64>() / n;
    let squares: f64 = measures.iter().map(|measure| (measure - expected).powi(2)).sum();
    assert!((mean - expected).abs() < 1e-5, "{mean}: {expected}");
    assert!((deviation - (squares / n).sqrt()).abs() < 1e-5, "{deviation}: {}", (squares / n).sqrt());
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
        weight in prop_oneof![Just(0.0), Just(1.0), 0.0..1.0],
        appraise_after in 0_u32..8,
    ) {
        let root = Bush::new(BushShape { width, depth, two_players, noise: 0.5, seed });
        let schedule = if narrow { Schedule::geometric() } else { Schedule::AtOnce };
        let widening = Widening::with_promotion(schedule);
        let rules = Rules { rave: Some(Rave::least_error(0.001)), widening, ..Rules::ucb1(0.3) };
        let config = SearchConfig {
            rules,
            expand_after,
            appraisal_weight: weight,
            appraise_after,
            endings: mcts::Endings::Revisit,
            seed,
            ..SearchConfig::default()
        };
        let mut search = Search::new(root, Appraising(BushExpander { sharpness: 1.0, page }), Recording, config);
        search.run(&Limits::playouts(300));
        let records = search.shared().lock().unwrap().clone();
        let records = mix(&root, records, weight, appraise_after);
        prop_assert_eq!(records.len(), 300);
        let all: Vec<f64> = records.iter().filter_map(|(_, outcome)| outcome.measure).map(f64::from).collect();
        compare_measures(search.inspect().measured(), &all);
        prop_assert!(all.len() == 300 || !two_players);
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
            .map(|(steps, outcome)| (steps[1..].to_vec(), outcome))
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
