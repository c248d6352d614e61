//! Laws that every domain must satisfy, for use in its tests.
//!
//! The search relies on the domain: a clone that shares state, a duplicate action or a rollout that forgets a step
//! gives wrong results without any error. [`check`] takes random walks through the domain and tests every contract of
//! [`State`], [`Expander`] and [`Rollout`], then runs small searches and checks their statistics.
//!
//! ```
//! use mcts::laws::{self, Extent};
//! use mcts::toy::{Nim, NimRandom};
//!
//! let report = laws::check(&Nim::new(21), &NimRandom, &NimRandom, &Extent::default()).unwrap();
//! assert_eq!(report.most_candidates, 3);
//! ```

use crate::{
    Appraisal, Candidate, Coverage, Expander, Goal, KeepBest, Limits, Outcome, Rollout, Search, SearchConfig, State,
    Trace, Turn,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::HashMap;
use std::fmt;

/// How much to check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// Random walks from the root to an end.
    pub walks: usize,
    /// A longer walk violates the law that domains terminate.
    pub longest_walk: usize,
    /// Rollouts are started from every n-th state of a walk.
    pub rollout_stride: usize,
    /// Playouts of each trial search.
    pub playouts: u64,
    /// Seed of walks, rollouts and searches.
    pub seed: u64,
}

impl Default for Extent {
    fn default() -> Self {
        Self { walks: 10, longest_walk: 10_000, rollout_stride: 3, playouts: 200, seed: 1 }
    }
}

/// What was checked when no law was violated.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct LawReport {
    /// States looked at.
    pub states: usize,
    /// Rollouts played.
    pub rollouts: usize,
    /// The longest walk.
    pub longest_walk: usize,
    /// The most candidates of a state.
    pub most_candidates: usize,
}

impl fmt::Display for LawReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { states, rollouts, longest_walk, most_candidates } = self;
        write!(f, "{states} states (up to {most_candidates} candidates, {longest_walk} deep), {rollouts} rollouts")
    }
}

/// A law that a domain violated, with the place and the observation.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{law}: {detail} (after {line})")]
pub struct Violation {
    /// The law.
    pub law: &'static str,
    /// What was observed.
    pub detail: String,
    /// The actions from the root to the state.
    pub line: String,
}

/// Checks all laws on a domain.
pub fn check<S, E, P>(root: &S, expander: &E, rollout: &P, extent: &Extent) -> Result<LawReport, Violation>
where
    S: State,
    E: Expander<S>,
    P: Rollout<S>,
{
    let mut inspector = Inspector {
        root,
        expander,
        rollout,
        extent,
        scratch: expander.new_scratch(),
        line: Vec::new(),
        report: LawReport::default(),
        has_objective: None,
    };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(extent.seed);
    let mut elsewhere = root.clone();
    for _ in 0..extent.walks {
        inspector.walk(&mut rng, &mut elsewhere)?;
    }
    inspector.searches()?;
    Ok(inspector.report)
}

/// The observable part of a state.
#[derive(Clone, PartialEq, Debug)]
struct Seen<A> {
    turn: Option<Turn>,
    key: Option<u64>,
    candidates: Vec<Candidate<A>>,
    appraisal: Option<Appraisal>,
}

struct Inspector<'a, S: State, E: Expander<S>, P: Rollout<S>> {
    root: &'a S,
    expander: &'a E,
    rollout: &'a P,
    extent: &'a Extent,
    scratch: E::Scratch,
    line: Vec<S::Action>,
    report: LawReport,
    has_objective: Option<bool>,
}

impl<S: State, E: Expander<S>, P: Rollout<S>> Inspector<'_, S, E, P> {
    fn demand(&self, holds: bool, law: &'static str, detail: impl FnOnce() -> String) -> Result<(), Violation> {
        if holds {
            return Ok(());
        }
        let line = if self.line.is_empty() { "no action".to_owned() } else { format!("{:?}", self.line) };
        Err(Violation { law, detail: detail(), line })
    }

    /// One random walk to a terminal state, with every state on it checked.
    fn walk(&mut self, rng: &mut Xoshiro256PlusPlus, elsewhere: &mut S) -> Result<(), Violation> {
        let mut state = self.root.clone();
        self.line.clear();
        let kind = (!state.is_terminal()).then(|| state.turn() == Turn::Single);
        loop {
            let seen = self.look(&state)?;
            self.report.states += 1;
            self.report.most_candidates = self.report.most_candidates.max(seen.candidates.len());
            elsewhere.clone_from(&state);
            let copied = self.look(elsewhere)?;
            self.demand(copied == seen, "clone_from copies everything", || differ(&seen, &copied))?;
            if self.line.len().is_multiple_of(self.extent.rollout_stride.max(1)) || state.is_terminal() {
                self.rollouts(&state, rng.random())?;
            }
            if state.is_terminal() {
                break;
            }
            let single = seen.turn.map(|turn| turn == Turn::Single);
            self.demand(single == kind, "one agent or two players, not both", || format!("{:?}", seen.turn))?;
            let action = seen.candidates[rng.random_range(0..seen.candidates.len())].action;
            let (mut first, mut second) = (state.clone(), state.clone());
            first.apply(action);
            second.apply(action);
            let again = self.look(&state)?;
            self.demand(again == seen, "a clone shares nothing with its original", || differ(&seen, &again))?;
            let (a, b) = (self.look(&first)?, self.look(&second)?);
            self.demand(a == b, "an action always does the same", || differ(&a, &b))?;
            state = first;
            self.line.push(action);
            let length = self.line.len();
            self.demand(length <= self.extent.longest_walk, "worlds end", || format!("not after {length} actions"))?;
        }
        self.report.longest_walk = self.report.longest_walk.max(self.line.len());
        Ok(())
    }

    /// Everything observable, with the laws on candidates checked.
    fn look(&mut self, state: &S) -> Result<Seen<S::Action>, Violation> {
        if state.is_terminal() {
            return Ok(Seen { turn: None, key: state.key(), candidates: Vec::new(), appraisal: None });
        }
        let mut candidates = Vec::new();
        loop {
            let from = candidates.len();
            let mut page = Vec::new();
            let coverage = self.expander.expand(&mut self.scratch, state, from, &mut page);
            let mut again = Vec::new();
            let same = self.expander.expand(&mut self.scratch, state, from, &mut again) == coverage && again == page;
            self.demand(same, "the same state and rank give the same candidates", || format!("from rank {from}"))?;
            let stuck = page.is_empty() && coverage == Coverage::Partial;
            self.demand(!stuck, "a page with more to come is not empty", || format!("from rank {from}"))?;
            candidates.extend(page);
            if coverage == Coverage::Complete {
                break;
            }
        }
        self.candidates(&candidates)?;
        let appraisal = self.appraisal(state)?;
        Ok(Seen { turn: Some(state.turn()), key: state.key(), candidates, appraisal })
    }

    fn appraisal(&mut self, state: &S) -> Result<Option<Appraisal>, Violation> {
        let appraisal = self.expander.appraise(&mut self.scratch, state);
        let again = self.expander.appraise(&mut self.scratch, state);
        let same = again == appraisal;
        self.demand(same, "the same state is appraised the same way", || format!("{appraisal:?}, then {again:?}"))?;
        let fine = appraisal.is_none_or(|said| (0.0..=1.0).contains(&said.value));
        self.demand(fine, "appraised values are in [0, 1]", || format!("{appraisal:?}"))?;
        let finite = appraisal.and_then(|said| said.measure).is_none_or(f32::is_finite);
        self.demand(finite, "appraised measures are finite", || format!("{appraisal:?}"))?;
        Ok(appraisal)
    }

    fn candidates(&self, candidates: &[Candidate<S::Action>]) -> Result<(), Violation> {
        let mut by_name: HashMap<String, usize> = HashMap::new();
        self.demand(!candidates.is_empty(), "a state that is not terminal has a candidate", String::new)?;
        for (rank, candidate) in candidates.iter().enumerate() {
            let Candidate { action, probability, value, .. } = *candidate;
            let fine = probability.is_finite() && probability >= 0.0;
            self.demand(fine, "probabilities are not negative", || format!("{action:?} has {probability}"))?;
            let fine = value.is_none_or(|value| (0.0..=1.0).contains(&value));
            self.demand(fine, "a-priori values are in [0, 1]", || format!("{action:?} has {value:?}"))?;
            // Actions need not be hashable; candidates are compared through their `Debug` text first.
            let suspect = by_name.insert(format!("{action:?}"), rank);
            let twice = suspect.is_some_and(|other| candidates[other].action == action);
            self.demand(!twice, "no action is listed twice", || format!("{action:?}"))?;
        }
        let total: f32 = candidates.iter().map(|candidate| candidate.probability).sum();
        self.demand(total <= 1.001, "probabilities sum to at most 1", || format!("they sum to {total}"))
    }

    /// The laws on rollouts, from one state.
    fn rollouts(&mut self, state: &S, seed: u64) -> Result<(), Violation> {
        let (trace, outcome) = self.play(state, seed);
        let (trace_again, outcome_again) = self.play(state, seed);
        self.report.rollouts += 2;
        let same = outcome == outcome_again && trace.steps() == trace_again.steps();
        self.demand(same, "one seed gives the same rollout twice", || format!("{outcome:?}, then {outcome_again:?}"))?;
        let in_range = (0.0..=1.0).contains(&outcome.reward);
        self.demand(in_range, "rewards are in [0, 1]", || format!("{}", outcome.reward))?;
        let finite = outcome.objective.is_none_or(f64::is_finite);
        self.demand(finite, "objectives are finite", || format!("{:?}", outcome.objective))?;
        let finite = outcome.measure.is_none_or(f32::is_finite);
        self.demand(finite, "measures are finite", || format!("{:?}", outcome.measure))?;
        let has_objective = *self.has_objective.get_or_insert(outcome.objective.is_some());
        let always = has_objective == outcome.objective.is_some();
        self.demand(always, "all outcomes have an objective or none has", || format!("{outcome:?}"))?;
        if state.is_terminal() {
            let quiet = trace.steps().is_empty();
            self.demand(quiet, "nothing is played from a terminal state", || format!("{:?}", trace.steps()))?;
            let (_, other) = self.play(state, seed ^ 1);
            let same = other == outcome;
            return self.demand(same, "a terminal state is judged the same way by any seed", || {
                format!("{outcome:?}, then {other:?}")
            });
        }
        self.replay(state, &trace, &outcome)
    }

    /// A recorded rollout must be possible and, in optimisation problems, lead to the solution that was judged.
    fn replay(&mut self, state: &S, trace: &Trace<S::Action>, outcome: &Outcome) -> Result<(), Violation> {
        let mut replayed = state.clone();
        for (i, step) in trace.steps().iter().enumerate() {
            self.demand(!replayed.is_terminal(), "no step follows the end", || format!("step {i} of the rollout"))?;
            let told = step.turn == replayed.turn();
            self.demand(told, "recorded turns are true", || format!("step {i} says {:?}", step.turn))?;
            let named = step.rave_key == S::rave_key(step.action);
            self.demand(named, "recorded RAVE keys are true", || format!("step {i} says {:?}", step.rave_key))?;
            replayed.apply(step.action);
        }
        if outcome.objective.is_some() {
            let ends = replayed.is_terminal();
            self.demand(ends, "recorded steps lead to a solution", || format!("{} steps", trace.steps().len()))?;
            let (_, judged) = self.play(&replayed, 0);
            let same = judged == *outcome;
            self.demand(same, "the recorded solution is the judged one", || format!("{outcome:?}, {judged:?}"))?;
        }
        Ok(())
    }

    fn play(&self, state: &S, seed: u64) -> (Trace<S::Action>, Outcome) {
        let shared = self.rollout.new_shared();
        let mut local = self.rollout.new_local(seed);
        let mut trace = Trace::new();
        let outcome = self.rollout.play(&shared, &mut local, &mut state.clone(), &mut trace);
        (trace, outcome)
    }

    /// Small searches whose statistics must be consistent.
    fn searches(&mut self) -> Result<(), Violation> {
        self.line.clear();
        let (a, b) = (self.search(1), self.search(1));
        let same = a.root_moves() == b.root_moves();
        self.demand(same, "one seed and one thread give the same search twice", String::new)?;
        for search in [&a, &self.search(2)] {
            let inspection = search.inspect();
            let below: u64 = inspection.root_moves().iter().map(|root_move| u64::from(root_move.visits)).sum();
            let visits = u64::from(inspection.root_visits());
            let balanced = visits == inspection.playouts() && below <= visits;
            self.demand(balanced, "visits add up", || format!("{visits} at the root, {below} below"))?;
            let n_measured = inspection.measured().map_or(0, |measured| measured.count);
            let fits = n_measured <= inspection.root_visits();
            self.demand(fits, "no more is measured than played", || format!("{n_measured} of {visits}"))?;
            for solution in search.solutions() {
                let (_, judged) = self.play(&solution.state, 0);
                let same = judged.objective == Some(solution.objective);
                self.demand(same, "kept solutions are what they were", || format!("{:?}", solution.actions))?;
            }
        }
        Ok(())
    }

    fn search(&self, threads: usize) -> Search<S, &E, &P> {
        let keep_best = self.has_objective.filter(|&has| has).map(|_| KeepBest { count: 3, goal: Goal::Maximise });
        let config = SearchConfig {
            threads,
            seed: self.extent.seed,
            keep_best,
            appraisal_weight: 0.5,
            appraise_after: 2,
            ..SearchConfig::default()
        };
        let mut search = Search::new(self.root.clone(), self.expander, self.rollout, config);
        search.run(&Limits::playouts(self.extent.playouts));
        search
    }
}

fn differ<A: fmt::Debug + PartialEq>(a: &Seen<A>, b: &Seen<A>) -> String {
    if a.appraisal != b.appraisal {
        return format!("{:?}, then {:?}", a.appraisal, b.appraisal);
    }
    if a.candidates == b.candidates {
        return format!("{:?} and key {:?}, then {:?} and key {:?}", a.turn, a.key, b.turn, b.key);
    }
    let place = a.candidates.iter().zip(&b.candidates).position(|(a, b)| a != b);
    match place {
        Some(rank) => format!("rank {rank}: {:?}, then {:?}", a.candidates[rank], b.candidates[rank]),
        None => format!("{} candidates, then {}", a.candidates.len(), b.candidates.len()),
    }
}
