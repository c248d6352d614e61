//! The heavy playout as the rollout of the search.
//!
//! Reward in Black's view: (1 - w) win + w (1/2 + lead / (2 area)), where w is the small weight of the margin (Basaldúa 2013, section 4.1.1).
//! The lead itself is the measured quantity of the search: mean and spread of the score of every move.
//!
//! A playout that mercy ended is measured by the area at the cut: stones, and territory that is closed by then. It falls short of what playing on would
//! have given, but less than the difference of stones, and leaving such playouts out would hide the lost games from the mean.

use std::sync::Arc;

use go_board::Move;
use mcts::{Outcome, Rollout, State, Trace};
use rand::SeedableRng;

use super::state::GoState;
use super::tables::PlayoutTables;
use crate::playout::{PlayoutPolicy, PlayoutRandom, PlayoutThread, Teacher};

/// Playouts by a policy. The search owns the tables in which their ends are counted ([`mcts::Search::shared`]).
pub struct HeavyRollout {
    policy: PlayoutPolicy,
}

/// What one thread owns.
pub struct RolloutThread {
    playouts: Box<dyn PlayoutThread>,
    random: PlayoutRandom,
}

impl HeavyRollout {
    /// Playouts by this policy.
    pub fn new(policy: PlayoutPolicy) -> Self {
        Self { policy }
    }

    /// What takes the knowledge of the tree to the playouts; `None` if they take none.
    pub fn teacher(&self) -> Option<Box<dyn Teacher>> {
        self.policy.teacher()
    }

    fn outcome(&self, lead: f32, area: usize) -> Outcome {
        let win = match lead.total_cmp(&0.0) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        };
        let margin = (0.5 + f64::from(lead) / (2 * area) as f64).clamp(0.0, 1.0);
        let weight = self.policy.config().margin_weight.clamp(0.0, 1.0);
        Outcome::reward((1.0 - weight) * win + weight * margin).with_measure(lead)
    }
}

impl Rollout<GoState> for HeavyRollout {
    /// Shared, so that an analysis can read the tables while the search runs.
    type Shared = Arc<PlayoutTables>;
    type Local = RolloutThread;

    fn new_shared(&self) -> Self::Shared {
        Arc::default()
    }

    fn new_local(&self, seed: u64) -> RolloutThread {
        RolloutThread { playouts: self.policy.new_thread(), random: PlayoutRandom::seed_from_u64(seed) }
    }

    fn play(
        &self,
        shared: &Self::Shared,
        local: &mut RolloutThread,
        state: &mut GoState,
        trace: &mut Trace<Move>,
    ) -> Outcome {
        let area = state.position.board.size().area();
        if state.is_terminal() {
            let lead = state.lead(state.position.board.area_lead() as f32, state.position.to_move);
            return self.outcome(lead, area);
        }
        let start = state.playout_start();
        let end = local.playouts.play(state.heavy_board(), start, &mut local.random, trace);
        shared.rules.count(trace.steps());
        let last = if end.n_moves.is_multiple_of(2) { start.to_move } else { start.to_move.opponent() };
        let lead = state.lead(end.area_lead as f32, last);
        if !end.by_mercy {
            shared.count_end(&state.position.board, lead);
        }
        let outcome = self.outcome(lead, area);
        if !end.by_mercy {
            return outcome;
        }
        outcome.with_measure(state.lead(state.position.board.area_lead() as f32, last))
    }

    fn learn(&self, _: &Self::Shared, local: &mut RolloutThread, trace: &Trace<Move>, outcome: &Outcome) {
        local.playouts.learn(trace, outcome);
    }
}
