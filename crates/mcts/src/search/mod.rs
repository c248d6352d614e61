//! The search itself: a root, a tree, and threads that grow it.
//!
//! Each playout selects by the [rules](crate::rules), expands a leaf that has enough visits, plays a rollout and backs
//! the reward up from the point of view of the player who chose each node. Assumes rewards in \[0, 1\], terminal states
//! with a fixed outcome, and chance only inside rollouts. Does not merge transpositions.

mod backup;
mod config;
mod growth;
mod round;
mod select;
mod worker;

pub use config::{Beam, Endings, Goal, KeepBest, Limits, SearchConfig, StopReason, WhenFull};

use crate::best::{BestList, Solution};
use crate::correlation::PriorCheck;
use crate::inspect::{Inspection, RootMove};
use crate::report::{Report, SearchStats};
use crate::tree::{BeamCut, Target, Tree};
use crate::{Expander, Rollout, State, Turn};
use round::{Event, Run, run_round};
use stable_hash::splitmix64;
use std::sync::atomic::AtomicU64;
use worker::{Counts, RoundContext, Worker};

/// The shared context of a round and its workers.
type RoundParts<'a, S, E, P> = (RoundContext<'a, S, E, P>, &'a mut [Worker<S, E, P>]);

/// Levels of the tree that a beam can cut.
const BEAM_LEVELS: usize = 1024;

/// A tree over one root state.
///
/// ```
/// use mcts::toy::{Nim, NimRandom};
/// use mcts::{Limits, Search, SearchConfig, StopReason};
///
/// let mut search = Search::new(Nim::new(10), NimRandom, NimRandom, SearchConfig::default());
/// assert_eq!(search.run(&Limits::playouts(5000)), StopReason::Proven); // small enough to be solved
/// assert_eq!(search.best_action(), Some(2));
/// search.advance(2); // keeps what is known of the eight that are left
/// assert_eq!(search.inspect().settled(), Some(1.0)); // and the first player wins
/// ```
pub struct Search<S: State, E: Expander<S>, P: Rollout<S>> {
    // Constant.
    expander: E,
    rollout: P,
    config: SearchConfig,
    // Changes when the root moves on.
    root: S,
    /// The player from whose point of view the root's rewards are summed: the one who moved there.
    root_chooser: Turn,
    // Changes while searching.
    tree: Tree<S::Action>,
    shared: P::Shared,
    workers: Vec<Worker<S, E, P>>,
    best: Option<BestList<S>>,
    levels: Vec<AtomicU64>,
    next_level: usize,
    beam_has_cut: bool,
    recycled: u64,
    last_run: (u64, Option<std::time::Duration>),
}

impl<S: State, E: Expander<S>, P: Rollout<S>> Search<S, E, P> {
    /// A new search.
    pub fn new(root: S, expander: E, rollout: P, config: SearchConfig) -> Self {
        let n_levels = if config.beam.is_some() { BEAM_LEVELS } else { 0 };
        Self {
            root_chooser: root_turn(&root).opponent(),
            shared: rollout.new_shared(),
            tree: Tree::new(config.memory_bytes),
            workers: Vec::new(),
            best: config.keep_best.map(BestList::new),
            levels: (0..n_levels).map(|_| AtomicU64::new(0)).collect(),
            next_level: 1,
            beam_has_cut: false,
            recycled: 0,
            last_run: (0, None),
            expander,
            rollout,
            config,
            root,
        }
    }

    /// Searches until a limit is reached; call it again to continue.
    pub fn run(&mut self, limits: &Limits<'_>) -> StopReason {
        self.run_watched(limits, u64::MAX, |_| ())
    }

    /// The same, calling `progress` on this thread about every `playouts` playouts. Making the view costs nothing.
    ///
    /// ```
    /// # use mcts::toy::{Nim, NimRandom};
    /// # use mcts::{Limits, Search, SearchConfig};
    /// let mut search = Search::new(Nim::new(30), NimRandom, NimRandom, SearchConfig::default());
    /// let mut lines = Vec::new();
    /// search.run_watched(&Limits::playouts(1000), 250, |now| lines.push(now.principal_variation()));
    /// assert_eq!(lines.len(), 4);
    /// ```
    pub fn run_watched(
        &mut self,
        limits: &Limits<'_>,
        playouts: u64,
        mut progress: impl FnMut(&Inspection<'_, S>),
    ) -> StopReason {
        self.hire();
        let mut run = Run {
            limits,
            started: AtomicU64::new(0),
            next_level: self.next_level,
            report_every: playouts.max(1),
            reported: 0,
        };
        let reason = loop {
            run.next_level = self.next_level;
            let (context, workers) = self.round_parts();
            match run_round(&context, workers, &mut run, &mut progress) {
                Event::Stop(StopReason::Proven) if self.beam_has_cut => break StopReason::Exhausted,
                Event::Stop(reason) => break reason,
                Event::BeamLevel => {
                    if !self.cut_beam() {
                        break StopReason::Exhausted;
                    }
                }
                Event::Full => {
                    let freed = if self.config.when_full == WhenFull::Recycle { self.tree.recycle() } else { 0 };
                    self.recycled += freed as u64;
                    if freed == 0 || self.tree.is_full() {
                        break StopReason::Memory;
                    }
                }
            }
        };
        self.last_run = (run.started.into_inner(), limits.budget.elapsed());
        reason
    }

    /// Makes a worker for every thread.
    fn hire(&mut self) {
        for thread in self.workers.len()..self.config.threads.max(1) {
            let seed = split_seed(self.config.seed, thread as u64);
            self.workers.push(Worker::new(&self.root, &self.expander, &self.rollout, seed));
        }
    }

    fn round_parts(&mut self) -> RoundParts<'_, S, E, P> {
        let n_threads = self.config.threads.max(1);
        let context = RoundContext {
            tree: &self.tree,
            root: &self.root,
            root_turn: root_turn(&self.root),
            root_chooser: self.root_chooser,
            expander: &self.expander,
            rollout: &self.rollout,
            shared: &self.shared,
            config: &self.config,
            best: self.best.as_ref(),
            levels: &self.levels,
        };
        (context, &mut self.workers[..n_threads])
    }

    /// Cuts the next level; false if nothing in it is left to search.
    fn cut_beam(&mut self) -> bool {
        let width = self.config.beam.map_or(usize::MAX, |beam| beam.width.max(1));
        let cut = self.tree.keep_beam(self.next_level, width);
        self.beam_has_cut |= cut != Some(BeamCut::Nothing);
        self.next_level += 1;
        cut.is_some()
    }

    /// The action to take: that of the best solution if solutions are kept, otherwise the first of
    /// [`Inspection::ranked_moves`], i.e. the most visited action and not the one with the best score, which may be
    /// exploratory (Basaldúa 2013, section 3.2).
    pub fn best_action(&self) -> Option<S::Action> {
        let known = self.solutions().first().and_then(|best| best.actions.first().copied());
        known.or_else(|| self.inspect().ranked_moves().first().map(|best| best.action))
    }

    /// Statistics of each action at the root, in the expander's order.
    pub fn root_moves(&self) -> Vec<RootMove<S::Action>> {
        self.inspect().root_moves()
    }

    /// The best solutions so far, best first.
    pub fn solutions(&self) -> Vec<Solution<S>> {
        self.best.as_ref().map_or(Vec::new(), BestList::solutions)
    }

    /// Adds a solution found elsewhere, by a heuristic or an earlier run, to the list of best solutions. The actions
    /// must lead from the root to a terminal state.
    pub fn offer(&mut self, actions: &[S::Action], reward: f64, objective: f64) {
        if let Some(best) = &self.best {
            best.offer(&self.root, actions, objective, reward);
        }
    }

    /// A view of the current tree.
    pub fn inspect(&self) -> Inspection<'_, S> {
        let (playouts, elapsed) = self.last_run;
        Inspection {
            tree: &self.tree,
            root_turn: root_turn(&self.root),
            root_chooser: self.root_chooser,
            best: self.best.as_ref(),
            playouts,
            elapsed,
        }
    }

    /// The root state.
    pub fn root(&self) -> &S {
        &self.root
    }

    /// The rollout.
    pub fn rollout(&self) -> &P {
        &self.rollout
    }

    /// The rollout's shared tables.
    pub fn shared(&self) -> &P::Shared {
        &self.shared
    }

    /// The configuration.
    pub fn config(&self) -> &SearchConfig {
        &self.config
    }

    /// Changes rules, threads, the seed of new threads, virtual loss, expansion or appraisal between runs. Memory limit, list of
    /// best solutions and beam are fixed when the search is made.
    pub fn config_mut(&mut self) -> &mut SearchConfig {
        &mut self.config
    }

    /// Moves the root on by an action, keeps the subtree below it and returns the number of visits kept.
    pub fn advance(&mut self, action: S::Action) -> u32 {
        let branches = self.tree.root_node().branches();
        let edge = branches.and_then(|branches| branches.edges().find(|edge| edge.action == action));
        let child = match edge.map(|edge| edge.target()) {
            Some(Target::Node(slot)) => Some(slot),
            Some(Target::Hidden | Target::Open) | None => None,
        };
        self.root_chooser = root_turn(&self.root);
        self.root.apply(action);
        match child {
            Some(slot) => self.tree.set_root(slot),
            None => self.tree.clear(),
        }
        if let Some(best) = &mut self.best {
            best.advance(action);
        }
        self.restart_beam();
        self.tree.root_node().visits()
    }

    /// Starts over from another root; the rollout's shared tables stay.
    pub fn reset(&mut self, root: S) {
        self.root_chooser = root_turn(&root).opponent();
        self.root = root;
        self.tree.clear();
        self.best = self.config.keep_best.map(BestList::new);
        self.restart_beam();
    }

    fn restart_beam(&mut self) {
        self.levels.iter_mut().for_each(|level| *level = AtomicU64::new(0));
        self.next_level = 1;
        self.beam_has_cut = false;
    }

    /// Permanently restricts this root to the given actions. Results proven through the other actions are reopened.
    pub fn retain_root(&mut self, keep: impl FnMut(S::Action) -> bool) {
        self.hire();
        let (context, workers) = self.round_parts();
        workers[0].expand_root(&context);
        self.tree.retain_root(root_turn(&self.root), keep);
    }

    /// Replaces the a-priori values of the root's actions, which stay as they are otherwise: what is worth knowing at the root only, and of a root that was a node
    /// below another one. Actions that the expander has not given yet get none.
    pub fn revise_root(&mut self, value: impl FnMut(S::Action) -> Option<f32>) {
        self.hire();
        let (context, workers) = self.round_parts();
        workers[0].expand_root(&context);
        self.tree.revise_root(value);
    }

    /// Statistics since the search was made.
    pub fn stats(&self) -> SearchStats {
        let mut total = Counts::default();
        for Counts { playouts, depth_sum, max_depth, rollout_steps, expansions, endings, appraisals } in
            self.workers.iter().map(|worker| worker.counts)
        {
            total.playouts += playouts;
            total.depth_sum += depth_sum;
            total.max_depth = total.max_depth.max(max_depth);
            total.rollout_steps += rollout_steps;
            total.expansions += expansions;
            total.endings += endings;
            total.appraisals += appraisals;
        }
        let per_playout = |sum: u64| sum as f64 / total.playouts.max(1) as f64;
        let (last_playouts, last_elapsed) = self.last_run;
        SearchStats {
            playouts: total.playouts,
            last_playouts,
            last_elapsed,
            mean_depth: per_playout(total.depth_sum),
            max_depth: total.max_depth,
            mean_rollout: per_playout(total.rollout_steps),
            expansions: total.expansions,
            endings: total.endings,
            appraisals: total.appraisals,
            nodes: self.tree.n_nodes(),
            bytes: self.tree.bytes(),
            recycled: self.recycled,
        }
    }

    /// How well the expander's knowledge agrees with the results, over all edges with at least `min_visits` visits
    /// (Basaldúa 2013, section 3.2.2).
    pub fn check_priors(&self, min_visits: u32) -> PriorCheck {
        PriorCheck::of(&self.tree, min_visits)
    }

    /// A table of the best actions at the root with their statistics and lines.
    pub fn report(&self) -> Report {
        self.report_with(|action| format!("{action:?}"))
    }

    /// The same with actions named by the domain.
    pub fn report_with(&self, name: impl Fn(S::Action) -> String) -> Report {
        Report::new(&self.inspect(), self.stats(), name)
    }
}

/// The player to move at the root; a terminal root has none, and the first player's view is used.
fn root_turn<S: State>(root: &S) -> Turn {
    if root.is_terminal() { Turn::First } else { root.turn() }
}

/// Independent seeds for the threads (SplitMix64).
fn split_seed(seed: u64, thread: u64) -> u64 {
    splitmix64::nth(seed, thread + 1)
}
