//! The playout that learns: greedy packing by an order of preference, improved by trial.
//!
//! From the leaf, the greedy playout of [`fill`](crate::fill) is repeated with two orientations exchanged in the order; the
//! exchange is kept if no less area was placed before the packing died, and undone otherwise. Accepting equals lets the
//! order drift over plateaus, which is most of what makes it work. When nothing better comes for a while, the first part
//! of the line found so far is *committed* and the climb goes on with the rest of the rectangles only: the levels of
//! nested Monte-Carlo search (Cazenave 2009), with learning inside.
//!
//! One climb is one playout of the tree search but many evaluations; both are counted.

use rand::{RngExt, SeedableRng};

use crate::fill::Filler;
use crate::instance::Instance;
use crate::methods::Rng;
use crate::order::{Order, SortKey};
use crate::packing::{Action, Packing};
use crate::run::Run;

/// How long and how deep a climb goes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClimbConfig {
    /// Trials without improvement, per orientation that is still open, before part of the line is committed.
    pub patience: f64,
    /// Share of the open line that is committed at a time; 0 ends the climb instead.
    pub commit: f64,
    /// Probability that a climb begins with a sorted order instead of the one that the thread learned last.
    pub fresh: f64,
}

impl Default for ClimbConfig {
    /// Found on the Hopper-Turton classes at equal evaluations; results change little between half and twice these.
    fn default() -> Self {
        Self { patience: 0.5, commit: 0.4, fresh: 1.0 }
    }
}

/// Lines with fewer open actions than this are not climbed any further.
const SHORTEST: usize = 4;

/// The order that a thread has learned, and its buffers.
#[derive(Debug, Clone)]
pub struct Climber<'a> {
    config: ClimbConfig,
    rng: Rng,
    order: Order,
    filler: Filler,
    /// The leaf with the committed part of the line.
    base: Packing<'a>,
    trial: Packing<'a>,
    /// Orientations of which rectangles are left in `base`.
    open: Vec<u16>,
    /// The best line from the leaf; its first `n_committed` actions are in `base`.
    line: Vec<Action>,
    n_committed: usize,
}

impl<'a> Climber<'a> {
    /// A climber that has learned nothing yet.
    pub fn new(instance: &'a Instance, config: ClimbConfig, seed: u64) -> Self {
        let empty = Packing::new(instance, 0);
        Self {
            config,
            rng: Rng::seed_from_u64(seed),
            order: Order::sorted(instance, SortKey::Area),
            filler: Filler::new(instance),
            base: empty.clone(),
            trial: empty,
            open: Vec::new(),
            line: Vec::new(),
            n_committed: 0,
        }
    }

    /// Climbs from a leaf that is not terminal until everything lies, nothing helps any more or `is_over` says so; returns
    /// the area that the best line places in all.
    pub fn climb(&mut self, leaf: &Packing<'a>, run: &Run<'a>, is_over: impl Fn() -> bool) -> u64 {
        if self.rng.random_bool(self.config.fresh) {
            let key = SortKey::ALL[self.rng.random_range(0..SortKey::ALL.len())];
            self.order = Order::sorted(leaf.instance(), key);
        }
        self.base.clone_from(leaf);
        self.n_committed = 0;
        let everything = leaf.instance().area();
        let mut best = self.evaluate(run);
        self.keep_line();
        loop {
            self.list_open();
            let patience = (self.config.patience * self.open.len() as f64).ceil() as u32;
            let mut n_stale = 0;
            while n_stale < patience && self.open.len() > 1 {
                if best == everything || is_over() {
                    return best;
                }
                let (i, j) = self.random_open_pair();
                self.order.swap(i, j);
                let placed = self.evaluate(run);
                n_stale = if placed > best { 0 } else { n_stale + 1 };
                if placed >= best {
                    best = placed;
                    self.keep_line();
                } else {
                    self.order.swap(i, j);
                }
            }
            if !self.commit() {
                return best;
            }
        }
    }

    /// The actions that follow the leaf in the best line of the last climb.
    pub fn line(&self) -> &[Action] {
        &self.line
    }

    /// Packs greedily by the order as it is; returns the area that lies in the end.
    fn evaluate(&mut self, run: &Run<'a>) -> u64 {
        run.count();
        self.trial.clone_from(&self.base);
        self.filler.fill(&mut self.trial, &self.order);
        self.trial.placed_area()
    }

    fn keep_line(&mut self) {
        self.line.truncate(self.n_committed);
        self.line.extend_from_slice(self.filler.actions());
    }

    /// Moves the base on along the line; false if what is left is not worth it.
    fn commit(&mut self) -> bool {
        let n_open = self.line.len() - self.n_committed;
        let n_more = (n_open as f64 * self.config.commit).ceil() as usize;
        if n_more == 0 || n_open < n_more + SHORTEST {
            return false;
        }
        for &action in &self.line[self.n_committed..self.n_committed + n_more] {
            self.base.apply_action(action);
        }
        self.n_committed += n_more;
        true
    }

    fn list_open(&mut self) {
        let remaining = self.base.remaining();
        let all = self.base.instance().orientations().iter().zip(0..);
        self.open.clear();
        self.open.extend(all.filter(|(o, _)| remaining[usize::from(o.kind)] > 0).map(|(_, index)| index));
    }

    /// Positions in the order of two different open orientations.
    fn random_open_pair(&mut self) -> (usize, usize) {
        let n = self.open.len();
        let i = self.rng.random_range(0..n);
        let j = (i + self.rng.random_range(1..n)) % n;
        (usize::from(self.order.rank(self.open[i])), usize::from(self.order.rank(self.open[j])))
    }
}

/// Climbs from the empty strip again and again: the tree search without its tree, for comparison.
pub fn search_without_tree(run: &Run<'_>, config: ClimbConfig, seed: u64) {
    let mut climber = Climber::new(run.instance(), config, seed);
    while !run.is_over() {
        let target = run.target();
        let mut root = Packing::new(run.instance(), target);
        root.settle();
        if root.is_dead() {
            return;
        }
        let placed = climber.climb(&root, run, || run.is_over());
        if placed == run.instance().area() {
            let layout = Packing::replay(run.instance(), target, climber.line().iter().copied());
            run.offer(layout.expect("the line packs everything"));
        }
    }
}
