//! Strip packing as a domain of the search core.

use mcts::{Candidate, Coverage, Expander, Outcome, RaveKey, Rollout, State, Trace, Turn, sort_by_probability};
use rand::SeedableRng;

use super::climb::{ClimbConfig, Climber};
use crate::fit::fit_score;
use crate::methods::Rng;
use crate::methods::random::Sampler;
use crate::packing::{Action, Packing};
use crate::run::Run;

impl State for Packing<'_> {
    type Action = Action;

    fn turn(&self) -> Turn {
        Turn::Single
    }

    fn apply(&mut self, action: Action) {
        self.apply_action(action);
    }

    fn is_terminal(&self) -> bool {
        self.n_left() == 0 || self.is_dead()
    }

    fn key(&self) -> Option<u64> {
        Some(self.fingerprint())
    }

    fn rave_key(action: Action) -> Option<RaveKey> {
        match action {
            Action::Place(orientation) => Some(RaveKey(u32::from(orientation))),
            Action::Skip => None,
        }
    }
}

/// The objective is the unplaced area; the reward grows with the placed share. Packings below half of the area all get
/// the lowest reward, so that the interesting half fills \[0, 1\].
fn judge(packing: &Packing<'_>, placed_area: u64) -> Outcome {
    let total = packing.instance().area();
    let share = placed_area as f64 / total as f64;
    Outcome::with_objective((2.0 * share - 1.0).clamp(0.0, 1.0), (total - placed_area) as f64)
}

/// Everything that fits, well-fitting and large rectangles first; skipping the niche last, where waste is allowed.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct FitExpander;

impl<'a> Expander<Packing<'a>> for FitExpander {
    type Scratch = ();

    fn new_scratch(&self) {}

    fn expand(
        &self,
        _scratch: &mut (),
        state: &Packing<'a>,
        _from: usize,
        out: &mut Vec<Candidate<Action>>,
    ) -> Coverage {
        let niche = state.niche();
        let begin = out.len();
        let mut total = 0.0;
        for (orientation, o) in state.instance().orientations().iter().zip(0..) {
            if state.fits(&niche, orientation) {
                // One step of the score has the same weight as doubling the rectangle's sides.
                let weight =
                    (fit_score(&niche, orientation.size) as f32).exp2() * (orientation.size.area() as f32).sqrt();
                total += weight;
                out.push(Candidate::new(Action::Place(o), weight));
            }
        }
        if !state.skyline().is_flat() && niche.area() <= state.waste_left() {
            let weight = 0.3 * total / (out.len() - begin).max(1) as f32;
            total += weight;
            out.push(Candidate::new(Action::Skip, weight));
        }
        for candidate in &mut out[begin..] {
            candidate.probability /= total;
        }
        sort_by_probability(&mut out[begin..]);
        Coverage::Complete
    }
}

/// The playout of Basaldúa 2013, section 2.3.4: uniform among the rectangles that fit.
#[derive(Clone, Copy)]
pub(crate) struct RandomRollout<'r, 'a> {
    run: &'r Run<'a>,
}

impl<'r, 'a> RandomRollout<'r, 'a> {
    /// Counts its evaluations with `run`.
    pub(crate) fn new(run: &'r Run<'a>) -> Self {
        Self { run }
    }
}

impl<'a> Rollout<Packing<'a>> for RandomRollout<'_, 'a> {
    type Shared = ();
    type Local = (Rng, Sampler);

    fn new_shared(&self) {}

    fn new_local(&self, seed: u64) -> Self::Local {
        (Rng::seed_from_u64(seed), Sampler::default())
    }

    fn play(
        &self,
        _shared: &(),
        (rng, sampler): &mut Self::Local,
        state: &mut Packing<'a>,
        trace: &mut Trace<Action>,
    ) -> Outcome {
        if !state.is_terminal() {
            self.run.count();
            sampler.play(state, rng);
            record(trace, sampler.actions());
        }
        judge(state, state.placed_area())
    }
}

/// A playout that learns an order of preference while it plays: see [`climb`](super::climb).
#[derive(Clone, Copy)]
pub(crate) struct LearningRollout<'r, 'a> {
    run: &'r Run<'a>,
    config: ClimbConfig,
}

impl<'r, 'a> LearningRollout<'r, 'a> {
    /// Counts its evaluations with `run` and stops when that is over.
    pub(crate) fn new(run: &'r Run<'a>, config: ClimbConfig) -> Self {
        Self { run, config }
    }
}

impl<'a> Rollout<Packing<'a>> for LearningRollout<'_, 'a> {
    type Shared = ();
    type Local = Climber<'a>;

    fn new_shared(&self) {}

    fn new_local(&self, seed: u64) -> Climber<'a> {
        Climber::new(self.run.instance(), self.config, seed)
    }

    fn play(
        &self,
        _shared: &(),
        climber: &mut Climber<'a>,
        state: &mut Packing<'a>,
        trace: &mut Trace<Action>,
    ) -> Outcome {
        if state.is_terminal() {
            return judge(state, state.placed_area());
        }
        // Another thread may have reached this target meanwhile.
        let is_over = || self.run.target() < state.target() || self.run.is_over();
        let placed_area = climber.climb(state, self.run, is_over);
        record(trace, climber.line());
        judge(state, placed_area)
    }
}

fn record(trace: &mut Trace<Action>, actions: &[Action]) {
    for &action in actions {
        let rave_key = <Packing<'_> as State>::rave_key(action);
        trace.push_step(mcts::Step { action, turn: Turn::Single, rave_key, context: 0 });
    }
}
