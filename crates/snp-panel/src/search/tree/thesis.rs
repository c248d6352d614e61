//! The tree search of Basaldúa 2013, section 5.6, unchanged.
//!
//! - A panel is built in the order of the ranks: a child adds a SNP of worse rank than all before it, so no panel occurs
//!   twice. Children are the whole rest of the list, best first.
//! - Selection is equation 5.44: the a-priori value counts as one visit. The K = 40 of the thesis belongs to values up to 380
//!   people; values here lie in \[0, 1\], so it is 40/380. The a-priori value must be on the scale of the panels' values; it
//!   is the SNP's prior times the mean value of a few playouts.
//! - A playout fills the panel with SNPs of worse rank than the tree chose, drawn with weights that fall with the rank.
//! - A panel chosen in the tree to its last SNP counts 2% less (or, if asked, is settled and never visited again, 7.3.1).

use mcts::rules::Rules;
use mcts::{Candidate, Coverage, Endings, Expander, Outcome, Rollout, SearchConfig, State, Trace};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::PanelState;
use crate::objective::Objective;
use crate::problem::{Problem, Rank};
use crate::ranking_draw::RankDraw;
use crate::search::Meter;

/// K of equation 5.44 on the scale of \[0, 1\].
pub(crate) const THESIS_EXPLORATION: f32 = 40.0 / 380.0;
/// What a panel chosen entirely in the tree loses.
pub(crate) const THESIS_PENALTY: f64 = 0.02;

/// Children given at a time.
const PAGE: usize = 256;

/// Lists SNPs by rank.
pub(super) struct RankedExpander<'a> {
    pub(super) problem: &'a Problem,
    /// Puts priors on the scale of panel values.
    pub(super) prior_scale: f64,
}

/// The first rank that may follow the chosen ones.
fn first_rank(state: &PanelState) -> usize {
    state.chosen().last().map_or(0, |last| last.idx() + 1)
}

impl Expander<PanelState> for RankedExpander<'_> {
    type Scratch = ();

    fn new_scratch(&self) {}

    fn expand(&self, (): &mut (), state: &PanelState, from: usize, out: &mut Vec<Candidate<Rank>>) -> Coverage {
        // The last that still leaves enough SNPs to fill the panel.
        let end = self.problem.n_candidates() + 1 - state.n_missing();
        let start = first_rank(state) + from;
        let stop = end.min(start + PAGE);
        let share = 1.0 / (end - first_rank(state)).max(1) as f32;
        out.extend((start..stop).map(|idx| {
            let rank = Rank(idx as u32);
            let value = (self.problem.candidate(rank).prior * self.prior_scale).clamp(0.0, 1.0);
            Candidate::new(rank, share).with_value(value as f32, 0)
        }));
        if stop == end { Coverage::Complete } else { Coverage::Partial }
    }
}

/// Fills the panel by rank-weighted draws.
pub(super) struct RankedRollout<'a, O> {
    pub(super) problem: &'a Problem,
    pub(super) objective: &'a O,
    pub(super) meter: &'a Meter<'a>,
}

impl<O: Objective> Rollout<PanelState> for RankedRollout<'_, O> {
    type Shared = ();
    type Local = Xoshiro256PlusPlus;

    fn new_shared(&self) {}

    fn new_local(&self, seed: u64) -> Self::Local {
        Xoshiro256PlusPlus::seed_from_u64(seed)
    }

    fn play(&self, (): &(), rng: &mut Self::Local, state: &mut PanelState, trace: &mut Trace<Rank>) -> Outcome {
        let from = first_rank(state);
        let mut drawn: Vec<Rank> = Vec::with_capacity(state.n_missing());
        RankDraw::new(self.problem.n_candidates()).draw_into(&mut drawn, state.n_missing(), from, rng);
        drawn.sort_unstable();
        for rank in drawn {
            trace.push(state, rank);
            state.apply(rank);
        }
        let value = self.objective.evaluate(&state.sorted());
        self.meter.count(1);
        Outcome::with_objective(value, value)
    }
}

/// The configuration of Basaldúa 2013, section 5.6.
pub(super) fn configuration(seed: u64, threads: usize, prunes: bool) -> SearchConfig {
    SearchConfig {
        rules: Rules::panel(THESIS_EXPLORATION),
        seed,
        threads,
        expand_after: 1,
        endings: if prunes { Endings::Settle } else { Endings::Penalise(THESIS_PENALTY) },
        ..SearchConfig::default()
    }
}
