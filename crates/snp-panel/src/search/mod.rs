//! Searches for the best panel of a given size, all on the same problem, objective and budget.
//!
//! | method | file | Basaldúa 2013 |
//! |---|---|---|
//! | the best by one measure | `top.rs` | 5.7.1 |
//! | greedy queued search | `greedy_queue.rs` | 5.7.2 |
//! | greedy forward selection | `greedy.rs` | - |
//! | maximin | `maximin.rs` | - (Rosenberg 2005) |
//! | tree search | `tree/` | 5.6, 7.2.6, 7.3.1 |
//!
//! One evaluation is one panel whose value was computed, of any size and in any way; a budget counts them the same for
//! every method.

mod best;
mod checkpoint;
mod greedy;
mod greedy_queue;
mod maximin;
mod method;
mod top;
mod tree;

pub use best::{BestPanels, FoundPanel};
pub use checkpoint::{Checkpoint, CheckpointError, Identity};
pub use greedy::greedy_forward;
pub use greedy_queue::{GreedyQueue, QueueSettings};
pub use maximin::maximin;
pub use method::{Method, SavedSearch, Task, UnknownMethod, search, search_from};
pub use top::{Measure, top_by};

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

pub use mcts::Budget;

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Evaluations so far.
    pub evaluations: u64,
    /// The best value of a whole panel so far.
    pub best: Option<f64>,
}

/// A running search: counts evaluations, checks the budget, reports progress. Shared by the threads of one search.
pub struct Meter<'a> {
    budget: Budget<'a>,
    evaluations: AtomicU64,
    is_over: AtomicBool,
    /// The best value reported so far, and the number of evaluations at that time.
    best: Mutex<(f64, u64)>,
    listener: &'a (dyn Fn(&Progress) + Sync),
}

impl<'a> Meter<'a> {
    /// Nothing evaluated yet.
    pub fn new(budget: Budget<'a>, listener: &'a (dyn Fn(&Progress) + Sync)) -> Self {
        Self {
            budget,
            evaluations: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
            best: Mutex::new((f64::NEG_INFINITY, 0)),
            listener,
        }
    }

    /// Counts evaluations that were just made.
    pub fn count(&self, evaluations: u64) {
        let total = self.evaluations.fetch_add(evaluations, Ordering::Relaxed) + evaluations;
        if self.budget.evaluations_left(total) == Some(0) {
            self.is_over.store(true, Ordering::Relaxed);
        }
    }

    /// Evaluations so far.
    pub fn evaluations(&self) -> u64 {
        self.evaluations.load(Ordering::Relaxed)
    }

    /// Evaluations that may still be made.
    pub fn evaluations_left(&self) -> u64 {
        self.budget.evaluations_left(self.evaluations()).unwrap_or(u64::MAX)
    }

    /// Whether the evaluations are used up, without looking at the clock: cheap.
    pub fn is_used_up(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Whether to stop, looking at everything.
    pub fn is_over(&self) -> bool {
        if self.budget.is_stopped() || self.budget.is_late() {
            self.is_over.store(true, Ordering::Relaxed);
        }
        self.is_used_up()
    }

    /// Calls the listener.
    pub fn report(&self, best: Option<f64>) {
        if let Some(value) = best {
            let mut known = self.best.lock().expect("no holder of this lock panics");
            if value > known.0 {
                *known = (value, self.evaluations());
            }
        }
        (self.listener)(&Progress { evaluations: self.evaluations(), best });
    }

    /// Number of evaluations when the best value was first reported.
    pub fn evaluations_at_best(&self) -> u64 {
        self.best.lock().expect("no holder of this lock panics").1
    }

    /// What a search hands back.
    fn result(&self, best: Vec<FoundPanel>) -> SearchResult {
        self.report(best.first().map(|found| found.value));
        SearchResult { best, evaluations: self.evaluations(), evaluations_at_best: self.evaluations_at_best() }
    }

    /// The budget.
    pub fn budget(&self) -> &Budget<'a> {
        &self.budget
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult {
    /// The best panels, best first, all of the requested size.
    pub best: Vec<FoundPanel>,
    /// Evaluations made.
    pub evaluations: u64,
    /// Evaluations made when the best of them was found (Table 5.17).
    pub evaluations_at_best: u64,
}

impl SearchResult {
    /// The best panel.
    ///
    /// # Panics
    /// When there is none: a search over at least as many candidates as the panel needs always finds one.
    pub fn winner(&self) -> &FoundPanel {
        self.best.first().expect("every search finds a panel")
    }
}
