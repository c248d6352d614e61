//! Our tree search: children ordered by their gain, rollouts that repair good panels.
//!
//! The playouts of Basaldúa 2013, section 5.6 fill a panel with SNPs drawn almost evenly from the whole list; nearly all of its evaluations
//! go to panels that greedy selection beats at once. Here an evaluation is a look at one more SNP beside a panel already
//! scored, which both objectives make cheap, and the SNPs to look at are those that are forecast to split the classes which
//! the panel confuses ([`crate::separation`]):
//!
//! - **Expanding** a node lists the SNPs by what they add to those chosen so far, the most promising ones looked at, the rest
//!   by forecast, so that widening opens the most useful children first.
//! - **A rollout** must keep the SNPs that the tree chose. It takes the rest from one of the best panels so far, leaves some
//!   holes, fills every hole with the best of a sample, and then tries to replace every SNP that it may, once around.
//! - **Learning.** Every finished panel that is better than all panels like it becomes one of those that rollouts repair.
//!
//! A terminal state is judged from scratch in the order of its ranks, so that a panel has one value however it was found.

use std::ops::Range;
use std::sync::Mutex;

use mcts::{Candidate, Coverage, Expander, Outcome, Rollout, State, Trace};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::PanelState;
use super::scale::RewardScale;
use crate::objective::{Landscape, Objective};
use crate::problem::{Problem, Rank};
use crate::search::{FoundPanel, Meter};
use crate::separation::Separations;

/// How rollouts and expansion work.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GuidedSettings {
    /// SNPs evaluated when a node is expanded, and for each SNP of the greedy start.
    pub scan: usize,
    /// SNPs drawn for a hole, of which the best by forecast are evaluated.
    pub pool: usize,
    /// SNPs evaluated for a hole.
    pub sample: usize,
    /// Panels that rollouts repair.
    pub elites: usize,
    /// Sweeps of a rollout, the last one at temperature 0.
    pub sweeps: usize,
    /// Highest temperature of the first sweep.
    pub heat: f64,
    /// Visits of a node before it is expanded.
    pub expand_after: u32,
    /// C of UCB1, for rewards spread around those of good panels.
    pub exploration: f32,
    /// Children open at first.
    pub width: u32,
}

impl Default for GuidedSettings {
    /// For smooth objectives. On HapMap3 (11 populations, 20 SNPs, 300,000 evaluations, means of 5 splits) the log-posterior came to
    /// 0.421 with these; to 0.419 with twice the pool and to 0.411 with [`GuidedSettings::for_counts`].
    fn default() -> Self {
        Self {
            scan: 256,
            pool: 2048,
            sample: 16,
            elites: 8,
            sweeps: 4,
            heat: 0.01,
            expand_after: 64,
            exploration: 0.2,
            width: 8,
        }
    }
}

impl GuidedSettings {
    /// The settings for objectives of this kind.
    pub(crate) fn for_landscape(landscape: Landscape) -> Self {
        match landscape {
            Landscape::Smooth => Self::default(),
            Landscape::Stepped => Self::for_counts(),
        }
    }

    /// For objectives that count people and so jump: a larger pool with as few looks, shorter and cooler rollouts. On
    /// HapMap3 in 5 groups (20,000 evaluations, means of 4 to 6 seeds) the value of 12 SNPs came to 0.907 with these; the value of 8 to
    /// 0.822, against 0.818 with the default and 0.796 with 64 looks from a pool of 256.
    pub(crate) fn for_counts() -> Self {
        Self { pool: 8192, sweeps: 2, heat: 0.0025, ..Self::default() }
    }
}

/// Children given at a time.
const PAGE: usize = 64;
/// SNPs of neighbouring rank that are drawn together.
const BLOCK: usize = 32;

/// What rollouts have learned; can be saved and resumed.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Knowledge {
    /// The best panels, different enough from one another.
    pub elites: Vec<FoundPanel>,
}

impl Knowledge {
    /// Keeps a panel that is better than all similar ones.
    fn offer(&mut self, found: FoundPanel, capacity: usize) {
        let n_common = |other: &FoundPanel| other.panel.iter().filter(|rank| found.panel.contains(rank)).count();
        let is_similar = |other: &FoundPanel| n_common(other) * 4 > found.panel.len() * 3;
        if self.elites.iter().any(|other| is_similar(other) && other.value >= found.value) {
            return;
        }
        self.elites.retain(|other| !is_similar(other));
        let place = self.elites.partition_point(|other| other.value >= found.value);
        self.elites.insert(place, found);
        self.elites.truncate(capacity.max(1));
    }
}

/// Everything that expander and rollout read.
pub(super) struct Guide<'a, O> {
    pub(super) problem: &'a Problem,
    pub(super) objective: &'a O,
    pub(super) separations: &'a Separations,
    pub(super) meter: &'a Meter<'a>,
    pub(super) settings: GuidedSettings,
    pub(super) scale: RewardScale,
    /// Panels from the greedy start or an earlier run.
    pub(super) start: Knowledge,
}

/// SNPs with their forecast or value.
type Scores<T> = Vec<(T, Rank)>;

impl<O: Objective> Guide<'_, O> {
    /// Forecasts of the SNPs of some ranges of ranks that are not in the panel yet.
    fn forecast(&self, scored: &O::Scored, ranges: impl Iterator<Item = Range<usize>>) -> Scores<f32> {
        let confusion = self.objective.confusion(scored);
        let panel = self.objective.panel(scored);
        let mut scores = Scores::new();
        let mut forecasts = Vec::new();
        for range in ranges {
            forecasts.clear();
            self.separations.forecast(&confusion, range.clone(), &mut forecasts);
            let ranks = range.map(|idx| Rank(idx as u32));
            scores.extend(forecasts.iter().copied().zip(ranks).filter(|(_, rank)| !panel.contains(rank)));
        }
        scores
    }

    /// Forecasts of all SNPs that are not in the panel yet.
    fn forecast_all(&self, scored: &O::Scored) -> Scores<f32> {
        self.forecast(scored, std::iter::once(0..self.problem.n_candidates()))
    }

    /// The values of the most promising SNPs, best first.
    fn look(&self, scored: &O::Scored, mut forecasts: Scores<f32>, n_looks: usize) -> Scores<f64> {
        if n_looks < forecasts.len() {
            forecasts.select_nth_unstable_by(n_looks, |a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            forecasts.truncate(n_looks);
        }
        let mut values: Scores<f64> =
            forecasts.iter().map(|&(_, rank)| (self.objective.value_with(scored, rank), rank)).collect();
        self.meter.count(values.len() as u64);
        values.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        values
    }

    /// Greedy forward selection among the most promising SNPs: the first panel.
    pub(super) fn greedy_start(&self, size: usize) -> Knowledge {
        let mut scored = self.objective.empty();
        while self.objective.panel(&scored).len() < size && !self.meter.is_over() {
            let forecasts = self.forecast_all(&scored);
            let values = self.look(&scored, forecasts, self.settings.scan);
            self.objective.add(&mut scored, values[0].1);
        }
        let mut panel = self.objective.panel(&scored).to_vec();
        let others = self.problem.ranks().filter(|rank| !self.objective.panel(&scored).contains(rank));
        panel.extend(others.take(size - panel.len()));
        panel.sort_unstable();
        self.meter.count(1);
        let value = self.objective.evaluate(&panel);
        Knowledge { elites: vec![FoundPanel { panel, value }] }
    }

    /// Evaluates a sample of SNPs beside the panel and adds the best, which may be `old`, the one that was there
    /// before.
    fn fill_hole(&self, rng: &mut Xoshiro256PlusPlus, scored: &mut O::Scored, old: Option<Rank>, heat: f64) {
        let n_candidates = self.problem.n_candidates();
        let forecasts = if self.settings.pool >= n_candidates {
            self.forecast_all(scored)
        } else {
            let n_blocks = n_candidates.div_ceil(BLOCK);
            let blocks = rand::seq::index::sample(rng, n_blocks, (self.settings.pool / BLOCK).clamp(1, n_blocks));
            let of_block = |block: usize| block * BLOCK..((block + 1) * BLOCK).min(n_candidates);
            self.forecast(scored, blocks.into_iter().map(of_block))
        };
        let mut values = self.look(scored, forecasts, self.settings.sample);
        if let Some(rank) = old {
            values.push((self.objective.value_with(scored, rank), rank));
            self.meter.count(1);
        }
        let winner = heat_bath(&values, heat, rng).unwrap_or_else(|| {
            // The blocks that were drawn held only SNPs of the panel: any other SNP will do.
            let mut others = self.problem.ranks().filter(|rank| !self.objective.panel(scored).contains(rank));
            others.next().expect("there are more candidates than a panel holds")
        });
        self.objective.add(scored, winner);
    }

    /// The chosen SNPs and the rest of a good panel, with holes.
    fn begin(&self, shared: &Mutex<Knowledge>, rng: &mut Xoshiro256PlusPlus, state: &PanelState) -> O::Scored {
        let mut rest: Vec<Rank> = {
            let elites = &shared.lock().expect("no holder of this lock panics").elites;
            // The better of two draws, so that the best panels are repaired most.
            let mut draw = || rng.random_range(0..elites.len().max(1));
            let place = draw().min(draw());
            elites.get(place).map_or(Vec::new(), |elite| elite.panel.clone())
        };
        rest.retain(|rank| !state.chosen().contains(rank));
        rest.shuffle(rng);
        let n_missing = state.n_missing();
        rest.truncate(n_missing - rng.random_range(1..=n_missing.div_ceil(4)));
        let mut scored = self.objective.score(state.chosen());
        for rank in rest {
            self.objective.add(&mut scored, rank);
        }
        scored
    }
}

/// Draws one of some SNPs with probability proportional to `value^(1 / heat)`; at temperature 0 the best, the last of
/// equals.
fn heat_bath(values: &[(f64, Rank)], heat: f64, rng: &mut Xoshiro256PlusPlus) -> Option<Rank> {
    let &(best, winner) = values.iter().max_by(|a, b| a.0.total_cmp(&b.0))?;
    if heat <= 0.0 {
        return Some(winner);
    }
    let weights: Vec<f64> = values.iter().map(|(value, _)| (value / best).powf(1.0 / heat)).collect();
    let mut point = rng.random::<f64>() * weights.iter().sum::<f64>();
    let drawn = weights.iter().position(|weight| {
        point -= weight;
        point <= 0.0
    });
    Some(drawn.map_or(winner, |place| values[place].1))
}

impl<O: Objective> Expander<PanelState> for &Guide<'_, O> {
    type Scratch = ();

    fn new_scratch(&self) {}

    fn expand(&self, (): &mut (), state: &PanelState, from: usize, out: &mut Vec<Candidate<Rank>>) -> Coverage {
        let scored = self.objective.score(state.chosen());
        let mut forecasts = self.forecast_all(&scored);
        forecasts.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let n_looks = self.settings.scan.min(forecasts.len());
        let looked_at =
            if from < n_looks { self.look(&scored, forecasts[..n_looks].to_vec(), n_looks) } else { Vec::new() };
        let rank_at = |place: usize| if place < n_looks { looked_at[place].1 } else { forecasts[place].1 };
        let stop = forecasts.len().min(from + PAGE);
        // Falls like 1 / place; sums to less than 1 over any list that fits in memory.
        out.extend((from..stop).map(|place| Candidate::new(rank_at(place), 0.04 / (place + 1) as f32)));
        if stop == forecasts.len() { Coverage::Complete } else { Coverage::Partial }
    }
}

impl<O: Objective> Rollout<PanelState> for &Guide<'_, O> {
    type Shared = Mutex<Knowledge>;
    type Local = Xoshiro256PlusPlus;

    fn new_shared(&self) -> Self::Shared {
        Mutex::new(self.start.clone())
    }

    fn new_local(&self, seed: u64) -> Self::Local {
        Xoshiro256PlusPlus::seed_from_u64(seed)
    }

    fn play(
        &self,
        shared: &Self::Shared,
        rng: &mut Self::Local,
        state: &mut PanelState,
        trace: &mut Trace<Rank>,
    ) -> Outcome {
        let n_chosen = state.chosen().len();
        if !state.is_terminal() {
            let mut scored = self.begin(shared, rng, state);
            while self.objective.panel(&scored).len() < state.size() {
                self.fill_hole(rng, &mut scored, None, 0.0);
            }
            let hottest = self.settings.heat * rng.random::<f64>();
            // The chosen SNPs come first; a replaced SNP moves to the end, so the place after them always holds the
            // oldest.
            for sweep in 0..self.settings.sweeps {
                let heat = hottest * (1.0 - (sweep + 1) as f64 / self.settings.sweeps as f64);
                for _ in n_chosen..state.size() {
                    if self.meter.is_used_up() {
                        break;
                    }
                    let old = self.objective.panel(&scored)[n_chosen];
                    self.objective.remove(&mut scored, n_chosen);
                    self.fill_hole(rng, &mut scored, Some(old), heat);
                }
            }
            for &rank in &self.objective.panel(&scored)[n_chosen..] {
                trace.push(state, rank);
                state.apply(rank);
            }
        }
        let value = self.objective.evaluate(&state.sorted());
        self.meter.count(1);
        Outcome::with_objective(self.scale.reward(value), value)
    }

    fn learn(&self, shared: &Self::Shared, _: &mut Self::Local, trace: &Trace<Rank>, outcome: &Outcome) {
        let Some(value) = outcome.objective else { return };
        let mut panel: Vec<Rank> = trace.steps().iter().map(|step| step.action).collect();
        panel.sort_unstable();
        let mut knowledge = shared.lock().expect("no holder of this lock panics");
        knowledge.offer(FoundPanel { panel, value }, self.settings.elites);
    }
}
