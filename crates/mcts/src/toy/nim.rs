//! One heap of matches for two players: the mover loses exactly when the heap is a multiple of four.

use crate::{Candidate, Coverage, Expander, Outcome, RaveKey, Rollout, State, Trace, Turn};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// One heap; take one, two or three; who takes the last one wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Nim {
    heap: u32,
    turn: Turn,
}

impl Nim {
    /// A heap with the first player to move.
    pub fn new(heap: u32) -> Self {
        Self { heap, turn: Turn::First }
    }

    /// How many are left.
    pub fn heap(&self) -> u32 {
        self.heap
    }

    /// The most that may be taken now.
    pub fn largest_take(&self) -> u8 {
        self.heap.min(3) as u8
    }

    /// 1 if the first player took the last one, 0 if the second did. Asked of an empty heap.
    pub fn reward(&self) -> f64 {
        self.turn.opponent().view(1.0)
    }
}

impl State for Nim {
    type Action = u8;

    fn turn(&self) -> Turn {
        self.turn
    }

    fn apply(&mut self, action: u8) {
        self.heap -= u32::from(action);
        self.turn = self.turn.opponent();
    }

    fn is_terminal(&self) -> bool {
        self.heap == 0
    }

    fn key(&self) -> Option<u64> {
        Some(u64::from(self.heap) << 1 | u64::from(self.turn == Turn::Second))
    }

    fn rave_key(action: u8) -> Option<RaveKey> {
        Some(RaveKey(u32::from(action)))
    }
}

/// All takes, equally likely; rollouts take at random.
#[derive(Clone, Copy, Default, Debug)]
pub struct NimRandom;

impl Expander<Nim> for NimRandom {
    type Scratch = ();

    fn new_scratch(&self) {}

    fn expand(&self, _: &mut (), state: &Nim, _from: usize, out: &mut Vec<Candidate<u8>>) -> Coverage {
        let largest = state.largest_take();
        out.extend((1..=largest).map(|take| Candidate::new(take, 1.0 / f32::from(largest))));
        Coverage::Complete
    }
}

impl Rollout<Nim> for NimRandom {
    type Shared = ();
    type Local = Xoshiro256PlusPlus;

    fn new_shared(&self) {}

    fn new_local(&self, seed: u64) -> Self::Local {
        Self::Local::seed_from_u64(seed)
    }

    fn play(&self, _: &(), rng: &mut Self::Local, state: &mut Nim, trace: &mut Trace<u8>) -> Outcome {
        while !state.is_terminal() {
            let take = rng.random_range(1..=state.largest_take());
            trace.push(state, take);
            state.apply(take);
        }
        Outcome::reward(state.reward())
    }
}
