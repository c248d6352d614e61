//! The heavy playout as the rollout of the search.
//!
//! Reward in Black's view: (1 - w) win + w (1/2 + lead / (2 area)), where w is the small weight of the margin (Basaldúa 2013, section 4.1.1).

use std::sync::Arc;

use go_board::{Color, Move};
use mcts::{Outcome, Rollout, State, Step, Trace, Turn};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::state::{GoState, turn_of};
use super::tables::PlayoutTables;
use crate::playout::PlayoutPolicy;

/// Playouts by a policy, whose ends are counted in tables.
pub struct HeavyRollout {
    policy: PlayoutPolicy,
    tables: Arc<PlayoutTables>,
}

impl HeavyRollout {
    /// Playouts by this policy.
    pub fn new(policy: PlayoutPolicy, tables: Arc<PlayoutTables>) -> Self {
        Self { policy, tables }
    }

    fn reward(&self, lead: f32, area: usize) -> f64 {
        let win = match lead.total_cmp(&0.0) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        };
        let margin = (0.5 + f64::from(lead) / (2 * area) as f64).clamp(0.0, 1.0);
        let weight = self.policy.config().margin_weight.clamp(0.0, 1.0);
        (1.0 - weight) * win + weight * margin
    }
}

impl Rollout<GoState> for HeavyRollout {
    type Shared = Arc<PlayoutTables>;
    type Local = Xoshiro256PlusPlus;

    fn new_shared(&self) -> Self::Shared {
        Arc::clone(&self.tables)
    }

    fn new_local(&self, seed: u64) -> Self::Local {
        Xoshiro256PlusPlus::seed_from_u64(seed)
    }

    fn play(
        &self,
        shared: &Self::Shared,
        random: &mut Self::Local,
        state: &mut GoState,
        trace: &mut Trace<Move>,
    ) -> Outcome {
        let area = state.position.board.size().area();
        if state.is_terminal() {
            let lead = state.lead(state.position.board.area_lead(), state.position.to_move);
            return Outcome::reward(self.reward(lead, area));
        }
        let start = state.playout_start();
        let end = self.policy.play(state.heavy_board(), start, &shared.replies, random, |color, mv| {
            trace.push_step(Step { action: mv, turn: turn_of(color), rave_key: GoState::rave_key(mv), context: 0 });
        });
        let last = if end.n_moves.is_multiple_of(2) { start.to_move } else { start.to_move.opponent() };
        let lead = state.lead(end.area_lead, last);
        if !end.by_mercy {
            shared.count_end(&state.position.board, lead);
        }
        Outcome::reward(self.reward(lead, area))
    }

    fn learn(&self, shared: &Self::Shared, _: &mut Self::Local, trace: &Trace<Move>, outcome: &Outcome) {
        if self.policy.config().last_good_reply > 0.0 {
            let winner = if outcome.reward > 0.5 { Color::Black } else { Color::White };
            let color = |turn| if turn == Turn::First { Color::Black } else { Color::White };
            shared.replies.learn(trace.steps().iter().map(|step| (color(step.turn), step.action)), winner);
        }
    }
}
