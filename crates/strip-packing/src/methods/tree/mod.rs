//! Monte-Carlo tree search for strip packing (003 sections 2.3.4 and 6.4), on the game-agnostic core.
//!
//! The question is always "can everything be packed below the incumbent?". A state is a partial packing under that
//! target, an action puts a rectangle into the lowest niche or gives it up, and a playout is worth the share of the
//! area that was placed before it died. When the answer is yes, the target sinks and a new tree begins; when the tree is
//! exhausted and nothing could have been wasted, the lower bound rises.
//!
//! What differs from the plain search of the seed: actions that waste more than the target allows are never tried, equal
//! rectangles are one action, the expander knows which rectangles fit well, and the playouts learn ([`climb`]).

pub mod climb;
mod domain;

pub use climb::{ClimbConfig, search_without_tree};
pub use domain::{FitExpander, LearningRollout, RandomRollout};

use std::time::Duration;

use mcts::rules::{Explore, Rave, Rules, Schedule, Widening};
use mcts::{Endings, Goal, KeepBest, Limits, Rollout, Search, SearchConfig, StopReason};

use super::Settings;
use crate::packing::Packing;
use crate::run::Run;

/// How the tree grows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TreeConfig {
    /// What happens below the tree.
    pub playout: Playout,
    /// Weight of the expander's knowledge in PUCT.
    pub exploration: f32,
    /// RAVE's constant b (003 eq. 3.13), or none.
    pub rave: Option<f32>,
    /// Visits before the second action of a node is looked at, and the factor from one to the next.
    pub widening: Option<(f32, f32)>,
    /// Visits before a leaf is expanded.
    pub expand_after: u32,
}

/// What happens below the tree.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Playout {
    /// Uniformly random, as in the seed.
    Random,
    /// Greedy by fit, with an order of preference that is learned.
    Learning(ClimbConfig),
}

impl Default for TreeConfig {
    fn default() -> Self {
        Self {
            playout: Playout::Learning(ClimbConfig::default()),
            exploration: 0.5,
            rave: Some(1.0 / 300.0),
            widening: Some((4.0, 1.4)),
            expand_after: 4,
        }
    }
}

impl TreeConfig {
    fn search_config(&self, settings: &Settings) -> SearchConfig {
        let schedule = self.widening.map_or(Schedule::AtOnce, |(first, growth)| Schedule::Geometric { first, growth });
        let rules = Rules {
            explore: Explore::Puct { c: self.exploration, growth: None },
            rave: self.rave.map(Rave::least_error),
            widening: match self.rave {
                Some(_) => Widening::with_promotion(schedule),
                None => Widening { schedule, promotion: 0.0 },
            },
            ..Rules::puct(self.exploration)
        };
        SearchConfig {
            rules,
            seed: settings.seed,
            threads: settings.threads.max(1),
            expand_after: self.expand_after.max(1),
            endings: Endings::Settle,
            keep_best: Some(KeepBest { count: 1, goal: Goal::Minimise }),
            ..SearchConfig::default()
        }
    }
}

/// Searches until the run is over or nothing is left to try.
pub fn search(run: &Run<'_>, settings: &Settings, config: &TreeConfig) {
    if run.best_height().is_none() {
        super::best_fit::pack(run);
    }
    match config.playout {
        Playout::Random => search_with(run, settings, config, RandomRollout::new(run)),
        Playout::Learning(climb) => search_with(run, settings, config, LearningRollout::new(run, climb)),
    }
}

fn search_with<'a, P: Rollout<Packing<'a>>>(run: &Run<'a>, settings: &Settings, config: &TreeConfig, rollout: P) {
    let root = |target| {
        let mut packing = Packing::new(run.instance(), target);
        packing.settle();
        packing
    };
    // The run knows of time, evaluations and flags; for the core they are all "time is up".
    let clock = || if run.is_over() { Duration::MAX } else { Duration::ZERO };
    let limits = Limits::time(Duration::from_secs(1), &clock).until_objective(0.0);
    let mut search = Search::new(root(run.target()), FitExpander, rollout, config.search_config(settings));
    while !run.is_over() {
        let target = run.target();
        search.reset(root(target));
        let reason = search.run(&limits);
        if let Some(best) = search.solutions().first().filter(|solution| solution.objective == 0.0) {
            let layout = Packing::replay(run.instance(), target, best.actions.iter().copied());
            run.offer(layout.expect("the recorded actions pack everything"));
        } else if reason == StopReason::Proven {
            if search.root().waste_left() == 0 {
                run.raise_lower_bound(target + 1);
            }
            return;
        }
    }
}
