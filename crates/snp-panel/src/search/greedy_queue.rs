//! Greedy queued search (GrQS of Basaldúa 2013, section 5.7.2).
//!
//! Panels wait in a priority queue with an estimate of their value, `V_parent + K_n V_prior` (equation 5.45): the value of
//! the panel without its last SNP, plus the SNP's a-priori value times the slope `K_n` that a panel of `n` SNPs is
//! expected to gain. The first of the queue is evaluated; if it is not yet of full size, its children (one more SNP, of
//! worse rank than all it has) are pushed, otherwise it may enter the list of best panels.
//!
//! - The children of one parent wait in the order of their ranks, so only the first of them is ever in the queue and the
//!   next one takes its place: the infinite queue of the thesis at the price of one entry per evaluated panel.
//! - The slopes, tuned by hand in the thesis, come from a sample: panels drawn as playouts draw them are grown SNP by SNP, and
//!   `K_n` is the mean gain of the step from n to n + 1, plus an optimism times the mean gain of all later steps, over the mean a-priori
//!   value of the SNPs added.
//! - A queue of `max_queue` entries forgets its worse half; those would not have been evaluated in time.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use rand::SeedableRng;
use rand::seq::index::sample;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::checkpoint::rises_within;
use super::{BestPanels, FoundPanel, Meter, SearchResult};
use crate::objective::Objective;
use crate::problem::{Problem, Rank};

/// How the queue behaves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QueueSettings {
    /// SNPs in a panel.
    pub size: usize,
    /// Panels to remember.
    pub keep: usize,
    /// Panels grown to learn the slopes.
    pub slope_sample: usize,
    /// Factor on the slopes: larger explores more, smaller reaches full panels sooner.
    pub optimism: f64,
    /// Longest queue.
    pub max_queue: usize,
    /// Seed of the slope sample; the search itself is deterministic.
    pub seed: u64,
}

impl QueueSettings {
    /// The usual settings for panels of this size.
    pub fn new(size: usize, keep: usize, seed: u64) -> Self {
        Self { size, keep, slope_sample: 64, optimism: 1.0, max_queue: 4_000_000, seed }
    }
}

/// A panel that was evaluated and has children waiting.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
struct Parent {
    panel: Vec<Rank>,
    value: f64,
}

/// The next child of a parent, waiting.
#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
struct Waiting {
    estimate: f64,
    parent: usize,
    next: Rank,
}

impl Ord for Waiting {
    /// By estimate; of equal ones the older parent and the better rank come first.
    fn cmp(&self, other: &Self) -> Ordering {
        let by_estimate = self.estimate.total_cmp(&other.estimate);
        by_estimate.then(other.parent.cmp(&self.parent)).then(other.next.cmp(&self.next))
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Waiting {}

/// A queue that can be interrupted, saved and resumed.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct GreedyQueue {
    size: usize,
    max_queue: usize,
    slopes: Vec<f64>,
    parents: Vec<Parent>,
    queue: Vec<Waiting>,
    best: BestPanels,
}

/// The slopes are learned from this many times the best-ranked SNPs that a panel holds.
const TOP_PER_SNP: usize = 16;

/// Cached scored parents: children of one parent come in runs.
const CACHED_PARENTS: usize = 16;

impl GreedyQueue {
    /// Learns the slopes and puts the empty panel's first child in the queue.
    pub fn new<O: Objective>(problem: &Problem, objective: &O, settings: &QueueSettings, meter: &Meter<'_>) -> Self {
        let slopes = learn_slopes(problem, objective, settings, meter);
        let root = Parent { panel: Vec::new(), value: objective.value(&objective.empty()) };
        let mut queue = GreedyQueue {
            size: settings.size,
            max_queue: settings.max_queue.max(2),
            slopes,
            parents: Vec::new(),
            queue: Vec::new(),
            best: BestPanels::new(settings.keep),
        };
        let mut heap = BinaryHeap::new();
        queue.push_parent(problem, root, &mut heap);
        queue.queue = heap.into_vec();
        queue
    }

    /// Evaluates until the budget ends or the queue is empty; call it again to continue.
    pub fn run<O: Objective>(&mut self, problem: &Problem, objective: &O, meter: &Meter<'_>) -> SearchResult {
        let mut heap = BinaryHeap::from(std::mem::take(&mut self.queue));
        let mut cache: Vec<(usize, O::Scored)> = Vec::new();
        // The estimates follow each other so closely that a clock at each would be the larger part of the work.
        const EVALUATIONS_PER_LOOK: u64 = 16;
        let mut n_steps = 0u64;
        while !(meter.is_used_up() || n_steps.is_multiple_of(EVALUATIONS_PER_LOOK) && meter.is_over()) {
            n_steps += 1;
            let Some(waiting) = heap.pop() else { break };
            self.push_child(problem, waiting.parent, Rank(waiting.next.0 + 1), &mut heap);
            let parent = &self.parents[waiting.parent];
            let scored = scored_parent(objective, &mut cache, waiting.parent, &parent.panel);
            let value = objective.value_with(scored, waiting.next);
            meter.count(1);
            let mut panel = parent.panel.clone();
            panel.push(waiting.next);
            if panel.len() == self.size {
                self.best.offer(&panel, value);
                meter.report(self.best.best_value());
            } else {
                self.push_parent(problem, Parent { panel, value }, &mut heap);
            }
            if heap.len() > self.max_queue {
                forget_worse_half(&mut heap);
            }
        }
        self.queue = heap.into_vec();
        meter.result(self.full_panels(problem, objective, meter))
    }

    /// Whether this queue could have come from a search for panels of `size` in a list of `n_candidates`.
    pub(super) fn is_sound(&self, size: usize, n_candidates: usize) -> bool {
        let is_parent = |parent: &Parent| {
            parent.panel.len() < size && rises_within(&parent.panel, n_candidates) && parent.value.is_finite()
        };
        let is_child = |waiting: &Waiting| {
            let parent = self.parents.get(waiting.parent);
            waiting.estimate.is_finite()
                && parent.is_some_and(|parent| {
                    let follows = parent.panel.last().is_none_or(|last| *last < waiting.next);
                    follows && waiting.next.idx() + size - parent.panel.len() <= n_candidates
                })
        };
        self.size == size
            && self.max_queue >= 2
            && self.slopes.len() == size
            && self.slopes.iter().all(|slope| slope.is_finite())
            && self.parents.iter().all(is_parent)
            && self.queue.iter().all(is_child)
            && self.best.panels().iter().all(|found| found.is_panel_of(size, n_candidates))
    }

    /// All panels of the queue with the values that they are said to have.
    pub(super) fn claims(&self) -> Vec<(&[Rank], f64)> {
        let parents = self.parents.iter().map(|parent| (&parent.panel[..], parent.value));
        parents.chain(self.best.panels().iter().map(FoundPanel::claim)).collect()
    }

    fn push_parent(&mut self, problem: &Problem, parent: Parent, heap: &mut BinaryHeap<Waiting>) {
        let first = parent.panel.last().map_or(Rank(0), |last| Rank(last.0 + 1));
        self.parents.push(parent);
        self.push_child(problem, self.parents.len() - 1, first, heap);
    }

    /// Lets the child that adds `next` wait, if enough SNPs follow to fill the panel.
    fn push_child(&self, problem: &Problem, parent: usize, next: Rank, heap: &mut BinaryHeap<Waiting>) {
        let Parent { panel, value } = &self.parents[parent];
        let n_missing = self.size - panel.len();
        if next.idx() + n_missing <= problem.n_candidates() {
            let estimate = value + self.slopes[panel.len()] * problem.candidate(next).prior;
            heap.push(Waiting { estimate, parent, next });
        }
    }

    /// The best panels; when the budget ended before any was full, the best partial one filled up by rank.
    fn full_panels<O: Objective>(&mut self, problem: &Problem, objective: &O, meter: &Meter<'_>) -> Vec<FoundPanel> {
        if self.best.panels().is_empty()
            && let Some(parent) = self.parents.iter().max_by(|a, b| a.value.total_cmp(&b.value))
        {
            let mut panel = parent.panel.clone();
            let fill = problem.ranks().filter(|rank| !parent.panel.contains(rank));
            panel.extend(fill.take(self.size - parent.panel.len()));
            panel.sort_unstable();
            meter.count(1);
            self.best.offer(&panel, objective.evaluate(&panel));
        }
        self.best.panels().to_vec()
    }
}

fn scored_parent<'c, O: Objective>(
    objective: &O,
    cache: &'c mut Vec<(usize, O::Scored)>,
    parent: usize,
    panel: &[Rank],
) -> &'c O::Scored {
    let place = match cache.iter().position(|(cached, _)| *cached == parent) {
        Some(place) => place,
        None => {
            if cache.len() == CACHED_PARENTS {
                cache.pop();
            }
            cache.push((parent, objective.score(panel)));
            cache.len() - 1
        }
    };
    cache[..=place].rotate_right(1);
    &cache[0].1
}

fn forget_worse_half(heap: &mut BinaryHeap<Waiting>) {
    let mut all = std::mem::take(heap).into_vec();
    all.sort_unstable_by(|a, b| b.cmp(a));
    all.truncate(all.len() / 2);
    *heap = BinaryHeap::from(all);
}

/// The slope of every panel size from 0 up, from a sample of panels grown SNP by SNP.
fn learn_slopes<O: Objective>(
    problem: &Problem,
    objective: &O,
    settings: &QueueSettings,
    meter: &Meter<'_>,
) -> Vec<f64> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(settings.seed);
    // The reference grows like the panels that the queue evaluates first: from the top of the list.
    let n_top = problem.n_candidates().min(settings.size * TOP_PER_SNP);
    let mut values = vec![0.0; settings.size + 1];
    let mut prior = 0.0;
    let mut n_grown = 0.0;
    for _ in 0..settings.slope_sample.max(1) {
        let panel: Vec<Rank> = sample(&mut rng, n_top, settings.size).into_iter().map(|idx| Rank(idx as u32)).collect();
        let mut scored = objective.empty();
        values[0] += objective.value(&scored);
        for (n, &rank) in panel.iter().enumerate() {
            objective.add(&mut scored, rank);
            values[n + 1] += objective.value(&scored);
            prior += problem.candidate(rank).prior / panel.len() as f64;
        }
        n_grown += 1.0;
        meter.count(panel.len() as u64);
        if meter.is_over() {
            break;
        }
    }
    let mean_prior = (prior / n_grown).max(f64::MIN_POSITIVE);
    let slope = |n: usize| {
        let next = (values[n + 1] - values[n]) / n_grown;
        let rest = (values[settings.size] - values[n + 1]) / n_grown;
        (next + settings.optimism * rest).max(0.0) / mean_prior
    };
    (0..settings.size).map(slope).collect()
}
