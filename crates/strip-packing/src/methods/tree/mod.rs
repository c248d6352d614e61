//! Monte-Carlo tree search for strip packing (Basaldúa 2013, sections 2.3.4 and 6.4), on the game-agnostic core.
//!
//! The question is always "can everything be packed below the incumbent?". A state is a partial packing under that
//! target, an action places a rectangle in the lowest niche or skips it, and the value of a playout is the share of the
//! area placed before it died. When the answer is yes, the target is lowered and a new tree begins; when the tree is
//! exhausted and nothing could have been wasted, the lower bound is raised.
//!
//! Differences from the plain search of the thesis:
//!
//! * Actions that waste more than the target allows are never tried, and equal rectangles are one action.
//! * The expander knows which rectangles fit well; RAVE over orientations, as section 3.1.2 suggests.
//! * A playout is a hill climb over orders of preference ([`climb`]); nothing is learned from one playout for the next.
//! * A tree that starts at the empty strip never sees the end of a hundred rectangles. So the search *descends*: after
//!   some playouts the first tenth of the best line is committed and the tree goes on below it, until a packing is found
//!   or the line is used up; then it begins again at the top, with twice the playouts. Small instances end when a tree
//!   is exhausted at the top.
//! * Every thread descends by itself and shares only the incumbent. Between two commitments there are few playouts: threads
//!   on one tree would mostly wait for each other (measured: two were slower than one).

mod climb;
mod domain;
#[cfg(test)]
mod laws;

pub(crate) use climb::{ClimbConfig, search_without_tree};
pub(crate) use domain::{FitExpander, LearningRollout, RandomRollout};

use std::time::Duration;

use mcts::rules::{Explore, Rave, Rules, Schedule, Widening};
use mcts::{Endings, Goal, KeepBest, Limits, Rollout, Search, SearchConfig, StopReason};
use rand::RngExt;

use super::{Settings, ensure_incumbent, in_threads};
use crate::layout::Layout;
use crate::packing::{Action, Packing};
use crate::run::Run;

/// The parameters of the tree.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct TreeConfig {
    /// The playout policy.
    pub playout: Playout,
    /// Weight of the expander's knowledge in PUCT.
    pub exploration: f32,
    /// RAVE's constant b (Basaldúa 2013, eq. 3.13), or none.
    pub rave: Option<f32>,
    /// Visits before the second action of a node is considered, and the factor from one to the next.
    pub widening: Option<(f32, f32)>,
    /// Visits before a leaf is expanded.
    pub expand_after: u32,
    /// Playouts between two commitments in the first descent; doubled with every further one.
    pub playouts: u64,
    /// Share of the best line that is committed at a time.
    pub advance: f64,
}

/// The playout policy.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Playout {
    /// Uniformly random, as in Basaldúa 2013, section 2.3.4.
    Random,
    /// A climb over orders of preference, each tried by packing greedily.
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
            playouts: 16,
            advance: 0.1,
        }
    }
}

impl TreeConfig {
    fn search_config(&self, seed: u64) -> SearchConfig {
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
            seed,
            expand_after: self.expand_after.max(1),
            endings: Endings::Settle,
            keep_best: Some(KeepBest { count: 1, goal: Goal::Minimise }),
            ..SearchConfig::default()
        }
    }
}

/// Searches until the run is over or nothing is left to try.
pub(crate) fn search(run: &Run<'_>, settings: &Settings, config: &TreeConfig) {
    ensure_incumbent(run);
    in_threads(settings, |mut rng| match config.playout {
        Playout::Random => search_with(run, config, rng.random(), RandomRollout::new(run)),
        Playout::Learning(climb) => search_with(run, config, rng.random(), LearningRollout::new(run, climb)),
    });
}

fn search_with<'a, P: Rollout<Packing<'a>>>(run: &Run<'a>, config: &TreeConfig, seed: u64, rollout: P) {
    let mut search = Search::new(root(run), FitExpander, rollout, config.search_config(seed));
    let first_playouts = config.playouts.max(1);
    let mut playouts = first_playouts;
    while !run.is_over() {
        search.reset(root(run));
        match descend(&mut search, run, config, playouts) {
            Descent::Packed(layout) => {
                run.offer(layout);
                playouts = first_playouts;
            }
            Descent::Exhausted => {
                if search.root().waste_left() == 0 {
                    run.raise_lower_bound(search.root().target() + 1);
                }
                return;
            }
            Descent::Overtaken => playouts = first_playouts,
            Descent::Failed => playouts = playouts.saturating_mul(2),
        }
    }
}

/// The empty strip under the run's target.
fn root<'a>(run: &Run<'a>) -> Packing<'a> {
    let mut packing = Packing::new(run.instance(), run.target());
    packing.settle();
    packing
}

/// How a descent ended.
enum Descent {
    /// Everything was packed below the target.
    Packed(Layout),
    /// Every packing from the empty strip was seen, and none is below the target.
    Exhausted,
    /// Another thread has packed everything below this target.
    Overtaken,
    /// The line was used up, or time was.
    Failed,
}

/// From the empty strip down along the best line, with so many playouts between two commitments.
fn descend<'a, P: Rollout<Packing<'a>>>(
    search: &mut Search<Packing<'a>, FitExpander, P>,
    run: &Run<'a>,
    config: &TreeConfig,
    playouts: u64,
) -> Descent {
    let target = search.root().target();
    // Time, evaluations, flags and results of other threads are all reported to the core as "time is up".
    let clock = || if run.is_over() || run.target() < target { Duration::MAX } else { Duration::ZERO };
    let limits = Limits::playouts(playouts).with_time(Duration::from_secs(1), &clock).until_objective(0.0);
    let mut committed: Vec<Action> = Vec::new();
    loop {
        let reason = search.run(&limits);
        let Some(best) = search.solutions().into_iter().next() else { return Descent::Failed };
        if best.objective == 0.0 {
            let actions = committed.into_iter().chain(best.actions);
            let layout = Packing::replay(run.instance(), target, actions);
            return Descent::Packed(layout.expect("the recorded actions pack everything"));
        }
        let n_more = (best.actions.len() as f64 * config.advance).ceil() as usize;
        match reason {
            StopReason::Proven if committed.is_empty() => return Descent::Exhausted,
            StopReason::Playouts if n_more < best.actions.len() => {}
            _ if run.target() < target => return Descent::Overtaken,
            _ => return Descent::Failed,
        }
        for &action in &best.actions[..n_more.max(1)] {
            search.advance(action);
            committed.push(action);
        }
    }
}
