//! The best solutions of an optimisation problem so far (L_best of Basaldúa 2013, section 5.6).
//!
//! A thread first compares with the worst kept objective, one atomic load, and takes the lock only for a solution that
//! enters.

use crate::State;
use crate::search::{Goal, KeepBest};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// A terminal state that is kept.
#[derive(Clone, Debug)]
pub struct Solution<S: State> {
    /// The raw objective.
    pub objective: f64,
    /// The reward that the search was steered by.
    pub reward: f64,
    /// The actions that lead from the root to it.
    pub actions: Vec<S::Action>,
    /// The terminal state.
    pub state: S,
}

/// Up to k solutions, best first, no two the same.
pub(crate) struct BestList<S: State> {
    keep: KeepBest,
    /// Only objectives better than this enter the list; bits of an `f64`.
    bar: AtomicU64,
    /// The best objective as the bits of an `f64`; NaN while the list is empty.
    top: AtomicU64,
    solutions: Mutex<Vec<Solution<S>>>,
}

impl<S: State> BestList<S> {
    pub(crate) fn new(keep: KeepBest) -> Self {
        let best = Self { keep, bar: AtomicU64::new(0), top: AtomicU64::new(0), solutions: Mutex::new(Vec::new()) };
        best.set_bounds(&[]);
        best
    }

    fn set_bounds(&self, solutions: &[Solution<S>]) {
        let anything = match self.keep.goal {
            Goal::Minimise => f64::INFINITY,
            Goal::Maximise => f64::NEG_INFINITY,
        };
        let full = solutions.len() >= self.keep.count;
        let bar = solutions.last().filter(|_| full).map_or(anything, |worst| worst.objective);
        self.bar.store(bar.to_bits(), Ordering::Relaxed);
        let top = solutions.first().map_or(f64::NAN, |best| best.objective);
        self.top.store(top.to_bits(), Ordering::Relaxed);
    }

    /// Whether a solution with this objective would enter the list.
    #[inline]
    pub(crate) fn wants(&self, objective: f64) -> bool {
        self.keep.count > 0 && self.keep.goal.prefers(objective, f64::from_bits(self.bar.load(Ordering::Relaxed)))
    }

    /// Offers the solution that `actions` lead to.
    pub(crate) fn offer(&self, root: &S, actions: &[S::Action], objective: f64, reward: f64) {
        let mut state = root.clone();
        for &action in actions {
            state.apply(action);
        }
        debug_assert!(state.is_terminal(), "the recorded actions do not lead to a solution");
        let actions = actions.to_vec();
        let mut solutions = self.solutions.lock().expect("no holder of this lock panics");
        let same = |other: &Solution<S>| match (state.key(), other.state.key()) {
            (Some(a), Some(b)) => a == b,
            _ => actions == other.actions,
        };
        if !self.wants(objective) || solutions.iter().any(same) {
            return;
        }
        let behind = |other: &Solution<S>| !self.keep.goal.prefers(objective, other.objective);
        let place = solutions.partition_point(behind);
        solutions.insert(place, Solution { objective, reward, actions, state });
        solutions.truncate(self.keep.count);
        self.set_bounds(&solutions);
    }

    pub(crate) fn solutions(&self) -> Vec<Solution<S>> {
        self.solutions.lock().expect("no holder of this lock panics").clone()
    }

    /// The best objective so far.
    pub(crate) fn objective(&self) -> Option<f64> {
        self.solutions.lock().expect("no holder of this lock panics").first().map(|best| best.objective)
    }

    /// Whether a solution at least as good as `wanted` is known.
    pub(crate) fn reached(&self, wanted: f64) -> bool {
        let best = f64::from_bits(self.top.load(Ordering::Relaxed));
        !best.is_nan() && !self.keep.goal.prefers(wanted, best)
    }

    /// Moves the root on by `action` and drops the solutions that begin with another one.
    pub(crate) fn advance(&mut self, action: S::Action) {
        let solutions = self.solutions.get_mut().expect("no holder of this lock panics");
        solutions.retain(|solution| solution.actions.first() == Some(&action));
        for solution in solutions.iter_mut() {
            solution.actions.remove(0);
        }
        let solutions = solutions.clone();
        self.set_bounds(&solutions);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::Nim;

    #[test]
    fn keeps_the_best_without_duplicates() {
        let best = BestList::new(KeepBest { count: 2, goal: Goal::Minimise });
        let root = Nim::new(4);
        best.offer(&root, &[1, 1, 1, 1], 4.0, 0.5); // ends with First to move
        best.offer(&root, &[1, 3], 4.0, 0.5); // the same terminal state
        assert_eq!(best.solutions().len(), 1);
        assert!(best.wants(9.0), "there is still room");
        best.offer(&root, &[2, 1, 1], 3.0, 0.5); // ends with Second to move
        assert_eq!(best.objective(), Some(3.0));
        assert!(!best.wants(4.0) && best.wants(3.5), "full: only better than the worst");
        let actions: Vec<Vec<u8>> = best.solutions().into_iter().map(|solution| solution.actions).collect();
        assert_eq!(actions, [vec![2, 1, 1], vec![1, 1, 1, 1]]);
    }

    #[test]
    fn advancing_drops_what_is_out_of_reach() {
        let mut best = BestList::new(KeepBest { count: 2, goal: Goal::Maximise });
        best.offer(&Nim::new(4), &[1, 1, 1, 1], 4.0, 0.5);
        best.offer(&Nim::new(4), &[2, 1, 1], 3.0, 0.5);
        best.advance(2);
        assert_eq!(best.solutions()[0].actions, [1, 1]);
        assert_eq!(best.solutions().len(), 1);
        assert!(best.wants(-5.0));
    }
}
