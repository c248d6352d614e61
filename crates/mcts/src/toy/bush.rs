//! An implicit tree: every node has the same number of actions, and every leaf has a value made by a hash.
//!
//! The value of a leaf mixes a fixed worth of each of its actions with noise. RAVE and priors therefore have something
//! to find, and the noise keeps them from being exact.

use crate::{Candidate, Coverage, Expander, Outcome, RaveKey, Rollout, State, Trace, Turn, sort_by_probability};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use stable_hash::splitmix64::mix;

/// The size and kind of a [`Bush`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BushShape {
    /// Actions of every node.
    pub width: u16,
    /// Actions until the end.
    pub depth: u16,
    /// Two players in turn, or one agent.
    pub two_players: bool,
    /// Share of a leaf's value that has nothing to do with its actions, in \[0, 1\].
    pub noise: f64,
    /// Different seeds give different bushes.
    pub seed: u64,
}

/// A node of the bush.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bush {
    shape: BushShape,
    path: u64,
    depth: u16,
    /// Sum of the worth of the actions, the second player's against the first's.
    worth: f64,
}

fn unit(hash: u64) -> f64 {
    (hash >> 11) as f64 / (1_u64 << 53) as f64
}

impl Bush {
    /// The root.
    pub fn new(shape: BushShape) -> Self {
        Self { shape, path: mix(shape.seed), depth: 0, worth: 0.0 }
    }

    /// The worth of an action by itself, in \[0, 1\].
    pub fn worth_of(&self, action: u16) -> f64 {
        unit(mix(self.shape.seed ^ (u64::from(action) << 32)))
    }

    /// The value of a leaf, in \[0, 1\].
    pub fn value(&self) -> f64 {
        let mean = self.worth / f64::from(self.shape.depth.max(1));
        let told = if self.shape.two_players { 0.5 + mean } else { mean };
        let value = (1.0 - self.shape.noise) * told + self.shape.noise * unit(mix(self.path));
        value.clamp(0.0, 1.0)
    }

    /// A margin that goes with the value of a leaf: from -10 to 10, positive where the first player does better than even.
    pub fn margin(&self) -> f32 {
        (20.0 * (self.value() - 0.5)) as f32
    }

    /// The value under best play by exhaustive search: only for small bushes.
    pub fn exact_value(&self) -> f64 {
        if self.is_terminal() {
            return self.value();
        }
        let turn = self.turn();
        let seen = (0..self.shape.width).map(|action| {
            let mut next = *self;
            next.apply(action);
            turn.view(next.exact_value())
        });
        turn.view(seen.fold(0.0, f64::max))
    }
}

impl State for Bush {
    type Action = u16;

    fn turn(&self) -> Turn {
        match (self.shape.two_players, self.depth % 2) {
            (false, _) => Turn::Single,
            (true, 0) => Turn::First,
            (true, _) => Turn::Second,
        }
    }

    fn apply(&mut self, action: u16) {
        let worth = self.worth_of(action);
        self.worth += if self.turn() == Turn::Second { -worth } else { worth };
        self.path = mix(self.path ^ u64::from(action));
        self.depth += 1;
    }

    fn is_terminal(&self) -> bool {
        self.depth >= self.shape.depth
    }

    fn key(&self) -> Option<u64> {
        Some(self.path)
    }

    fn rave_key(action: u16) -> Option<RaveKey> {
        Some(RaveKey(u32::from(action)))
    }
}

/// Offers all actions of a bush, ordered by their worth or without knowledge.
#[derive(Clone, Copy, Debug)]
pub struct BushExpander {
    /// 0: all are equally likely. Larger values favour actions of larger worth.
    pub sharpness: f64,
    /// Candidates per page.
    pub page: usize,
}

impl Default for BushExpander {
    fn default() -> Self {
        Self { sharpness: 0.0, page: usize::MAX }
    }
}

impl BushExpander {
    fn all(&self, state: &Bush) -> Vec<Candidate<u16>> {
        let weight = |action| (self.sharpness * state.worth_of(action)).exp() as f32;
        let total: f32 = (0..state.shape.width).map(weight).sum();
        let candidates = (0..state.shape.width)
            .map(|action| Candidate::new(action, weight(action) / total).with_value(state.worth_of(action) as f32, 20));
        let mut candidates: Vec<_> = candidates.collect();
        if self.sharpness > 0.0 {
            sort_by_probability(&mut candidates);
        }
        candidates
    }
}

impl Expander<Bush> for BushExpander {
    /// The candidates are the same everywhere in one bush; they are made once, so that a benchmark measures the tree.
    type Scratch = (Option<BushShape>, Vec<Candidate<u16>>);

    fn new_scratch(&self) -> Self::Scratch {
        (None, Vec::new())
    }

    fn expand(
        &self,
        (shape, all): &mut Self::Scratch,
        state: &Bush,
        from: usize,
        out: &mut Vec<Candidate<u16>>,
    ) -> Coverage {
        if *shape != Some(state.shape) {
            *shape = Some(state.shape);
            *all = self.all(state);
        }
        out.extend(all.iter().copied().skip(from).take(self.page));
        if from.saturating_add(self.page) < all.len() { Coverage::Partial } else { Coverage::Complete }
    }
}

/// Plays random actions to the end.
#[derive(Clone, Copy, Default, Debug)]
pub struct BushRollout;

impl Rollout<Bush> for BushRollout {
    type Shared = ();
    type Local = Xoshiro256PlusPlus;

    fn new_shared(&self) {}

    fn new_local(&self, seed: u64) -> Self::Local {
        Self::Local::seed_from_u64(seed)
    }

    fn play(&self, _: &(), rng: &mut Self::Local, state: &mut Bush, trace: &mut Trace<u16>) -> Outcome {
        while !state.is_terminal() {
            let action = rng.random_range(0..state.shape.width);
            trace.push(state, action);
            state.apply(action);
        }
        let value = state.value();
        match state.shape.two_players {
            true => Outcome::reward(value).with_measure(state.margin()),
            false => Outcome::with_objective(value, value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exact_value_is_that_of_some_leaf() {
        for two_players in [false, true] {
            let root = Bush::new(BushShape { width: 3, depth: 4, two_players, noise: 0.5, seed: 7 });
            let exact = root.exact_value();
            let leaves = (0..81_u16).map(|leaf| {
                let mut state = root;
                (0..4).for_each(|depth| state.apply(leaf / 3_u16.pow(depth) % 3));
                state.value()
            });
            let leaves: Vec<f64> = leaves.collect();
            assert!(leaves.contains(&exact));
            let best = leaves.iter().copied().fold(0.0, f64::max);
            assert_eq!(exact == best, !two_players, "an opponent keeps us from the best leaf");
        }
    }
}
