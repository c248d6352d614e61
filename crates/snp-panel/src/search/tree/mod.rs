//! Monte-Carlo tree search for panels, bound to the game-agnostic core.
//!
//! Two variants of one tree: [`TreeVariant::Thesis`] is section 5.6 of Basaldúa 2013 to the letter, with its 2% penalty
//! or with real pruning (7.3.1); [`TreeVariant::Guided`] is ours. A search can be saved as what it learned
//! ([`Knowledge`]) and resumed; the tree itself is grown again.

mod guided;
mod scale;
mod state;
mod thesis;

pub(super) use guided::{GuidedSettings, Knowledge};
pub(super) use state::PanelState;

use mcts::rules::{FirstPlay, Rules, Schedule, Widening};
use mcts::{
    Beam, Budget, Calibration, Endings, Expander, Goal, Inspection, KeepBest, Limits, Rollout, Search, SearchConfig,
    Solution,
};

use super::{FoundPanel, Meter, SearchResult};
use crate::likelihood::Smoothing;
use crate::objective::Objective;
use crate::problem::Problem;
use crate::separation::Separations;
use guided::Guide;
use scale::RewardScale;
use thesis::{RankedExpander, RankedRollout};

/// Which tree search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum TreeVariant {
    /// Section 5.6. With `prunes`, panels chosen entirely in the tree are settled instead of penalised.
    Thesis {
        /// Settle instead of penalise.
        prunes: bool,
    },
    /// Ours.
    Guided(GuidedSettings),
}

/// What to search for and how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TreeSettings {
    /// SNPs in a panel.
    pub size: usize,
    /// Panels to remember.
    pub keep: usize,
    /// Seed of the rollouts.
    pub seed: u64,
    /// Threads that share the tree.
    pub threads: usize,
    /// Which tree.
    pub variant: TreeVariant,
    /// Cut the tree to a beam, for large panels (7.1.2).
    pub beam: Option<Beam>,
}

impl TreeSettings {
    /// The usual settings for panels of this size.
    pub(super) fn new(size: usize, keep: usize, seed: u64) -> Self {
        Self { size, keep, seed, threads: 1, variant: TreeVariant::Guided(GuidedSettings::default()), beam: None }
    }
}

/// The result of a tree search, and what the next one may begin with.
#[derive(Clone, Debug)]
pub(super) struct TreeResult {
    /// Panels and evaluations.
    pub result: SearchResult,
    /// What rollouts learned; empty for the thesis's variant, whose rollouts learn nothing.
    pub knowledge: Knowledge,
}

/// Searches until the budget ends. `known` comes from an earlier search of the same problem, objective and size.
pub(super) fn tree_search<O: Objective>(
    problem: &Problem,
    objective: &O,
    settings: &TreeSettings,
    known: Option<Knowledge>,
    meter: &Meter<'_>,
) -> TreeResult {
    match settings.variant {
        TreeVariant::Thesis { prunes } => thesis_search(problem, objective, settings, prunes, meter),
        TreeVariant::Guided(guided) => guided_search(problem, objective, settings, guided, known, meter),
    }
}

/// Rollouts that calibrate a search.
const SAMPLE: usize = 32;

fn thesis_search<O: Objective>(
    problem: &Problem,
    objective: &O,
    settings: &TreeSettings,
    prunes: bool,
    meter: &Meter<'_>,
) -> TreeResult {
    let rollout = RankedRollout { problem, objective, meter };
    let root = PanelState::new(settings.size);
    let blind = RankedExpander { problem, prior_scale: 1.0 };
    let prior_scale = Calibration::sample(&root, &blind, &rollout, SAMPLE, settings.seed).mean;
    let config = SearchConfig {
        keep_best: Some(KeepBest { count: settings.keep.max(1), goal: Goal::Maximise }),
        beam: settings.beam,
        ..thesis::configuration(settings.seed, settings.threads, prunes)
    };
    let mut search = Search::new(root, RankedExpander { problem, prior_scale }, rollout, config);
    run(&mut search, meter);
    let best = found_panels(&search);
    TreeResult { result: meter.result(best), knowledge: Knowledge::default() }
}

fn guided_search<O: Objective>(
    problem: &Problem,
    objective: &O,
    settings: &TreeSettings,
    guided: GuidedSettings,
    known: Option<Knowledge>,
    meter: &Meter<'_>,
) -> TreeResult {
    let separations = Separations::new(problem, Smoothing::default());
    let mut guide = Guide {
        problem,
        objective,
        separations: &separations,
        meter,
        settings: guided,
        scale: RewardScale::IDENTITY,
        start: Knowledge::default(),
    };
    guide.start = match known {
        Some(known) if !known.elites.is_empty() => known,
        _ => guide.greedy_start(settings.size),
    };
    guide.scale = RewardScale::around(guide.start.elites[0].value);
    let rules = Rules {
        first_play: FirstPlay::BelowParent(0.0),
        widening: Widening { schedule: Schedule::logarithmic(guided.width), promotion: 0.0 },
        ..Rules::ucb1(guided.exploration)
    };
    let config = SearchConfig {
        rules,
        seed: settings.seed,
        threads: settings.threads,
        expand_after: guided.expand_after,
        endings: Endings::Settle,
        keep_best: Some(KeepBest { count: settings.keep.max(1), goal: Goal::Maximise }),
        beam: settings.beam,
        ..SearchConfig::default()
    };
    let mut search = Search::new(PanelState::new(settings.size), &guide, &guide, config);
    for elite in &guide.start.elites {
        search.offer(&elite.panel, guide.scale.reward(elite.value), elite.value);
    }
    run(&mut search, meter);
    let best = found_panels(&search);
    let knowledge = search.shared().lock().expect("no holder of this lock panics").clone();
    TreeResult { result: meter.result(best), knowledge }
}

/// Runs a search in slices until the meter says stop.
fn run<E, P>(search: &mut Search<PanelState, E, P>, meter: &Meter<'_>)
where
    E: Expander<PanelState>,
    P: Rollout<PanelState>,
{
    let budget = meter.budget();
    let stop = std::sync::atomic::AtomicBool::new(false);
    let limits = Limits::from(Budget { evaluations: None, stop: Some(&stop), ..*budget });
    let watch = |now: &Inspection<'_, PanelState>| {
        meter.report(now.objective());
        stop.store(meter.is_over(), std::sync::atomic::Ordering::Relaxed);
    };
    search.run_watched(&limits, 1, watch);
}

/// The panels of a search, best first.
fn found_panels<E, P>(search: &Search<PanelState, E, P>) -> Vec<FoundPanel>
where
    E: Expander<PanelState>,
    P: Rollout<PanelState>,
{
    let found =
        |solution: Solution<PanelState>| FoundPanel { panel: solution.state.sorted(), value: solution.objective };
    search.solutions().into_iter().map(found).collect()
}
