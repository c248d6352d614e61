//! The search: UCT over the three traits, one thread.
//!
//! Selection by UCB1 (000 eq. 2.1), expansion of a node on its second visit, one rollout, backpropagation in the view of
//! whoever chose.

use crate::{Candidate, Coverage, Expander, Outcome, Rollout, State, Step, Trace, Turn};

/// How the search behaves.
#[derive(Clone, Debug)]
pub struct SearchConfig {
    /// Seeds every thread's rollout.
    pub seed: u64,
    /// Exploration constant C of UCB1.
    pub exploration: f64,
    /// Visits of a leaf before it is expanded; at least 1.
    pub expand_after: u32,
}

impl Default for SearchConfig {
    fn default() -> Self {
        Self { seed: 1, exploration: 0.7, expand_after: 1 }
    }
}

/// When to stop.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// After this many playouts.
    pub playouts: u64,
}

impl Limits {
    /// Stops after this many playouts.
    pub fn playouts(playouts: u64) -> Self {
        Self { playouts }
    }
}

/// What is known of one action at the root after a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RootMove<A> {
    /// The action.
    pub action: A,
    /// Playouts that began with it.
    pub visits: u32,
    /// Their mean reward as the player to move sees it.
    pub value: f64,
    /// The probability that the expander gave it.
    pub prior: f32,
}

struct Child<A> {
    candidate: Candidate<A>,
    node: usize,
}

struct Node<A> {
    visits: u32,
    sum: f64,
    children: Vec<Child<A>>,
}

/// A tree over one root state.
pub struct Search<S: State, E: Expander<S>, P: Rollout<S>> {
    root: S,
    expander: E,
    rollout: P,
    config: SearchConfig,
    shared: P::Shared,
    local: P::Local,
    scratch: E::Scratch,
    trace: Trace<S::Action>,
    nodes: Vec<Node<S::Action>>,
}

impl<S: State, E: Expander<S>, P: Rollout<S>> Search<S, E, P> {
    /// A search that has not begun.
    pub fn new(root: S, expander: E, rollout: P, config: SearchConfig) -> Self {
        Self {
            root,
            shared: rollout.new_shared(),
            local: rollout.new_local(config.seed),
            scratch: expander.new_scratch(),
            expander,
            rollout,
            config,
            trace: Trace::new(),
            nodes: vec![Node { visits: 0, sum: 0.0, children: Vec::new() }],
        }
    }

    /// Searches until a limit is reached.
    pub fn run(&mut self, limits: &Limits) {
        for _ in 0..limits.playouts {
            self.playout();
        }
    }

    /// The action with the most visits.
    pub fn best_action(&self) -> Option<S::Action> {
        self.root_moves().iter().max_by_key(|candidate| candidate.visits).map(|candidate| candidate.action)
    }

    /// What is known of each action at the root, in the expander's order.
    pub fn root_moves(&self) -> Vec<RootMove<S::Action>> {
        let moves = self.nodes[0].children.iter().map(|child| {
            let node = &self.nodes[child.node];
            RootMove {
                action: child.candidate.action,
                visits: node.visits,
                value: node.sum / f64::from(node.visits.max(1)),
                prior: child.candidate.probability,
            }
        });
        moves.collect()
    }

    fn playout(&mut self) {
        let mut state = self.root.clone();
        let mut path = vec![(0, state.turn().opponent())];
        let mut node = 0;
        self.trace.clear();
        while !state.is_terminal() && (node == 0 || self.nodes[node].visits >= self.config.expand_after) {
            if self.nodes[node].children.is_empty() {
                self.expand(node, &state);
            }
            let Some((action, child)) = self.select(node) else { break };
            let turn = state.turn();
            self.trace.push_step(Step { action, turn, rave_key: S::rave_key(action), context: 0 });
            state.apply(action);
            path.push((child, turn));
            node = child;
        }
        self.trace.end_of_tree();
        let outcome = self.rollout.play(&self.shared, &mut self.local, &mut state, &mut self.trace);
        self.back_up(&path, &outcome);
        self.rollout.learn(&self.shared, &mut self.local, &self.trace, &outcome);
    }

    fn expand(&mut self, node: usize, state: &S) {
        let mut candidates = Vec::new();
        while self.expander.expand(&mut self.scratch, state, candidates.len(), &mut candidates) == Coverage::Partial {}
        for candidate in candidates {
            let child = Child { candidate, node: self.nodes.len() };
            self.nodes.push(Node { visits: 0, sum: 0.0, children: Vec::new() });
            self.nodes[node].children.push(child);
        }
    }

    fn select(&self, node: usize) -> Option<(S::Action, usize)> {
        let parent = &self.nodes[node];
        let log_visits = f64::from(parent.visits.max(1)).ln();
        let urgency = |child: &Child<S::Action>| {
            let node = &self.nodes[child.node];
            let visits = f64::from(node.visits);
            if node.visits == 0 {
                return f64::INFINITY;
            }
            node.sum / visits + self.config.exploration * (log_visits / visits).sqrt()
        };
        let mut best: Option<(f64, &Child<S::Action>)> = None;
        for child in &parent.children {
            let value = urgency(child);
            if best.is_none_or(|(top, _)| value > top) {
                best = Some((value, child));
            }
        }
        best.map(|(_, child)| (child.candidate.action, child.node))
    }

    fn back_up(&mut self, path: &[(usize, Turn)], outcome: &Outcome) {
        for &(node, chooser) in path {
            self.nodes[node].visits += 1;
            self.nodes[node].sum += chooser.view(outcome.reward);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Nim, NimRandom};

    #[test]
    fn leaves_a_multiple_of_four() {
        for heap in [5, 6, 7, 9, 10, 11, 13] {
            let mut search = Search::new(Nim::new(heap), NimRandom, NimRandom, SearchConfig::default());
            search.run(&Limits::playouts(3000));
            assert_eq!(search.best_action().map(u32::from), Some(heap % 4), "heap {heap}");
        }
    }
}
