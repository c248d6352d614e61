//! One thread's playout: down the tree, a rollout, and back up.
//!
//! The descent follows the best-scored open edge; a leaf with enough visits is expanded on the way. Threads never wait
//! for each other: a node that another thread is expanding counts as a leaf for this playout.

use super::config::{Endings, SearchConfig};
use super::select::{Choice, best_open};
use crate::amaf::FirstPlays;
use crate::best::BestList;
use crate::rules::NodeStats;
use crate::tree::{Branches, Node, Tree, Widened};
use crate::{Candidate, Expander, Outcome, Rollout, State, Step, Trace, Turn};
use std::sync::atomic::{AtomicU64, Ordering};

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
struct Visit {
    slot: u32,
    /// The node had an exact child that scored best: it and all nodes above count that value instead of the result of
    /// the playout, which went into another child for information.
    counts_as: Option<f64>,
}

/// What one thread owns.
pub(super) struct Worker<S: State, E: Expander<S>, P: Rollout<S>> {
    local: P::Local,
    scratch: E::Scratch,
    state: S,
    trace: Trace<S::Action>,
    path: Vec<Visit>,
    candidates: Vec<Candidate<S::Action>>,
    first_plays: FirstPlays,
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
            self.back_up(context, value, false);
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
        self.back_up(context, reward, context.config.rules.rave.is_some());
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

    /// Asks the expander for a node's edges; `None` while another thread does, or if there are none.
    fn expand<'t>(
        &mut self,
        context: &RoundContext<'t, S, E, P>,
        node: &'t Node<S::Action>,
        stats: &NodeStats,
    ) -> Option<&'t Branches<S::Action>> {
        if !node.claim_expansion() {
            return node.branches();
        }
        if node.branches().is_some() {
            // Another thread published between our check and our claim.
            node.release_claim();
            return node.branches();
        }
        self.candidates.clear();
        let coverage = context.expander.expand(&mut self.scratch, &self.state, 0, &mut self.candidates);
        if self.candidates.is_empty() {
            node.release_claim();
            return None;
        }
        self.counts.expansions += 1;
        let branches = Branches::new(&self.candidates, coverage, &context.config.rules.widening, stats);
        context.tree.note_branch_bytes(branches.bytes());
        Some(node.publish(branches))
    }

    /// The open edge with the best score, after opening what is due.
    fn select<'t>(
        &mut self,
        context: &RoundContext<'t, S, E, P>,
        branches: &'t Branches<S::Action>,
        stats: &NodeStats,
        turn: Turn,
    ) -> Option<Choice<'t, S::Action>> {
        let clock = context.config.rules.widening.schedule.clock(stats);
        while branches.is_due(clock) && self.widen(context, branches, stats) {}
        loop {
            if let Some(choice) = best_open(&context.config.rules, context.tree, branches, (stats, turn)) {
                return Some(choice);
            }
            // Everything open is settled: try further down the list.
            if !self.widen(context, branches, stats) {
                return None;
            }
        }
    }

    /// Opens one more edge, fetching the next page if need be; false if there is none, or another thread is fetching.
    fn widen(
        &mut self,
        context: &RoundContext<'_, S, E, P>,
        branches: &Branches<S::Action>,
        stats: &NodeStats,
    ) -> bool {
        let widening = &context.config.rules.widening;
        match branches.widen(widening, stats) {
            Widened::Yes => return true,
            Widened::Everything => return false,
            Widened::NeedsPage => {}
        }
        if !branches.claim_fetch() {
            return false;
        }
        self.candidates.clear();
        let from = branches.n_edges() as usize;
        let coverage = context.expander.expand(&mut self.scratch, &self.state, from, &mut self.candidates);
        let before = branches.bytes();
        let n_open = branches.n_open();
        branches.append(&self.candidates, coverage, widening, stats);
        context.tree.note_branch_bytes(branches.bytes() - before);
        branches.n_open() > n_open || branches.widen(widening, stats) == Widened::Yes
    }

    /// Adds the reward to every node of the path and, if enabled, to the RAVE statistics of their edges.
    fn back_up(&mut self, context: &RoundContext<'_, S, E, P>, reward: f64, rave: bool) {
        let steps = self.trace.steps();
        let mut noted = steps.len();
        if rave {
            self.first_plays.clear();
        }
        let mut reward = reward;
        for (depth, visit) in self.path.iter().enumerate().rev() {
            let node = context.tree.node(visit.slot);
            if rave {
                for step in steps[depth.min(noted)..noted].iter().rev() {
                    if let Some(key) = step.rave_key {
                        self.first_plays.note(key, step.turn);
                    }
                }
                noted = depth.min(noted);
                if let (Some(branches), Some(step)) = (node.branches(), steps.get(depth)) {
                    add_rave::<S>(branches, &self.first_plays, step.turn, step.turn.view(reward) as f32);
                }
            }
            reward = visit.counts_as.unwrap_or(reward);
            let chooser = if depth == 0 { context.root_chooser } else { steps[depth - 1].turn };
            node.leave(context.config.virtual_loss, chooser.view(reward));
        }
        for level in context.levels.iter().take(self.path.len()) {
            level.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// The end of the path is settled; settles the nodes above it where possible.
    fn settle_up(&self, context: &RoundContext<'_, S, E, P>) {
        let Some((_, above)) = self.path.split_last() else { return };
        for (visit, step) in above.iter().zip(self.trace.steps()).rev() {
            if context.tree.try_settle(visit.slot, step.turn).is_none() {
                break;
            }
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

    /// Asks the expander for the root's edges, so that they are available before the first playout.
    pub(super) fn expand_root(&mut self, context: &RoundContext<'_, S, E, P>) {
        let node = context.tree.root_node();
        if node.branches().is_some() || context.root.is_terminal() {
            return;
        }
        self.state.clone_from(context.root);
        let stats = NodeStats::of(node, node.visits(), context.root_chooser, context.root.turn());
        self.expand(context, node, &stats);
    }
}

/// Counts the reward for every edge whose action `turn` plays first from here on, hidden edges too.
fn add_rave<S: State>(branches: &Branches<S::Action>, first_plays: &FirstPlays, turn: Turn, reward: f32) {
    let mut counted = 0;
    for page in branches.pages() {
        for edge in page.edges() {
            if let Some(key) = S::rave_key(edge.action) {
                let hit = first_plays.is_first(key, turn);
                edge.add_rave(hit, reward);
                counted += u64::from(hit);
            }
        }
    }
    branches.add_rave_visits(counted);
}
