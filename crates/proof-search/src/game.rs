//! What the search knows of a game.

/// What a state is worth before any move is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The goal is reached, or certainly will be.
    Proved,
    /// The goal will certainly never be reached.
    Refuted,
    /// Unknown: first guesses of the proof number and the disproof number, both at least 1.
    Open {
        /// How much work a proof may be.
        proof: u32,
        /// How much work a refutation may be.
        disproof: u32,
    },
}

/// A game of two sides, the prover and the refuter. A side that has no move loses.
pub trait Game {
    /// Everything that decides what may happen next, the side to move included.
    type State: Clone;
    /// A move.
    type Move: Copy;

    /// A hash of the state, well spread over 64 bits: equal keys are taken for equal states.
    fn key(&self, state: &Self::State) -> u64;

    /// Is it the prover's turn?
    fn is_provers_turn(&self, state: &Self::State) -> bool;

    /// What is known without search.
    fn evaluate(&self, state: &Self::State) -> Verdict;

    /// Gives every move with the state that it leads to.
    fn expand(&self, state: &Self::State, add: impl FnMut(Self::Move, Self::State));
}
