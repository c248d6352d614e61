//! What the search must know of a world: whose turn it is, what an action does, and when it is over.
//!
//! The words are those of open_spiel (legal actions, apply, terminal, returns), cut in three: [`State`] here says what
//! happens, [`Expander`](crate::Expander) says what is worth trying, [`Rollout`](crate::Rollout) says what it was worth.
//! A state knows nothing of legality checks: it is only given actions that an expander or a rollout made for it.

use std::fmt::Debug;

/// Who chooses the next action.
///
/// Rewards are always told from the view of `First` (or of the one agent); [`Turn::view`] is the only place where a
/// reward is flipped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Turn {
    /// The player whose reward is maximised.
    First,
    /// The opponent of `First`.
    Second,
    /// The only agent of an optimisation problem.
    Single,
}

impl Turn {
    /// The reward as this player sees it. Applying it twice gives the reward back.
    ///
    /// ```
    /// use mcts::Turn;
    /// assert_eq!(Turn::First.view(0.75), 0.75);
    /// assert_eq!(Turn::Second.view(0.75), 0.25);
    /// assert_eq!(Turn::Single.view(0.75), 0.75);
    /// ```
    #[inline]
    pub fn view(self, reward: f64) -> f64 {
        match self {
            Turn::Second => 1.0 - reward,
            Turn::First | Turn::Single => reward,
        }
    }

    /// The other player; the one agent of an optimisation problem has none and is its own.
    #[inline]
    pub fn opponent(self) -> Turn {
        match self {
            Turn::First => Turn::Second,
            Turn::Second => Turn::First,
            Turn::Single => Turn::Single,
        }
    }
}

/// Names an action independently of the moment it is played, so that "this point, sometime" can be counted (RAVE, Basaldúa 2013,
/// section 3.1.2). Keys should be small and dense: tables are indexed by them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct RaveKey(pub u32);

/// A position of a game or a partial solution of an optimisation problem.
///
/// The search clones the root once per playout with [`Clone::clone_from`]: implement that without allocating if
/// playouts are short.
pub trait State: Clone + Send + Sync {
    /// One decision. Four bytes or less keep a tree edge at 24 bytes.
    type Action: Copy + PartialEq + Debug + Send + Sync;

    /// Who chooses next. Not asked of a terminal state.
    fn turn(&self) -> Turn;

    /// Plays an action that is legal here.
    fn apply(&mut self, action: Self::Action);

    /// Whether nothing can follow.
    fn is_terminal(&self) -> bool;

    /// A hash that is equal for states with the same future. Used to drop duplicate solutions; `None`: never the same.
    fn key(&self) -> Option<u64> {
        None
    }

    /// What the action is called in RAVE statistics; `None` (a pass in Go) keeps it out of them.
    fn rave_key(_action: Self::Action) -> Option<RaveKey> {
        None
    }
}
