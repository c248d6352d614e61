//! A playout that climbs: greedy packing by an order of preference, improved by trial. Every playout begins anew from a sorted order.
//!
//! From the leaf and a sorted order, the greedy playout of [`fill`](crate::fill) is repeated with two orientations
//! exchanged in the order; the exchange is kept if no less area was placed before the packing died, and undone
//! otherwise. Accepting equals lets the order drift over plateaus, which accounts for most of the effect. The climb
//! ends after a number of trials without improvement that grows with the number of open orientations.
//!
//! One climb is one playout of the tree search but many evaluations; both are counted.

use rand::{RngExt, SeedableRng};

use crate::fill::Filler;
use crate::instance::Instance;
use crate::methods::Rng;
use crate::order::{Order, SortKey};
use crate::packing::{Action, Packing};
use crate::run::Run;

/// The length of a climb.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ClimbConfig {
    /// Trials without improvement, per open orientation, before the climb ends.
    pub patience: f64,
}

impl Default for ClimbConfig {
    fn default() -> Self {
        Self { patience: 0.2 }
    }
}

/// The order that the climb under way has reached, and a thread's buffers.
#[derive(Debug, Clone)]
pub(crate) struct Climber<'a> {
    config: ClimbConfig,
    rng: Rng,
    /// Starting points of climbs.
    sorted: [Order; SortKey::ALL.len()],
    order: Order,
    filler: Filler,
    trial: Packing<'a>,
    /// Orientations with remaining rectangles.
    open: Vec<u16>,
    line: Vec<Action>,
}

impl<'a> Climber<'a> {
    /// Buffers for an instance.
    pub(crate) fn new(instance: &'a Instance, config: ClimbConfig, seed: u64) -> Self {
        Self {
            config,
            rng: Rng::seed_from_u64(seed),
            sorted: SortKey::ALL.map(|key| Order::sorted(instance, key)),
            order: Order::sorted(instance, SortKey::Area),
            filler: Filler::new(instance),
            trial: Packing::new(instance, 0),
            open: Vec::new(),
            line: Vec::new(),
        }
    }

    /// Climbs from a non-terminal leaf until everything is placed, no trial improves any more or `is_over` returns
    /// true; returns the total area that the best line places.
    pub(crate) fn climb(&mut self, leaf: &Packing<'a>, run: &Run<'a>, is_over: impl Fn() -> bool) -> u64 {
        self.order.clone_from(&self.sorted[self.rng.random_range(0..self.sorted.len())]);
        self.list_open(leaf);
        let everything = leaf.instance().area();
        let patience = (self.config.patience * self.open.len() as f64).ceil() as u32;
        let mut best = self.evaluate(leaf, run);
        self.keep_line();
        let mut n_stale = 0;
        while n_stale < patience && self.open.len() > 1 && best < everything && !is_over() {
            let (i, j) = self.random_open_pair();
            self.order.swap(i, j);
            let placed = self.evaluate(leaf, run);
            n_stale = if placed > best { 0 } else { n_stale + 1 };
            if placed >= best {
                best = placed;
                self.keep_line();
            } else {
                self.order.swap(i, j);
            }
        }
        best
    }

    /// The actions that follow the leaf in the best line of the last climb.
    pub(crate) fn line(&self) -> &[Action] {
        &self.line
    }

    /// Packs greedily by the current order; returns the placed area.
    fn evaluate(&mut self, leaf: &Packing<'a>, run: &Run<'a>) -> u64 {
        run.count();
        self.trial.clone_from(leaf);
        self.filler.fill(&mut self.trial, &self.order);
        self.trial.placed_area()
    }

    fn keep_line(&mut self) {
        self.line.clear();
        self.line.extend_from_slice(self.filler.actions());
    }

    fn list_open(&mut self, leaf: &Packing<'a>) {
        let remaining = leaf.remaining();
        let all = leaf.instance().orientations().iter().zip(0..);
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

/// Climbs from the empty strip repeatedly: the tree search without its tree, for comparison. Without a tree to choose
/// the starting point, long climbs are better than short ones.
pub(crate) fn search_without_tree(run: &Run<'_>, seed: u64) {
    let config = ClimbConfig { patience: 10.0 };
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
