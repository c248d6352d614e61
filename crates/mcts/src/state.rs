//! The state of a domain: whose turn it is, what an action does, and when it is over.
//!
//! The operations are those of open_spiel (legal actions, apply, terminal, returns), split in three: [`State`] applies
//! actions, [`Expander`](crate::Expander) lists the candidates, [`Rollout`](crate::Rollout) gives the outcome. A state
//! does not check legality: it only receives actions that an expander or a rollout made for it.

use std::fmt::Debug;

/// The player who chooses the next action.
///
/// Rewards and measures are always given from the point of view of `First` (or of the single agent); [`Turn::view`] is the only
/// place where a reward is flipped, [`Turn::signed`] where a measure is.
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
    /// The reward from this player's point of view. Applying it twice gives the reward back.
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

    /// A quantity that one player gains and the other loses, such as a margin, from this player's point of view: its sign changes for `Second`.
    ///
    /// ```
    /// use mcts::Turn;
    /// assert_eq!((Turn::First.signed(2.5), Turn::Second.signed(2.5)), (2.5, -2.5));
    /// ```
    #[inline]
    pub fn signed(self, quantity: f64) -> f64 {
        match self {
            Turn::Second => -quantity,
            Turn::First | Turn::Single => quantity,
        }
    }

    /// The other player; the single agent of an optimisation problem is its own opponent.
    #[inline]
    pub fn opponent(self) -> Turn {
        match self {
            Turn::First => Turn::Second,
            Turn::Second => Turn::First,
            Turn::Single => Turn::Single,
        }
    }
}

/// Identifies an action independently of when it is played, so that "this point, at any time" can be counted (RAVE,
/// Basaldúa 2013, section 3.1.2). Keys should be small and dense: tables are indexed by them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct RaveKey(pub u32);

/// A position of a game or a partial solution of an optimisation problem.
///
/// The search clones the root once per playout with [`Clone::clone_from`]: implement that without allocating if
/// playouts are short.
pub trait State: Clone + Send + Sync {
    /// One decision. Four bytes or less keep a tree edge at 24 bytes.
    type Action: Copy + PartialEq + Debug + Send + Sync;

    /// The player to move. Not called on a terminal state.
    fn turn(&self) -> Turn;

    /// Applies an action that is legal here.
    fn apply(&mut self, action: Self::Action);

    /// Whether the state is terminal.
    fn is_terminal(&self) -> bool;

    /// A hash that is equal for states with the same future, used to drop duplicate solutions. `None`: all states
    /// differ.
    fn key(&self) -> Option<u64> {
        None
    }

    /// The key of an action in RAVE statistics; `None` (a pass in Go) keeps it out of them.
    fn rave_key(_action: Self::Action) -> Option<RaveKey> {
        None
    }
}
