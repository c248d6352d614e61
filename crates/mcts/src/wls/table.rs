//! Many win/loss states that all threads of a search share.

use super::scale::WinLossScale;
use super::state::WinLossState;

/// Win/loss states that all threads read and update: part of a rollout's shared tables.
#[derive(Debug)]
pub struct WinLossTable<S: WinLossState> {
    scale: WinLossScale<S>,
    states: Box<[S::Atomic]>,
    initial: S,
}

impl<S: WinLossState> WinLossTable<S> {
    /// A table of unseen states.
    pub fn new(scale: WinLossScale<S>, len: usize) -> Self {
        let initial = scale.unseen();
        Self::with_initial(scale, len, initial)
    }

    /// A table whose states begin with some counts; see [`WinLossScale::state`].
    pub fn with_initial(scale: WinLossScale<S>, len: usize, initial: S) -> Self {
        Self { scale, states: (0..len).map(|_| initial.to_atomic()).collect(), initial }
    }

    /// The scale of the states.
    pub fn scale(&self) -> &WinLossScale<S> {
        &self.scale
    }

    /// The state at `index`.
    #[inline]
    pub fn get(&self, index: usize) -> S {
        S::load(&self.states[index])
    }

    /// Asks for the state at `index` before it is needed: the table may be larger than the cache.
    #[inline(always)]
    pub fn prefetch(&self, index: usize) {
        prefetch::prefetch(&self.states[index]);
    }

    /// Counts a result. Of two results counted at the same moment by two threads one may be lost.
    #[inline]
    pub fn update(&self, index: usize, won: bool) {
        let shared = &self.states[index];
        self.scale.after(S::load(shared), won).store(shared);
    }

    /// Replaces a state by one of the table's scale: what is known from elsewhere.
    pub fn set(&self, index: usize, state: S) {
        state.store(&self.states[index]);
    }

    /// Every state begins anew.
    pub fn clear(&self) {
        self.states.iter().for_each(|state| self.initial.store(state));
    }
}
