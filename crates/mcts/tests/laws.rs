//! The law kit accepts correct domains and catches each kind of flaw by name.

use mcts::laws::{self, Extent, Violation};
use mcts::toy::{Bush, BushExpander, BushRollout, BushShape, Nim, NimRandom};
use mcts::{Appraisal, Candidate, Coverage, Expander, Outcome, RaveKey, Rollout, State, Step, Trace, Turn};
use rand::RngExt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

#[test]
fn the_toys_keep_the_laws() {
    laws::check(&Nim::new(30), &NimRandom, &NimRandom, &Extent::default()).unwrap();
    for (two_players, page) in [(false, usize::MAX), (true, usize::MAX), (false, 3), (true, 1)] {
        let root = Bush::new(BushShape { width: 9, depth: 6, two_players, noise: 0.5, seed: 1 });
        let report =
            laws::check(&root, &BushExpander { sharpness: 1.0, page }, &BushRollout, &Extent::default()).unwrap();
        assert_eq!((report.longest_walk, report.most_candidates), (6, 9));
    }
}

/// A mistake that a domain can make.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Flaw {
    None,
    SharedState,
    ForgetfulCloneFrom,
    MixedTurns,
    Endless,
    NoCandidates,
    EmptyPage,
    Duplicate,
    NegativeProbability,
    TooLikely,
    ValueTooLarge,
    FickleExpander,
    FickleAppraiser,
    AppraisedTooHigh,
    AppraisedEndless,
    RewardTooLarge,
    EndlessMeasure,
    Unseeded,
    ForgottenStep,
    WrongTurn,
    WrongKey,
    FickleJudge,
    SometimesObjective,
    PlaysOn,
    OtherSolution,
}

/// A small bush with a flaw.
struct Flawed {
    bush: Bush,
    flaw: Flaw,
    shared: Arc<AtomicU32>,
    length: u32,
}

impl Clone for Flawed {
    fn clone(&self) -> Self {
        Self { bush: self.bush, flaw: self.flaw, shared: Arc::clone(&self.shared), length: self.length }
    }

    fn clone_from(&mut self, source: &Self) {
        let kept = self.length;
        *self = source.clone();
        if self.flaw == Flaw::ForgetfulCloneFrom {
            self.length = kept;
        }
    }
}

impl State for Flawed {
    type Action = u16;

    fn turn(&self) -> Turn {
        if self.flaw == Flaw::MixedTurns && self.length > 1 { Turn::Single } else { self.bush.turn() }
    }

    fn apply(&mut self, action: u16) {
        self.shared.fetch_add(1, Ordering::Relaxed);
        self.length += 1;
        if self.flaw != Flaw::Endless {
            self.bush.apply(action);
        }
    }

    fn is_terminal(&self) -> bool {
        self.bush.is_terminal()
    }

    fn key(&self) -> Option<u64> {
        match self.flaw {
            Flaw::SharedState => Some(u64::from(self.shared.load(Ordering::Relaxed))),
            _ => Some(u64::from(self.length)),
        }
    }

    fn rave_key(action: u16) -> Option<RaveKey> {
        Bush::rave_key(action)
    }
}

struct Parts(Flaw, AtomicU32);

impl Expander<Flawed> for Parts {
    type Scratch = ();

    fn new_scratch(&self) {}

    fn expand(&self, _: &mut (), state: &Flawed, from: usize, out: &mut Vec<Candidate<u16>>) -> Coverage {
        let expander = BushExpander::default();
        expander.expand(&mut expander.new_scratch(), &state.bush, from, out);
        let count = self.1.fetch_add(1, Ordering::Relaxed);
        match self.0 {
            Flaw::NoCandidates => out.clear(),
            Flaw::EmptyPage => {
                out.clear();
                return Coverage::Partial;
            }
            Flaw::Duplicate => out[1].action = out[0].action,
            Flaw::NegativeProbability => out[2].probability = -0.1,
            Flaw::TooLikely => out[2].probability = 0.9,
            Flaw::ValueTooLarge => out[0].value = Some(1.5),
            Flaw::FickleExpander => out[0].probability = 0.01 * count as f32 % 0.2,
            _ => {}
        }
        Coverage::Complete
    }

    fn appraise(&self, _: &mut (), _: &Flawed) -> Option<Appraisal> {
        let count = self.1.fetch_add(1, Ordering::Relaxed);
        let value = match self.0 {
            Flaw::FickleAppraiser => count as f32 % 7.0 / 7.0,
            Flaw::AppraisedTooHigh => 1.25,
            _ => 0.25,
        };
        Some(Appraisal { value, measure: (self.0 == Flaw::AppraisedEndless).then_some(f32::NEG_INFINITY) })
    }
}

impl Rollout<Flawed> for Parts {
    type Shared = ();
    type Local = <BushRollout as Rollout<Bush>>::Local;

    fn new_shared(&self) {}

    fn new_local(&self, seed: u64) -> Self::Local {
        BushRollout.new_local(seed)
    }

    fn play(&self, _: &(), rng: &mut Self::Local, state: &mut Flawed, trace: &mut Trace<u16>) -> Outcome {
        let was_terminal = state.is_terminal();
        let mut first = true;
        while !state.is_terminal() {
            let action = rng.random_range(0..4);
            let turn = if self.0 == Flaw::WrongTurn { Turn::Second } else { state.turn() };
            let rave_key = if self.0 == Flaw::WrongKey { None } else { Flawed::rave_key(action) };
            if self.0 != Flaw::ForgottenStep || !first {
                trace.push_step(Step { action, turn, rave_key, context: 0 });
            }
            first = false;
            state.apply(action);
        }
        if self.0 == Flaw::PlaysOn {
            trace.push_step(Step { action: 0, turn: Turn::Single, rave_key: Flawed::rave_key(0), context: 0 });
        }
        let value = state.bush.value();
        let objective = match self.0 {
            Flaw::FickleJudge => None,
            Flaw::SometimesObjective if trace.steps().len() == 2 => None,
            Flaw::OtherSolution if !was_terminal => Some(value / 2.0),
            _ => Some(value),
        };
        let reward = match self.0 {
            Flaw::RewardTooLarge => value + 1.0,
            Flaw::Unseeded => f64::from(self.1.fetch_add(1, Ordering::Relaxed) % 7) / 7.0,
            Flaw::FickleJudge if was_terminal => rng.random_range(0.0..1.0),
            _ => value,
        };
        let measure = (self.0 == Flaw::EndlessMeasure).then_some(f32::INFINITY);
        Outcome { reward, objective, measure }
    }
}

fn check(flaw: Flaw) -> Result<(), Violation> {
    let two_players = flaw == Flaw::MixedTurns;
    let bush = Bush::new(BushShape { width: 4, depth: 5, two_players, noise: 0.5, seed: 1 });
    let root = Flawed { bush, flaw, shared: Arc::default(), length: 0 };
    let extent = Extent { longest_walk: 100, ..Extent::default() };
    let parts = || Parts(flaw, AtomicU32::new(0));
    let report = match flaw {
        // Rollouts would never return.
        Flaw::Endless => laws::check(&root, &parts(), &Judge, &extent),
        _ => laws::check(&root, &parts(), &parts(), &extent),
    };
    report.map(|_| ())
}

/// Evaluates without playing.
struct Judge;

impl Rollout<Flawed> for Judge {
    type Shared = ();
    type Local = ();

    fn new_shared(&self) {}

    fn new_local(&self, _seed: u64) {}

    fn play(&self, _: &(), _: &mut (), _: &mut Flawed, _: &mut Trace<u16>) -> Outcome {
        Outcome::reward(0.5)
    }
}

#[test]
fn every_flaw_is_caught_by_its_law() {
    check(Flaw::None).unwrap();
    for (flaw, law) in [
        (Flaw::SharedState, "a clone shares nothing with its original"),
        (Flaw::ForgetfulCloneFrom, "clone_from copies everything"),
        (Flaw::MixedTurns, "one agent or two players, not both"),
        (Flaw::Endless, "worlds end"),
        (Flaw::NoCandidates, "a state that is not terminal has a candidate"),
        (Flaw::EmptyPage, "a page with more to come is not empty"),
        (Flaw::Duplicate, "no action is listed twice"),
        (Flaw::NegativeProbability, "probabilities are not negative"),
        (Flaw::TooLikely, "probabilities sum to at most 1"),
        (Flaw::ValueTooLarge, "a-priori values are in [0, 1]"),
        (Flaw::FickleExpander, "the same state and rank give the same candidates"),
        (Flaw::FickleAppraiser, "the same state is appraised the same way"),
        (Flaw::AppraisedTooHigh, "appraised values are in [0, 1]"),
        (Flaw::AppraisedEndless, "appraised measures are finite"),
        (Flaw::RewardTooLarge, "rewards are in [0, 1]"),
        (Flaw::EndlessMeasure, "measures are finite"),
        (Flaw::Unseeded, "one seed gives the same rollout twice"),
        (Flaw::ForgottenStep, "recorded steps lead to a solution"),
        (Flaw::WrongTurn, "recorded turns are true"),
        (Flaw::WrongKey, "recorded RAVE keys are true"),
        (Flaw::FickleJudge, "a terminal state is judged the same way by any seed"),
        (Flaw::SometimesObjective, "all outcomes have an objective or none has"),
        (Flaw::PlaysOn, "no step follows the end"),
        (Flaw::OtherSolution, "the recorded solution is the judged one"),
    ] {
        let violation = check(flaw).expect_err(law);
        assert_eq!(violation.law, law, "{flaw:?}: {violation}");
    }
}
