//! One thread's playout: down the tree, a rollout, and back up.
//!
//! The descent follows the best-scored open edge; a leaf with enough visits is expanded on the way. Threads never wait
//! for each other: a node that another thread is expanding counts as a leaf for this playout.

use super::backup::Credit;
use super::config::{Endings, SearchConfig};
use crate::amaf::FirstPlays;
use crate::best::BestList;
use crate::rules::NodeStats;
use crate::tree::Tree;
use crate::{Appraisal, Candidate, Expander, Outcome, Rollout, State, Step, Trace, Turn};
use std::sync::atomic::AtomicU64;

/// What all threads share during a round.
pub(super) struct RoundContext<'a, S: State, E: Expander<S>, P: Rollout<S>> {
    pub(super) tree: &'a Tree<S::Action>,
    pub(super) root: &'a S,
    /// The player to move at the root, and the one from whose point of view its rewards are summed.
    pub(super) root_turn: Turn,
    pub(super) root_chooser: Turn,
    pub(super) expander: &'a E,
    pub(super) rollout: &'a P,
    pub(super) shared: &'a P::Shared,
    pub(super) config: &'a SearchConfig,
    pub(super) best: Option<&'a BestList<S>>,
    /// Playouts that passed through each level, for the beam.
    pub(super) levels: &'a [AtomicU64],
}

/// Counters of a thread, for the report.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Counts {
    pub(super) playouts: u64,
    pub(super) depth_sum: u64,
    pub(super) max_depth: u64,
    pub(super) rollout_steps: u64,
    pub(super) expansions: u64,
    pub(super) endings: u64,
    pub(super) appraisals: u64,
}

/// How the descent ended.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Descent {
    /// At a node without edges: a rollout decides.
    Leaf,
    /// At a terminal state.
    Terminal,
    /// At a node of known value.
    Settled(f64),
}

/// One node of a playout's path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visit {
    pub(super) slot: u32,
    /// The node had an exact child that scored best: it and all nodes above count that value instead of the result of
    /// the playout, which went into another child for information.
    pub(super) counts_as: Option<Credit>,
}

/// What one thread owns.
pub(super) struct Worker<S: State, E: Expander<S>, P: Rollout<S>> {
    local: P::Local,
    pub(super) scratch: E::Scratch,
    pub(super) state: S,
    pub(super) trace: Trace<S::Action>,
    pub(super) path: Vec<Visit>,
    /// That of the deepest node of the path that has one.
    appraisal: Option<Appraisal>,
    pub(super) candidates: Vec<Candidate<S::Action>>,
    pub(super) first_plays: FirstPlays,
    pub(super) counts: Counts,
}

impl<S: State, E: Expander<S>, P: Rollout<S>> Worker<S, E, P> {
    pub(super) fn new(root: &S, expander: &E, rollout: &P, seed: u64) -> Self {
        Self {
            local: rollout.new_local(seed),
            scratch: expander.new_scratch(),
            state: root.clone(),
            trace: Trace::new(),
            path: Vec::new(),
            appraisal: None,
            candidates: Vec::new(),
            first_plays: FirstPlays::default(),
            counts: Counts::default(),
        }
    }

    /// One playout.
    pub(super) fn playout(&mut self, context: &RoundContext<'_, S, E, P>) {
        let descent = self.descend(context);
        self.trace.end_of_tree();
        self.counts.playouts += 1;
        self.counts.depth_sum += self.path.len() as u64 - 1;
        self.counts.max_depth = self.counts.max_depth.max(self.path.len() as u64 - 1);
        if let Descent::Settled(value) = descent {
            let end = context.tree.node(self.path[self.path.len() - 1].slot);
            self.back_up(context, Credit::of_settled(value, end), false);
            self.settle_up(context);
            return;
        }
        let outcome = context.rollout.play(context.shared, &mut self.local, &mut self.state, &mut self.trace);
        debug_assert!((0.0..=1.0).contains(&outcome.reward), "a reward of {} is not in [0, 1]", outcome.reward);
        self.counts.rollout_steps += self.trace.rollout_steps().len() as u64;
        self.remember(context, &outcome);
        let ended = descent == Descent::Terminal;
        self.counts.endings += u64::from(ended);
        let reward = match context.config.endings {
            Endings::Penalise(share) if ended && context.root_turn == Turn::Single => outcome.reward * (1.0 - share),
            _ => outcome.reward,
        };
        let mut credit = Credit { reward, measure: outcome.measure.map(f64::from) };
        if let Some(appraisal) = self.appraisal.filter(|_| !ended) {
            credit = credit.mixed_with(appraisal, context.config.appraisal_weight);
        }
        self.back_up(context, credit, context.config.rules.rave.is_some());
        if ended && context.config.endings == Endings::Settle {
            let end = self.path[self.path.len() - 1];
            context.tree.node(end.slot).settle(outcome.reward);
            self.settle_up(context);
        }
        context.rollout.learn(context.shared, &mut self.local, &self.trace, &outcome);
    }

    fn descend(&mut self, context: &RoundContext<'_, S, E, P>) -> Descent {
        self.state.clone_from(context.root);
        self.trace.clear();
        self.path.clear();
        self.appraisal = None;
        let mut chooser = context.root_chooser;
        let mut slot = context.tree.root();
        loop {
            let node = context.tree.node(slot);
            let visits = node.enter(context.config.virtual_loss);
            self.path.push(Visit { slot, counts_as: None });
            if let Some(value) = node.settled() {
                return Descent::Settled(value);
            }
            if node.branches().is_none() && self.state.is_terminal() {
                return Descent::Terminal;
            }
            let turn = self.state.turn();
            let mut stats = NodeStats::of(node, visits, chooser, turn);
            let branches = match node.branches() {
                Some(branches) => branches,
                None if visits < context.config.expand_after && slot != context.tree.root() => return Descent::Leaf,
                None => match self.expand(context, node, &stats) {
                    Some(branches) => branches,
                    None => return Descent::Leaf,
                },
            };
            if context.config.appraisal_weight > 0.0 {
                let is_due = visits >= context.config.appraise_after || slot == context.tree.root();
                self.appraisal = self.appraise(context, branches, is_due).or(self.appraisal);
            }
            stats.n_candidates = branches.n_edges();
            stats.rave_visits = branches.rave_visits();
            let Some(choice) = self.select(context, branches, &stats, turn) else {
                // Either everything here is settled and no backup noticed, because edges were cut, or a page is being
                // fetched.
                return context.tree.try_settle(slot, turn).map_or(Descent::Leaf, Descent::Settled);
            };
            if let Some(visit) = self.path.last_mut() {
                visit.counts_as = choice.exact;
            }
            let action = choice.edge.action;
            self.trace.push_step(Step { action, turn, rave_key: S::rave_key(action), context: 0 });
            self.state.apply(action);
            let Some(child) = context.tree.child(choice.edge) else { return Descent::Leaf };
            slot = child;
            chooser = turn;
        }
    }

    fn remember(&self, context: &RoundContext<'_, S, E, P>, outcome: &Outcome) {
        if let (Some(best), Some(objective)) = (context.best, outcome.objective)
            && best.wants(objective)
        {
            let actions: Vec<S::Action> = self.trace.steps().iter().map(|step| step.action).collect();
            best.offer(context.root, &actions, objective, outcome.reward);
        }
    }
}
