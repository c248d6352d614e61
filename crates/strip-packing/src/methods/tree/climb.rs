//! The playout that learns: greedy packing by an order of preference, improved by trial.
//!
//! From the leaf, the greedy playout of [`fill`](crate::fill) is repeated with two orientations exchanged in the order; the
//! exchange is kept if no less area was placed before the packing died, and undone otherwise. Accepting equals lets the
//! order drift over plateaus, which is most of what makes it work. When nothing better comes for a while, the first part
//! of the line found so far is *committed* and the climb goes on with the rest of the rectangles only: the levels of
//! nested Monte-Carlo search (Cazenave 2009), with learning inside. The order is kept for the next playout of the thread
//! or drawn anew.

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
    /// Trials without improvement before the first part of the line is committed.
    pub patience: u32,
    /// The same after that.
    pub nested_patience: u32,
    /// Share of the open line that is committed at a time; 0 ends the climb instead.
    pub commit: f64,
    /// Probability that a climb begins with a sorted order instead of the last one.
    pub fresh: f64,
}

impl Default for ClimbConfig {
    fn default() -> Self {
        Self { patience: 1000, nested_patience: 300, commit: 0.3, fresh: 0.5 }
    }
}

/// Lines with fewer open actions than this are not climbed any further.
const SHORTEST: usize = 4;

/// The order that a thread has learned, and buffers.
#[derive(Debug, Clone)]
pub struct Climber<'a> {
    config: ClimbConfig,
    rng: Rng,
    order: Order,
    filler: Filler,
    base: Packing<'a>,
    trial: Packing<'a>,
    /// Orientations of which rectangles are left in `base`.
    open: Vec<u16>,
    line: Vec<Action>,
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
        }
    }

    /// Climbs from a leaf that is not terminal and returns the area that the best line places in all.
    pub fn climb(&mut self, leaf: &Packing<'a>, run: &Run<'a>) -> u64 {
        if self.rng.random_bool(self.config.fresh) {
            let key = SortKey::ALL[self.rng.random_range(0..SortKey::ALL.len())];
            self.order = Order::sorted(leaf.instance(), key);
        }
        self.base.clone_from(leaf);
        self.line.clear();
        self.list_open();
        let mut committed = 0;
        let mut best = self.evaluate(committed, run);
        let mut patience = self.config.patience;
        loop {
            let mut stale = 0;
            while stale < patience {
                if self.trial_is_complete(best) || run.is_over() || run.target() < leaf.target() {
                    return best;
                }
                let (i, j) = self.pair();
                self.order.swap(i, j);
                let placed = self.try_order(run);
                stale = if placed > best { 0 } else { stale + 1 };
                if placed >= best {
                    best = placed;
                    self.keep(committed);
                } else {
                    self.order.swap(i, j);
                }
            }
            let n_open = self.line.len() - committed;
            let step = (n_open as f64 * self.config.commit).ceil() as usize;
            if step == 0 || n_open - step < SHORTEST {
                return best;
            }
            for &action in &self.line[committed..committed + step] {
                self.base.apply_action(action);
            }
            committed += step;
            self.list_open();
            if self.open.len() < 2 {
                return best;
            }
            patience = self.config.nested_patience;
        }
    }

    /// The actions that follow the leaf in the best line of the last climb.
    pub fn line(&self) -> &[Action] {
        &self.line
    }

    fn evaluate(&mut self, committed: usize, run: &Run<'a>) -> u64 {
        let placed = self.try_order(run);
        self.keep(committed);
        placed
    }

    fn try_order(&mut self, run: &Run<'a>) -> u64 {
        run.count();
        self.trial.clone_from(&self.base);
        self.filler.fill(&mut self.trial, &self.order);
        self.trial.placed_area()
    }

    fn keep(&mut self, committed: usize) {
        self.line.truncate(committed);
        self.line.extend_from_slice(self.filler.actions());
    }

    fn trial_is_complete(&self, best: u64) -> bool {
        best == self.base.instance().area()
    }

    fn list_open(&mut self) {
        self.open.clear();
        let remaining = self.base.remaining();
        let all = self.base.instance().orientations().iter().zip(0..);
        self.open.extend(all.filter(|(o, _)| remaining[usize::from(o.kind)] > 0).map(|(_, index)| index));
    }

    /// Positions in the order of two open orientations.
    fn pair(&mut self) -> (usize, usize) {
        let n = self.open.len();
        let i = self.rng.random_range(0..n);
        let j = (i + 1 + self.rng.random_range(0..(n - 1).max(1))) % n;
        (usize::from(self.order.rank(self.open[i])), usize::from(self.order.rank(self.open[j])))
    }
}
