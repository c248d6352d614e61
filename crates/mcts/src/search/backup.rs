//! The way back up: what a playout brought is counted by every node of its path.
//!
//! A visit of known value (a settled node, or an exact child that scored best) counts that value and, as the measured quantity, the mean of what
//! was measured at the node whose value is known: exact for a terminal state, the best there is for a node settled through its edges.
//!
//! Rewards of a rollout are mixed with the appraisal of the deepest node that has one: (1 - w) r + w V, for the nodes of the path and for RAVE alike.
//! The selection compares a RAVE mean with the means of visited siblings, so that both must be of one kind: with RAVE of plain rollouts, edges
//! that were not yet visited would stand too low wherever the appraisal is higher than the rollouts, and too high where it is lower. Exact values
//! are never mixed.

use super::worker::{RoundContext, Worker};
use crate::amaf::FirstPlays;
use crate::tree::{Branches, Node};
use crate::{Appraisal, Expander, Rollout, State, Turn};
use std::sync::atomic::Ordering;

/// What a node counts for one visit, from the first player's point of view.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Credit {
    pub(super) reward: f64,
    pub(super) measure: Option<f64>,
}

impl Credit {
    /// That of a visit to a node of known value.
    pub(super) fn of_settled<A>(value: f64, node: &Node<A>) -> Self {
        Self { reward: value, measure: node.measured().map(|measured| measured.mean) }
    }

    /// That of a rollout below an appraised node. If only one of them has a measure, it stands alone.
    pub(super) fn mixed_with(self, appraisal: Appraisal, weight: f64) -> Self {
        let mix = |rollout: f64, appraised: f32| (1.0 - weight) * rollout + weight * f64::from(appraised);
        let measure = match (self.measure, appraisal.measure) {
            (Some(rollout), Some(appraised)) => Some(mix(rollout, appraised)),
            (rollout, appraised) => rollout.or(appraised.map(f64::from)),
        };
        Self { reward: mix(self.reward, appraisal.value), measure }
    }
}

impl<S: State, E: Expander<S>, P: Rollout<S>> Worker<S, E, P> {
    /// Adds the credit to every node of the path and, if enabled, its reward to the RAVE statistics of their edges.
    pub(super) fn back_up(&mut self, context: &RoundContext<'_, S, E, P>, credit: Credit, rave: bool) {
        let steps = self.trace.steps();
        let mut noted = steps.len();
        if rave {
            self.first_plays.clear();
        }
        let mut credit = credit;
        for (depth, visit) in self.path.iter().enumerate().rev() {
            let node = context.tree.node(visit.slot);
            if rave {
                for step in steps[depth.min(noted)..noted].iter().rev() {
                    if let Some(key) = step.rave_key {
                        self.first_plays.note(key, step.turn);
                    }
                }
                noted = depth.min(noted);
                if let (Some(branches), Some(step)) = (node.branches(), steps.get(depth)) {
                    add_rave::<S>(branches, &self.first_plays, step.turn, step.turn.view(credit.reward) as f32);
                }
            }
            credit = visit.counts_as.unwrap_or(credit);
            let chooser = if depth == 0 { context.root_chooser } else { steps[depth - 1].turn };
            node.leave(context.config.virtual_loss, chooser.view(credit.reward));
            if let Some(measure) = credit.measure {
                node.add_measure(measure);
            }
        }
        for level in context.levels.iter().take(self.path.len()) {
            level.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// The end of the path is settled; settles the nodes above it where possible.
    pub(super) fn settle_up(&self, context: &RoundContext<'_, S, E, P>) {
        let Some((_, above)) = self.path.split_last() else { return };
        for (visit, step) in above.iter().zip(self.trace.steps()).rev() {
            if context.tree.try_settle(visit.slot, step.turn).is_none() {
                break;
            }
        }
    }
}

/// Counts the reward for every edge whose action `turn` plays first from here on, hidden edges too.
fn add_rave<S: State>(branches: &Branches<S::Action>, first_plays: &FirstPlays, turn: Turn, reward: f32) {
    let mut counted = 0;
    for page in branches.pages() {
        for edge in page.edges() {
            if let Some(key) = S::rave_key(edge.action) {
                let hit = first_plays.is_first(key, turn);
                edge.add_rave(hit, reward);
                counted += u64::from(hit);
            }
        }
    }
    branches.add_rave_visits(counted);
}
