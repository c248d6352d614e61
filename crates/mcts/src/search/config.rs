//! Configuration of a search and its stopping conditions.

use crate::budget::{Budget, Clock};
use crate::rules::Rules;
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Treatment of paths that end in a terminal state inside the tree, where no rollout is played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Endings {
    /// Count the same ending every time, as plain UCT does. In optimisation problems the search then gets stuck on a
    /// good solution (Basaldúa 2013, section 7.2.6).
    Revisit,
    /// Count it with a reward reduced by this amount, 0.02 in Basaldúa 2013, section 5.6. Optimisation problems only.
    Penalise(f64),
    /// Solve it: a terminal state is exact, and so is a node whose edges are all exact. An optimiser does not visit
    /// exact nodes again (Basaldúa 2013, section 7.3.1), and a proven win or loss propagates up the tree of a game.
    Settle,
}

/// Direction of the raw objective.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Smaller is better: a length.
    Minimise,
    /// Larger is better: a number of correct answers.
    Maximise,
}

impl Goal {
    /// Whether `a` is strictly better than `b`.
    pub fn prefers(self, a: f64, b: f64) -> bool {
        match self {
            Goal::Minimise => a < b,
            Goal::Maximise => a > b,
        }
    }
}

/// The list of best solutions of an optimisation problem.
///
/// ```
/// use mcts::toy::{Bush, BushExpander, BushRollout, BushShape};
/// use mcts::{Goal, KeepBest, Limits, Search, SearchConfig, StopReason};
///
/// let root = Bush::new(BushShape { width: 5, depth: 3, two_players: false, noise: 0.5, seed: 1 });
/// let keep_best = Some(KeepBest { count: 3, goal: Goal::Maximise });
/// let config = SearchConfig { keep_best, ..SearchConfig::default() };
/// let mut search = Search::new(root, BushExpander::default(), BushRollout, config);
/// assert_eq!(search.run(&Limits::none()), StopReason::Proven); // all 125 solutions were seen
/// let best = &search.solutions()[0];
/// assert_eq!((best.objective, best.actions.len()), (root.exact_value(), 3));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct KeepBest {
    /// How many to keep.
    pub count: usize,
    /// By smallest or largest objective.
    pub goal: Goal,
}

/// Beam MCTS (Baier and Winands 2012; Basaldúa 2013, section 7.1.2): after enough playouts through a level of the tree
/// only its most visited nodes are kept. Reaches the end of deep problems at the price of completeness.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Beam {
    /// Playouts through a level before it is cut.
    pub playouts_per_level: u64,
    /// Nodes that are kept.
    pub width: usize,
}

/// What happens when the memory limit is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WhenFull {
    /// The least-visited nodes become leaves again, and the search continues.
    Recycle,
    /// The search stops.
    Stop,
}

/// Configuration of a search.
#[derive(Clone, Debug)]
pub struct SearchConfig {
    /// Selection, RAVE, priors, widening.
    pub rules: Rules,
    /// Seeds every thread's rollout. One seed, one thread and a playout limit give the same tree twice.
    pub seed: u64,
    /// Threads that share the tree; at least 1.
    pub threads: usize,
    /// Virtual loss: visits without reward that a running playout adds, so that threads spread (Basaldúa 2013, section
    /// 3.1.4, uses 1). Has no effect with one thread.
    pub virtual_loss: u32,
    /// Visits of a leaf before it is expanded; at least 1. The root is expanded at once.
    pub expand_after: u32,
    /// How much an appraisal ([`Expander::appraise`](crate::Expander::appraise)) counts against a rollout, from 0 (off, never asked) to 1. Every node
    /// of the path counts (1 - w) times the rollout's reward plus w times the value of the deepest appraised node on the path, and its measure
    /// likewise.
    pub appraisal_weight: f64,
    /// Visits of an expanded node before it is appraised; the root is appraised at once.
    pub appraise_after: u32,
    /// Memory limit of the tree.
    pub memory_bytes: usize,
    /// What to do when the limit is reached.
    pub when_full: WhenFull,
    /// What to do about paths that end inside the tree.
    pub endings: Endings,
    /// Solutions to remember, for optimisation problems.
    pub keep_best: Option<KeepBest>,
    /// Cut the tree to a beam.
    pub beam: Option<Beam>,
}

impl Default for SearchConfig {
    fn default() -> Self {
        Self {
            rules: Rules::default(),
            seed: 1,
            threads: 1,
            virtual_loss: 1,
            expand_after: 1,
            appraisal_weight: 0.0,
            appraise_after: 0,
            memory_bytes: 512 << 20,
            when_full: WhenFull::Recycle,
            endings: Endings::Settle,
            keep_best: None,
            beam: None,
        }
    }
}

/// Stopping conditions; the first one reached ends the search.
///
/// ```
/// use mcts::Limits;
/// use std::sync::atomic::AtomicBool;
/// use std::time::{Duration, Instant};
///
/// let begin = Instant::now();
/// let clock = || begin.elapsed();
/// let stop = AtomicBool::new(false);
/// let limits = Limits::playouts(100_000).with_time(Duration::from_secs(5), &clock).with_stop(&stop).until_decided();
/// assert_eq!(limits.budget.evaluations, Some(100_000));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// Playouts, time and stop flag.
    pub budget: Budget<'a>,
    /// When the most visited action of the root can no longer be overtaken within the other limits.
    pub decided: bool,
    /// When a solution at least this good is known, for instance one that meets a lower bound.
    pub objective: Option<f64>,
}

impl<'a> Limits<'a> {
    /// Only a proven result or the memory limit ends the search; add a stop flag.
    pub fn none() -> Self {
        Self::default()
    }

    /// Stops after this many playouts.
    pub fn playouts(playouts: u64) -> Self {
        Budget::evaluations(playouts).into()
    }

    /// Stops after this time.
    pub fn time(time: Duration, clock: Clock<'a>) -> Self {
        Budget::time(time, clock).into()
    }

    /// Also stops after this time.
    pub fn with_time(self, time: Duration, clock: Clock<'a>) -> Self {
        Self { budget: Budget { time: Some(time), clock, ..self.budget }, ..self }
    }

    /// Also stops when the flag is set.
    pub fn with_stop(self, stop: &'a AtomicBool) -> Self {
        Self { budget: Budget { stop: Some(stop), ..self.budget }, ..self }
    }

    /// Also stops when the choice at the root cannot change any more.
    pub fn until_decided(self) -> Self {
        Self { decided: true, ..self }
    }

    /// Also stops when a solution at least this good is known.
    pub fn until_objective(self, objective: f64) -> Self {
        Self { objective: Some(objective), ..self }
    }
}

impl<'a> From<Budget<'a>> for Limits<'a> {
    fn from(budget: Budget<'a>) -> Self {
        Self { budget, ..Self::default() }
    }
}

/// Why a search stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopReason {
    /// The playouts were used up.
    Playouts,
    /// The time was used up.
    Time,
    /// The flag was set.
    Asked,
    /// The memory limit was reached, and nothing could be recycled or recycling is off.
    Memory,
    /// The most visited action can no longer be overtaken.
    Decided,
    /// The requested objective was reached.
    Objective,
    /// The root's value is proven: every solution was seen, or the game is solved.
    Proven,
    /// Everything inside the beam was searched; better solutions may exist outside.
    Exhausted,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StopReason::Playouts => "playouts used up",
            StopReason::Time => "time used up",
            StopReason::Asked => "asked to stop",
            StopReason::Memory => "memory used up",
            StopReason::Decided => "decided",
            StopReason::Objective => "objective reached",
            StopReason::Proven => "proven",
            StopReason::Exhausted => "beam exhausted",
        })
    }
}
