//! One solving run: the incumbent, the work done so far, and the stopping conditions.
//!
//! All methods and threads share a [`Run`]. A packing offered to it is validated and becomes the incumbent if it is
//! shorter; the next question is then always "can it be one less?". The caller supplies the clock; an evaluation is one
//! attempt to pack everything, successful or not.

use std::fmt;
use std::str::FromStr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

pub use mcts::{Budget, Clock};

use crate::bound::lower_bound;
use crate::instance::Instance;
use crate::layout::Layout;

/// How to pack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Method {
    /// Monte-Carlo tree search with hill climbs as playouts.
    Mcts,
    /// Greedy skyline packing from many randomised orders.
    Skyline,
    /// Best fit (Burke, Kendall and Whitwell 2004); deterministic.
    BestFit,
    /// Bottom-left decreasing; deterministic.
    BottomLeft,
    /// Beam search, wider and wider.
    Beam,
    /// Random sampling.
    Random,
}

impl Method {
    /// All of them, the tree search first.
    pub const ALL: [Method; 6] =
        [Method::Mcts, Method::Skyline, Method::BestFit, Method::BottomLeft, Method::Beam, Method::Random];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Method::Mcts => "mcts",
            Method::Skyline => "skyline",
            Method::BestFit => "best-fit",
            Method::BottomLeft => "bottom-left",
            Method::Beam => "beam",
            Method::Random => "random",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Method {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Method::ALL.into_iter().find(|method| method.name() == text).ok_or_else(|| {
            let names: Vec<&str> = Method::ALL.iter().map(|method| method.name()).collect();
            format!("unknown method {text:?}; known are {}", names.join(", "))
        })
    }
}

/// Receives every improvement.
pub trait Listener: Sync {
    /// A shorter packing was found.
    fn improved(&self, _improvement: &Improvement<'_>) {}
}

/// Ignores improvements.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoListener;

impl Listener for NoListener {}

/// A new incumbent.
#[derive(Debug, Clone, Copy)]
pub struct Improvement<'a> {
    /// The validated packing.
    pub layout: &'a Layout,
    /// The current lower bound.
    pub lower_bound: u32,
    /// Evaluations so far.
    pub evaluations: u64,
    /// Time so far.
    pub elapsed: Duration,
}

/// The result of a run.
#[derive(Debug, Clone)]
pub struct Summary {
    /// The method.
    pub method: Method,
    /// The best packing.
    pub layout: Layout,
    /// No packing is shorter than this.
    pub lower_bound: u32,
    /// Attempts to pack everything.
    pub evaluations: u64,
    /// Time it took.
    pub elapsed: Duration,
}

impl Summary {
    /// Height of the best packing.
    pub fn height(&self) -> u32 {
        self.layout.height()
    }

    /// Whether the packing is proven optimal.
    pub fn is_optimal(&self) -> bool {
        self.height() == self.lower_bound
    }
}

/// The state of a run that all threads share.
pub(crate) struct Run<'a> {
    instance: &'a Instance,
    budget: Budget<'a>,
    listener: &'a dyn Listener,
    lower_bound: AtomicU32,
    /// Height of the incumbent; `u32::MAX` without one.
    height: AtomicU32,
    incumbent: Mutex<Option<Layout>>,
    evaluations: AtomicU64,
}

impl<'a> Run<'a> {
    /// A run without a packing yet.
    pub(crate) fn new(instance: &'a Instance, budget: Budget<'a>, listener: &'a dyn Listener) -> Self {
        Self {
            instance,
            budget,
            listener,
            lower_bound: AtomicU32::new(lower_bound(instance)),
            height: AtomicU32::new(u32::MAX),
            incumbent: Mutex::new(None),
            evaluations: AtomicU64::new(0),
        }
    }

    /// The instance.
    pub(crate) fn instance(&self) -> &'a Instance {
        self.instance
    }

    /// The current lower bound.
    pub(crate) fn lower_bound(&self) -> u32 {
        self.lower_bound.load(Ordering::Relaxed)
    }

    /// Records a proof that no packing is shorter than `bound`.
    pub(crate) fn raise_lower_bound(&self, bound: u32) {
        self.lower_bound.fetch_max(bound, Ordering::Relaxed);
    }

    /// Height of the best packing so far.
    pub(crate) fn best_height(&self) -> Option<u32> {
        Some(self.height.load(Ordering::Relaxed)).filter(|&height| height != u32::MAX)
    }

    /// The height to aim at: one less than the best, or everything on one pile while there is none.
    pub(crate) fn target(&self) -> u32 {
        let pile = || {
            self.instance.kinds().iter().map(|kind| kind.size.height.max(kind.size.width) * u32::from(kind.count)).sum()
        };
        self.best_height().map_or_else(pile, |height| height - 1)
    }

    /// Evaluations so far.
    pub(crate) fn evaluations(&self) -> u64 {
        self.evaluations.load(Ordering::Relaxed)
    }

    /// Counts one evaluation.
    pub(crate) fn count(&self) {
        self.evaluations.fetch_add(1, Ordering::Relaxed);
    }

    /// Time since the run began.
    pub(crate) fn elapsed(&self) -> Duration {
        (self.budget.clock)()
    }

    /// Whether the incumbent cannot be improved.
    pub(crate) fn is_optimal(&self) -> bool {
        self.height.load(Ordering::Relaxed) <= self.lower_bound()
    }

    /// Whether to stop: optimal, asked to, or out of time or evaluations. The first packing is always waited for.
    pub(crate) fn is_over(&self) -> bool {
        if self.best_height().is_none() {
            return false;
        }
        self.is_optimal() || self.budget.is_spent(self.evaluations())
    }

    /// Offers a complete packing; it becomes the incumbent if it is shorter.
    ///
    /// # Panics
    /// If the packing is invalid: then the method that made it is broken, and the packing must not be returned.
    pub(crate) fn offer(&self, layout: Layout) {
        let height = layout.height();
        if height >= self.height.load(Ordering::Relaxed) {
            return;
        }
        if let Err(fault) = layout.check(self.instance) {
            panic!("a method made a packing that is none: {fault}");
        }
        let mut incumbent = self.incumbent.lock().expect("no holder of this lock panics");
        if height < self.height.load(Ordering::Relaxed) {
            self.height.store(height, Ordering::Relaxed);
            self.listener.improved(&Improvement {
                layout: &layout,
                lower_bound: self.lower_bound(),
                evaluations: self.evaluations(),
                elapsed: self.elapsed(),
            });
            *incumbent = Some(layout);
        }
    }

    /// Ends the run.
    ///
    /// # Panics
    /// If no packing was ever offered: every method makes one before it checks the clock.
    pub(crate) fn finish(self, method: Method) -> Summary {
        let layout = self.incumbent.into_inner().expect("no holder of this lock panics");
        Summary {
            method,
            layout: layout.expect("every method packs everything at least once"),
            lower_bound: self.lower_bound.into_inner(),
            evaluations: self.evaluations.into_inner(),
            elapsed: (self.budget.clock)(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::{Item, Rotation, Size};
    use crate::layout::Placement;

    #[test]
    fn methods_are_read_as_they_are_written() {
        for method in Method::ALL {
            assert_eq!(method.to_string().parse(), Ok(method));
        }
        assert_eq!(
            "best".parse::<Method>(),
            Err("unknown method \"best\"; known are mcts, skyline, best-fit, bottom-left, beam, random".into())
        );
    }

    fn pair() -> Instance {
        let items = vec![Item { size: Size::new(2, 2), copies: 2 }];
        Instance::new("t", 4, items, Rotation::Fixed).expect("valid")
    }

    fn layout(places: [(u32, u32); 2]) -> Layout {
        Layout::new(places.map(|(x, y)| Placement { item: 0, x, y, size: Size::new(2, 2) }).to_vec())
    }

    #[test]
    fn only_shorter_packings_become_the_incumbent() {
        let instance = pair();
        let run = Run::new(&instance, Budget::evaluations(10), &NoListener);
        assert_eq!((run.lower_bound(), run.target(), run.is_over()), (2, 4, false));
        run.offer(layout([(0, 0), (0, 2)]));
        assert_eq!((run.best_height(), run.target(), run.is_over()), (Some(4), 3, false));
        run.offer(layout([(0, 0), (2, 0)]));
        assert!(run.is_over() && run.is_optimal());
        run.offer(layout([(0, 0), (0, 2)]));
        let summary = run.finish(Method::Random);
        assert!(summary.is_optimal());
        assert_eq!(summary.height(), 2);
    }

    #[test]
    fn limits_stop_a_run_that_has_something_to_show() {
        let instance = pair();
        let run = Run::new(&instance, Budget::evaluations(2), &NoListener);
        run.count();
        run.count();
        assert!(!run.is_over(), "nothing to show yet");
        run.offer(layout([(0, 0), (0, 2)]));
        assert!(run.is_over() && !run.is_optimal());
    }

    #[test]
    #[should_panic(expected = "placements 0 and 1 overlap")]
    fn a_wrong_packing_is_not_believed() {
        let instance = pair();
        Run::new(&instance, Budget::evaluations(1), &NoListener).offer(layout([(0, 0), (1, 0)]));
    }
}
