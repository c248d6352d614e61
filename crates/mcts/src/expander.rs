//! The candidate actions of a state, with what is known about them, and about the state itself, before any playout.
//!
//! Three kinds of knowledge are kept apart (Basaldúa 2013, section 3.2): the *order* of the candidates drives
//! progressive widening, the *probability* drives PUCT, PUCB and progressive bias, and the *value* with its horizon is
//! the a-priori term of Basaldúa 2013, eq. 3.15-3.17. A domain fills in what it has.

use crate::{State, Turn};

/// An action that may be tried, with its a-priori knowledge.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Candidate<A> {
    /// The action.
    pub action: A,
    /// Probability that a good player chooses it; the candidates of a state sum to at most 1. Without knowledge:
    /// 1/candidates.
    pub probability: f32,
    /// A-priori value in \[0, 1\] from the point of view of the player to move, if there is one.
    pub value: Option<f32>,
    /// Visits after which the a-priori value has no weight (n_H of Basaldúa 2013, eq. 3.17).
    pub horizon: u16,
}

impl<A> Candidate<A> {
    /// A candidate with a probability only.
    pub fn new(action: A, probability: f32) -> Self {
        Self { action, probability, value: None, horizon: 0 }
    }

    /// Adds an a-priori value that fades linearly until `horizon` visits.
    pub fn with_value(mut self, value: f32, horizon: u16) -> Self {
        self.value = Some(value);
        self.horizon = horizon;
        self
    }
}

/// What is known of a state as a whole without a playout.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Appraisal {
    /// The expected reward in \[0, 1\], from the point of view of [`Turn::First`] (or of the single agent).
    pub value: f32,
    /// The expected measure of an outcome ([`Outcome::measure`](crate::Outcome::measure)), from the same point of view. Finite.
    pub measure: Option<f32>,
}

impl Appraisal {
    /// The same from this player's point of view.
    pub fn seen_by(self, turn: Turn) -> Self {
        Self {
            value: turn.view(f64::from(self.value)) as f32,
            measure: self.measure.map(|measure| turn.signed(f64::from(measure)) as f32),
        }
    }
}

/// Whether an expander has more candidates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coverage {
    /// Every candidate of the state has now been given.
    Complete,
    /// There are more, of lower rank; the search will ask again when it has widened this far.
    Partial,
}

/// Lists the candidates of a state, best first.
///
/// Up to some tens of thousands of edges a domain returns all candidates at once: then edges collect RAVE statistics
/// before they are opened, and RAVE can promote one from far down the list (Basaldúa 2013, section 3.1.3). A domain
/// with more (50,000 SNPs) pages by rank: it appends one page per call and returns [`Coverage::Partial`].
pub trait Expander<S: State>: Sync {
    /// Per-thread buffers, so that expanding need not allocate. `()` if there are none.
    type Scratch: Send;

    /// Makes the buffers of a thread.
    fn new_scratch(&self) -> Self::Scratch;

    /// Appends the candidates of rank `from`, `from + 1`, ... to `out`.
    ///
    /// Called with `from = 0` first, then with the number already given. The same state and rank always give the same
    /// candidates. A state that is not terminal has at least one.
    fn expand(
        &self,
        scratch: &mut Self::Scratch,
        state: &S,
        from: usize,
        out: &mut Vec<Candidate<S::Action>>,
    ) -> Coverage;

    /// Judges an expanded state as a whole; the default has nothing to say. Asked at most once per expanded node, and only if
    /// [`SearchConfig::appraisal_weight`](crate::SearchConfig::appraisal_weight) is not 0. The same state always gets the same answer.
    fn appraise(&self, _scratch: &mut Self::Scratch, _state: &S) -> Option<Appraisal> {
        None
    }
}

impl<S: State, E: Expander<S>> Expander<S> for &E {
    type Scratch = E::Scratch;

    fn new_scratch(&self) -> Self::Scratch {
        (**self).new_scratch()
    }

    fn expand(
        &self,
        scratch: &mut Self::Scratch,
        state: &S,
        from: usize,
        out: &mut Vec<Candidate<S::Action>>,
    ) -> Coverage {
        (**self).expand(scratch, state, from, out)
    }

    fn appraise(&self, scratch: &mut Self::Scratch, state: &S) -> Option<Appraisal> {
        (**self).appraise(scratch, state)
    }
}

/// Sorts candidates by falling probability; the sort is stable.
pub fn sort_by_probability<A>(candidates: &mut [Candidate<A>]) {
    candidates.sort_by(|a, b| b.probability.total_cmp(&a.probability));
}
