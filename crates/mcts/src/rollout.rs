//! From a leaf of the tree to an outcome, with optional learning from the playout.
//!
//! Random numbers come from [`Rollout::Local`], which is made from a seed that the search provides. The core itself
//! uses no random numbers, so one seed and one thread give the same search twice.

use crate::{RaveKey, State, Turn};

/// The result of a finished playout.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outcome {
    /// In \[0, 1\], from the point of view of [`Turn::First`] (or of the single agent).
    pub reward: f64,
    /// The raw objective of an optimisation problem (a length, a count), by which the best solutions are sorted.
    pub objective: Option<f64>,
    /// A raw quantity of the end, such as the margin, from the point of view of [`Turn::First`]: its mean and spread are kept per node for reports
    /// ([`Measured`](crate::Measured)) and do not steer the search. Finite.
    pub measure: Option<f32>,
}

impl Outcome {
    /// The outcome of a game.
    pub fn reward(reward: f64) -> Self {
        Self { reward, objective: None, measure: None }
    }

    /// The outcome of an optimisation problem: the reward guides the search, the objective is what the user wants.
    pub fn with_objective(reward: f64, objective: f64) -> Self {
        Self { reward, objective: Some(objective), measure: None }
    }

    /// The same with a measured quantity.
    pub fn with_measure(self, measure: f32) -> Self {
        Self { measure: Some(measure), ..self }
    }
}

/// One action of a playout.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Step<A> {
    /// The action.
    pub action: A,
    /// Who chose it.
    pub turn: Turn,
    /// Its name in RAVE statistics.
    pub rave_key: Option<RaveKey>,
    /// For the rollout's own use: the entry of its tables that made this choice. 0 for steps made in the tree.
    pub context: u32,
}

/// All actions of one playout, those in the tree first. One buffer per thread, reused.
#[derive(Clone, Debug, Default)]
pub struct Trace<A> {
    steps: Vec<Step<A>>,
    n_tree: usize,
}

impl<A: Copy> Trace<A> {
    /// An empty trace.
    pub fn new() -> Self {
        Self { steps: Vec::new(), n_tree: 0 }
    }

    /// Records an action that the rollout is about to apply to `state`.
    #[inline]
    pub fn push<S: State<Action = A>>(&mut self, state: &S, action: A) {
        self.push_in_context(state, action, 0);
    }

    /// The same with an entry of the rollout's own tables, for use in [`Rollout::learn`].
    #[inline]
    pub fn push_in_context<S: State<Action = A>>(&mut self, state: &S, action: A, context: u32) {
        self.push_step(Step { action, turn: state.turn(), rave_key: S::rave_key(action), context });
    }

    /// Records a complete step, where asking the state again would be slow.
    #[inline]
    pub fn push_step(&mut self, step: Step<A>) {
        self.steps.push(step);
    }

    /// Every step from the root on.
    pub fn steps(&self) -> &[Step<A>] {
        &self.steps
    }

    /// The steps that the tree chose.
    pub fn tree_steps(&self) -> &[Step<A>] {
        &self.steps[..self.n_tree]
    }

    /// The steps that the rollout chose.
    pub fn rollout_steps(&self) -> &[Step<A>] {
        &self.steps[self.n_tree..]
    }

    /// Clears the steps and keeps the allocation.
    pub fn clear(&mut self) {
        self.steps.clear();
        self.n_tree = 0;
    }

    /// Marks everything so far as chosen by the tree.
    pub fn end_of_tree(&mut self) {
        self.n_tree = self.steps.len();
    }
}

/// Plays from a leaf to the end, or evaluates the leaf directly.
///
/// ```
/// # use mcts::{Outcome, Rollout, State, Trace, toy::Nim};
/// use rand::{RngExt, SeedableRng};
/// use rand_xoshiro::Xoshiro256PlusPlus;
///
/// struct Uniform;
///
/// impl Rollout<Nim> for Uniform {
///     type Shared = ();
///     type Local = Xoshiro256PlusPlus;
///
///     fn new_shared(&self) {}
///
///     fn new_local(&self, seed: u64) -> Self::Local {
///         Self::Local::seed_from_u64(seed)
///     }
///
///     fn play(&self, _: &(), rng: &mut Self::Local, state: &mut Nim, trace: &mut Trace<u8>) -> Outcome {
///         while !state.is_terminal() {
///             let take = rng.random_range(1..=state.largest_take());
///             trace.push(state, take);
///             state.apply(take);
///         }
///         Outcome::reward(state.reward())
///     }
/// }
/// ```
pub trait Rollout<S: State>: Sync {
    /// Shared by all threads and updated with relaxed atomics: tables of last good replies, win/loss states. Lives as
    /// long as the search. `()` if there is nothing to share.
    type Shared: Send + Sync;
    /// Owned by one thread: its random number generator and buffers.
    type Local: Send;

    /// Makes the shared tables.
    fn new_shared(&self) -> Self::Shared;

    /// Makes the state of a thread from its own seed.
    fn new_local(&self, seed: u64) -> Self::Local;

    /// Plays `state` to its end and records every action in `trace`, which already holds the tree's part.
    ///
    /// A terminal state is only evaluated, always with the same outcome. In optimisation problems the recorded actions
    /// must lead from the root to the solution; in a game the record may be cut short where the outcome is clear.
    fn play(
        &self,
        shared: &Self::Shared,
        local: &mut Self::Local,
        state: &mut S,
        trace: &mut Trace<S::Action>,
    ) -> Outcome;

    /// Learns from a playout that has just been counted. The default does nothing.
    fn learn(&self, _shared: &Self::Shared, _local: &mut Self::Local, _trace: &Trace<S::Action>, _outcome: &Outcome) {}
}

impl<S: State, P: Rollout<S>> Rollout<S> for &P {
    type Shared = P::Shared;
    type Local = P::Local;

    fn new_shared(&self) -> Self::Shared {
        (**self).new_shared()
    }

    fn new_local(&self, seed: u64) -> Self::Local {
        (**self).new_local(seed)
    }

    fn play(
        &self,
        shared: &Self::Shared,
        local: &mut Self::Local,
        state: &mut S,
        trace: &mut Trace<S::Action>,
    ) -> Outcome {
        (**self).play(shared, local, state, trace)
    }

    fn learn(&self, shared: &Self::Shared, local: &mut Self::Local, trace: &Trace<S::Action>, outcome: &Outcome) {
        (**self).learn(shared, local, trace, outcome);
    }
}
